import { and, asc, eq, gt, inArray, lt, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { type OpenItem, settledInOrder } from "#app/features/receivables/ledger-entry.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { sumCents } from "#app/lib/line-totals.ts";
import type { Database, Transaction } from "#db/database.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import {
  allocations,
  invoiceBalances,
  isUnsettled,
  ledgerEntries,
  settledFirst,
} from "#db/schema/money/ledger.ts";
import type { payments } from "#db/schema/money/payments.ts";

// What card payments write to a customer's account and to the log. The customer's lock is the caller's.

type Payment = Pick<
  typeof payments.$inferSelect,
  "id" | "customerId" | "orderId" | "documentId" | "cardBrand" | "cardLast4"
>;

/**
 * Books what was captured, and settles what it was for: the order's invoice; or the invoice that was
 * paid, and with what is left the oldest debts. The rest stays as the customer's credit.
 *
 * @returns the entry's id
 */
export async function bookCapture(
  tx: Transaction,
  payment: Payment,
  cents: number,
): Promise<string> {
  const { id: requestId, customerId } = payment;
  const [entry] = await tx
    .insert(ledgerEntries)
    .values({
      ...{ customerId, kind: "payment", cents: -cents, method: "card", requestId },
      ...{ occurredOn: pacificDay(new Date()), reference: cardInWords(payment) },
    })
    .returning({ id: ledgerEntries.id });
  if (!entry) throw new Error("The entry was not stored");
  const settled = settledInOrder(cents, await debtsOf(tx, payment));
  if (settled.length > 0) {
    await tx.insert(allocations).values(
      settled.map((debt) => ({
        ...{ customerId, creditId: entry.id, debitId: debt.entryId, cents: debt.cents },
      })),
    );
  }
  return entry.id;
}

/**
 * Books what was paid back, out of what is to the customer's credit, the oldest first. What nothing is
 * left for is owed to us.
 *
 * @returns the entry's id
 */
export async function bookRefund(
  tx: Transaction,
  payment: Payment,
  { cents, requestId, note }: { cents: number; requestId: string | null; note: string },
): Promise<string> {
  const { customerId } = payment;
  const day = pacificDay(new Date());
  const [entry] = await tx
    .insert(ledgerEntries)
    .values({
      ...{ customerId, kind: "refund", cents, method: "card", requestId, note },
      ...{ occurredOn: day, dueOn: day, reference: cardInWords(payment) },
    })
    .returning({ id: ledgerEntries.id });
  if (!entry) throw new Error("The entry was not stored");
  const used = settledInOrder(cents, await creditsOf(tx, customerId));
  if (used.length > 0) {
    await tx.insert(allocations).values(
      used.map((credit) => ({
        ...{ customerId, creditId: credit.entryId, debitId: entry.id, cents: credit.cents },
      })),
    );
  }
  return entry.id;
}

/** What is to a customer's credit and settles nothing yet, in cents. */
export async function creditLeft(tx: Transaction, customerId: string): Promise<number> {
  return sumCents(await creditsOf(tx, customerId), ({ openCents }) => openCents);
}

function cardInWords({ cardBrand, cardLast4 }: Payment): string {
  return [cardBrand, cardLast4 && `•••• ${cardLast4}`].filter(Boolean).join(" ");
}

/** What a payment settles, in this order. */
async function debtsOf(
  tx: Transaction,
  { customerId, orderId, documentId }: Payment,
): Promise<OpenItem[]> {
  const ofOrder = tx
    .select({ id: documentOrders.documentId })
    .from(documentOrders)
    .where(eq(documentOrders.orderId, orderId ?? customerId));
  const own = await tx
    .select({ entryId: invoiceBalances.entryId, openCents: invoiceBalances.openCents })
    .from(invoiceBalances)
    .where(
      and(
        eq(invoiceBalances.customerId, customerId),
        gt(invoiceBalances.openCents, 0),
        documentId
          ? eq(invoiceBalances.documentId, documentId)
          : inArray(invoiceBalances.documentId, ofOrder),
      ),
    )
    .orderBy(asc(invoiceBalances.dueOn), asc(invoiceBalances.documentNumber));
  if (orderId) return own.map(asNumbers);
  const others = await openEntries(tx, customerId, gt(ledgerEntries.cents, 0), settledFirst);
  return [
    ...own.map(asNumbers),
    ...others.filter(({ entryId }) => !own.some((one) => one.entryId === entryId)),
  ];
}

function creditsOf(tx: Transaction, customerId: string): Promise<OpenItem[]> {
  const oldest = [ledgerEntries.occurredOn, ledgerEntries.createdAt, ledgerEntries.id];
  return openEntries(tx, customerId, lt(ledgerEntries.cents, 0), oldest);
}

async function openEntries(
  tx: Database | Transaction,
  customerId: string,
  which: ReturnType<typeof gt>,
  order: (SQL | AnyPgColumn)[],
): Promise<OpenItem[]> {
  const left = sql<number>`abs(${ledgerEntries.cents}) - ${ledgerEntries.allocatedCents}`;
  return tx
    .select({ entryId: ledgerEntries.id, openCents: left.mapWith(Number) })
    .from(ledgerEntries)
    .where(and(eq(ledgerEntries.customerId, customerId), isUnsettled, which))
    .orderBy(...order);
}

function asNumbers({ entryId, openCents }: OpenItem): OpenItem {
  return { entryId, openCents: Number(openCents) };
}

/**
 * Logs what was done with a payment: with its customer's account, and with its order, on whose page
 * the history is read.
 */
export async function recordPaymentAudit(
  tx: Transaction,
  actor: Parameters<typeof recordAudit>[1],
  { customerId, orderId }: { customerId: string; orderId: string | null },
  done: { action: string; after?: object },
): Promise<void> {
  await recordAudit(
    tx,
    actor,
    { entity: "payment", entityId: customerId, ...done },
    ...(orderId ? [{ entity: "order" as const, entityId: orderId, ...done }] : []),
  );
}
