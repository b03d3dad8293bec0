import { receiptsOfOrders } from "#app/domain/door/till/till-receipts.server.ts";
import { getHandedOver } from "#app/features/counter/handed-over.server.ts";
import { handOver, listPickups } from "#app/features/counter/pickups.server.ts";
import { correctTender } from "#app/features/counter/refund.server.ts";
import { handOverAtTill } from "#app/features/runs/reports/report-by-staff.server.ts";
import { act, Finding, same } from "../../life/act.ts";
import {
  inText,
  known,
  type LifeOrder,
  orderOf,
  Skipped,
  shop,
  todayOf,
  type World,
} from "../../life/world.ts";
import { plusDays } from "../../pencil/days.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { sum } from "../../pencil/sums.ts";
import { askedAtTill, type Part, partsOf, type TillMethod } from "../../pencil/till-book.ts";
import { judgeDrawer, openDrawers, placeOf, somePlace, ways, whyNotFrom } from "../counter.ts";
import { judged } from "../judged.ts";

// Packed orders are handed over at a till, which takes the open amount.

interface HandedOver {
  key: string;
  order: string;
  drawer: string;
  methods: TillMethod[];
  /** Share that the first method pays, if there are two. */
  share: number;
  /** Reason for not paying; null if it is paid, "" if the reason is missing. */
  unpaid: string | null;
  /** The share that is paid, and why no more; null for a full payment. */
  part: { of: number; reason: string } | null;
  /** True if the cashier types five cents too much; ignored for a part. */
  isWrong: boolean;
  /** True if the page is outdated, and shows another amount. */
  isOld: boolean;
}

/** Days ahead for which the counter lists orders. */
const daysAhead = 2;

const isPickup = (world: World, key: string) =>
  world.zones.get(world.pencil.order(key).zone)?.isPickup === true;

function waiting(world: World): LifeOrder[] {
  const last = plusDays(todayOf(world), daysAhead);
  return [...world.orders.values()].filter(({ key }) => {
    const { state, day } = world.pencil.order(key);
    const isThere = state === "pending" || state === "fulfilled";
    return isThere && day <= last && isPickup(world, key);
  });
}

const dueOf = ({ pencil }: World, key: string) =>
  sum(pencil.dueAtTill(key).map(({ open }) => open));

