import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Session } from "#db/postgres.ts";
import { backupRuns } from "#db/schema/operations.ts";
import type { Config } from "#server/config.ts";
import { factsOf } from "#server/log.ts";
import { reasonFor } from "./backup-folder.ts";
import type { RunningDatabase } from "./make-backup.ts";

/** The context of a process beside the shop. */
export interface Night {
  config: Config;
  folder: string;
  database: RunningDatabase;
  session: Session;
}

/** A message from such a process to the shop, for its log. */
export interface Told {
  level: "info" | "error";
  message: string;
  facts: object;
}

type Run = typeof backupRuns.$inferInsert;

/** Reports to the shop; does nothing without one. */
export function tell(told: Told): void {
  process.send?.(told);
}

/** Records that something begins. */
export async function begin({ db }: Session, run: Run): Promise<string> {
  const [begun] = await db.insert(backupRuns).values(run).returning({ id: backupRuns.id });
  if (!begun) throw new Error("The run was not noted");
  return begun.id;
}

/** Records how it ended. */
export async function end({ db }: Session, id: string, result: Partial<Run>): Promise<void> {
  await db
    .update(backupRuns)
    .set({ ...result, endedAt: sql`now()` })
    .where(eq(backupRuns.id, id));
}

/** Records and reports why a run failed. */
export async function fail(
  { session, folder }: Night,
  id: string,
  error: unknown,
  what: string,
): Promise<void> {
  const message = reasonFor(error, folder).slice(0, 1000);
  tell({ level: "error", message: what, facts: { reason: message, error: factsOf(error) } });
  await end(session, id, { outcome: "failed", message });
}

/** Records that runs of these kinds were cut short, since their process is gone. */
export async function endUnfinished({ db }: Session, kinds: Run["kind"][]): Promise<void> {
  await db
    .update(backupRuns)
    .set({ endedAt: sql`now()`, outcome: "cut", message: "The shop stopped meanwhile." })
    .where(and(isNull(backupRuns.endedAt), inArray(backupRuns.kind, kinds)));
}

/** Takes a database-wide lock for the session; false if another session has it. */
export async function takeLock({ client }: Session, lock: number): Promise<boolean> {
  const { rows } = await client.query("select pg_try_advisory_lock($1) as mine", [lock]);
  return rows[0].mine;
}
