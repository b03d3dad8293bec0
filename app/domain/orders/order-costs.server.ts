import { eq, sql } from "drizzle-orm";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import type { Database, Transaction } from "#db/database.ts";
import { orderCharges, orderItems } from "#db/schema/orders.ts";
import type { NamedCosts } from "./order-costs.ts";

export const costColumns = {
  subtotal: orderItems.subtotal,
  promisedAmount: orderItems.promisedAmount,
  finalAmount: orderItems.finalAmount,
  taxCode: orderItems.taxCode,
  packState: orderItems.packState,
  overDecision: orderItems.overDecision,
  substitutesItemId: orderItems.substitutesItemId,
};

/** Reads an order's lines and charges for `storedCosts`. */
export async function readStoredCosts(tx: Transaction, orderId: string): Promise<NamedCosts> {
  const line = { ...costColumns, productName: orderItems.productName };
  const charge = { amount: orderCharges.amount, taxCode: orderCharges.taxCode };
  return {
    items: await tx
      .select(line)
      .from(orderItems)
      .where(eq(orderItems.orderId, orderId))
      .orderBy(orderItems.position),
    charges: await tx.select(charge).from(orderCharges).where(eq(orderCharges.orderId, orderId)),
  };
}

/**
 * Returns an order's current costs with charges and taxes: the estimate in dollars, as stored in
 * `orders`, and the maximum.
 */
export async function costsNow(
  tx: Database | Transaction,
  orderId: string,
): Promise<{ estimate: string; mostCents: Cents }> {
  const { rows } = await tx.execute<{ estimate: string; most: string }>(
    sql`select estimate::text, most::text from order_costs(${orderId}::uuid)`,
  );
  const [{ estimate, most } = { estimate: "0.00", most: "0" }] = rows;
  return { estimate, mostCents: toCents(most) };
}
