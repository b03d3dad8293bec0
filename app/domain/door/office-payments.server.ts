import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";

/** Returns standing payments that staff booked for a client, the first booked first. */
export function officePayments(tx: Transaction, customerId: string, which: SQL | undefined) {
  return tx
    .select({
      entryId: ledgerEntries.id,
      bookedAt: ledgerEntries.createdAt,
      occurredOn: ledgerEntries.occurredOn,
      method: ledgerEntries.method,
      cents: sql<number>`-${ledgerEntries.cents}`.mapWith(Number),
      reference: ledgerEntries.reference,
    })
    .from(ledgerEntries)
    .where(
      and(
        ofAccount(ledgerEntries.customerId, customerId),
        eq(ledgerEntries.kind, "payment"),
        sql`${ledgerEntries.createdBy} is not null`,
        sql`not exists (
          select from ledger_entries counter where counter.reverses_id = ledger_entries.id)`,
        which,
      ),
    )
    .orderBy(asc(ledgerEntries.createdAt));
}
