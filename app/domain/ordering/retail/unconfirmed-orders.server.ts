import { and, eq, sql } from "drizzle-orm";
import { hasShare } from "#app/domain/delivery/network-share.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { confirmByLink, mostUnproved, type UnprovedReason } from "./guest-limits.ts";

/** The guest must first confirm the address, or pay by card; nothing was stored. */
export class UnprovedError extends Refusal<"unproved"> {
  readonly reason: UnprovedReason;

  constructor(reason: UnprovedReason) {
    super("unproved", confirmByLink(reason));
    this.reason = reason;
  }
}

/**
 * Enforces the limits for guests whose address is unproved: the total of an order not paid by card,
 * the number of such orders, and their network's share of a day. Call it after storing or changing
 * an order, in the same transaction, whose lock on the run lets concurrent orders see each other.
 * Placing also holds `lockGuest`.
 *
 * @throws UnprovedError
 */
export async function refuseUnproved(tx: Transaction, orderId: string): Promise<void> {
  const [order] = await tx
    .select({
      total: orders.totalPrice,
      way: orders.paymentWay,
      runId: orders.runId,
      email: customers.guestEmail,
      network: customers.guestNetwork,
      isProved: sql<boolean>`${customers.guestProvedAt} is not null`,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(eq(orders.id, orderId));
  if (!order || order.isProved || order.email === "") return;
  if (order.way !== "card") {
    if (toCents(order.total) > mostUnproved.cents) throw new UnprovedError("amount");
    if ((await ordersOf(tx, order.email)) > mostUnproved.orders) throw new UnprovedError("orders");
  }
  const { runId, network } = order;
  if (runId && network !== "" && (await hasShare(tx, runId, network, mostUnproved.share))) {
    throw new UnprovedError("share");
  }
}

/** Serializes orders with the same address, so that each sees those before it. */
export async function lockGuest(tx: Transaction, email: string): Promise<void> {
  await lockName(tx, `guest ${email}`);
}

const isUnproved = sql`customers.guest_proved_at is null`;

/** Counts an address's orders that are neither proved, paid by card nor packed. */
async function ordersOf(tx: Transaction, email: string): Promise<number> {
  const [row] = await tx
    .select({ orders: sql<number>`count(*)::int` })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        eq(customers.guestEmail, email),
        isUnproved,
        eq(orders.status, "pending"),
        sql`${orders.paymentWay} <> 'card'`,
      ),
    );
  return row?.orders ?? 0;
}
