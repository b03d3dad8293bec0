import { asc } from "drizzle-orm";
import type { Staff } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { skippedNumbers } from "#db/schema/money/documents.ts";
import type { SkippedNumbers } from "./skipped-numbers.ts";

/**
 * The ranges of numbers that a restore stepped past: their documents were issued, and are not in these
 * books. For staff who keep the money.
 */
export function listSkippedNumbers(
  db: Database,
  _staff: Staff<"money">,
): Promise<SkippedNumbers[]> {
  return db
    .select({
      series: skippedNumbers.series,
      first: skippedNumbers.first,
      last: skippedNumbers.last,
      backupOf: skippedNumbers.backupOf,
    })
    .from(skippedNumbers)
    .orderBy(asc(skippedNumbers.series), asc(skippedNumbers.first));
}
