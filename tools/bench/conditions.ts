import { availableParallelism } from "node:os";
import { setTimeout } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";

/**
 * Describes how the measured database makes commits durable.
 *
 * @throws Error if it does not wait for the disk, which would make its figures useless
 */
export async function durabilityOf(db: Database): Promise<string> {
  const { rows } = await db.execute<{ fsync: string; commit: string }>(sql`
    select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`);
  const [{ fsync, commit } = { fsync: "unknown", commit: "unknown" }] = rows;
  if (fsync !== "on" || commit !== "on") {
    throw new Error(`The database does not wait for the disk: fsync ${fsync}, ${commit}`);
  }
  return `\`fsync\` is ${fsync} and \`synchronous_commit\` is ${commit}.`;
}

/** Runs work, and returns the share of all cores that this process, which sends it, used for it. */
export async function withShare<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; share: number }> {
  const before = process.cpuUsage();
  const begin = performance.now();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  const passed = (performance.now() - begin) * 1000 * availableParallelism();
  return { result, share: (user + system) / passed };
}

/** Formats a share for a table, e.g. "18%". */
export function percent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

/**
 * Runs work, and checks that nobody waits for a row or a name locked by another.
 *
 * @param db a connection beside those of the work
 * @throws Error if somebody waited in more than one look of fifty
 */
export async function withoutQueues<Result>(
  db: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  let looks = 0;
  let queues = 0;
  let isOver = false;
  async function look() {
    while (!isOver) {
      const { rows } = await db.execute(sql`
        select from pg_stat_activity where datname = current_database()
          and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple', 'advisory')`);
      looks += 1;
      if (rows.length > 0) queues += 1;
      await setTimeout(50);
    }
  }
  const looking = look();
  const end = async () => {
    isOver = true;
    await looking;
  };
  const result = await work().finally(end);
  if (queues * 50 > looks) {
    throw new Error(`Locks were waited for in ${queues} of ${looks} looks`);
  }
  return result;
}
