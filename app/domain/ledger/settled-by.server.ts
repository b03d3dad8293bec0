import { and, eq, inArray, sql } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { allocations, ledgerEntries } from "#db/schema/money/ledger.ts";

/** What payments settle of a document, with what their cash was rounded by; in cents. */
export async function settledBy(
  db: Database | Transaction,
  documentId: string,
  payments: readonly { entryId: string; roundingEntryId: string | null }[],
): Promise<number> {
  const entries = payments.flatMap(({ entryId, roundingEntryId }) =>
    roundingEntryId ? [entryId, roundingEntryId] : [entryId],
  );
  if (entries.length === 0) return 0;
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${allocations.cents}), 0)::bigint`.mapWith(Number) })
    .from(allocations)
    .innerJoin(ledgerEntries, eq(ledgerEntries.id, allocations.debitId))
    .where(and(eq(ledgerEntries.documentId, documentId), inArray(allocations.creditId, entries)));
  return row?.cents ?? 0;
}
