import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { updateSites } from "#app/domain/customers/save-customers.server.ts";
import type { Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { updateMany } from "#db/many-rows.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { routePlaces, stopMoves } from "#db/schema/stop-events.ts";
import { keptRoute } from "./stop-sequence.ts";

// The order in which a zone is driven (decision 81). Callers check permissions and audit the
// change.

/** Distance between the ranks of neighbours. */
const step = 100;

/** The stops in driving order; sites that were never placed come last. */
export const stopOrder = [
  asc(sql`${runStops.rank} = 0`),
  asc(runStops.rank),
  asc(runStops.createdAt),
  asc(runStops.id),
];

/**
 * Locks the route of a run's zone until the transaction ends. Call it before locking the run,
 * because sorting another run of the zone also changes the route.
 */
export async function lockRouteOf(tx: Transaction, runId: string): Promise<void> {
  const [run] = await tx.select({ zoneId: runs.zoneId }).from(runs).where(eq(runs.id, runId));
  if (run) await lockName(tx, `route ${run.zoneId}`);
}

/**
 * Stores the order of a run's stops, and keeps it for the zone's next runs. The caller has locked
 * the route and the run.
 *
 * @param sorted the ids of all its stops
 */
export async function rankStops(
  tx: Transaction,
  runId: string,
  sorted: readonly string[],
): Promise<void> {
  const stops = await tx
    .select({
      id: runStops.id,
      rank: runStops.rank,
      site: shipTos.id,
      siteRank: shipTos.routeRank,
      zoneId: runs.zoneId,
    })
    .from(runStops)
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .leftJoin(shipTos, eq(shipTos.id, runStops.shipToId))
    .where(eq(runStops.runId, runId));
  const placed = stops
    .map((stop) => ({ ...stop, to: (sorted.indexOf(stop.id) + 1) * step }))
    .sort((one, other) => one.to - other.to);
  const [first] = placed;
  if (!first) return;
  await updateMany(
    tx,
    runStops,
    placed.flatMap(({ id, rank, to }) => (rank === to ? [] : [{ id, fields: { rank: to } }])),
  );
  // The site's own rank is exported, and sorts the stops of a zone that has no route yet.
  await updateSites(
    tx,
    placed.flatMap(({ site, siteRank, to }) =>
      site === null || siteRank === to ? [] : [{ id: site, fields: { routeRank: to } }],
    ),
  );
  const driven = placed.flatMap(({ site }) => site ?? []);
  await keepRoute(tx, first.zoneId, driven);
}

async function keepRoute(tx: Transaction, zoneId: string, driven: string[]): Promise<void> {
  if (driven.length === 0) return;
  const kept = await tx
    .select({ siteId: routePlaces.siteId })
    .from(routePlaces)
    .where(eq(routePlaces.zoneId, zoneId))
    .orderBy(asc(routePlaces.rank), asc(routePlaces.siteId));
  const route = keptRoute(
    kept.map(({ siteId }) => siteId),
    driven,
  );
  await tx
    .insert(routePlaces)
    .values(route.map((siteId, at) => ({ zoneId, siteId, rank: (at + 1) * step })))
    .onConflictDoUpdate({
      target: [routePlaces.zoneId, routePlaces.siteId],
      set: { rank: sql`excluded.rank` },
    });
}

/** Deletes the places of sites on the routes, since their ranks were typed or imported. */
export async function forgetPlaces(tx: Transaction, siteIds: readonly string[]): Promise<void> {
  if (siteIds.length === 0) return;
  await tx.delete(routePlaces).where(inArray(routePlaces.siteId, [...siteIds]));
}

/** A site's place on the route of its run's zone; null if it has none. */
const placeOf = (siteId: SQL) => sql`coalesce(
  (select place.rank from route_places place where place.site_id = ${siteId} and place.zone_id = run.zone_id),
  (select nullif(route_rank, 0) from ship_tos where ship_tos.id = ${siteId}))`;

/**
 * The rank of a site's new stop on a run: after the stop that precedes it on the zone's route,
 * wherever that is on this run; first if none precedes it, and last for a site without a place.
 */
export const rankOnRun = (runId: string, siteId: string | null): SQL => sql`coalesce((
  select case
    when mine.place is null then 0
    when before.rank is null then coalesce(nullif(after_all.first - ${step}, 0), -1)
    when next.rank is null then coalesce(nullif(before.rank + ${step}, 0), 1)
    else coalesce(nullif((before.rank + next.rank) / 2, 0), before.rank)
  end
  from runs run
  cross join lateral (select ${placeOf(sql`${siteId}::uuid`)} as place) mine
  left join lateral (
    select there.rank from run_stops there
    where there.run_id = run.id and there.rank <> 0 and ${placeOf(sql`there.ship_to_id`)} <= mine.place
    order by ${placeOf(sql`there.ship_to_id`)} desc, there.rank desc limit 1
  ) before on true
  left join lateral (
    select min(there.rank) as rank from run_stops there
    where there.run_id = run.id and there.rank > before.rank
  ) next on true
  left join lateral (
    select coalesce(min(there.rank), ${step} * 2) as first from run_stops there
    where there.run_id = run.id and there.rank <> 0
  ) after_all on true
  where run.id = ${runId}::uuid), 0)`;

/** Records that a driver moved a stop. Returns false if that was stored before. */
export async function insertStopMove(
  tx: Transaction,
  move: Omit<typeof stopMoves.$inferInsert, "recordedAt">,
): Promise<boolean> {
  const added = await tx
    .insert(stopMoves)
    .values(move)
    .onConflictDoNothing()
    .returning({ requestId: stopMoves.requestId });
  return added.length > 0;
}
