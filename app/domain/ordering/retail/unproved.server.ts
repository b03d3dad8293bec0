import { and, eq, sql } from "drizzle-orm";
import { hasShare } from "#app/domain/delivery/network-share.server.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { lockName } from "#db/locks.ts";
import { customers } from "#db/schema/customers.ts";
import { orders } from "#db/schema/orders.ts";
import { confirmByLink, mostUnproved, type UnprovedReason } from "./unproved.ts";

/** A guest has to confirm the address first, or to pay by card; nothing was stored. */
export class UnprovedError extends Refusal<"unproved"> {
  readonly reason: UnprovedReason;

  constructor(reason: UnprovedReason) {
    super("unproved", confirmByLink(reason));
    this.reason = reason;
  }
}

/**
 * Refuses what a guest whose address nobody has proved may not have: an order that is not paid by card
 * and comes to too much, too many of those, or with what others of their network have, too much of a
 * day. Called after an order was stored or changed, in the same transaction: by then its run is locked,
 * so of several at once each sees those before it. Whoever places orders holds `lockGuest`.
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

/** Orders with one address go one after another, so that each is judged with those before it. */
export async function lockGuest(tx: Transaction, email: string): Promise<void> {
  await lockName(tx, `guest ${email}`);
}

const isUnproved = sql`customers.guest_proved_at is null`;

/** Orders with an address that nobody has proved, nor paid for by card, and that are not packed. */
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
