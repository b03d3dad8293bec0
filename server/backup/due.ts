import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import type { Config } from "#server/config.ts";
import { nightOf } from "./rotation.ts";

/** Arbitrary, but the same for all processes. Held while making or test-restoring a backup. */
export const backupLock = 4_096_171_012;

/** Held while a process uploads to the bucket or removes something there. */
export const bucketLock = 4_096_171_013;

/** In ms until the next attempt after a failure. */
const retryAfter = 3_600_000;

/** In ms between successful test restores; a little less than a week of nights. */
const provenFor = 6.5 * 24 * 3_600_000;

/** `tidy`: a killed process left something. `sending`: the last backup is not in the bucket. */
export type Due = "nothing" | "tidy" | "backup" | "sending";

interface Dates extends Record<string, unknown> {
  now: string;
  backed_up: string | null;
  tried: string | null;
  planted: string | null;
  sent: string | null;
  tried_to_send: string | null;
  is_unfinished: boolean;
}

/**
 * Returns what is due, by the database's clock: a backup for every night that the shop has seen
 * begin, even if it was off at that hour. A failed one is retried after an hour. Records from a
 * clock that was ahead don't count.
 *
 * @param config when the nightly backup is due, and whether it is uploaded
 */
export async function whatIsDue(
  db: Database,
  { backupHour: hour, backupS3 }: Pick<Config, "backupHour" | "backupS3">,
): Promise<Due> {
  const { rows } = await db.execute<Dates>(sql`
    select now()::text as now,
      (select max(started_at) from backup_runs
        where kind = 'backup' and outcome = 'done' and started_at <= now())::text as backed_up,
      (select max(started_at) from backup_runs
        where kind = 'backup' and outcome <> 'done' and started_at <= now())::text as tried,
      (select min(planted_at) from seeds)::text as planted,
      (select max(started_at) from backup_runs
        where kind = 'offsite' and outcome = 'done' and started_at <= now())::text as sent,
      (select max(started_at) from backup_runs
        where kind = 'offsite' and outcome <> 'done' and started_at <= now())::text as tried_to_send,
      exists (select from backup_runs where ended_at is null and kind <> 'recent') as is_unfinished`);
  const [dates] = rows;
  if (!dates?.planted) return "nothing";
  if (dates.is_unfinished) return "tidy";
  const now = new Date(dates.now);
  const last = new Date(dates.backed_up ?? dates.planted);
  const waits = (tried: string | null) =>
    tried !== null && now.getTime() - Date.parse(tried) < retryAfter;
  const isMade = nightOf(last, hour) >= nightOf(now, hour);
  if (!isMade && !waits(dates.tried)) return "backup";
  if (!backupS3 || !dates.backed_up || waits(dates.tried_to_send)) return "nothing";
  const isSent = dates.sent !== null && Date.parse(dates.sent) > Date.parse(dates.backed_up);
  return isSent ? "nothing" : "sending";
}

/**
 * In seconds: how often to look for a due backup between two nights, and the minimum age of the
 * last one. This, plus the time a backup takes, bounds the data that a lost disk costs.
 */
export const recentTimes = { look: 5 * 60, after: 9 * 60 };

/** True if the last backup between two nights began long enough ago, whatever its outcome. */
export async function isRecentDue(db: Database): Promise<boolean> {
  const { rows } = await db.execute<{ is_due: boolean }>(sql`
    select exists (select from seeds) and not exists (
      select from backup_runs where kind = 'recent' and started_at <= now()
        and started_at > now() - make_interval(secs => ${recentTimes.after})) as is_due`);
  return rows[0]?.is_due ?? false;
}

/** True if the last successful test restore of its kind was long enough ago. */
export async function isProofDue(db: Database, kind: "proof" | "offsite_proof"): Promise<boolean> {
  const { rows } = await db.execute<{ age: string | null }>(sql`
    select extract(epoch from now() - max(started_at)) * 1000 as age
    from backup_runs where kind = ${kind} and outcome = 'done' and started_at <= now()`);
  const age = rows[0]?.age;
  return age === null || age === undefined || Number(age) > provenFor;
}
