import { and, eq, inArray, sql } from "drizzle-orm";
import { isInvoiceToken } from "#app/domain/documents/invoice-document.ts";
import { lookedAtOf } from "#app/domain/documents/open-invoices.server.ts";
import { amountProblem } from "#app/domain/documents/pay-form.ts";
import { settledBy } from "#app/domain/ledger/allocations.server.ts";
import type { CardPayment } from "#app/domain/payments/payment.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import {
  creditNotesOfDocument,
  documentOrders,
  documents,
  isCreditedInFull,
} from "#db/schema/money/documents.ts";
import { invoiceBalances } from "#db/schema/money/ledger.ts";
import { payments } from "#db/schema/money/payments.ts";
import { endedStates } from "#db/schema/values/payments.ts";
import { lockPayment } from "../apply-intent.server.ts";
import { voidPayment } from "../order-payments.server.ts";

// Anyone with an invoice's link may pay it. The open amount is checked under the customer's lock;
// amounts from a browser are not trusted.

/** An invoice as seen through its link. */
export interface PayableInvoice {
  id: string;
  number: string;
  totalCents: number;
  openCents: number;
  /** True if credit notes cover all of it, so that it was credited rather than paid. */
  isCredited: boolean;
  creditNotes: { number: string; url: string | null }[];
  /** The part that was refused at the door and is under review. */
  lookedAtCents: number;
  dueOn: string;
  waysToPay: string[];
  /** True if its order's card pays it, so that it must not be paid twice. */
  isOnOrdersCard: boolean;
}

/**
 * Returns the invoice at `/invoices/{token}`; null if the token is unknown or not an invoice's.
 * Anyone may call it, with unvalidated input.
 */
export async function getPayableInvoice(
  db: Database,
  token: string,
): Promise<PayableInvoice | null> {
  const invoice = await invoiceOf(db, token);
  if (!invoice) return null;
  const { customerId: _, words, ...facts } = invoice;
  return {
    ...facts,
    waysToPay: words?.payment ?? [],
    lookedAtCents: (await lookedAtOf(db, [invoice.id])).get(invoice.id) ?? 0,
    isOnOrdersCard: await isOnOrdersCard(db, invoice.id),
  };
}

async function invoiceOf(db: Database | Transaction, token: string) {
  if (!isInvoiceToken(token)) return undefined;
  const [invoice] = await db
    .select({
      id: documents.id,
      customerId: documents.customerId,
      number: documents.documentNumber,
      words: documents.words,
      totalCents: invoiceBalances.totalCents,
      openCents: invoiceBalances.openCents,
      dueOn: invoiceBalances.dueOn,
      isCredited: isCreditedInFull,
      creditNotes: creditNotesOfDocument,
    })
    .from(documents)
    .innerJoin(invoiceBalances, eq(invoiceBalances.documentId, documents.id))
    .where(and(eq(documents.url, `/invoices/${token}`), eq(documents.kind, "invoice")));
  if (!invoice) return undefined;
  return {
    ...invoice,
    totalCents: Number(invoice.totalCents),
    openCents: Number(invoice.openCents),
  };
}

async function isOnOrdersCard(db: Database | Transaction, documentId: string): Promise<boolean> {
  const ofOrders = db
    .select({ id: documentOrders.orderId })
    .from(documentOrders)
    .where(eq(documentOrders.documentId, documentId));
  const waiting = await db.$count(
    payments,
    and(
      inArray(payments.orderId, ofOrders),
      payments.isCurrent,
      sql`${payments.state} <> all(${sql.param(`{${endedStates.join(",")}}`)}::text[])`,
    ),
  );
  return waiting > 0;
}

interface PayAsked {
  cents: number;
  /** Made by the form, so that submitting twice makes one payment. */
  requestId: string;
}

type PayRefusal = { refused: "unknown" | "on the order's card" | "paid" | "amount" | "changed" };

/**
 * Starts a card payment of an invoice through its link; `CardPayments.prepare` makes its card form.
 * Several forms may be open for the same amount; the first payment voids those that then exceed it.
 */
export function startInvoicePayment(
  db: Database,
  token: string,
  { cents, requestId }: PayAsked,
): Promise<{ paymentId: string } | PayRefusal> {
  return db.transaction(async (tx) => {
    const found = await invoiceOf(tx, token);
    if (!found) return { refused: "unknown" };
    const { id: documentId, customerId } = found;
    await lockCustomer(tx, customerId);
    const [earlier] = await tx.select().from(payments).where(eq(payments.requestId, requestId));
    if (earlier) {
      const isSame = earlier.documentId === documentId && earlier.cents === cents;
      return isSame ? { paymentId: earlier.id } : { refused: "changed" };
    }
    const openCents = (await invoiceOf(tx, token))?.openCents ?? 0;
    if (openCents === 0) return { refused: "paid" };
    if (await isOnOrdersCard(tx, documentId)) return { refused: "on the order's card" };
    if (amountProblem(cents, openCents)) return { refused: "amount" };
    const [started] = await tx
      .insert(payments)
      .values({ customerId, documentId, cents, requestId })
      .returning({ id: payments.id });
    if (!started) throw new Error("The payment was not stored");
    return { paymentId: started.id };
  });
}

/** A payment as seen through its invoice's link. Amounts in cents. */
export interface InvoicePayment
  extends Pick<
    CardPayment,
    "id" | "state" | "cents" | "capturedCents" | "cardBrand" | "cardLast4"
  > {
  stateSince: Date;
  /** The bank's code; empty if none. */
  refusal: string;
  /** The part that settled the invoice; the rest is the client's credit. */
  settledCents: number;
}

/** Returns a payment of an invoice; null if it pays anything else. */
export async function getInvoicePayment(
  db: Database | Transaction,
  { id: documentId }: Pick<PayableInvoice, "id">,
  paymentId: string,
): Promise<InvoicePayment | null> {
  if (!isUuid(paymentId)) return null;
  const [payment] = await db
    .select({
      id: payments.id,
      state: payments.state,
      cents: payments.cents,
      capturedCents: payments.capturedCents,
      stateSince: payments.stateSince,
      cardBrand: payments.cardBrand,
      cardLast4: payments.cardLast4,
      refusal: payments.refusal,
      entryId: payments.entryId,
    })
    .from(payments)
    .where(and(eq(payments.id, paymentId), eq(payments.documentId, documentId)));
  if (!payment) return null;
  const { entryId, ...facts } = payment;
  return { ...facts, settledCents: await settledBy(db, entryId ? [entryId] : [], documentId) };
}

/** Voids an unpaid card form because less is open by now. */
export function giveUpPayment(db: Database, paymentId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment?.state === "confirming" && payment.documentId) await voidPayment(tx, payment);
  });
}
