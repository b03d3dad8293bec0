import { sql } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "#db/database.ts";

/** Waits until a transaction of this database waits for another one's lock. */
export async function untilSomebodyWaits(db: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await db.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    return rows[0]?.waiting ?? 0;
  };
  await expect.poll(waiting, { timeout: 20_000, interval: 20 }).toBeGreaterThan(0);
}

/** Returns the database with a count of begun transactions; a retry counts as another. */
export function countingTransactions(db: Database) {
  let begun = 0;
  const counted = new Proxy(db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name);
      return (...run: Parameters<Database["transaction"]>) => {
        begun += 1;
        return target.transaction(...run);
      };
    },
  });
  return { counted, begun: () => begun };
}
