import { asc, eq } from "drizzle-orm";
import type { Transaction } from "./database.ts";
import {
  type BilledLine,
  billTo,
  type CustomerTerms,
  type InvoiceTerms,
  type IssuedInvoice,
  newAddress,
  takeNumber,
  taxesOn,
} from "./issue-invoice.ts";
import { lockCustomer } from "./locks.ts";
import {
  documentLines,
  documentOrders,
  documents,
  documentTaxes,
} from "./schema/money/documents.ts";

/** A line over what was billed too little; dollars and pounds are text. */
export interface DebitLine
  extends Pick<BilledLine, "description" | "unit" | "packed" | "unitPrice" | "amount" | "taxCode"> {
  /** The invoice's line that this one corrects; null for none. */
  position: number | null;
}

/** There is no such invoice, no such line of it, or the form was sent before for another invoice. */
export class DebitRefusedError extends Error {
  override readonly name = "DebitRefusedError";
}

/**
 * Issues an invoice over what an earlier invoice billed too little, to the same buyer, due by the
 * customer's current terms; a trigger books it. The earlier invoice and its orders stay as they are.
 * The customer is locked, so that a form that is sent twice issues one invoice.
 *
 * @returns the invoice, and whether it was issued now
 * @throws DebitRefusedError
 */
export async function issueDebit(
  tx: Transaction,
  {
    invoiceId,
    reason,
    requestId,
    lines,
  }: { invoiceId: string; reason: string; requestId: string; lines: DebitLine[] },
  termsOn: (issuedAt: Date, terms: CustomerTerms) => InvoiceTerms,
): Promise<{ issued: IssuedInvoice; isNew: boolean }> {
  const [invoice] = await tx.select().from(documents).where(eq(documents.id, invoiceId));
  if (invoice?.kind !== "invoice") throw new DebitRefusedError("There is no such invoice");
  const { customerId, buyerCompany, buyerContact, buyerAddress, buyerEmail, poNumber } = invoice;
  await lockCustomer(tx, customerId);
  const [earlier] = await tx.select().from(documents).where(eq(documents.requestId, requestId));
  if (earlier && earlier.correctsId !== invoiceId) throw new DebitRefusedError("Sent before");
  if (earlier) return { issued: earlier, isNew: false };
  const corrected = await linesOf(tx, invoiceId);
  const sources = lines.map(({ position }) => {
    const source = corrected.find((line) => line.position === position);
    if (position !== null && !source) throw new DebitRefusedError("There is no such line");
    return source;
  });
  const orders = await ordersOf(
    tx,
    invoiceId,
    sources.map((source) => source?.orderPosition ?? 0),
  );
  const { terms: customerTerms } = await billTo(tx, customerId);
  const { kind, series, lastNumber: number } = await takeNumber(tx, "INV");
  // After the lock, so that later numbers have later times.
  const at = new Date();
  const { taxes, ...terms } = termsOn(at, customerTerms);
  const { subtotal, total, rows } = await taxesOn(tx, lines, taxes);
  const [issued] = await tx
    .insert(documents)
    .values({
      ...{ kind, series, number, issuedAt: at, ...terms, reason, requestId, correctsId: invoiceId },
      ...{ customerId, buyerCompany, buyerContact, buyerAddress, buyerEmail, poNumber },
      ...{ lineCount: lines.length, orderCount: orders.length, subtotal, total, url: newAddress() },
    })
    .returning();
  if (!issued) throw new Error("The invoice was not stored");
  const documentId = issued.id;
  await tx.insert(documentOrders).values(
    orders.map(({ orderId, placedAt }, position) => ({
      ...{ documentId, position, orderId, placedAt },
    })),
  );
  await tx.insert(documentTaxes).values(rows.map((tax) => ({ documentId, ...tax })));
  await tx.insert(documentLines).values(
    lines.map(({ position: correctsPosition, ...line }, position) => {
      const source = sources[position];
      const order = orders.findIndex((one) => one.position === (source?.orderPosition ?? 0));
      return {
        ...{ documentId, position, ...line, orderPosition: order },
        orderItemId: source?.orderItemId ?? null,
        ...(source && { correctsId: invoiceId, correctsPosition }),
      };
    }),
  );
  return { issued, isNew: true };
}

function linesOf(tx: Transaction, invoiceId: string) {
  return tx
    .select({
      position: documentLines.position,
      orderPosition: documentLines.orderPosition,
      orderItemId: documentLines.orderItemId,
    })
    .from(documentLines)
    .where(eq(documentLines.documentId, invoiceId));
}

/** The orders that the lines are of, in the invoice's order. */
async function ordersOf(tx: Transaction, invoiceId: string, positions: number[]) {
  const all = await tx
    .select()
    .from(documentOrders)
    .where(eq(documentOrders.documentId, invoiceId))
    .orderBy(asc(documentOrders.position));
  return all.filter(({ position }) => positions.includes(position));
}
