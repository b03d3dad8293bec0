import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { coverOrder, finishLine } from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { fulfilPackedOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { type OpOf, type StationOp, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orderHolds, orderItems, orders } from "#db/schema/orders.ts";
import { plusDays, weekday } from "../../pencil/days.ts";
import { inText } from "../meat/cooler.ts";
import { weekOf } from "../meat/forecast.ts";
import type { Product, Zone } from "../open-sample.ts";
import { type Life, shop, type Task, unlessRefused } from "./life.ts";

function op<Kind extends StationOp["kind"]>(
  asked: { kind: Kind } & Record<string, unknown>,
): OpOf<Kind> {
  return stationOpSchema.parse(asked) as OpOf<Kind>;
}

/**
 * The valley is packed the afternoon before, since its driver leaves at half past nine; the city
 * and pickups on the morning of the day. A line takes two minutes.
 */
export function packing(life: Life): Task[] {
  const { zones, today } = life;
  const next = plusDays(today, weekday(today) === 6 ? 2 : 1);
  return [
    {
      at: 7 * 60,
      kind: "early packing",
      does: () => packAll(life, [zones.valley, zones.south], today),
    },
    {
      at: 8 * 60 + 30,
      kind: "morning packing",
      does: () => packShare(life, [zones.city, zones.pickup]),
    },
    {
      at: 11 * 60,
      kind: "late packing",
      does: () => packAll(life, [zones.city, zones.pickup], today),
    },
    {
      at: 15 * 60,
      kind: "packing ahead",
      does: () => packAll(life, [zones.valley, zones.south], next),
    },
  ];
}

function toPack({ db }: Life, zones: readonly Zone[], day: string) {
  const ids = zones.map(({ id }) => id);
  return db
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .leftJoin(orderHolds, and(eq(orderHolds.orderId, orders.id), isNull(orderHolds.releasedAt)))
    .where(
      and(
        eq(orders.status, "pending"),
        eq(runs.date, day),
        isNull(orderHolds.orderId),
        sql`${runs.zoneId} = any(${sql.param(ids)}::uuid[])`,
      ),
    )
    .orderBy(asc(orders.number));
}

async function packAll(life: Life, zones: readonly Zone[], day: string): Promise<void> {
  for (const { id } of await toPack(life, zones, day)) await pack(life, id, "whole");
}

/** Packs some of the waiting orders by mid-morning, and half of one. */
async function packShare(life: Life, zones: readonly Zone[]): Promise<void> {
  const waiting = await toPack(life, zones, life.today);
  const whole = Math.max(0, Math.ceil(waiting.length / 2) - 1);
  for (const [at, { id }] of waiting.entries()) {
    if (at < whole) await pack(life, id, "whole");
    else if (at === whole) await pack(life, id, "half");
  }
}

async function pack(life: Life, orderId: string, much: "whole" | "half"): Promise<void> {
  const { db, owner } = life;
  const lines = await db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(asc(orderItems.position));
  const open = lines.filter(({ packState }) => packState === "open");
  const todo = much === "whole" ? open : open.slice(0, Math.max(1, Math.floor(open.length / 2)));
  for (const line of todo) {
    await packLine(life, orderId, line);
    await life.pass(2);
  }
  if (much === "half") return;
  const [{ version } = { version: -1 }] = await db
    .select({ version: orders.version })
    .from(orders)
    .where(eq(orders.id, orderId));
  await unlessRefused(life, "finish", () =>
    fulfilPackedOrder(db, owner, { id: orderId, version }, shop),
  );
}

type Line = typeof orderItems.$inferSelect;

async function packLine(life: Life, orderId: string, line: Line): Promise<void> {
  const { db, owner, random } = life;
  const product = [...life.products.values()].find(({ id }) => id === line.productId);
  const wanted = Math.round(Number(line.quantity) * 100) - Math.round(Number(line.packedLb) * 100);
  // Now and then, the cooler lacks some of it.
  const share = random.chance(0.04) ? 0.7 : 0.985 + 0.05 * random.next();
  const weighed = Math.round(wanted * share);
  for (const { lb, pieces, lotId } of packagesOf(life, product, { weighed, line })) {
    const asked = {
      requestId: crypto.randomUUID(),
      itemId: line.id,
      unit: "lb",
      isSure: true,
      lotId,
      value: inText(lb),
      source: life.meat.chance(0.7) ? "scale" : "typed",
      pieces,
    };
    await addPackage(
      db,
      owner,
      orderId,
      op({ kind: "package", ...asked }),
      coverOrder(owner, orderId, shop),
    );
  }
  const [now] = await db.select().from(orderItems).where(eq(orderItems.id, line.id));
  const asked = { kind: "finish" as const, itemId: line.id, seenLb: now?.packedLb ?? "0.00" };
  const how = { isShort: false, over: null as "bill_promise" | null, note: "" };
  const said = () => finishLine(db, owner, orderId, op({ ...asked, ...how }), shop);
  await said().catch((error: unknown) => {
    if (isRefusal(error, "under")) Object.assign(how, { isShort: true, note: "no more this week" });
    else if (isRefusal(error, "over")) how.over = "bill_promise";
    else throw error;
    return said();
  });
}

interface Packed {
  lb: number;
  pieces: number | null;
  lotId: string | null;
}

/** Splits a line into up to three packages, and these by lot. */
function packagesOf(
  life: Life,
  product: Product | undefined,
  { weighed, line }: { weighed: number; line: Line },
): Packed[] {
  const week = weekOf(life);
  const slug = product?.slug ?? "";
  const count = Math.max(1, Math.min(3, Math.ceil(weighed / 2400)));
  if (line.orderedPieces === null) {
    return Array.from({ length: count }, (_, nth) => part(weighed, count, nth)).flatMap((lb) =>
      life.cooler.pack(slug, lb, week).map((one) => ({ ...one, pieces: null })),
    );
  }
  const pieces = Math.max(1, line.orderedPieces);
  const boxes = Math.min(count, pieces);
  return Array.from({ length: boxes }, (_, nth) => part(pieces, boxes, nth)).flatMap((some) =>
    life.cooler.packPieces(slug, { pieces: some, lb: Math.round((weighed * some) / pieces), week }),
  );
}

/** Returns the nth of so many nearly equal parts that add up. */
function part(whole: number, parts: number, nth: number): number {
  const usual = Math.floor(whole / parts);
  return nth === parts - 1 ? whole - usual * (parts - 1) : usual;
}
