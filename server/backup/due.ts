import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { nightOf } from "./rotation.ts";

/** Arbitrary, but the same for all processes of a shop. Held while one makes or proves a backup. */
export const backupLock = 4_096_171_012;

/** After a failure the next attempt waits this long, in ms. */
const retryAfter = 3_600_000;

/** A backup is proven this long after the last proof, in ms; a little less than a week of nights. */
const provenFor = 6.5 * 24 * 3_600_000;

/** `tidy`: a killed process left something. */
export type Due = "nothing" | "tidy" | "backup";

interface Dates extends Record<string, unknown> {
  now: string;
  backed_up: string | null;
  tried: string | null;
  planted: string | null;
  is_unfinished: boolean;
}

/**
 * What is to be done, by the database's clock: a backup in every night that the shop has seen begin,
 * also when it was off at that hour. One that failed is tried again after an hour.
 *
 * @param hour when the night's backup is due, Pacific time
 */
export async function whatIsDue(db: Database, hour: number): Promise<Due> {
  const { rows } = await db.execute<Dates>(sql`
    select now()::text as now,
      (select max(started_at) from backup_runs where kind = 'backup' and outcome = 'done')::text as backed_up,
      (select max(started_at) from backup_runs where kind = 'backup' and outcome <> 'done')::text as tried,
      (select min(planted_at) from seeds)::text as planted,
      exists (select from backup_runs where ended_at is null) as is_unfinished`);
  const [dates] = rows;
  if (!dates?.planted) return "nothing";
  if (dates.is_unfinished) return "tidy";
  const now = new Date(dates.now);
  const last = new Date(dates.backed_up ?? dates.planted);
  if (nightOf(last, hour) >= nightOf(now, hour)) return "nothing";
  const waits = dates.tried && now.getTime() - Date.parse(dates.tried) < retryAfter;
  return waits ? "nothing" : "backup";
}

/** Whether the last proof that succeeded was long enough ago. */
export async function isProofDue(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ age: string | null }>(sql`
    select extract(epoch from now() - max(started_at)) * 1000 as age
    from backup_runs where kind = 'proof' and outcome = 'done'`);
  const age = rows[0]?.age;
  return age === null || age === undefined || Number(age) > provenFor;
}
