import { and, asc, eq, inArray, not, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { isJoinedSince } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isOnBoard } from "#app/domain/delivery/runs/left-behind.server.ts";
import { missedTopic } from "#app/domain/delivery/runs/run-state.ts";
import { openCentsOfOrder } from "#app/domain/ledger/allocations.server.ts";
import { admit } from "#app/domain/mail/addressees.server.ts";
import { hasNewsWaiting, queueMail, queueNews } from "#app/domain/mail/outbox.server.ts";
import {
  byRecipient,
  guestUrlFor,
  type OrderAtStop,
  tellByStop,
  tellOfOrder,
} from "#app/domain/orders/order-recipient.server.ts";
import { onCardCents } from "#app/domain/payments/order-payments.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import type { Transaction } from "#db/database.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { isAllRefused, isStandingEvent, stopEvents } from "#db/schema/stop-events.ts";
import {
  allRefusedMail,
  arrivingMail,
  type DeliveredFacts,
  deliveredMail,
  type MissedReason,
  missedMail,
  notDeliveredMail,
  type RefusedLine,
  refusedMail,
} from "./run-messages.ts";

/**
 * Queues the emails about a driver who is near, which expire after some minutes.
 *
 * @returns the recipients
 */
export async function queueArrivingMails(
  tx: Transaction,
  orders: OrderAtStop[],
  expiresAt: Date,
  shop: Shop,
): Promise<string[]> {
  const told: string[] = [];
  for (const { recipient, orders: own } of await byRecipient(tx, orders)) {
    const [first] = own;
    if (!first || !(await admit(tx, recipient, { orderId: first.id, isOurs: true }))) continue;
    const guestUrl = await guestUrlFor(tx, recipient, first.id, shop);
    await queueMail(tx, { to: recipient.email, expiresAt, ...arrivingMail(own, shop, guestUrl) });
    told.push(recipient.email);
  }
  return told;
}

/**
 * Queues the emails about delivered orders, one per person, with the refused lines. Orders that
 * were refused as a whole have an email of their own, which does not say "delivered".
 */
export async function queueDeliveredMails(
  tx: Transaction,
  orders: OrderAtStop[],
  facts: Omit<DeliveredFacts, "orders" | "refused" | "kept" | "openCents">,
  shop: Shop,
): Promise<void> {
  const ids = orders.map(({ id }) => id);
  const refused = await backOf(tx, ids, "refused");
  const kept = await backOf(tx, ids, "kept");
  const whole = await allRefusedOf(tx, ids);
  const isWhole = ({ id }: OrderAtStop) => whole.has(id);
  const open = facts.kind === "pickup" ? await openOf(tx, ids) : new Map<string, number>();
  const mails = [
    { those: orders.filter((order) => !isWhole(order)), compose: deliveredMail },
    { those: orders.filter(isWhole), compose: allRefusedMail },
  ];
  for (const { those, compose } of mails) {
    await tellByStop(tx, those, shop, (told, { guestUrl }) => {
      const isTold = ({ orderId }: { orderId: string }) => told.some(({ id }) => id === orderId);
      const back = { refused: refused.filter(isTold), kept: kept.filter(isTold) };
      const openCents = sumCents(told, ({ id }) => open.get(id) ?? 0);
      return compose({ ...facts, ...back, openCents, orders: told }, shop, guestUrl);
    });
  }
}

/** Returns the open cents of orders' invoices without amounts that a card will be charged for. */
async function openOf(tx: Transaction, orderIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({
      id: orders.id,
      cents: sql<number>`coalesce(${openCentsOfOrder(sql`orders.id`)}, 0)`.mapWith(Number),
    })
    .from(orders)
    .where(inArray(orders.id, orderIds));
  const open = new Map<string, number>();
  for (const { id, cents } of rows) {
    open.set(id, cents > 0 ? cents - (await onCardCents(tx, id, cents)) : 0);
  }
  return open;
}

/** Returns the ids of those delivered orders of which everything was refused. */
export async function allRefusedOf(tx: Transaction, orderIds: string[]): Promise<Set<string>> {
  const rows = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, orderIds), isAllRefused));
  return new Set(rows.map(({ id }) => id));
}

/** Queues the email about a refusal reported after the order was delivered. */
export async function queueRefusedMail(
  tx: Transaction,
  order: Omit<OrderAtStop, "stopId">,
  refused: RefusedLine,
  shop: Shop,
): Promise<void> {
  await tellOfOrder(tx, order, shop, ({ guestUrl }) => refusedMail(order, refused, shop, guestUrl));
}

/** Returns the lines that were refused or kept back of orders, except those taken back since. */
function backOf(
  tx: Transaction,
  orderIds: string[],
  kind: "refused" | "kept",
): Promise<(RefusedLine & { orderId: string })[]> {
  return tx
    .select({
      orderId: orderItems.orderId,
      productName: orderItems.productName,
      lb: sql<string>`sum(${stopEvents.refusedLb})::text`,
    })
    .from(stopEvents)
    .innerJoin(orderItems, eq(orderItems.id, stopEvents.orderItemId))
    .where(and(inArray(orderItems.orderId, orderIds), eq(stopEvents.kind, kind), isStandingEvent))
    .groupBy(orderItems.id)
    .orderBy(asc(orderItems.orderId), asc(orderItems.position));
}

/**
 * Queues corrections to the emails of `queueDeliveredMails`, to the same people.
 *
 * @param refused ids of the orders that were reported as refused as a whole
 */
export async function queueNotDeliveredMails(
  tx: Transaction,
  orders: OrderAtStop[],
  { kind, refused }: { kind: DeliveredFacts["kind"]; refused: ReadonlySet<string> },
  shop: Shop,
): Promise<void> {
  for (const isRefused of [false, true]) {
    const those = orders.filter(({ id }) => refused.has(id) === isRefused);
    await tellByStop(tx, those, shop, (told, { guestUrl }) =>
      notDeliveredMail({ kind, orders: told, isRefused }, shop, guestUrl),
    );
  }
}

/**
 * Queues the mails about missed stops some minutes later: a report taken back by then is not mailed
 * (`missedTopic`), and one made again for the same stop is mailed once. The caller holds the stop's
 * lock, and has recorded the visit.
 */
export async function queueMissedMails(
  tx: Transaction,
  { id, kind }: { id: string; kind: DeliveredFacts["kind"] },
  at: Date,
  shop: Shop,
  why: MissedReason = "nobody there",
): Promise<void> {
  const packed = await tx
    .select({
      id: orders.id,
      number: orders.number,
      stopId: orders.stopId,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
    })
    .from(orders)
    .where(and(eq(orders.stopId, id), isOnBoard, not(isJoinedSince)));
  for (const { recipient, orders: told } of await byRecipient(tx, packed)) {
    const [first] = told;
    const topic = missedTopic(id);
    if (!first || (await hasNewsWaiting(tx, topic, recipient.email))) continue;
    if (!(await admit(tx, recipient, { orderId: first.id, isOurs: true }))) continue;
    const guestUrl = await guestUrlFor(tx, recipient, first.id, shop);
    const mail = missedMail({ kind, at, why, orders: told }, shop, guestUrl);
    await queueNews<{ at: string }>(tx, {
      to: recipient.email,
      topic,
      join: () => ({ told: { at: at.toISOString() }, mail }),
    });
  }
}
