import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import type { Transaction } from "./database.ts";
import { user } from "./schema/accounts.ts";
import { customerDetails, customers, members, ownerOfCustomer } from "./schema/customers.ts";
import { invoiceCounter, invoices } from "./schema/invoices.ts";
import { orders } from "./schema/orders.ts";

/**
 * Issues an order's invoice, with the next number, an unguessable address (`/invoices/` and 32
 * characters, 192 bits), and the customer's current details. Call it in the
 * transaction that fulfils the order: the counter's row stays locked until that ends, so numbers
 * are neither skipped nor reused, and invoices are issued one after another.
 *
 * @param invoice the amount in dollars, as text; the date only if it is not now
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
      ...(await billedTo(tx, invoice.orderId)),
      invoiceNumber: `INV-${String(counter.lastNumber).padStart(6, "0")}`,
      invoiceUrl: `/invoices/${randomBytes(24).toString("base64url")}`,
    })
    .returning();
  if (!issued) throw new Error("The invoice was not stored");
  return issued;
}

/** The order's customer; empty if there is no such order, which the insert then rejects. */
async function billedTo(tx: Transaction, orderId: string) {
  const [customer] = await tx
    .select({
      billedCompany: customers.companyName,
      billedContact: customers.contactName,
      billedAddress: customerDetails.address,
      billedEmail: sql<string>`coalesce(${user.email}, '')`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(eq(orders.id, orderId));
  return customer;
}
