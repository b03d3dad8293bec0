import { eq } from "drizzle-orm";
import {
  creditNoteTerms,
  deliveryNoteTerms,
  invoiceTerms,
} from "#app/domain/documents/invoice-terms.ts";
import type { IssuedInvoice } from "#app/domain/documents/issuing/issue.server.ts";
import { issueCreditNote } from "#app/domain/documents/issuing/issue-credit-note.server.ts";
import {
  issueDeliveryNote,
  issueInvoice,
} from "#app/domain/documents/issuing/issue-invoice.server.ts";
import { packAsOrdered } from "#app/domain/packages/pack-as-ordered.server.ts";
import type { Database } from "#db/database.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { orderItems } from "#db/schema/orders.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { insertOrder } from "../factories.ts";

/** Inserts a line of an order: 10 lb at $24.99 of a product that is no longer in the catalogue. */
export async function insertOrderItem(
  db: Database,
  orderId: string,
  overrides: Partial<typeof orderItems.$inferInsert> = {},
): Promise<typeof orderItems.$inferSelect> {
  const [item] = await db
    .insert(orderItems)
    .values({
      position: 0,
      productName: "Ribeye Steak",
      quantity: "10.00",
      pricePerLb: "24.99",
      ...overrides,
      orderId,
    })
    .returning();
  if (!item) throw new Error("Nothing was inserted");
  return item;
}

/** Returns weight and price of a line worth this many dollars. */
export function lineOver(dollars: string) {
  // A price has an upper limit, so larger amounts are 100 lb at a hundredth of them.
  return Number(dollars) < 10_000
    ? { quantity: "1.00", pricePerLb: dollars }
    : { quantity: "100.00", pricePerLb: (Number(dollars) / 100).toFixed(2) };
}

/** Inserts an order with one line over its total; otherwise as `insertOrder`. */
export async function insertFilledOrder(...[db, ...order]: Parameters<typeof insertOrder>) {
  const inserted = await insertOrder(db, ...order);
  await insertOrderItem(db, inserted.id, lineOver(inserted.totalPrice));
  return inserted;
}

/** Issues an order's invoice in its own transaction; one without lines first gets a line. */
export function issueFor(
  db: Database,
  { id: orderId, totalPrice }: { id: string; totalPrice: string },
  issuedAt?: Date,
): Promise<IssuedInvoice> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(orderItems, eq(orderItems.orderId, orderId))) === 0) {
      await insertOrderItem(tx, orderId, lineOver(totalPrice));
    }
    await packAsOrdered(tx, orderId, null);
    return issueInvoice(tx, { orderId, ...(issuedAt && { issuedAt }) }, invoiceTerms(sampleShop()));
  });
}

/** Credits dollars of an invoice's first line. */
export function creditFor(db: Database, invoiceId: string, amount: string) {
  const lines = [{ position: 0, amount, remark: "" }];
  return db.transaction((tx) =>
    issueCreditNote(
      tx,
      { invoiceId, reason: "Refused", lines, issuedBy: null },
      creditNoteTerms(sampleShop()),
    ),
  );
}

/** Fulfils an order of one line over its total, as for a customer who is invoiced by the month. */
export function noteFor(
  db: Database,
  { id: orderId, totalPrice }: { id: string; totalPrice: string },
  issuedAt?: Date,
): Promise<IssuedInvoice> {
  return db.transaction(async (tx) => {
    if ((await tx.$count(orderItems, eq(orderItems.orderId, orderId))) === 0) {
      await insertOrderItem(tx, orderId, lineOver(totalPrice));
    }
    await packAsOrdered(tx, orderId, null);
    const note = { orderId, ...(issuedAt && { issuedAt }) };
    return issueDeliveryNote(tx, note, deliveryNoteTerms(sampleShop()));
  });
}

/** Returns the documents of an order, oldest first. */
export async function documentsOf(db: Database, orderId: string): Promise<IssuedInvoice[]> {
  const found = await db
    .select({ document: documents })
    .from(documents)
    .innerJoin(documentOrders, eq(documentOrders.documentId, documents.id))
    .where(eq(documentOrders.orderId, orderId))
    .orderBy(documents.issuedAt);
  return found.map(({ document }) => document);
}
