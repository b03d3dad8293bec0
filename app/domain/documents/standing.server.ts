import { and, asc, desc, eq, isNull } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";

/** The invoice that bills an order and was not taken back: the first, as those over differences come later. */
export async function standingInvoiceOf(db: Database | Transaction, orderId: string) {
  const [invoice] = await db
    .select({ id: documents.id, documentNumber: documents.documentNumber })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(
      and(
        eq(documentOrders.orderId, orderId),
        eq(documents.kind, "invoice"),
        isNull(documents.correctsId),
        isStandingDocument,
      ),
    )
    .orderBy(asc(documents.issuedAt), desc(documents.id))
    .limit(1);
  return invoice;
}
