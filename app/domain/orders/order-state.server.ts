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

export interface OrderActor extends Actor {
  readonly as: OrderDoer;
}

/** Returns the actor of a change in a role. */
export function actingAs({ userId, email }: Actor, as: OrderDoer): OrderActor {
  return { userId, email, as };
}

/** The actor of automatic changes that fall due. */
export const byClock: OrderActor = { userId: null, email: "the shop", as: "clock" };

type Along = Partial<Pick<typeof orders.$inferInsert, "deliveredAt">>;

/** A held order must be released first, and a new client's order confirmed. */
const mayFinish = and(not(orders.isNewClient), not(isOrderHeld));

/** The current time if the order's run has left, but never before the run's departure. */
const ifRunHasLeft = sql`(select greatest(now(), runs.departed_at) from runs
  where runs.id = orders.run_id and runs.departed_at is not null)`;

/**
 * Applies a verb to the orders matching `which` that are in the verb's initial state, with an audit
 * entry each. The only writer of order states. The update checks the state itself, so the second of
 * two concurrent callers waits and then matches none. Follow-up actions are the caller's.
 *
 * @throws Error if the actor may not use the verb at all
 */
export async function changeOrderStates(
  tx: Transaction,
  by: OrderActor,
  verb: OrderVerbToday,
  which: SQL | undefined,
  along: Along = {},
  /** Replaces the verb's own action in the history. */
  saidAs?: string,
): Promise<OrderRow[]> {
  const { from, to, who, action } = orderLifecycle.transitions[verb];
  if (!who.some((one) => one === by.as)) throw new Error(`${by.as} may not ${verb} an order`);
  const before: OrderStatus = from[0];
  const accepted = verb === "accept card" && { cardAcceptedAt: sql`now()` };
  const packed = verb === "finish" && { leftBehindAt: ifRunHasLeft };
  // Finishing it again decides anew whether it missed its truck.
  const unpacked = verb === "reopen" && { leftBehindAt: null };
  const changed = await tx
    .update(orders)
    .set({ status: to, awaitsUntil: null, ...accepted, ...packed, ...unpacked, ...along })
    .where(and(which, eq(orders.status, before), verb === "finish" ? mayFinish : undefined))
    .returning();
  if (changed.length === 0) return [];
  const entries = changed.map(({ id }) => ({
    entity: "order" as const,
    entityId: id,
    action: saidAs ?? action,
    before: { status: before },
    after: { status: to },
  }));
  await recordAudit(tx, by, ...entries);
  return changed;
}

/**
 * Applies a verb to one order, as `changeOrderStates` does.
 *
 * @throws Refusal if there is no such order, or it is in another state, not confirmed or held
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

/** Confirms a new client: their pending orders become normal ones, with an audit entry each. */
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

/** Keeps the places of matching orders that wait for their guest. @returns true if any waited */
export async function keepPlaces(db: Database | Transaction, which: SQL): Promise<boolean> {
  const kept = await db
    .update(orders)
    .set({ awaitsUntil: null })
    .where(and(which, eq(orders.status, "pending"), isNotNull(orders.awaitsUntil)))
    .returning({ id: orders.id });
  return kept.length > 0;
}

/** Sets the time until which an order keeps its place while its guest confirms the address. */
export async function waitUntil(tx: Transaction, id: string, until: Date): Promise<void> {
  const waits = and(eq(orders.id, id), eq(orders.status, "pending"), isNotNull(orders.awaitsUntil));
  await tx.update(orders).set({ awaitsUntil: until }).where(waits);
}

/** Returns why an order that should be pending was not changed. */
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
