import { eq } from "drizzle-orm";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { cashUpOf, confirmCashUp, takeBackCashUp } from "#app/domain/door/cash-up.server.ts";
import { seenSums } from "#app/domain/door/cash-up.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { doorReceipts } from "#db/schema/money/door.ts";
import { orders } from "#db/schema/orders.ts";
import { act, Finding, same } from "../life/act.ts";
import type { Random } from "../life/random.ts";
import { inText, known, orderOf, Skipped, shop, todayOf, type World } from "../life/world.ts";
import type { Paper } from "../pencil/books.ts";
import { askedAtDoor, type DoorMethod } from "../pencil/door-book.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";

import { judged } from "./judged.ts";

// Money that drivers take, and the office's count of it.

interface Taken {
  key: string;
  order: string;
  method: DoorMethod;
  cents: number;
}

const methods = ["cash", "cash", "cheque", "terminal"] as const;

const runOf = ({ pencil }: World, key: string) => {
  const { zone, day } = pencil.order(key);
  return `${zone} ${day}`;
};

export const stopOf = ({ pencil }: World, key: string) => {
  const { site, zone, day } = pencil.order(key);
  return `${site} ${zone} ${day}`;
};

/** Returns the open invoices and debits of a stop's orders, the first due first. */
function papersAt(world: World, key: string): Paper[] {
  const { pencil } = world;
  const stop = stopOf(world, key);
  const isThere = (order: string) =>
    stopOf(world, order) === stop && pencil.order(order).state !== "cancelled";
  const papers = [...pencil.books.papers.values()].filter(
    ({ id, number, orders: [order, ...others] }) =>
      !pencil.isTakenBack(id) &&
      number > 0 &&
      order !== undefined &&
      others.length === 0 &&
      isThere(order),
  );
  return papers.sort((one, other) =>
    one.due === other.due ? one.number - other.number : one.due < other.due ? -1 : 1,
  );
}

const openOf = ({ pencil }: World, papers: readonly Paper[]) =>
  papers.reduce((sum, { id }) => sum + pencil.books.open(id), 0);

/** Finds the office's entry of the same money: customer, method and amount, from that day on. */
function sameByOffice(world: World, { order, method, cents }: Taken) {
  const { books, door } = world.pencil;
  const { day, customer } = world.pencil.order(order);
  const here = [...world.payments].find(([key, { typed }]) => {
    if (typed?.method !== method || typed.cents !== cents || typed.day < day) return false;
    const credit = books.credit(key);
    const isTheirs = books.who(credit.customer) === books.who(customer);
    return !door.isTaken(key) && isTheirs && !credit.reversed && credit.refunds.length === 0;
  });
  return here?.[0];
}

/** True if a stop's debts are paid there, by the client's terms and those of its invoices. */
function isDueHere(
  world: World,
  { order, papers }: { order: string; papers: readonly Paper[] },
): boolean {
  const { customer, day } = world.pencil.order(order);
  const due = papers.filter((paper) => paper.due <= paper.day || paper.due <= day);
  if (papers.length > 0 && due.length === 0) return false;
  return world.pencil.isDueAtDoor(customer, openOf(world, due));
}

/** All that the order's client owes, here and for older invoices. */
const allOpen = ({ pencil }: World, order: string) =>
  pencil.books
    .papersOf(pencil.order(order).customer)
    .filter(({ id }) => !pencil.isTakenBack(id))
    .reduce((sum, { id }) => sum + pencil.books.open(id), 0);

function whyNotTaken(world: World, taken: Taken, papers: readonly Paper[]): WhyNot[] {
  const { order, method, cents } = taken;
  const due = openOf(world, papers);
  const isCheque = method === "cheque";
  // A client on terms can pay whatever is open, by any method.
  const isOnTerms = !isDueHere(world, { order, papers });
  const older = allOpen(world, order) - due;
  const olderHere = isOnTerms ? older : 0;
  const before = world.pencil.door.of({ stop: stopOf(world, order) });
  const isTwice = before.some((one) => one.method === method && one.cents === cents);
  const billed = papers.reduce((sum, paper) => sum + paper.cents, 0);
  const tookBefore = before.reduce((sum, one) => sum + one.cents, 0);
  // Other payments in the meantime don't make the driver's money wrong.
  const most = Math.max(due, billed - tookBefore) + olderHere;
  // A cheque's amount is fixed: it is taken even if it is for more, or only for older invoices.
  const owes = papers.length > 0 || olderHere > 0 || (isCheque && due + older > 0);
  const isTooMuch = !isCheque && cents > askedAtDoor(most, method);
  const untold = isCheque ? due : due + olderHere;
  return [
    ...(isTwice && cents > askedAtDoor(untold, method) ? (["taken already"] as const) : []),
    ...(!owes || isTooMuch ? (["not due"] as const) : []),
  ];
}

function someAmount(random: Random, due: number, method: DoorMethod): number {
  const asked = askedAtDoor(due, method);
  const share = random.pick([1, 1, 1, 1, random.next(), 1.1]) ?? 1;
  const cents = share === 1 ? asked : Math.max(5, Math.round((asked * share) / 5) * 5);
  return Math.max(5, cents);
}

