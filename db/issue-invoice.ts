import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Transaction } from "./database.ts";
import { invoiceCounter, invoices } from "./schema/invoices.ts";

/**
 * Gives an order its invoice, with the next number and an address that cannot be guessed
 * (`/invoices/` and 32 characters, 192 bits). For whoever fulfils an order, in that very
 * transaction: the counter's row stays locked until it ends, so a number is neither skipped nor
 * given twice, and invoices are issued one after another.
 *
 * @param invoice the amount in dollars, as text; the date only where it is not now
 * @throws when the order has an invoice already (constraint `invoices_order_id_unique`)
 */
export async function issueInvoice(
  tx: Transaction,
  invoice: { orderId: string; amount: string; createdAt?: Date },
): Promise<typeof invoices.$inferSelect> {
  const [counter] = await tx
    .update(invoiceCounter)
    .set({ lastNumber: sql`${invoiceCounter.lastNumber} + 1` })
    .where(eq(invoiceCounter.id, 1))
    .returning();
  if (!counter) throw new Error("The row of invoice_counter is missing");
  const [issued] = await tx
    .insert(invoices)
    .values({
      ...invoice,
      invoiceNumber: `INV-${String(counter.lastNumber).padStart(6, "0")}`,
      invoiceUrl: `/invoices/${randomBytes(24).toString("base64url")}`,
    })
    .returning();
  if (!issued) throw new Error("The invoice was not stored");
  return issued;
}
