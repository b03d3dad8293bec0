import { eq } from "drizzle-orm";
import type { PgInsertValue } from "drizzle-orm/pg-core";
import type { Transaction } from "#db/database.ts";
import { documents } from "#db/schema/money/documents.ts";
import { tillSales } from "#db/schema/money/tills.ts";

/** Stores a sale at a till. The caller holds the session's lock. */
export async function insertTillSale(
  tx: Transaction,
  sale: PgInsertValue<typeof tillSales>,
): Promise<void> {
  await tx.insert(tillSales).values(sale);
}

/** Returns the sale if it was already submitted, else undefined. */
export async function soldBefore(tx: Transaction, requestId: string) {
  const [sold] = await tx
    .select({
      id: tillSales.orderId,
      documentNumber: documents.documentNumber,
      remarks: tillSales.remarks,
      slip: tillSales.slip,
      device: tillSales.device,
    })
    .from(tillSales)
    .innerJoin(documents, eq(documents.id, tillSales.documentId))
    .where(eq(tillSales.requestId, requestId));
  return sold && { ...sold, remarks: sold.remarks === "" ? [] : sold.remarks.split("\n") };
}
