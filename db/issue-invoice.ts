import { randomBytes } from "node:crypto";
import { eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "./database.ts";
import { user } from "./schema/accounts.ts";
import { customerDetails, customers, members, ownerOfCustomer } from "./schema/customers.ts";
import {
  type DocumentWords,
  documentOrders,
  documentSeries,
  documents,
  documentTaxes,
} from "./schema/documents.ts";
import { orders } from "./schema/orders.ts";

/** What an invoice says besides its order and its customer, for the moment it is issued. */
export interface InvoiceTerms {
  /** Pacific days, e.g. "2026-11-14". */
  issuedOn: string;
  dueOn: string;
  /** For example "net 30 days". */
  terms: string;
  words: DocumentWords;
  /** The tax on every line. */
  tax: { code: string; label: string; rate: string; reason: string };
}

/** An invoice as it was issued. */
export type IssuedInvoice = typeof documents.$inferSelect;

/**
 * Issues an order's invoice: freezes its lines, the customer's current details and the terms in a
 * document with the next number and an unguessable address (`/invoices/` and 32 characters, 192
 * bits). Call it in the transaction that fulfils the order: the series stays locked until that
 * ends, so numbers are neither skipped nor reused, and invoices are issued one after another.
 *
 * @param issuedAt only if it is not now
 * @throws when there is no such order, and at the commit if the figures don't add up (constraint
 *   `documents_add_up`)
 */
export async function issueInvoice(
  tx: Transaction,
  { orderId, issuedAt }: { orderId: string; issuedAt?: Date },
  termsOn: (issuedAt: Date) => InvoiceTerms,
): Promise<IssuedInvoice> {
  const [series] = await tx
    .update(documentSeries)
    .set({ lastNumber: sql`${documentSeries.lastNumber} + 1` })
    .where(eq(documentSeries.series, "INV"))
    .returning();
  if (!series) throw new Error("The series of invoices is missing");
  const order = await orderToBill(tx, orderId);
  // After the lock, so that later numbers have later times.
  const at = issuedAt ?? new Date();
  const { tax, ...terms } = termsOn(at);
  const { kind, lastNumber: number } = series;
  const { placedAt, customerId, lineCount, subtotal, ...buyer } = order;
  const taxAmount = sql<string>`round(${subtotal}::numeric * ${tax.rate}::numeric / 100, 2)`;
  const [issued] = await tx
    .insert(documents)
    .values({
      ...{ kind, series: series.series, number, issuedAt: at, ...terms },
      ...{ customerId, ...buyer, lineCount, subtotal },
      total: sql`${subtotal}::numeric + ${taxAmount}`,
      url: `/invoices/${randomBytes(24).toString("base64url")}`,
    })
    .returning();
  if (!issued) throw new Error("The invoice was not stored");
  const documentId = issued.id;
  await tx.insert(documentOrders).values({ documentId, position: 0, orderId, placedAt });
  const { code: taxCode, ...taxed } = tax;
  const taxRow = { documentId, taxCode, ...taxed, taxable: subtotal, amount: taxAmount };
  await tx.insert(documentTaxes).values(taxRow);
  await tx.execute(sql`
    insert into document_lines
      (document_id, position, order_item_id, description, ordered, packed, unit_price, amount, tax_code)
    select ${documentId}, position, id, product_name, quantity, quantity, price_per_lb, subtotal, ${taxCode}
    from order_items where order_id = ${orderId}`);
  return issued;
}

/**
 * Completes invoices from before documents kept who issued them and how to pay: with the words that
 * they were printed with until this version. Called at every start; later ones have their own.
 */
export async function completeInvoices(tx: Transaction, words: DocumentWords): Promise<void> {
  await tx.update(documents).set({ words }).where(isNull(documents.words));
}

/** The order with the sum of its lines, and whom it is billed to. */
async function orderToBill(tx: Transaction, orderId: string) {
  const ofOrder = sql`from order_items where order_id = ${orders.id}`;
  const [order] = await tx
    .select({
      placedAt: orders.placedAt,
      customerId: customers.id,
      lineCount: sql<number>`(select count(*) ${ofOrder})`.mapWith(Number),
      subtotal: sql<string>`(select coalesce(sum(subtotal), 0.00) ${ofOrder})`,
      buyerCompany: customers.companyName,
      buyerContact: customers.contactName,
      buyerAddress: customerDetails.address,
      buyerEmail: sql<string>`coalesce(${user.email}, '')`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(eq(orders.id, orderId));
  if (!order) throw new Error(`There is no order ${orderId}`);
  return order;
}
