import { and, eq, sql } from "drizzle-orm";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import { driverOf, makeRunLink } from "#app/domain/delivery/runs/run-links.server.ts";
import { addToRun } from "#app/domain/ordering/delivery/add-to-run.server.ts";
import { movePacked } from "#app/domain/ordering/delivery/move-packed.server.ts";
import { recordReport } from "#app/features/runs/reports/record-report.server.ts";
import { leaveByStaff } from "#app/features/runs/reports/report-by-staff.server.ts";
import { undoDelivery } from "#app/features/runs/reports/take-back.server.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { act } from "../life/act.ts";
import {
  inText,
  known,
  linesOf,
  orderOf,
  Skipped,
  shop,
  todayOf,
  type World,
} from "../life/world.ts";
import { pacificDay } from "../pencil/days.ts";
import { packedLb } from "../pencil/order.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";
import { counterZone } from "./counter.ts";
import { stopOf } from "./door.ts";
import { judged, judgeTaken } from "./judged.ts";
import { someDay } from "./orders.ts";

// Acts at the door, except handing over, which is `deliver` in money.ts.

/** Returns packed orders that are due by today. */
export const onTheRoad = (world: World) =>
  [...world.orders.values()].filter(({ key }) => {
    const { state, day } = world.pencil.order(key);
    return state === "fulfilled" && day <= todayOf(world);
  });

/** Returns the other orders packed for the same stop. */
function besides(world: World, key: string): string[] {
  const { site, zone, day } = world.pencil.order(key);
  return [...world.orders.keys()].filter((other) => {
    const at = world.pencil.order(other);
    return at.site === site && at.zone === zone && at.day === day;
  });
}

export async function stored({ db }: World, id: string): Promise<typeof orders.$inferSelect> {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Skipped("order");
  return order;
}

/**
 * Has the office confirm that what was packed for an order's stop after its run left was loaded all
 * the same, since the pencil isn't told when a run leaves.
 */
export async function loadAll({ db, staff, newId }: World, orderId: string): Promise<void> {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order?.stopId || !order.runId) return;
  const left = await db
    .select({ number: orders.number })
    .from(orders)
    .where(and(eq(orders.stopId, order.stopId), isLeftBehind));
  for (const { number } of left) {
    const late = { number: String(number), reason: "Loaded at the gate", requestId: newId() };
    const rules = { shop, minOrderCents: 0 };
    await addToRun(db, staff, order.runId, { ...late, seen: "" }, rules);
  }
}

export const nobodyHome = act<{ key: string }>({
  weight: 7,
  choose(world, random) {
    const order = random.pick(onTheRoad(world));
    return order && { key: order.key };
  },
  say: ({ key }) => `Nobody is home for ${key}`,
  async run(world, { key }) {
    await loadAll(world, orderOf(world, key).id);
    await leaveByStaff(world.db, world.staff, orderOf(world, key).id, shop);
  },
});

/**
 * True if no other order shares the stop, now or on the new day: trade.md doesn't say whether a
 * redelivered order's fee pays for the stop that it joins, nor who pays for the one that it leaves.
 */
export function isAlone(world: World, key: string, to: { day: string; zone: string }): boolean {
  const { site, zone, day } = world.pencil.order(key);
  return [...world.orders.keys()].every((other) => {
    const at = world.pencil.order(other);
    const isThere = (where: { zone: string; day: string }) =>
      at.site === site && at.zone === where.zone && at.day === where.day;
    return other === key || at.state === "cancelled" || !(isThere({ zone, day }) || isThere(to));
  });
}

export const sendAgain = act<{ key: string; day: string; zone: string }>({
  weight: 7,
  choose(world, random) {
    const order = random.pick(onTheRoad(world));
    const { zone } = order ? world.pencil.order(order.key) : { zone: "" };
    const day = order && someDay(world, random, zone);
    if (!order || day === undefined || !isAlone(world, order.key, { day, zone })) return undefined;
    return { key: order.key, day, zone };
  },
  say: ({ key, day, zone }) => `${key} is sent out again on ${day} by ${zone}`,
  async run(world, { key, day, zone }) {
    const order = orderOf(world, key);
    if (!isAlone(world, key, { day, zone })) throw new Skipped("a stop alone");
    const { id: zoneId } = known(world.zones, zone);
    const from = `${zoneId} ${world.pencil.order(key).day}`;
    const move = { day: { zoneId, date: day }, from, chargesFee: false, requestId: world.newId() };
    await movePacked(world.db, world.staff, order.id, move, { shop, secondFee: "never" });
    if (world.pencil.isBack(key)) judgeTaken(`${key} goes out again`, ["weighed back"]);
    world.pencil.nobodyHome({ id: key, day, zone });
  },
});

/**
 * Reasons why reports at an order's stop may have to stay: the pencil doesn't know which entries
 * were made before the order came to that stop, and are no obstacle.
 */
function maybeKept(world: World, key: string): WhyNot[] {
  const { pencil, cashedUp } = world;
  const here = besides(world, key);
  return [
    "not reported",
    ...(here.some((one) => pencil.isReturned(one)) ? (["weighed since"] as const) : []),
    ...(here.some((one) => pencil.isCredited(one)) ? (["credited since"] as const) : []),
    ...(pencil.door.of({ stop: stopOf(world, key) }).some(({ run }) => cashedUp.has(run))
      ? (["counted in"] as const)
      : []),
  ];
}

const whyKept = ({ pencil }: World, key: string): WhyNot[] => [
  ...(pencil.order(key).zone === counterZone ? (["sold here"] as const) : []),
  ...pencil.builtOn(key),
];

