import { and, eq, isNotNull, not, type SQL, sql } from "drizzle-orm";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockOrders } from "#db/locks.ts";
import { isOrderHeld, orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { type OrderDoer, type OrderVerbToday, orderLifecycle } from "./order-lifecycle.ts";
import { orderGone, orderHeld, orderSettled, orderUnconfirmed } from "./order-refusals.server.ts";
import type { OrderRow } from "./order-rows.server.ts";

/** Who changes an order's state, and as what. */
export interface OrderActor extends Actor {
  readonly as: OrderDoer;
}

/** As what somebody changes an order. */
export function actingAs({ userId, email }: Actor, as: OrderDoer): OrderActor {
  return { userId, email, as };
}

/** By itself, when its time has come. */
export const byClock: OrderActor = { userId: null, email: "the shop", as: "clock" };

/** What else an order's row says of the change. */
type Along = Partial<Pick<typeof orders.$inferInsert, "deliveredAt">>;

/** A held order is released first, a new client's confirmed. */
const mayFinish = and(not(orders.isNewClient), not(isOrderHeld));

/**
 * Changes the state of the orders that `which` finds in the state that the verb leaves, with an audit
 * entry of each: the only writer of an order's state. The update checks the state itself, so of two at
 * once the second waits, and then finds none. What follows is the caller's business.
 *
 * @throws Error for who may not do it at all
 */
export async function changeOrderStates(
  tx: Transaction,
  by: OrderActor,
  verb: OrderVerbToday,
  which: SQL | undefined,
  along: Along = {},
): Promise<OrderRow[]> {
  const { from, to, who, action } = orderLifecycle.transitions[verb];
  if (!who.some((one) => one === by.as)) throw new Error(`${by.as} may not ${verb} an order`);
  const before: OrderStatus = from[0];
  const accepted = verb === "accept card" && { cardAcceptedAt: sql`now()` };
  const changed = await tx
    .update(orders)
    .set({ status: to, awaitsUntil: null, ...accepted, ...along })
    .where(and(which, eq(orders.status, before), verb === "finish" ? mayFinish : undefined))
    .returning();
  if (changed.length === 0) return [];
  const entries = changed.map(({ id }) => ({
    entity: "order" as const,
    entityId: id,
    action,
    before: { status: before },
    after: { status: to },
  }));
  await recordAudit(tx, by, ...entries);
  return changed;
}

/**
 * As `changeOrderStates`, of one order.
 *
 * @throws Refusal when there is none, or it is in another state, not confirmed or held
 */
export async function changeOrderState(
  tx: Transaction,
  by: OrderActor,
  verb: OrderVerbToday,
  id: string,
): Promise<OrderRow> {
  if (!isUuid(id)) throw orderGone();
  const [order] = await changeOrderStates(tx, by, verb, eq(orders.id, id));
  if (order) return order;
  throw await whyUnchanged(tx, id);
}

/**
 * Confirms a new client: all their pending orders are as those of others from now on, with an audit entry
 * of each.
 */
export async function confirmOrdersOf(
  tx: Transaction,
  by: Actor,
  customerId: string,
): Promise<OrderRow[]> {
  const waiting = and(
    ...[eq(orders.customerId, customerId), orders.isNewClient, eq(orders.status, "pending")],
  );
  const all = await tx.select({ id: orders.id }).from(orders).where(waiting);
  await lockOrders(tx, ...all.map(({ id }) => id));
  const confirmed = await tx.update(orders).set({ isNewClient: false }).where(waiting).returning();
  if (confirmed.length === 0) return [];
  const entity = "order" as const;
  const entries = confirmed.map(({ id }) => ({ entity, entityId: id, action: "confirmed" }));
  await recordAudit(tx, by, ...entries);
  return confirmed;
}

/**
 * Lets the orders that `which` finds keep their places, of those that wait for their guest to confirm the
 * address.
 *
 * @returns whether one waited
 */
export async function keepPlaces(db: Database | Transaction, which: SQL): Promise<boolean> {
  const kept = await db
    .update(orders)
    .set({ awaitsUntil: null })
    .where(and(which, eq(orders.status, "pending"), isNotNull(orders.awaitsUntil)))
    .returning({ id: orders.id });
  return kept.length > 0;
}

/** Until when an order keeps its place that waits for its guest to confirm the address. */
export async function waitUntil(tx: Transaction, id: string, until: Date): Promise<void> {
  const waits = and(eq(orders.id, id), eq(orders.status, "pending"), isNotNull(orders.awaitsUntil));
  await tx.update(orders).set({ awaitsUntil: until }).where(waits);
}

/** Why a pending order was not changed as asked. */
export async function whyUnchanged(tx: Transaction, id: string): Promise<Error> {
  const [order] = await tx
    .select({
      status: orders.status,
      isNewClient: orders.isNewClient,
      isHeld: isOrderHeld,
    })
    .from(orders)
    .where(eq(orders.id, id));
  if (order?.status === "pending" && order.isNewClient) return orderUnconfirmed();
  if (order?.status === "pending" && order.isHeld) return orderHeld();
  return order ? orderSettled(order.status) : orderGone();
}
