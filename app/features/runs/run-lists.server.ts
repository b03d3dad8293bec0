import { and, asc, desc, eq, gte, lt, not, type SQL, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { runLoad } from "#app/domain/delivery/capacity.server.ts";
import { isJoinedSince, isJoinedSinceOf } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isLeftBehind, isOnBoard } from "#app/domain/delivery/runs/left-behind.server.ts";
import { countedDifference, takenOnRun } from "#app/domain/door/cash-up.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { isPlaced, lbToPack, orders } from "#db/schema/orders.ts";
import type { RunSummary } from "./run.ts";

const pastLimit = 40;

/** Returns runs from today on, soonest first. For staff who deliver. */
export function comingRuns(
  db: Database,
  _staff: Staff<"deliver">,
  now: Date = new Date(),
): Promise<RunSummary[]> {
  return listed(db, gte(runs.date, pacificDay(now)), asc(runs.date));
}

/**
 * Returns past runs, newest first, before a day if given. For staff who deliver.
 *
 * @returns `isMore` if there are older ones
 */
export async function pastRuns(
  db: Database,
  _staff: Staff<"deliver">,
  before: string | null,
  now: Date = new Date(),
): Promise<{ runs: RunSummary[]; isMore: boolean }> {
  const today = pacificDay(now);
  const day = before !== null && before < today ? before : today;
  const found = await listed(db, lt(runs.date, day), desc(runs.date), pastLimit + 1);
  if (found.length <= pastLimit) return { runs: found, isMore: false };
  // Only whole days, because the last day is the cursor of the next page.
  const last = found.at(-1)?.date;
  const whole = found.filter(({ date }) => date !== last);
  return { runs: whole.length > 0 ? whole : found, isMore: true };
}

/** True if a packed order is on a truck with its stop unreported. For staff who take orders. */
export async function isOutNow(
  db: Database,
  _staff: Staff<"sell">,
  orderId: string,
): Promise<boolean> {
  if (!isUuid(orderId)) return false;
  const isOut = sql`exists (select from run_stops join runs on runs.id = run_stops.run_id
    where run_stops.id = ${orders.stopId} and runs.state = 'out'
      and (run_stops.state = 'waiting' or ${isJoinedSince}))`;
  return (await db.$count(orders, and(eq(orders.id, orderId), isOnBoard, isOut))) > 0;
}

function listed(
  db: Database,
  which: SQL,
  byDay: SQL,
  limit: number | undefined = undefined,
): Promise<RunSummary[]> {
  const load = db
    .select({
      stops: sql<number>`count(distinct ${orders.stopId})::integer`.as("stops"),
      visited: sql<number>`count(distinct ${orders.stopId}) filter (
        where exists (select from run_stops where run_stops.id = orders.stop_id and state <> 'waiting')
          and not exists (select from orders as others where others.stop_id = orders.stop_id
            and ${isJoinedSinceOf("others")})
      )::integer`.as("visited"),
      unpacked: sql<number>`count(*) filter (where ${orders.status} = 'pending')::integer`.as(
        "unpacked",
      ),
      boxes: sql<number>`coalesce(sum(${loadedBoxesOf}), 0)::integer`.as("boxes"),
      orderedLb: sql<string>`coalesce(sum(${orderedLbOf}), 0.00)`.as("ordered_lb"),
      packedLb: sql<string>`coalesce(sum(${loadedLbOf}), 0.00)`.as("packed_lb"),
    })
    .from(orders)
    .where(and(eq(orders.runId, runs.id), isPlaced, not(isLeftBehind)))
    .as("load");
  const found = db
    .select({
      id: runs.id,
      date: runs.date,
      zone: zones.name,
      kind: zones.kind,
      state: runs.state,
      driver: runs.driver,
      stops: load.stops,
      visited: load.visited,
      unpacked: load.unpacked,
      boxes: load.boxes,
      orderedLb: load.orderedLb,
      packedLb: load.packedLb,
      load: runLoad,
      takenCents: takenOnRun.mapWith(Number),
      countedDifference: countedDifference.mapWith(Number),
    })
    .from(runs)
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .innerJoinLateral(load, sql`true`)
    .where(which)
    .orderBy(byDay, asc(zones.name), asc(runs.id));
  return limit === undefined ? found : found.limit(limit);
}

// Refers to the `orders` row of the enclosing query.
export const boxesOf = sql<number>`(select count(*) from boxes where boxes.order_id = orders.id
  and exists (select from packages where packages.box_id = boxes.id and voided_at is null))`;
export const orderedLbOf = sql<string>`(select sum(${lbToPack}) from order_items where order_items.order_id = orders.id)`;
export const packedLbOf = sql<string>`(select sum(packed_lb) from order_items where order_items.order_id = orders.id)`;

/** True for an order still being packed after its run left. For queries of `orders`. */
const isStillPacked = sql<boolean>`(orders.status = 'pending' and exists (
  select from runs where runs.id = orders.run_id and runs.state <> 'planned'))`;

/** The boxes of an order that count on its run. For queries of `orders`. */
export const loadedBoxesOf = sql<number>`(case when ${isStillPacked} then 0 else ${boxesOf} end)`;
export const loadedLbOf = sql<string>`(case when ${isStillPacked} then 0.00
  else coalesce(${packedLbOf}, 0.00) end)`;

/** The pounds of a line that count on its run. For queries of `order_items` with `orders`. */
export const loadedLbOfLine = sql<string>`(case when ${isStillPacked} then 0.00
  else order_items.packed_lb end)`;