/** Undoes a delivery on its day, with the refusals at that door. */
export const takeBack = act<{ key: string }>({
  weight: 12,
  async choose(world, random) {
    const today = todayOf(world);
    const delivered = await world.db
      .select({ number: orders.number, at: orders.deliveredAt })
      .from(orders)
      .where(eq(orders.status, "delivered"));
    const rows = delivered.filter(({ at }) => at && pacificDay(at.getTime()) === today);
    const keys = [...world.orders.values()].flatMap(({ key, number }) =>
      rows.some((row) => row.number === number) ? [key] : [],
    );
    const built = keys.filter((key) => whyKept(world, key).length > 0);
    const key = random.pick(built.length > 0 && random.chance(0.3) ? built : keys);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `The delivery of ${key} is taken back`,
  async run(world, { key }) {
    const order = orderOf(world, key);
    const before = await Promise.all(
      besides(world, key).map((other) => stored(world, known(world.orders, other).id)),
    );
    await judged(world, {
      what: `that ${key} was delivered was taken back`,
      why: whyKept(world, key),
      maybe: maybeKept(world, key),
      act: () => undoDelivery(world.db, world.staff, order.id, shop),
    });
    // A delivery of an earlier day at the same stop stays.
    const today = todayOf(world);
    for (const [at, other] of besides(world, key).entries()) {
      const { deliveredAt } = before[at] ?? {};
      if (!deliveredAt || pacificDay(deliveredAt.getTime()) !== today) continue;
      orderOf(world, other);
      world.pencil.deliveryUndone(other);
    }
    for (const other of besides(world, key)) world.pencil.reportsTakenBack(other, today);
    for (const [claim, { order: of }] of world.doorClaims) {
      const [request] = await world.db
        .select({ status: creditRequests.status })
        .from(creditRequests)
        .where(eq(creditRequests.id, claim));
      if (request?.status !== "declined" || !besides(world, key).includes(of)) continue;
      world.pencil.creditDecided({ claim, day: today, parts: [] });
      world.doorClaims.delete(claim);
    }
  },
});

interface Refused {
  key: string;
  line: number;
  lb: number;
}

/** Goods are refused at the door, by the driver's link; nothing is booked before a decision. */
export const refuseAtDoor = act<Refused>({
  weight: 16,
  choose(world, random) {
    const order = random.pick(
      onTheRoad(world).filter(
        ({ key, buyer }) =>
          world.buyers.has(buyer) && world.pencil.order(key).day === todayOf(world),
      ),
    );
    if (!order) return undefined;
    const { lines } = world.pencil.order(order.key);
    const at = random.pick([...lines.keys()].filter((one) => packedOf(lines[one]) > 0));
    if (at === undefined) return undefined;
    const lb = Math.max(
      1,
      Math.round(packedOf(lines[at]) * (random.chance(0.3) ? 1 : random.next())),
    );
    return { key: order.key, line: at, lb };
  },
  say: ({ key, line, lb }) =>
    `${inText(lb)} lb of line ${line + 1} of ${key} is refused at the door`,
  async run(world, { key, line: at, lb }) {
    const { db, staff } = world;
    const order = orderOf(world, key);
    const { runId, stopId } = await stored(world, order.id);
    const line = (await linesOf(world, order))[at];
    if (!runId || !stopId || !line) throw new Skipped("stop");
    const driver = await driverOf(db, await makeRunLink(db, staff, runId));
    if (!driver) throw new Error("The link that was made opens nothing");
    const requestId = world.newId();
    const report = {
      kind: "refused" as const,
      requestId,
      stopId,
      at: new Date().toISOString(),
      note: "",
      isEarly: false,
      orderItemId: line.id,
      lb: inText(lb),
      reason: "quality" as const,
      photoId: null,
    };
    await loadAll(world, order.id);
    await recordReport(db, driver, report, shop);
    // A phone that lost its signal sends the report again.
    await recordReport(db, driver, report, shop);
    const [request] = await db
      .select({ id: creditRequests.id })
      .from(creditRequests)
      .where(and(eq(creditRequests.requestId, requestId), eq(creditRequests.orderId, order.id)));
    if (!request) throw new Error("What was refused asks for no credit");
    world.doorClaims.set(request.id, { name: `claim ${lb} of ${key}`, order: key });
    world.pencil.refusedAtDoor({
      id: request.id,
      order: key,
      line: line.id,
      lb,
      day: todayOf(world),
    });
  },
});

const packedOf = (line: Parameters<typeof packedLb>[0] | undefined) => (line ? packedLb(line) : 0);

interface Decided {
  claim: string;
  order: string;
  isYes: boolean;
}

export const decideAtDoor = act<Decided>({
  weight: 8,
  choose(world, random) {
    const claim = random.pick([...world.doorClaims.values()]);
    return claim && { claim: claim.name, order: claim.order, isYes: random.chance(0.7) };
  },
  say: ({ claim, isYes }) => `${claim} is ${isYes ? "credited" : "declined"}`,
  async run(world, { claim, order: key, isYes }) {
    const { db, staff, pencil } = world;
    const [id] = [...world.doorClaims].find(([, { name }]) => name === claim) ?? [];
    if (id === undefined) throw new Skipped(claim);
    orderOf(world, key);
    const [asked] = await db
      .execute<{ lb: string }>(sql`
      select lb::text as lb from credit_request_lines where credit_request_id = ${id}`)
      .then(({ rows }) => rows);
    const lines = [{ position: 0, lb: asked?.lb ?? "0.00", amount: null }];
    const decision = isYes
      ? { intent: "approve" as const, lines, note: "" }
      : { intent: "decline" as const, note: "It was fine when it left" };
    await decideCredit(db, staff, id, decision, shop);
    world.doorClaims.delete(id);
    pencil.creditDecided({ claim: id, day: todayOf(world), ...(isYes ? {} : { parts: [] }) });
  },
});
