import { askCreditByStaff } from "#app/domain/claims/ask-credit.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { openItems } from "#app/domain/ledger/allocations.server.ts";
import { releasePaid } from "#app/domain/ordering/holding/prepaid-orders.server.ts";
import {
  bookByHand,
  reversePayment,
  settleWithCredit,
} from "#app/features/collecting/by-hand.server.ts";
import { deliverByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { act } from "../life/act.ts";
import {
  buyerOf,
  inText,
  known,
  linesOf,
  orderOf,
  personOf,
  Skipped,
  shop,
  todayOf,
  type World,
} from "../life/world.ts";
import { plusDays } from "../pencil/days.ts";
import { lineBill, packedLb } from "../pencil/order.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";
import { judgeDrawer, placeOf, somePlace, whyNotFrom } from "./counter.ts";
import { loadAll } from "./delivering.ts";
import { judged } from "./judged.ts";
import { documentOf } from "./money/desk.ts";

interface Paid {
  key: string;
  buyer: string;
  cents: number;
  method: "etransfer" | "cheque" | "eft" | "cash";
  /** "invoice 12"; null for the oldest. */
  named: string | null;
  /** Days between the money and its entry. */
  late: number;
}

export const pay = act<Paid>({
  weight: 12,
  choose(world, random) {
    const owing = [...world.buyers.keys()].filter((key) => world.pencil.owes(key) > 0);
    const buyer = random.pick(owing);
    if (buyer === undefined) return undefined;
    const open = world.pencil.openPapers(buyer);
    const paper = random.pick(open.filter(({ number }) => number > 0));
    const named = paper && random.chance(0.5) ? paper.id : null;
    const all = paper && named ? paper.open : world.pencil.owes(buyer);
    const share = random.pick([1, 1, 1, 0.5, random.next(), 1.2]) ?? 1;
    const method = random.pick(["etransfer", "cheque", "eft", "cash"] as const) ?? "cheque";
    world.serial += 1;
    const cents = Math.max(1, Math.round(all * share));
    const late = random.chance(0.4) ? random.between(1, 9) : 0;
    return { key: `payment ${world.serial}`, buyer, cents, method, named, late };
  },
  say: ({ key, buyer, cents, method, named, late }) =>
    `${buyer} pays $${inText(cents)} by ${method}${named ? ` for ${named}` : ""} (${key})${late ? `, entered ${late} days late` : ""}`,
  async run(world, { key, buyer: whose, cents, method, named, late }) {
    const buyer = buyerOf(world, whose);
    const settles = named
      ? { documents: [(await documentOf(world, named)).id], rest: "oldest first" as const }
      : ("oldest first" as const);
    const day = plusDays(todayOf(world), -late);
    const { entryId, refused } = await bookByHand(world.db, world.staff, {
      customerId: buyer.id,
      kind: "payment",
      cents: -cents,
      method,
      settles,
      occurredOn: day,
      requestId: world.newId(),
    });
    if (refused) throw new Refusal(refused, refused);
    world.payments.set(key, { entryId, buyer: whose, typed: { method, cents, day } });
    const papers = named ? [named] : undefined;
    world.pencil.paid({ id: key, customer: whose, day, cents, named: papers });
  },
});

interface PaidAhead {
  key: string;
  order: string;
  cents: number;
}

/** A guest whose card is authorized pays by transfer all the same, before packing. */
export const payAhead = act<PaidAhead>({
  weight: 2,
  choose(world, random) {
    const pending = [...world.orders.values()].filter(
      ({ key, buyer }) => world.guests.has(buyer) && world.pencil.order(key).state === "pending",
    );
    const order = random.pick(pending);
    if (!order) return undefined;
    world.serial += 1;
    const share = 0.1 + 0.8 * random.next();
    const cents = Math.max(1, Math.round(world.pencil.most(order.key) * share));
    return { key: `payment ${world.serial}`, order: order.key, cents };
  },
  say: ({ key, order, cents }) => `The guest of ${order} sends $${inText(cents)} ahead (${key})`,
  async run(world, { key, order, cents }) {
    const { buyer } = orderOf(world, order);
    const { id: customerId } = personOf(world, buyer);
    const day = todayOf(world);
    const { entryId, refused } = await bookByHand(world.db, world.staff, {
      customerId,
      kind: "payment",
      cents: -cents,
      method: "etransfer",
      settles: "oldest first",
      occurredOn: day,
      requestId: world.newId(),
    });
    if (refused) throw new Refusal(refused, refused);
    world.payments.set(key, { entryId, buyer });
    world.pencil.paid({ id: key, customer: buyer, day, cents });
  },
});

interface Bounced {
  key: string;
  /** Where cash is that was counted with a till: an open drawer, a place, or "" if nobody says. */
  cash: string;
}

export const bounce = act<Bounced>({
  weight: 2,
  choose(world, random) {
    const key = random.pick([...world.payments.keys()]);
    return key === undefined ? undefined : { key, cash: somePlace(world, random) };
  },
  say: ({ key, cash }) => `${key} is returned by the bank${cash && ` (if it is cash: ${cash})`}`,
  async run(world, { key, cash }) {
    const { entryId, buyer } = known(world.payments, key);
    const { till, door } = world.pencil;
    world.touched.buyers.add(buyer);
    const { id: customerId } = personOf(world, buyer);
    const drawer = world.drawers.get(cash)?.id;
    const payment = { customerId, paymentId: entryId, note: "Came back", cash: drawer ?? cash };
    const counted = till.countedCash(key);
    const why: WhyNot[] = [
      ...(door.isCounted(key) ? (["counted in"] as const) : []),
      ...(counted === null ? [] : whyNotFrom(world, cash, counted)),
    ];
    const { refused } = await judged(world, {
      what: `${key} came back`,
      why,
      act: () => reversePayment(world.db, world.staff, payment, shop),
      isDone: (done) => done.refused === undefined,
    });
    if (refused) throw new Refusal(refused, refused);
    world.payments.delete(key);
    world.pencil.reversed(key, todayOf(world), placeOf(world, cash));
    if (drawer !== undefined) await judgeDrawer(world, cash);
  },
});

/** Settles debts with remaining payments and credits, as a bookkeeper does. */
export async function spendCredit(world: World, key: string): Promise<void> {
  const { id: customerId } = world.guests.get(key) ?? world.buyers.get(key) ?? {};
  if (customerId === undefined) return;
  const debts = await openItems(world.db, customerId, "debts");
  if (debts.length === 0) return;
  for (const { entryId, isReserved } of await openItems(world.db, customerId, "credits")) {
    if (isReserved) continue;
    const credit = { customerId, creditId: entryId, settles: "oldest first" as const };
    await settleWithCredit(world.db, world.staff, credit);
  }
}

/** Releases prepaid orders, as the shop does every minute. */
export async function freePrepaid(world: World): Promise<void> {
  await releasePaid(world.db, shop);
  world.pencil.freePrepaid();
}

interface Credited {
  key: string;
  line: number;
  /** Either these pounds of a line, or cents. */
  lb: number | null;
  cents: number | null;
}

export const credit = act<Credited>({
  weight: 6,
  choose(world, random) {
    const packed = [...world.orders.values()].flatMap(({ key, buyer }) =>
      world.buyers.has(buyer) && ["fulfilled", "delivered"].includes(world.pencil.order(key).state)
        ? [key]
        : [],
    );
    const key = random.pick(packed);
    if (key === undefined) return undefined;
    const { lines } = world.pencil.order(key);
    const at = random.pick(
      [...lines.keys()].filter((one) => lines[one] && packedLb(lines[one]) > 0),
    );
    const line = lines[at ?? -1];
    if (at === undefined || !line) return undefined;
    const byLb = random.chance(0.5);
    const share = random.chance(0.2) ? 1 : random.next();
    return {
      key,
      line: at,
      lb: byLb ? Math.max(1, Math.round(packedLb(line) * share)) : null,
      cents: byLb ? null : Math.max(1, Math.round(lineBill(line) * share)),
    };
  },
  say: ({ key, line, lb, cents }) =>
    `${lb === null ? `$${inText(cents ?? 0)}` : `${inText(lb)} lb`} of line ${line + 1} of ${key} is credited`,
  async run(world, { key, line: at, lb, cents }) {
    const order = orderOf(world, key);
    const { db, staff } = world;
    const line = (await linesOf(world, order))[at];
    if (!line) throw new Skipped("line");
    const much = {
      lb: lb === null ? null : inText(lb),
      amount: cents === null ? null : inText(cents),
    };
    const id = await askCreditByStaff(db, staff, order.id, {
      requestId: world.newId(),
      item: line.id,
      reason: "quality",
      ...much,
      note: "",
      photoId: null,
      payout: undefined,
    });
    const lines = [{ position: 0, ...much }];
    await decideCredit(db, staff, id, { intent: "approve", lines, note: "" }, shop);
    const part = lb === null ? { line: line.id, cents: cents ?? 0 } : { line: line.id, lb };
    world.pencil.credited({ order: key, day: todayOf(world), parts: [part] });
  },
});

export const deliver = act<{ key: string }>({
  weight: 14,
  choose(world, random) {
    const today = todayOf(world);
    // Most pickups are handed over at a till.
    const isAtTill = !random.chance(0.3);
    const due = [...world.orders.keys()].filter((key) => {
      const { state, day, zone } = world.pencil.order(key);
      if (isAtTill && world.zones.get(zone)?.isPickup) return false;
      return state === "fulfilled" && day <= today;
    });
    const key = random.pick(due);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `${key} is delivered, with all that is packed for its stop`,
  async run(world, { key }) {
    const order = orderOf(world, key);
    await loadAll(world, order.id);
    await deliverByStaff(world.db, world.staff, order.id, shop);
    const { site, zone, day } = world.pencil.order(key);
    for (const other of world.orders.keys()) {
      const at = world.pencil.order(other);
      if (at.state !== "fulfilled" || at.site !== site || at.zone !== zone || at.day !== day)
        continue;
      if (world.pencil.isBackWhole(other)) continue;
      orderOf(world, other);
      world.pencil.delivered(other, world.clock.now);
    }
  },
});
