import { eq } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { documentLines, documents } from "#db/schema/money/documents.ts";
import {
  type BilledLine,
  billTo,
  type CustomerTerms,
  documentToCorrect,
  type InvoiceTerms,
  type IssuedInvoice,
  issue,
} from "./issue.server.ts";

/** An underbilled line; dollars and pounds are text. */
interface DebitLine
  extends Pick<BilledLine, "description" | "unit" | "packed" | "unitPrice" | "amount" | "taxCode"> {
  position: number | null;
}

interface DebitToIssue {
  invoiceId: string;
  /** One of the invoice's orders, for lines that correct none of its lines. */
  orderId: string;
  reason: string;
  requestId: string;
  lines: DebitLine[];
}

/** Thrown if invoice, order or line don't exist, or the form already debited another invoice. */
export class DebitRefusedError extends Error {
  override readonly name = "DebitRefusedError";
}

/**
 * Issues an invoice for what an earlier invoice underbilled, to the same buyer, due by the
 * customer's current terms; a trigger books it. The earlier invoice and its orders don't change.
 * Locks the customer: a form submitted twice issues one invoice. Returns the invoice, and whether
 * it was issued now.
 *
 * @throws DebitRefusedError
 */
export async function issueDebit(
  tx: Transaction,
  { invoiceId, orderId, reason, requestId, lines }: DebitToIssue,
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms,
): Promise<{ issued: IssuedInvoice; isNew: boolean }> {
  const corrected = await documentToCorrect(tx, invoiceId);
  if (!corrected) throw new DebitRefusedError("There is no such invoice");
  const { about, orders } = corrected;
  const [earlier] = await tx.select().from(documents).where(eq(documents.requestId, requestId));
  if (earlier && earlier.correctsId !== invoiceId) throw new DebitRefusedError("Sent before");
  if (earlier) return { issued: earlier, isNew: false };
  const ofInvoice = eq(documentLines.documentId, invoiceId);
  const sources = await tx.select().from(documentLines).where(ofInvoice);
  const billed = lines.map(({ position, ...line }): BilledLine => {
    const source = sources.find((one) => one.position === position);
    if (position !== null && !source) throw new DebitRefusedError("There is no such line");
    const order = source
      ? orders[source.orderPosition]
      : orders.find((one) => one.orderId === orderId);
    if (!order) throw new DebitRefusedError("The invoice is not of that order");
    return {
      ...line,
      orderId: order.orderId,
      orderItemId: source?.orderItemId ?? null,
      ...(source && { correctsId: invoiceId, correctsPosition: position }),
    };
  });
  const { terms } = await billTo(tx, about.customerId);
  const toIssue = { series: "INV", orders, lines: billed } as const;
  const issued = await issue(tx, { ...toIssue, about: { ...about, reason, requestId } }, (at) =>
    termsOn(at, terms),
  );
  return { issued, isNew: true };
}