export const handOverPickup = act<HandedOver>({
  weight: 40,
  choose(world, random) {
    const ready = waiting(world).filter(
      ({ key }) => world.pencil.order(key).state === "fulfilled" || random.chance(0.02),
    );
    // Some try it with a delivery, or with an order that has left.
    const others = [...world.orders.values()].filter(
      ({ key }) => !["pending", "cancelled"].includes(world.pencil.order(key).state),
    );
    if (ready.length === 0) return undefined;
    const order = random.pick(random.chance(0.96) ? ready : others);
    const drawer = random.pick(
      random.chance(0.97) ? openDrawers(world) : [...world.drawers.keys()],
    );
    if (!order || drawer === undefined) return undefined;
    world.serial += 1;
    const isUnpaid = random.chance(0.15);
    return {
      key: `pickup ${world.serial}`,
      order: order.key,
      drawer,
      methods: random.pick(ways) ?? ["cash"],
      share: 0.2 + 0.6 * random.next(),
      part: random.chance(0.2)
        ? { of: random.next(), reason: random.pick(["", "They bring the rest"]) ?? "" }
        : null,
      unpaid: isUnpaid ? (random.pick(["", "They pay tomorrow", "They forgot"]) ?? "") : null,
      isWrong: random.chance(0.04),
      isOld: random.chance(0.04),
    };
  },
  say: ({ key, order, drawer, methods, unpaid, part, isWrong, isOld }) =>
    `${order} is picked up at ${drawer} (${key})` +
    `${unpaid === null ? `, paid by ${methods.join(" and ")}` : `, unpaid: "${unpaid}"`}` +
    `${part ? `, a part of ${part.of.toFixed(3)}: "${part.reason}"` : ""}` +
    `${isWrong ? ", five cents too much" : ""}${isOld ? ", from an outdated page" : ""}`,
  async run(world, { key, order: whose, drawer, methods, share, unpaid, part, isWrong, isOld }) {
    const { db, staff, pencil } = world;
    const order = orderOf(world, whose);
    const { id: sessionId } = known(world.drawers, drawer);
    await judgeWaiting(world);
    const due = dueOf(world, whose);
    // Rounded to coins, and well below the full amount.
    const ofDue = part === null ? due : Math.floor((due * part.of) / 5) * 5;
    const isPart = unpaid === null && ofDue >= 10 && ofDue <= due - 10;
    const parts = unpaid === null && due > 0 ? partsFor(isPart ? ofDue : due, methods, share) : [];
    const isTooMuch = isWrong && !isPart;
    const typed = parts.map((one, at) => ({
      ...one,
      cents: one.cents + (isTooMuch && at === parts.length - 1 ? 5 : 0),
    }));
    const form = {
      requestId: world.newId(),
      sessionId,
      seen: String(isOld ? due + 100 : due),
      tenders: typed.map(({ method, cents }) => ({
        method,
        cents,
        tenderedCents: method === "cash" ? cents : null,
        reference: "",
      })),
      rest: isPart ? "account" : "",
      reason: (isPart ? part?.reason : unpaid) ?? "",
    };
    const handing = () => handOver(db, staff, order.id, form, shop, handOverAtTill);
    const why: WhyNot[] = [
      ...whyNotHandedOver(world, { order: whose, drawer, isOld }),
      ...(isTooMuch && parts.length > 0 ? (["amount"] as const) : []),
      ...(unpaid === "" && due > 0 ? (["no reason"] as const) : []),
      ...(isPart && form.reason === "" && !pencil.paysLater(whose) ? (["no reason"] as const) : []),
      // A cent or two can't be paid in coins.
      ...(parts.some(({ cents }) => cents === 0) ? (["amount"] as const) : []),
    ];
    await judged(world, { what: `${whose} was picked up`, why, act: handing });
    if (parts.length > 0) await handing();
    const { now } = world.clock;
    const taken = pencil.pickedUp({ id: key, order: whose, drawer, parts, isPart, now });
    const receipts = await receiptsOfOrders(db, order.id);
    for (const { id, method, cents } of taken) {
      const stored = receipts.findLast((one) => one.method === method && one.cents === cents);
      if (!stored) throw new Finding(`$${inText(cents)} by ${method} for ${whose} was not taken`);
      world.payments.set(id, { entryId: stored.entryId, buyer: order.buyer });
    }
    await judgeDrawer(world, drawer);
    await judgeReceipt(world, whose);
  },
});

/** Splits the due amount; a cent or two can't be paid in coins, and is paid by another method. */
function partsFor(due: number, methods: readonly TillMethod[], share: number): Part[] {
  const [first = "cash"] = methods;
  return due < 10
    ? [{ method: first, cents: askedAtTill(due, first) }]
    : partsOf(due, methods, share);
}

function whyNotHandedOver(
  world: World,
  { order, drawer, isOld }: Pick<HandedOver, "order" | "drawer" | "isOld">,
): WhyNot[] {
  const { pencil } = world;
  const { state } = pencil.order(order);
  const all: [WhyNot, boolean][] = [
    ["till closed", !pencil.till.isOpen(drawer)],
    ["not as seen", isOld],
    ["not packed", state === "pending"],
    ["delivered", state === "delivered"],
    ["brought", !isPickup(world, order)],
    ["on hold", isOfHeldLot(world, order)],
    ["weighed back", state === "fulfilled" && pencil.isBackWhole(order)],
  ];
  return all.flatMap(([reason, is]) => (is ? [reason] : []));
}

function isOfHeldLot({ pencil, lots }: World, order: string): boolean {
  const live = pencil
    .order(order)
    .lines.flatMap(({ packages }) => packages.filter(({ voided }) => !voided));
  return live.some(({ id }) => {
    const lot = pencil.stock.lotOf(id);
    return lot !== undefined && lots.get(lot)?.isHeld === true;
  });
}

async function judgeWaiting(world: World): Promise<void> {
  if (world.isBeside) return;
  const shown = await listPickups(world.db, world.staff);
  const right = waiting(world).map(({ key, number }) => {
    const { state, day } = world.pencil.order(key);
    return { number, day, isPacked: state === "fulfilled", dueCents: dueOf(world, key) };
  });
  same(
    "what waits at the counter",
    shown.map(({ number, day, isPacked, dueCents }) => ({ number, day, isPacked, dueCents })),
    right.sort((one, other) =>
      one.day === other.day ? one.number - other.number : one.day < other.day ? -1 : 1,
    ),
  );
}

