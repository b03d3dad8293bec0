import { eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { keptValues } from "#db/schema/system.ts";
import { type Sample, sampleSettings } from "./sample.ts";

const { key, schema } = sampleSettings;

/**
 * Returns the stored mark of the sample business; null in a shop without one. For starting the
 * server, and for ending the sample.
 */
export async function readSampleMark(db: Database | Transaction): Promise<Sample | null> {
  const [row] = await db.select().from(keptValues).where(eq(keptValues.key, key));
  return schema.safeParse(row?.value).data ?? null;
}

/** Records that the shop has a sample business, made now. */
export async function setSampleMark(tx: Transaction, value: Sample): Promise<void> {
  const set = { value, version: sql`${keptValues.version} + 1`, updatedAt: sql`now()` };
  await tx
    .insert(keptValues)
    .values({ key, value })
    .onConflictDoUpdate({ target: keptValues.key, set });
}

/** Removes the mark; returns true for only the first of two people who end the sample at once. */
export async function forgetSampleMark(tx: Transaction): Promise<boolean> {
  const gone = await tx.delete(keptValues).where(eq(keptValues.key, key)).returning();
  return gone.length > 0;
}
