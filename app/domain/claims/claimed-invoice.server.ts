import { and, asc, eq, inArray, not, type SQL } from "drizzle-orm";
import {
  type CreditableLine,
  creditableLines,
} from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import {
  documentLines,
  documentOrders,
  documents,
  isCreditTakenBack,
  isStandingDocument,
} from "#db/schema/money/documents.ts";

/** An invoice that stands, with what can still be credited of its lines. */
export interface ClaimedInvoice {
  id: string;
  number: string;
  lines: CreditableLine[];
}

/** A line of an order, or, for what is none, such as a fee, a line of a document. */
export interface ClaimTarget {
  itemId: string | null;
  documentId: string | null;
  linePosition: number | null;
}

/** Returns the invoices of an order on which its lines can be credited, oldest first. */
export function invoicesOfOrder(
  db: Database | Transaction,
  orderId: string,
): Promise<ClaimedInvoice[]> {
  const ofOrder = db
    .select({ id: documentOrders.documentId })
    .from(documentOrders)
    .where(eq(documentOrders.orderId, orderId));
  return creditable(db, inArray(documents.id, ofOrder));
}

/**
 * Returns the invoice on which a claim is credited, chosen by its first line; undefined if that is
 * not invoiced. A credit note corrects one invoice only.
 */
export async function claimedInvoice(
  db: Database | Transaction,
  claim: ClaimTarget,
): Promise<ClaimedInvoice | undefined> {
  const billing = db
    .select({ id: documentLines.documentId })
    .from(documentLines)
    .where(
      claim.itemId
        ? eq(documentLines.orderItemId, claim.itemId)
        : eq(documentLines.documentId, claim.documentId ?? ""),
    );
  return invoiceToCredit(await creditable(db, inArray(documents.id, billing)), claim);
}

/**
 * Returns the invoice on which a line is credited: the oldest with something of it left, so that a
 * difference billed later is credited once nothing is left of the first; else the oldest.
 */
export function invoiceToCredit(
  invoices: readonly ClaimedInvoice[],
  claim: ClaimTarget,
): ClaimedInvoice | undefined {
  const billing = invoices.filter(({ id, lines }) => linesOfClaim({ id, lines }, claim).length > 0);
  const hasLeft = (invoice: ClaimedInvoice) =>
    linesOfClaim(invoice, claim).some(({ leftAmount }) => toCents(leftAmount) > 0);
  return billing.find(hasLeft) ?? billing[0];
}

/** Returns the lines of an invoice that bill a claim's line; one beyond the promise is there twice. */
export function linesOfClaim(
  { id, lines }: Pick<ClaimedInvoice, "id" | "lines">,
  { itemId, documentId, linePosition }: ClaimTarget,
): CreditableLine[] {
  return lines.filter((line) =>
    itemId === null
      ? documentId === id && line.position === linePosition
      : line.orderItemId === itemId,
  );
}

async function creditable(
  db: Database | Transaction,
  which: SQL | undefined,
): Promise<ClaimedInvoice[]> {
  const invoices = await db
    .select({ id: documents.id, number: documents.documentNumber })
    .from(documents)
    .where(
      and(
        which,
        eq(documents.kind, "invoice"),
        isStandingDocument,
        // It bills a credit again, which can be credited again on its own invoice.
        not(isCreditTakenBack),
      ),
    )
    .orderBy(asc(documents.issuedAt), asc(documents.id));
  const found: ClaimedInvoice[] = [];
  for (const invoice of invoices) {
    found.push({ ...invoice, lines: await creditableLines(db, invoice.id) });
  }
  return found;
}
