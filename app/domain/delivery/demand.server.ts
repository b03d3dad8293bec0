import { sql } from "drizzle-orm";
import { pacificDay } from "#app/lib/dates.ts";
import { fsaOf } from "#app/lib/postal-code.ts";
import type { Database, Log } from "#db/database.ts";
import { deliveryDemand } from "#db/schema/deliveries.ts";

/** Milliseconds between writes. If the process is killed, counts in memory are lost. */
const writeEvery = 10_000;

/** Counts visitors' requests for postal codes that no zone covers. */
export interface Demand {
  /** @param postalCode as `readPostalCode` reads it */
  count(postalCode: string): void;
  /** Writes the remaining counts. */
  close(): Promise<void>;
}

/**
 * Counts by FSA (British Columbia has about 200) and day in memory, and writes every few seconds,
 * so that no request needs a write.
 */
export function createDemand(db: Database, log: Log): Demand {
  let counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    if (counts.size === 0) return;
    const written = counts;
    counts = new Map();
    const rows = [...written].map(([key, count]) => {
      const [fsa = "", askedOn = ""] = key.split(" ");
      return { fsa, askedOn, count };
    });
    try {
      await db
        .insert(deliveryDemand)
        .values(rows)
        .onConflictDoUpdate({
          target: [deliveryDemand.fsa, deliveryDemand.askedOn],
          set: { count: sql`${deliveryDemand.count} + excluded.count` },
        });
    } catch (error) {
      // Not retried: the counts are approximate, so losing a few is fine.
      log.warn({ err: error }, "lost counts of postal codes");
    }
  }

  return {
    count(postalCode) {
      const key = `${fsaOf(postalCode)} ${pacificDay(new Date())}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      timer ??= setTimeout(write, writeEvery).unref();
    },
    close: write,
  };
}
