import { and, asc, between, eq, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { isJoinedSince } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import { heldWithClients } from "#app/domain/lots/holds/held-with-clients.server.ts";
import { seenAt } from "#app/domain/orders/lists/where-seen.server.ts";
import { daysAfter, pacificDay, pacificTime } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database } from "#db/database.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { isOrderHeld, isPlaced, lbLeftToPack, orders } from "#db/schema/orders.ts";
import { demandDays, nextRunDay, type Today, type TodaysRun } from "./today.ts";

/** Days back, in case a run was forgotten. */
const daysBack = 14;
const daysAhead = 7;

/**
 * Returns what is to be packed, delivered and decided, at the database's time unless `at` is given.
 * For administrators.
 */
export async function readToday(db: Database, _admin: Admin, at?: Date): Promise<Today> {
  const now = at ?? (await clockOf(db));
  const day = pacificDay(now);
  const [counts, found, handedOver] = await Promise.all([
    countWaiting(db, day),
    runsAround(db, now),
    heldWithClients(db),
  ]);
  const next = nextRunDay({ day, runs: found });
  const packedFor = found.filter(({ date }) => date === day || date === next);
  const pounds = await poundsOf(db, packedFor);
  return {
    ...counts,
    now,
    day,
    handedOver,
    runs: found.map((run) => ({ ...run, pounds: pounds.get(run.id) ?? null })),
  };
}

async function clockOf(db: Database): Promise<Date> {
  const { rows } = await db.execute<{ ms: string }>(
    sql`select extract(epoch from now()) * 1000 as ms`,
  );
  return new Date(Number(rows[0]?.ms));
}

/** Returns runs with the counts of their orders and stops, by date. */
function runsAround(db: Database, now: Date): Promise<Omit<TodaysRun, "pounds">[]> {
  const day = pacificDay(now);
  const [, time = ""] = pacificTime(now).split(" ");
  const isLate = sql`(stop_state = 'waiting' and (${runs.date} < ${day}
    or (${runs.date} = ${day} and until < ${time}::time)))`;
  const perStop = db
    .select({
      runId: orders.runId,
      stopState: sql`case when bool_or(${isJoinedSince} and not ${isLeftBehind}) then 'waiting'
        else (select state from run_stops where run_stops.id = orders.stop_id) end`.as(
        "stop_state",
      ),
      unpacked: sql`count(*) filter (where ${orders.status} = 'pending')`.as("unpacked"),
      toPack: sql`count(*) filter (where ${seenAt.packing})`.as("to_pack"),
      packed: sql`count(*) filter (where ${orders.status} = 'fulfilled')`.as("packed"),
      delivered: sql`count(*) filter (where ${orders.status} = 'delivered')`.as("delivered"),
      from: sql`min(${orders.deliveryFrom})`.as("begins"),
      until: sql`max(${orders.deliveryTo})`.as("until"),
    })
    .from(orders)
    .where(
      and(
        between(orders.deliveryDay, daysAfter(day, -daysBack), daysAfter(day, daysAhead)),
        isPlaced,
      ),
    )
    .groupBy(orders.runId, orders.stopId)
    .as("per_stop");
  return db
    .select({
      ...pick(runs, "id", "zoneId", "date", "state", "cutOffAt", "isClosed", "driver"),
      zoneName: zones.name,
      kind: zones.kind,
      from: sql<string>`to_char(min(begins), 'HH24:MI')`,
      unpacked: sql<number>`sum(unpacked)::integer`,
      toPack: sql<number>`sum(to_pack)::integer`,
      packed: sql<number>`sum(packed)::integer`,
      delivered: sql<number>`sum(delivered)::integer`,
      stops: sql<number>`count(*)::integer`,
      visited: sql<number>`count(*) filter (where stop_state <> 'waiting')::integer`,
      late: sql<number>`count(*) filter (where ${isLate})::integer`,
    })
    .from(perStop)
    .innerJoin(runs, eq(runs.id, perStop.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .groupBy(runs.id, zones.id)
    .orderBy(asc(runs.date), asc(zones.name));
}

async function poundsOf(db: Database, of: { id: string }[]) {
  if (of.length === 0) return new Map();
  const ids = sql.param(`{${of.map(({ id }) => id).join(",")}}`);
  const { rows } = await db.execute<{
    id: string;
    to_pack: string;
    packed: string;
    all: string;
  }>(sql`
    select orders.run_id as id,
      coalesce(sum(lines.left_to_pack) filter (where orders.status = 'pending'
        and not ${isOrderHeld}), 0.00) as to_pack,
      coalesce(sum(lines.packed), 0.00) as packed,
      coalesce(sum(lines.known), 0.00) as all
    from orders cross join lateral (
      select sum(${lbLeftToPack}) as left_to_pack, sum(packed_lb) as packed, sum(known_lb) as known
      from order_items where order_items.order_id = orders.id) as lines
    where orders.run_id = any(${ids}::uuid[]) and ${isPlaced}
    group by orders.run_id`);
  return new Map(
    rows.map(({ id, to_pack, packed, all }) => [id, { toPack: to_pack, packed, all }]),
  );
}

type Counts = Omit<Today, "now" | "day" | "runs" | "handedOver">;

/** Counts what is waiting, in one query. */
async function countWaiting(db: Database, day: string): Promise<Counts> {
  const since = daysAfter(day, -demandDays);
  const count = (rest: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::integer from ${rest})`;
  const [counted] = await db
    .select({
      withoutDay: count(sql`orders where delivery_day is null and ${seenAt.packing}`),
      packedWithoutDay: count(sql`orders where ${seenAt.counter}`),
      overdue: count(sql`orders where delivery_day < ${day} and status = 'pending'`),
      newClients: count(sql`orders where is_new_client and status = 'pending'`),
      holds: count(sql`orders where ${isOrderHeld}
        and status = 'pending' and not is_new_client`),
      creditRequests: count(sql`credit_requests where status = 'open'`),
      failedMails: count(sql`mail_outbox where failed_at is not null`),
      waitlist: count(sql`delivery_waitlist where told_at is null`),
      demand: sql<number>`(select coalesce(sum(count), 0)::integer from delivery_demand
        where asked_on > ${since})`,
    })
    .from(sql`(select) as nothing`);
  if (!counted) throw new Error("Nothing was counted");
  return counted;
}
