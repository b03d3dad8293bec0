import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { settle } from "#app/domain/ledger/allocations.server.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { lockCustomer } from "#db/locks.ts";
import {
  documentLines,
  documentOrders,
  documents,
  isStandingDocument,
} from "#db/schema/money/documents.ts";
import { creditNoteTerms, deliveryNoteTerms } from "../invoice-terms.ts";
import { type IssuedInvoice, issue, taxesOf } from "./issue.server.ts";

/** The document that took another back, and the number of the latter. */
export interface TakenBack {
  document: IssuedInvoice;
  number: string;
}

/**
 * Takes back an order's invoice with a credit note for all of it, or its delivery note with a
 * reversal: line by line, with the same taxes. Payments of the invoice stay as credit. The caller
 * has locked the order; this locks its customer.
 *
 * @throws Refusal if the document bills other orders too, is on a monthly invoice, or was credited
 *   or debited since
 */
export async function takeBackDocument(
  tx: Transaction,
  { orderId, reason, by }: { orderId: string; reason: string; by: string },
  shop: Shop,
): Promise<TakenBack> {
  const [found] = await standingOf(tx, orderId);
  if (!found) throw refused("This order has no invoice that could be taken back.");
  await lockCustomer(tx, found.customerId);
  const [taken, ...more] = await standingOf(tx, orderId);
  if (!taken || more.length > 0 || taken.orderCount > 1) {
    throw refused("It is billed together with others already. Credit it, or bill the difference.");
  }
  if ((await tx.$count(documents, eq(documents.correctsId, taken.id))) > 0) {
    throw refused("It was credited or added to already. Credit it, or bill the difference.");
  }
  const { customerId, buyerCompany, buyerContact, buyerAddress, buyerEmail, poNumber } = taken;
  const [order] = await tx
    .select({ orderId: documentOrders.orderId, placedAt: documentOrders.placedAt })
    .from(documentOrders)
    .where(eq(documentOrders.documentId, taken.id));
  if (!order) throw new Error(`The document ${taken.documentNumber} is of no order`);
  const lines = await tx
    .select()
    .from(documentLines)
    .where(eq(documentLines.documentId, taken.id))
    .orderBy(asc(documentLines.position));
  const isInvoice = taken.kind === "invoice";
  const taxes = await taxesOf(tx, taken.id);
  const buyer = { buyerCompany, buyerContact, buyerAddress, buyerEmail };
  const termsOn = isInvoice ? creditNoteTerms(shop) : deliveryNoteTerms(shop);
  const document = await issue(
    tx,
    {
      series: isInvoice ? "CN" : "DR",
      about: {
        customerId,
        ...buyer,
        poNumber,
        reason,
        correctsId: taken.id,
        takesBackId: taken.id,
      },
      orders: [order],
      lines: lines.map(({ documentId, position, orderPosition: _, ...line }) => ({
        ...line,
        orderId,
        correctsId: documentId,
        correctsPosition: position,
      })),
    },
    (at) => ({ ...termsOn(at), taxes }),
  );
  if (isInvoice) {
    const credit = { customerId, documentId: document.id };
    await settle(tx, { userId: by }, credit, { documents: [taken.id], rest: "nothing yet" });
  }
  return { document, number: taken.documentNumber };
}

/** Returns an order's credit notes that took back an invoice, in order, with its number. */
export function takenBackOf(tx: Transaction, orderId: string) {
  return tx
    .select(pick(documents, "id", "kind", "documentNumber", "url", "customerId", "takesBackId"))
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(and(eq(documentOrders.orderId, orderId), isNotNull(documents.takesBackId)))
    .orderBy(asc(documents.issuedAt), asc(documents.number));
}

/** Returns a document's number. */
export async function numberOf(tx: Transaction, id: string | null): Promise<string> {
  if (id === null) return "";
  const [found] = await tx
    .select({ number: documents.documentNumber })
    .from(documents)
    .where(eq(documents.id, id));
  return found?.number ?? "";
}

function standingOf(tx: Transaction, orderId: string) {
  return tx
    .select({
      id: documents.id,
      kind: documents.kind,
      documentNumber: documents.documentNumber,
      customerId: documents.customerId,
      orderCount: documents.orderCount,
      poNumber: documents.poNumber,
      buyerCompany: documents.buyerCompany,
      buyerContact: documents.buyerContact,
      buyerAddress: documents.buyerAddress,
      buyerEmail: documents.buyerEmail,
    })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(
      and(
        eq(documentOrders.orderId, orderId),
        inArray(documents.kind, ["invoice", "delivery_note"]),
        isStandingDocument,
      ),
    )
    .orderBy(asc(documents.issuedAt), asc(documents.id));
}

const refused = (message: string) => new Refusal("not reopened", message);
