import { eq, sql } from "drizzle-orm";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { openItems, type Settling } from "#app/domain/ledger/allocations.server.ts";
import { book } from "#app/domain/ledger/book-entries.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import type { Transaction } from "#db/database.ts";
import { ofAccount } from "#db/schema/customers.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { payments } from "#db/schema/money/payments.ts";

// Books card payments in a customer's account and the log. The caller has locked the customer.

type Payment = Pick<
  typeof payments.$inferSelect,
  "id" | "customerId" | "orderId" | "documentId" | "cardBrand" | "cardLast4"
>;

/** No person books it. */
const byCard = { userId: null };

/**
 * Books a capture and settles its order's invoice, or the paid invoice and then the oldest debts.
 * The rest becomes the customer's credit. Returns the entry's id.
 */
export async function bookCapture(
  tx: Transaction,
  payment: Payment,
  cents: number,
): Promise<string> {
  const { id: requestId, customerId, orderId, documentId } = payment;
  const entry = { customerId, kind: "payment", method: "card", cents: -cents, requestId } as const;
  const ofOrder = orderId
    ? await tx
        .select({ id: documentOrders.documentId })
        .from(documentOrders)
        .where(eq(documentOrders.orderId, orderId))
    : [];
  const documents = documentId ? [documentId] : ofOrder.map(({ id }) => id);
  const rest = orderId ? "nothing yet" : "oldest first";
  const reference = cardInWords(payment);
  return (await book(tx, byCard, { ...entry, reference }, { documents, rest })).entryId;
}

/**
 * Books a refund out of the oldest credit, and the excess as a debt to us. Returns the entry's id.
 */
export async function bookRefund(
  tx: Transaction,
  payment: Payment,
  refund: { cents: number; requestId: string | null; note: string },
): Promise<string> {
  const { customerId } = payment;
  const entry = { customerId, kind: "refund", method: "card", ...refund } as const;
  const reference = cardInWords(payment);
  return (await book(tx, byCard, { ...entry, reference }, "oldest first")).entryId;
}

/** Books money that came back to us, from a failed refund or a dispute that we won. */
export async function bookReturned(
  tx: Transaction,
  payment: Payment,
  { cents, note, settles }: { cents: number; note: string; settles: Settling },
): Promise<void> {
  const { customerId } = payment;
  const entry = { customerId, kind: "payment", method: "card", cents: -cents, note } as const;
  await book(tx, byCard, { ...entry, reference: cardInWords(payment) }, settles);
}

/** Returns a customer's credit in cents, less pending refunds and deposits reserved for orders. */
export async function creditToRefund(tx: Transaction, customerId: string): Promise<number> {
  const [own] = await tx
    .select({ cents: sql<number>`coalesce(sum(${payments.refundingCents}), 0)`.mapWith(Number) })
    .from(payments)
    .where(ofAccount(payments.customerId, customerId));
  const credits = await openItems(tx, customerId, "credits");
  const free = credits.filter(({ isReserved }) => !isReserved);
  return sumCents(free, ({ openCents }) => openCents) - (own?.cents ?? 0);
}

function cardInWords({ cardBrand, cardLast4 }: Payment): string {
  return [cardBrand, cardLast4 && `•••• ${cardLast4}`].filter(Boolean).join(" ");
}

/** Logs an action on a payment with its customer's account, and with its order. */
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
