import { asc, eq } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documentSeries, skippedNumbers } from "#db/schema/money/documents.ts";
import type { SkippedNumbers } from "./skipped-numbers.ts";

/**
 * Returns the ranges of numbers that a restore skipped: their documents were issued but are not in
 * these books. For staff who keep the books.
 */
export function listSkippedNumbers(
  db: Database,
  _staff: Staff<"money">,
): Promise<SkippedNumbers[]> {
  return db
    .select(pick(skippedNumbers, "series", "first", "last", "backupOf"))
    .from(skippedNumbers)
    .orderBy(asc(skippedNumbers.series), asc(skippedNumbers.first));
}

/** Locks a series until the transaction ends and returns it. */
export async function lockSeries(tx: Transaction, name: string) {
  const [series] = await tx
    .select({ series: documentSeries.series, lastNumber: documentSeries.lastNumber })
    .from(documentSeries)
    .where(eq(documentSeries.series, name))
    .for("update");
  if (!series) throw new Error(`There is no series ${name}.`);
  return series;
}

/** Skips and records a locked series' numbers up to `last`, above its own: none is issued again. */
export async function skipTo(
  tx: Transaction,
  { series, lastNumber }: { series: string; lastNumber: number },
  last: number,
  backupOf: Date,
) {
  const range = { series, first: lastNumber + 1, last };
  await tx.insert(skippedNumbers).values({ ...range, backupOf });
  await tx
    .update(documentSeries)
    .set({ lastNumber: last })
    .where(eq(documentSeries.series, series));
  return range;
}