/** Checks the receipt's amounts paid here, paid elsewhere, credited and open. */
async function judgeReceipt(world: World, key: string): Promise<void> {
  if (world.isBeside) return;
  const { pencil, db, staff } = world;
  const shown = await getHandedOver(db, staff, known(world.orders, key).id);
  const paper = pencil.paperOf(key);
  const alone = paper?.orders.length === 1 ? paper : undefined;
  same(`whether ${key} has a receipt of its own`, Boolean(shown?.sheet), alone !== undefined);
  if (!shown?.sheet || !alone) return;
  const taken = pencil.till.takenFor(key);
  const open = pencil.books.open(alone.id);
  const { documentNumber, totals, openCents, otherwisePaidCents, creditedCents, tenders } =
    shown.sheet;
  const settled = sum(
    taken.flatMap(({ id }) =>
      pencil.books
        .credit(id)
        .settles.flatMap(({ paper: of, cents }) => (of === alone.id ? cents : [])),
    ),
  );
  const credited = pencil.books.creditedOf(alone.id);
  same(
    `the receipt of ${key}`,
    {
      number: Number(documentNumber?.split("-")[1]),
      total: totals.totalCents,
      open: openCents,
      otherwise: otherwisePaidCents,
      credited: creditedCents,
      tenders: tenders.map(({ method, cents }) => `${method} ${cents}`).sort(),
    },
    {
      number: alone.number,
      total: alone.cents,
      open,
      otherwise: alone.cents - settled - credited - open,
      credited,
      tenders: taken.map(({ method, cents }) => `${method} ${cents}`).sort(),
    },
  );
}

interface Otherwise {
  pickup: string;
  nth: number;
  method: TillMethod;
  /** Where the cash is, if its drawer was counted. */
  cash: string;
}

const methods = ["cash", "terminal", "etransfer", "cheque"] as const;

export const pickupOtherwise = act<Otherwise>({
  weight: 10,
  choose(world, random) {
    const { till } = world.pencil;
    const pickup = random.pick(
      till.pickups().filter((id) => till.isOpen(till.drawerOf(id)) || random.chance(0.2)),
    );
    if (pickup === undefined) return undefined;
    const payments = till.paymentsOf(pickup);
    const nth = random.pick([...payments.keys()]);
    const method = random.pick(methods.filter((one) => one !== payments[nth ?? -1]?.method));
    if (nth === undefined || !method) return undefined;
    return { pickup, nth, method, cash: somePlace(world, random) };
  },
  say: ({ pickup, nth, method, cash }) =>
    `Payment ${nth + 1} of ${pickup} was by ${method} after all${cash && ` (if its cash was counted: ${cash})`}`,
  async run(world, { pickup, nth, method, cash }) {
    const { db, staff, pencil } = world;
    if (!pencil.till.pickups().includes(pickup)) throw new Skipped(pickup);
    const { order: whose, drawer } = pencil.till.pickup(pickup);
    const order = orderOf(world, whose);
    const payment = pencil.till.paymentsOf(pickup)[nth];
    if (!payment) throw new Skipped("payment");
    const { entryId } = known(world.payments, payment.id);
    const receipt = (await receiptsOfOrders(db, order.id)).find((one) => one.entryId === entryId);
    if (!receipt) throw new Finding(`payment ${nth + 1} of ${pickup} is not there`);
    const due = payment.cents - payment.rounding;
    const counted = pencil.till.countedCash(payment.id);
    const why: WhyNot[] = [
      ...(counted === null ? [] : whyNotFrom(world, cash, counted)),
      ...(askedAtTill(due, method) === 0 ? (["amount"] as const) : []),
    ];
    const form = {
      requestId: world.newId(),
      receiptId: receipt.id,
      method,
      reason: "A slip",
      cash: world.drawers.get(cash)?.id ?? cash,
    };
    const correcting = () => correctTender(db, staff, order.id, form);
    await judged(world, { what: `${pickup} was paid otherwise`, why, act: correcting });
    await correcting();
    const to = { method, today: todayOf(world), cash: placeOf(world, cash) };
    const again = pencil.pickupPaidOtherwise(pickup, payment.id, to);
    const stored = (await receiptsOfOrders(db, order.id)).findLast(
      (one) => one.method === method && one.cents === again.cents && !one.isTakenBack,
    );
    world.payments.delete(payment.id);
    world.payments.set(again.id, { entryId: stored?.entryId ?? "", buyer: order.buyer });
    await judgeDrawer(world, drawer);
    if (counted !== null && world.drawers.has(cash)) await judgeDrawer(world, cash);
  },
});
