import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { isOrderMailed } from "#app/domain/mail/addressees.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { waitingDocuments } from "#db/schema/money/waiting-documents.ts";
import { orders } from "#db/schema/orders.ts";

/** Matches `waiting_documents` of which nobody was told yet and whose order wasn't reopened. */
const isWaiting = and(isNull(waitingDocuments.leftAt), isNull(waitingDocuments.droppedAt));

/** `isWaiting` for queries on `orders`. */
export const waitsToLeave = sql<boolean>`exists (select from waiting_documents
  where waiting_documents.order_id = orders.id and left_at is null and dropped_at is null)`;

/** `isWaiting` for queries on `invoice_balances`. */
export const isNotToldYet = sql<boolean>`exists (select from waiting_documents
  where waiting_documents.document_id = invoice_balances.document_id and left_at is null and dropped_at is null)`;

/** Records that a document's email and card charge wait until the order leaves. */
export async function waitToLeave(
  tx: Transaction,
  { orderId, documentId }: { orderId: string; documentId: string },
): Promise<void> {
  await tx.insert(waitingDocuments).values({ orderId, documentId });
}

/** True if an order's email and card charge wait until it leaves. */
export async function isWaitingToLeave(
  db: Database | Transaction,
  orderId: string,
): Promise<boolean> {
  const own = and(eq(waitingDocuments.orderId, orderId), isWaiting);
  return (await db.$count(waitingDocuments, own)) > 0;
}

/** Returns whether the waiting document of an order will be emailed; null if none waits. */
export async function waitingDocumentOf(
  db: Database,
  orderId: string,
): Promise<{ isMailed: boolean } | null> {
  const [found] = await db
    .select({ isMailed: isOrderMailed })
    .from(waitingDocuments)
    .innerJoin(orders, eq(orders.id, waitingDocuments.orderId))
    .where(and(eq(orders.id, orderId), isWaiting))
    .limit(1);
  return found ?? null;
}

/** Returns the orders that wait to leave and match a condition on `orders`. */
export function waitingOrders(db: Database | Transaction, which: SQL | undefined) {
  return db
    .select({ id: orders.id, customerId: orders.customerId })
    .from(waitingDocuments)
    .innerJoin(orders, eq(orders.id, waitingDocuments.orderId))
    .where(and(isWaiting, which))
    .orderBy(orders.id);
}

/** Drops the waiting document of a reopened order, so that nobody is told about it. */
export async function dropWaiting(tx: Transaction, orderId: string): Promise<void> {
  await tx
    .update(waitingDocuments)
    .set({ droppedAt: sql`clock_timestamp()` })
    .where(and(eq(waitingDocuments.orderId, orderId), isWaiting));
}

/** Ends the wait of an order that leaves. @returns the document to mail and charge, if any */
export async function endWaiting(tx: Transaction, orderId: string): Promise<string | undefined> {
  const [left] = await tx
    .update(waitingDocuments)
    .set({ leftAt: sql`clock_timestamp()` })
    .where(and(eq(waitingDocuments.orderId, orderId), isWaiting))
    .returning({ documentId: waitingDocuments.documentId });
  return left?.documentId;
}

/** Returns the ids of documents of an order that were cancelled before anybody was told. */
export async function neverTold(tx: Transaction, orderId: string): Promise<Set<string>> {
  const dropped = await tx
    .select({ id: waitingDocuments.documentId })
    .from(waitingDocuments)
    .where(and(eq(waitingDocuments.orderId, orderId), isNotNull(waitingDocuments.droppedAt)));
  return new Set(dropped.map(({ id }) => id));
}