export const takeMoney = act<Taken>({
  weight: 40,
  choose(world, random) {
    const there = [...world.orders.values()].filter(({ key, buyer }) => {
      const { state, day } = world.pencil.order(key);
      const isOut = state === "fulfilled" || state === "delivered";
      return world.buyers.has(buyer) && isOut && day === todayOf(world);
    });
    const owing = there.filter(({ key }) => openOf(world, papersAt(world, key)) > 0);
    const order = random.pick(random.chance(0.85) ? owing : there);
    const method = random.pick(methods);
    if (!order || !method) return undefined;
    world.serial += 1;
    const papers = papersAt(world, order.key);
    // Some are payments that the office has already entered.
    const typed = [...world.payments.values()].filter(
      (one) => one.typed?.method === method && one.buyer === order.buyer,
    );
    const cents =
      random.pick(random.chance(0.3) ? typed : [])?.typed?.cents ??
      someAmount(random, openOf(world, papers), method);
    return { key: `payment ${world.serial}`, order: order.key, method, cents };
  },
  say: ({ key, order, method, cents }) =>
    `The driver takes $${inText(cents)} by ${method} at the stop of ${order} (${key})`,
  async run(world, taken) {
    const { key, order: whose, method, cents } = taken;
    const { db, staff, pencil } = world;
    const order = orderOf(world, whose);
    const [{ runId, stopId } = { runId: null, stopId: null }] = await db
      .select({ runId: orders.runId, stopId: orders.stopId })
      .from(orders)
      .where(eq(orders.id, order.id));
    if (!runId || !stopId) throw new Skipped("stop");
    const driver = await driverOf(db, await makeRunLink(db, staff, runId));
    if (!driver) throw new Error("The link that was made opens nothing");
    const papers = papersAt(world, whose);
    const due = openOf(world, papers);
    const office = sameByOffice(world, taken);
    const isWhole = cents === askedAtDoor(due, method);
    const requestId = world.newId();
    const report = {
      kind: "paid" as const,
      requestId,
      stopId,
      at: new Date().toISOString(),
      note: isWhole ? "" : "They had no more",
      isEarly: false,
      method,
      cents,
      dueCents: due,
      reference: "",
      invoices: [],
      takenBy: "Dana",
      photoId: null,
    };
    await judged(world, {
      what: `$${inText(cents)} was taken by ${method} at the stop of ${whose}`,
      why: [...oddCoins(taken), ...(office === undefined ? whyNotTaken(world, taken, papers) : [])],
      act: () => recordReport(db, driver, report, shop),
    });
    // A phone that lost its signal sends the report again.
    await recordReport(db, driver, report, shop);
    const [stored] = await db
      .select()
      .from(doorReceipts)
      .where(eq(doorReceipts.requestId, requestId));
    if (!stored) throw new Finding(`Nothing is known of ${key}`);
    same(`whether the office had typed ${key}`, stored.knownSince !== null, office !== undefined);
    if (office === undefined) {
      // Money for invoices due on another day settles the oldest first.
      const open = isDueHere(world, { order: whose, papers })
        ? papers.filter(({ id }) => pencil.books.open(id) > 0)
        : [];
      const named = open.map(({ id }) => id);
      // A payment rounded for lack of pennies is a full one.
      const rounding = due > 0 && isWhole ? due - cents : 0;
      world.payments.set(key, { entryId: stored.entryId, buyer: order.buyer });
      pencil.paid({
        id: key,
        customer: order.buyer,
        day: todayOf(world),
        cents,
        named,
        rounding,
      });
    }
    const at = { run: runOf(world, whose), stop: stopOf(world, whose) };
    pencil.door.took({ ...at, method, cents, payment: office ?? key });
    world.runs.set(at.run, runId);
  },
});

const oddCoins = ({ method, cents }: Taken): WhyNot[] =>
  method === "cash" && cents % 5 !== 0 ? ["odd coins"] : [];

interface CashedUp {
  run: string;
  /** Cents by which the count is wrong. */
  off: number;
}

export const cashUp = act<CashedUp>({
  weight: 10,
  choose(world, random) {
    const waiting = [...world.runs.keys()].filter((run) => !world.cashedUp.has(run));
    const run = random.pick(waiting);
    return run === undefined
      ? undefined
      : { run, off: random.chance(0.7) ? 0 : (random.pick([-500, -5, 1000]) ?? 0) };
  },
  say: ({ run, off }) => `The bag of ${run} is counted${off === 0 ? "" : `, ${off} cents off`}`,
  async run(world, { run, off }) {
    const { db, staff, pencil } = world;
    const runId = known(world.runs, run);
    const taken = pencil.door.taken(run);
    const cash = Math.max(0, taken.cash + off);
    const form = {
      requestId: world.newId(),
      seen: seenSums(taken),
      reason: "Counted twice",
      ...taken,
      cash,
    };
    const why: WhyNot[] = world.cashedUp.has(run) ? ["taken already"] : [];
    const what = `the bag of ${run} was counted`;
    await judged(world, { what, why, act: () => confirmCashUp(db, staff, runId, form) });
    await confirmCashUp(db, staff, runId, form);
    const stored = await cashUpOf(db, staff, runId);
    same(
      `the bag of ${run}`,
      { taken: stored?.taken, counted: stored?.counted },
      { taken, counted: { ...taken, cash } },
    );
    world.cashedUp.add(run);
    pencil.door.cashedUp(run);
  },
});

export const countAnew = act<{ run: string }>({
  weight: 2,
  choose(world, random) {
    const run = random.pick([...world.cashedUp]);
    return run === undefined ? undefined : { run };
  },
  say: ({ run }) => `The cash-up of ${run} is taken back`,
  async run(world, { run }) {
    const { db, staff } = world;
    const runId = known(world.runs, run);
    const standing = await cashUpOf(db, staff, runId);
    if (!standing) throw new Skipped("cash-up");
    await takeBackCashUp(db, staff, runId, { id: standing.id, why: "Counted wrong" });
    world.cashedUp.delete(run);
    world.pencil.door.cashUpTakenBack(run);
  },
});
