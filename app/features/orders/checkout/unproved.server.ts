import { and, eq, sql } from "drizzle-orm";
import { toCents } from "#app/lib/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { mostUnproved, UnprovedError } from "./unproved.ts";

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
  if (runId && network !== "" && (await hasShare(tx, runId, network))) {
    throw new UnprovedError("share");
  }
}

/** Orders with one address go one after another, so that each is judged with those before it. */
export async function lockGuest(tx: Transaction, email: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`guest ${email}`}, 0))`);
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

/** Whether unproved guests of a network have more of a day than their share. */
async function hasShare(tx: Transaction, runId: string, network: string): Promise<boolean> {
  const { rows } = await tx.execute<{ over: boolean }>(sql`
    select coalesce(count(distinct orders.stop_id) > 1
        and count(distinct orders.stop_id) > floor(runs.cap_stops * ${mostUnproved.share}::numeric), false)
      or coalesce(sum(orders.booked_lb) > runs.cap_lb * ${mostUnproved.share}::numeric, false) as over
    from ${runs}
      join ${orders} on orders.run_id = runs.id
      join ${customers} on customers.id = orders.customer_id
    where runs.id = ${runId} and customers.guest_network = ${network} and ${isUnproved}
      and orders.status in ('pending', 'awaiting_payment')
    group by runs.id`);
  return rows[0]?.over === true;
}

/** Forgets the networks of guests none of whose orders counts for them any more. */
export async function forgetNetworks(db: Database): Promise<void> {
  await db
    .update(customers)
    .set({ guestNetwork: "" })
    .where(
      sql`${customers.guestNetwork} <> '' and not exists (select from orders
        where orders.customer_id = customers.id and status in ('pending', 'awaiting_payment'))`,
    );
}
