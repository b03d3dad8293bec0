import { and, desc, eq, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { toPage } from "#app/lib/page-of-rows.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { bankImports, bankRows, senderAliases } from "#db/schema/money/accounting.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import type { BankRowState } from "#db/schema/values/money.ts";
import type { BankRow } from "./bank-file.ts";
import { normalizedSender } from "./matching.ts";

const pageRows = 25;

const decider = alias(user, "decider");

function rowsWith(db: Database) {
  return db
    .select({
      ...pick(bankRows, "id", "state", "occurredOn", "cents", "sender", "message", "entryId"),
      fileName: bankImports.fileName,
      decidedBy: decider.email,
      customerId: ledgerEntries.customerId,
      companyName: listedName,
    })
    .from(bankRows)
    .innerJoin(bankImports, eq(bankImports.id, bankRows.importId))
    .leftJoin(decider, eq(decider.id, bankRows.decidedBy))
    .leftJoin(ledgerEntries, eq(ledgerEntries.id, bankRows.entryId))
    .leftJoin(customers, eq(customers.id, ledgerEntries.customerId))
    .$dynamic();
}

type Found = Awaited<ReturnType<typeof rowsWith>>[number];

function bankRow({ entryId, customerId, companyName, ...row }: Found): BankRow {
  const isBooked = entryId !== null && customerId !== null;
  return {
    ...row,
    booked: isBooked ? { entryId, customerId, companyName: companyName ?? "" } : null,
  };
}

/** Returns a page of payments in a state, newest first. For staff who keep the books. */
export async function listBankRows(
  db: Database,
  _staff: Staff<"money">,
  { state, page = 1 }: { state: BankRowState; page?: number },
): Promise<{ rows: BankRow[]; hasMore: boolean }> {
  const order =
    state === "open"
      ? [
          desc(bankImports.createdAt),
          desc(bankImports.id),
          desc(bankRows.occurredOn),
          desc(bankRows.cents),
        ]
      : [desc(bankRows.decidedAt)];
  const found = await rowsWith(db)
    .where(eq(bankRows.state, state))
    .orderBy(...order, desc(bankRows.id))
    .limit(pageRows + 1)
    .offset((Math.max(1, page) - 1) * pageRows);
  const { rows, hasMore } = toPage(found, pageRows);
  return { rows: rows.map(bankRow), hasMore };
}

/** Counts the payments by state. For staff who keep the books. */
export async function countBankRows(
  db: Database,
  _staff: Staff<"money">,
): Promise<Record<BankRowState, number>> {
  const counted = await db
    .select({ state: bankRows.state, count: sql<number>`count(*)`.mapWith(Number) })
    .from(bankRows)
    .groupBy(bankRows.state);
  const counts = { open: 0, booked: 0, ignored: 0 };
  for (const { state, count } of counted) counts[state] = count;
  return counts;
}

/** Returns a payment; null for an unknown id. For staff who keep the books. */
export async function getBankRow(
  db: Database,
  _staff: Staff<"money">,
  id: string,
): Promise<BankRow | null> {
  if (!isUuid(id)) return null;
  const [found] = await rowsWith(db).where(eq(bankRows.id, id));
  return found ? bankRow(found) : null;
}

/**
 * Records that a payment received is not a customer's, or takes that back. Returns false if someone
 * else has decided it in the meantime. For staff who keep the books.
 */
export function ignoreBankRow(
  db: Database,
  staff: Staff<"money">,
  id: string,
  isIgnored: boolean,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const from = isIgnored ? "open" : "ignored";
    const decided = isIgnored
      ? { state: "ignored" as const, decidedBy: staff.userId, decidedAt: new Date() }
      : { state: "open" as const, decidedBy: null, decidedAt: null };
    const [row] = await tx
      .update(bankRows)
      .set(decided)
      .where(and(eq(bankRows.id, id), eq(bankRows.state, from)))
      .returning({ cents: bankRows.cents });
    if (!row) return false;
    await recordAudit(tx, staff, {
      entity: "bank",
      entityId: id,
      action: isIgnored ? "ignored" : "not ignored",
      after: { amount: toDollars(row.cents) },
    });
    return true;
  });
}

/**
 * Reopens the row of a payment that is taken back in this transaction, if it was booked from a
 * bank's file. Its sender is no longer proposed for the customer unless another payment links them.
 */
export async function reopenBankRow(
  tx: Transaction,
  staff: Staff<"money">,
  { customerId, paymentId }: { customerId: string; paymentId: string },
): Promise<void> {
  const [row] = await tx
    .update(bankRows)
    .set({ state: "open", entryId: null, decidedBy: null, decidedAt: null })
    .where(and(eq(bankRows.entryId, paymentId), eq(bankRows.state, "booked")))
    .returning({ id: bankRows.id, sender: bankRows.sender, cents: bankRows.cents });
  if (!row) return;
  await tx.delete(senderAliases).where(
    and(
      eq(senderAliases.sender, normalizedSender(row.sender)),
      eq(senderAliases.customerId, customerId),
      sql`not exists (select from ${bankRows} other
          join ${ledgerEntries} paid on paid.id = other.entry_id
          where other.sender = ${row.sender} and paid.customer_id = ${customerId})`,
    ),
  );
  await recordAudit(tx, staff, {
    entity: "bank",
    entityId: row.id,
    action: "booking taken back",
    after: { amount: toDollars(row.cents) },
  });
}
