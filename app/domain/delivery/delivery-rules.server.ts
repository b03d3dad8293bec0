import { asc, gte, sql } from "drizzle-orm";
import { toCents } from "#app/lib/amounts/money.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import { keepRenewed } from "#app/lib/renewed.ts";
import type { Database, Log, Transaction } from "#db/database.ts";
import { dayExceptions, runs, zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { together } from "#db/together.ts";
import type { DayRule, ZoneRules } from "./days.ts";
import { withJudgedMinimums } from "./delivery-terms.ts";
import { type DeliveryRules, runKey } from "./rules.ts";

export interface StoredZone extends ZoneRules {
  isActive: boolean;
  /** Changes with every save, to detect concurrent edits. */
  version: string;
}

/** In ms; a reload covers missed notifications and passing days. */
const maxAge = 5 * 60_000;

/** In days; cut-offs depend on earlier closed days. */
const daysBack = 75;

export interface DeliveryRulesMemory {
  /**
   * Returns the rules in force, from memory after the first time. They are outdated for more than a
   * moment only while the database is down, except for `gone`: it may take `maxAge` to show that a
   * full run left, was closed or was opened again. Throws if they were never loaded and can't be.
   */
  get(): Promise<DeliveryRules>;
  /**
   * Reloads the rules, on `delivery_changed` notifications and for callers that read them after a
   * change. Until then, `get` returns the old ones.
   */
  renew(): Promise<void>;
}

/** Caches the rules in this process. The days' minimums include `shopMinimumCents`. */
export function createDeliveryRules(
  db: Database,
  log: Log,
  shopMinimumCents = 0,
): DeliveryRulesMemory {
  const { get, renew } = keepRenewed({
    load: async () => withJudgedMinimums(await readDeliveryRules(db), shopMinimumCents),
    maxAge,
    onFailure: (error) => log.warn({ err: error }, "kept older delivery rules"),
  });
  return { get, renew };
}

/**
 * Reads the rules in force from the database, for transactions that must not rely on the cache.
 *
 * @param today the Pacific day from which runs count; exceptions count from `daysBack` earlier
 */
export async function readDeliveryRules(
  db: Database | Transaction,
  today = pacificDay(new Date()),
): Promise<DeliveryRules> {
  const readExceptions = db
    .select(pick(dayExceptions, "zoneId", "date", "kind", "movedTo", "weekday", "cutOffAt"))
    .from(dayExceptions)
    .where(gte(dayExceptions.date, daysAfter(today, -daysBack)))
    .orderBy(asc(dayExceptions.date), asc(dayExceptions.id));
  const readTaken = db
    .select({
      zoneId: runs.zoneId,
      date: runs.date,
      isGone: sql<boolean>`${runs.isClosed} or ${runs.state} <> 'planned'`,
    })
    .from(runs)
    .where(sql`${runs.date} >= ${today} and not takes_stops(runs)`);
  const [stored, exceptions, taken] = await together([readZones(db), readExceptions, readTaken]);
  return {
    zones: stored
      .filter(({ isActive }) => isActive)
      .map(({ isActive: _active, version: _version, ...zone }) => zone),
    exceptions,
    unavailable: new Set(taken.map(({ zoneId, date }) => runKey(zoneId, date))),
    gone: new Set(
      taken.flatMap(({ zoneId, date, isGone }) => (isGone ? [runKey(zoneId, date)] : [])),
    ),
  };
}

/** Returns all zones with their rules, by name, including those no longer served. */
export async function readZones(db: Database | Transaction): Promise<StoredZone[]> {
  const [zoneRows, prefixRows, dayRows] = await together([
    db.select().from(zones).orderBy(asc(zones.name)),
    db.select().from(zonePrefixes).orderBy(asc(zonePrefixes.prefix)),
    db.select().from(zoneDays).orderBy(asc(zoneDays.weekday)),
  ]);
  return zoneRows.map(({ id, name, kind, place, wholesaleOnly, isActive, updatedAt }) => ({
    id,
    name,
    kind,
    place,
    wholesaleOnly,
    isActive,
    version: String(updatedAt.getTime()),
    prefixes: prefixRows.filter(({ zoneId }) => zoneId === id).map(({ prefix }) => prefix),
    days: dayRows.filter(({ zoneId }) => zoneId === id).map(toRule),
  }));
}

function toRule({ zoneId: _, ...day }: typeof zoneDays.$inferSelect): DayRule {
  return {
    ...day,
    cutOffTime: day.cutOffTime.slice(0, 5),
    windowFrom: day.windowFrom.slice(0, 5),
    windowTo: day.windowTo.slice(0, 5),
    capLb: day.capLb === null ? null : toHundredthsLb(day.capLb),
    minOrder: toCents(day.minOrder),
    fee: toCents(day.fee),
    freeFrom: day.freeFrom === null ? null : toCents(day.freeFrom),
  };
}
