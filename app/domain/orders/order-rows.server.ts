import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { PgInsertValue, PgUpdateSetSource } from "drizzle-orm/pg-core";
import { isUuid } from "#app/lib/uuid.ts";
import type { Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { taxShares } from "./lists/tax-shares.server.ts";

// The rows of orders and their lines, written here alone, a statement each. New lines are
// `order-lines.server.ts`'s, states `order-state.server.ts`'s. Who calls has checked what may be
// changed, holds the order's lock, and logs the change.

export type OrderRow = typeof orders.$inferSelect;

/** What an order's row says besides its state. */
type OrderFields = Omit<
  PgUpdateSetSource<typeof orders>,
  "id" | "number" | "customerId" | "status" | "awaitsUntil" | "cardAcceptedAt" | "deliveredAt"
>;

type LineFields = Omit<PgUpdateSetSource<typeof orderItems>, "id" | "orderId" | "position">;

/**
 * Locks an order until the transaction ends, as everybody does who changes one: whoever comes second
 * finds it as the first has left it.
 *
 * @param allowed what else must be true of it
 * @returns undefined if there is none
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

/** Stores a new order, with its first state; its lines and charges follow. Returns it as stored. */
export async function insertOrder(
  tx: Transaction,
  order: PgInsertValue<typeof orders>,
): Promise<OrderRow> {
  const [stored] = await tx.insert(orders).values(order).returning();
  if (!stored) throw new Error("The order was not stored");
  return stored;
}

/** Sets what is no change of what was ordered or packed: where it is booked, what was billed of it. */
export async function updateOrder(tx: Transaction, id: string, fields: OrderFields): Promise<void> {
  await tx.update(orders).set(fields).where(eq(orders.id, id));
}

/** Gives an order to another record of its client, to a site and a stop of that one. */
export function giveOrder(
  tx: Transaction,
  id: string,
  whose: Pick<OrderRow, "customerId" | "shipToId" | "stopId">,
): Promise<void> {
  return touchOrder(tx, id, whose as OrderFields);
}

/**
 * A new version of the order, with what is set besides. It tells every page that shows it, and whoever
 * finishes it or saves a form about it has to have seen it.
 */
export function touchOrder(tx: Transaction, id: string, fields: OrderFields = {}): Promise<void> {
  return updateOrder(tx, id, { ...fields, version: sql`${orders.version} + 1` });
}

/** As `touchOrder`, for an order that is estimated at another total, in dollars, than before. */
export function estimateAnew(
  tx: Transaction,
  id: string,
  totalPrice: string,
  fields: OrderFields = {},
): Promise<void> {
  const estimatedTotal = sql`${orders.estimatedTotal} + ${totalPrice} - ${orders.totalPrice}`;
  return touchOrder(tx, id, { ...fields, totalPrice, estimatedTotal });
}

/** Takes what was typed about a person, and where they live, from all orders of a customer. */
export async function eraseFromOrders(tx: Transaction, customerId: string): Promise<void> {
  const place = { deliveryName: "", deliveryAddress: "", deliveryPhone: "", deliveryNotes: "" };
  await tx
    .update(orders)
    .set({ ...place, notes: "", standingNotes: "" })
    .where(eq(orders.customerId, customerId));
}

/** Makes the totals of the orders on an invoice their shares of it. */
export async function shareInvoice(tx: Transaction, invoiceId: string): Promise<void> {
  await tx.execute(sql`
    update orders set total_price = shares.total
    from (
      select order_position, sum(taxable + amount) as total
      from ${taxShares(invoiceId)} as taxed group by order_position
    ) as shares join document_orders on document_id = ${invoiceId} and position = order_position
    where orders.id = order_id and total_price <> shares.total`);
}

/** Sets the same of several lines: pounds and dollars as text, e.g. "12.50". */
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

/** Takes lines out of an order before anything of them was weighed: what was weighed keeps its line. */
export async function removeLines(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.delete(orderItems).where(inArray(orderItems.id, [...ids]));
}
