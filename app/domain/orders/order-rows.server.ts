import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgInsertValue, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { isUuid } from "#app/lib/uuid.ts";
import type { Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { taxShares } from "./lists/tax-shares.server.ts";

// The only writer of the rows of orders and their lines. New lines are in `order-lines.server.ts`,
// states in `order-state.server.ts`. Callers have checked permissions, hold the order's lock, and
// audit the change.

export type OrderRow = typeof orders.$inferSelect;

/** An order's columns except its state. */
type OrderFields = Omit<
  PgUpdateSetSource<typeof orders>,
  "id" | "number" | "customerId" | "status" | "awaitsUntil" | "cardAcceptedAt" | "deliveredAt"
>;

type LineFields = Omit<PgUpdateSetSource<typeof orderItems>, "id" | "orderId" | "position">;

/**
 * Locks an order until the transaction ends, as everyone who changes one does. Returns undefined
 * for an unknown order or one that doesn't match `allowed`.
 */
export async function lockOrder(
  tx: Transaction,
  id: string,
  allowed?: SQL,
): Promise<OrderRow | undefined> {
  if (!isUuid(id)) return undefined;
  const own = and(eq(orders.id, id), allowed);
  const [order] = await tx.select().from(orders).where(own).for("update");
  return order;
}

/** Stores a new order, without lines and charges, and returns it as stored. */
export async function insertOrder(
  tx: Transaction,
  order: PgInsertValue<typeof orders>,
): Promise<OrderRow> {
  const [stored] = await tx.insert(orders).values(order).returning();
  if (!stored) throw new Error("The order was not stored");
  return stored;
}

/** Updates columns that don't affect what was ordered or packed, e.g. its booking or billing. */
export async function updateOrder(tx: Transaction, id: string, fields: OrderFields): Promise<void> {
  await tx.update(orders).set(fields).where(eq(orders.id, id));
}

/** Moves an order to another record of its client, at one of that record's sites and stops. */
export function giveOrder(
  tx: Transaction,
  id: string,
  whose: Pick<OrderRow, "customerId" | "shipToId" | "stopId">,
): Promise<void> {
  return touchOrder(tx, id, whose as OrderFields);
}

/**
 * Increments the order's version and updates columns. The version notifies every page that shows
 * the order; to finish it or save a form about it, one must have seen the latest version.
 */
export function touchOrder(tx: Transaction, id: string, fields: OrderFields = {}): Promise<void> {
  return updateOrder(tx, id, { ...fields, version: sql`${orders.version} + 1` });
}

/** Updates an order as `touchOrder` does, with a new estimated total in dollars. */
export function estimateAnew(
  tx: Transaction,
  id: string,
  totalPrice: string,
  fields: OrderFields = {},
): Promise<void> {
  const estimatedTotal = sql`${orders.estimatedTotal} + ${totalPrice} - ${orders.totalPrice}`;
  return touchOrder(tx, id, { ...fields, totalPrice, estimatedTotal });
}

/** Erases personal data and addresses from a customer's orders. */
export async function eraseFromOrders(tx: Transaction, customerId: string): Promise<void> {
  const place = { deliveryName: "", deliveryAddress: "", deliveryPostalCode: "" };
  await tx
    .update(orders)
    .set({ ...place, deliveryPhone: "", deliveryNotes: "", notes: "", standingNotes: "" })
    .where(eq(orders.customerId, customerId));
}

/** Sets the totals of the orders on an invoice to their shares of it. */
export async function shareInvoice(tx: Transaction, invoiceId: string): Promise<void> {
  await tx.execute(sql`
    update orders set total_price = shares.total
    from (
      select order_position, sum(taxable + amount) as total
      from ${taxShares(invoiceId)} as taxed group by order_position
    ) as shares join document_orders on document_id = ${invoiceId} and position = order_position
    where orders.id = order_id and total_price <> shares.total`);
}

/** Updates several lines alike: pounds and dollars as text, e.g. "12.50". */
export async function updateLines(
  tx: Transaction,
  ids: readonly string[],
  fields: LineFields,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(orderItems)
    .set(fields)
    .where(inArray(orderItems.id, [...ids]));
}

/** Removes lines that never had a package; packages keep their line. */
export async function removeLines(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(orderItems).where(inArray(orderItems.id, [...ids]));
}
