import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { dayOfRun } from "#app/domain/delivery/booking.server.ts";
import { deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { type NamedOrder, orderName, orderNumber } from "#app/domain/orders/order.ts";
import { goodsCents } from "#app/domain/orders/order-costs.ts";
import { giveFee, replaceFee } from "#app/domain/orders/order-delivery.server.ts";
import { belowMinimum } from "#app/domain/orders/order-refusals.ts";
import { byClock } from "#app/domain/orders/order-state.server.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { type JobRunner, sendJobs } from "#db/jobs/jobs.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { isPlaced, orderCharges, orders } from "#db/schema/orders.ts";
import { lockTerms } from "../holding/customer-terms.server.ts";
import { changing, queueChangeMails } from "../mails/queue-change-mails.server.ts";
import { feeOf, goodsOf } from "./arrange-delivery.server.ts";

/** A shared stop: a customer's site on a run. */
export type SharedStop = Pick<typeof orders.$inferSelect, "customerId" | "shipToId" | "runId">;

type StopToSettle = SharedStop & { day?: Day };

interface Cause extends NamedOrder {
  how: "placed" | "cancelled" | "moved" | "changed";
}

/** Returns the orders at a stop, delivered ones included, earliest first. */
async function ordersAt(tx: Transaction, { customerId, shipToId, runId }: SharedStop) {
  const there = await tx
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      paymentWay: orders.paymentWay,
      fee: orderCharges.amount,
    })
    .from(orders)
    .leftJoin(
      orderCharges,
      and(eq(orderCharges.orderId, orders.id), eq(orderCharges.kind, "delivery_fee")),
    )
    .where(
      and(
        eq(orders.customerId, customerId),
        eq(orders.runId, runId ?? sql`null`),
        sql`${orders.shipToId} is not distinct from ${shipToId}`,
        isPlaced,
      ),
    )
    // Numbers are assigned under the customer's lock, while `placedAt` is the transaction's start
    // and doesn't show which of two concurrent orders came first.
    .orderBy(asc(orders.number));
  let estimateCents = 0;
  for (const { id } of there) estimateCents += goodsCents(await goodsOf(tx, id));
  return { there, estimateCents };
}

/** Returns the total of a stop's orders, in cents. */
export async function togetherAt(tx: Transaction, stop: SharedStop): Promise<number> {
  return (await ordersAt(tx, stop)).estimateCents;
}

/**
 * Says why a stop's remaining orders are below the day's minimum once one has left; null if they
 * reach it or none remain.
 */
export async function tooLittleLeft(
  tx: Transaction,
  stop: SharedStop,
  shopMinimumCents: number,
): Promise<string | null> {
  if (!stop.runId) return null;
  const { there, estimateCents } = await ordersAt(tx, stop);
  const staying = there.filter(({ status }) => status === "pending");
  const day = await dayOfRun(tx, stop.runId);
  if (staying.length === 0 || !day) return null;
  const judged = { estimateCents, shopMinimumCents, isShared: false };
  const missing = belowMinimum(estimateCents, deliveryTerms(day, judged).minimumCents);
  if (!missing) return null;
  const which = staying.map(({ number }) => orderNumber(number)).join(", ");
  return `What stays for the day that it leaves (${which}) would be too little. ${missing}`;
}

/**
 * Sets the delivery fee of all orders of a site on one run together, after one of them was placed,
 * changed, moved or cancelled. The earliest unpacked order bears the fee, unless a packed one does;
 * nobody pays once the total makes delivery free. Changes are audited and mailed to the client.
 * Retail orders keep their fee, since the customer agreed to it. Call it under the customer's lock.
 *
 * Locked orders may be waiting for that lock, e.g. to be packed or cancelled, and might not change
 * after all. They are skipped, and a job settles the stop again (`settleStopsLater`).
 */
export async function settleStop(
  tx: Transaction,
  actor: Actor,
  stop: StopToSettle,
  cause: Cause,
  shop: Shop,
): Promise<void> {
  const { customerId, shipToId, runId } = stop;
  const passedOver = await settle(tx, actor, stop, cause, shop);
  if (passedOver === 0 || !runId) return;
  const { id, number, how } = cause;
  const data = { stop: { customerId, shipToId, runId }, cause: { id, number, how } };
  await sendJobs(tx, "stops", [{ key: `${runId} ${shipToId}`, data }]);
}

/** Runs the job that settles a stop again if an order was locked (`settleStop`). */
export function settleStopsLater(
  jobs: JobRunner,
  { db, shop }: { db: Database; shop: Shop },
): Promise<void> {
  return jobs.work("stops", { workers: 1, batch: 1 }, async ({ data: { stop, cause } }) => {
    const passedOver = await transactionWithRetry(db, async (tx) => {
      await lockTerms(tx, stop.customerId);
      return settle(tx, byClock, stop, cause, shop);
    });
    if (passedOver > 0) throw new Error("An order of the stop is locked still");
  });
}

/** @returns the number of orders skipped because they are locked, which keep their fee */
async function settle(
  tx: Transaction,
  actor: Actor,
  stop: StopToSettle,
  cause: Cause,
  shop: Shop,
): Promise<number> {
  if (!stop.runId) return 0;
  const { there, estimateCents } = await ordersAt(tx, stop);
  if (there.length === 0) return 0;
  const day = stop.day ?? (await dayOfRun(tx, stop.runId));
  if (!day) return 0;
  const terms = { estimateCents, shopMinimumCents: 0, isShared: false };
  const { feeCents } = deliveryTerms(day, terms);
  const paying = there.filter(({ fee }) => fee !== null);
  const open = await lockOpen(tx, there);
  const isOpen = (one: { id: string }) => open.some(({ id }) => id === one.id);
  const bearer = feeCents === 0 ? undefined : (paying.find((one) => !isOpen(one)) ?? open[0]);
  for (const one of paying) {
    if (one !== bearer && isOpen(one)) await setFee(tx, actor, one, 0, { day, cause, shop });
  }
  if (bearer?.fee === null) await setFee(tx, actor, bearer, feeCents, { day, cause, shop });
  const mayChange = there.filter((one) => one.status === "pending" && !one.paymentWay);
  return mayChange.length - open.length;
}

/** Locks the orders whose fee may still change, skipping locked ones. Earliest first. */
async function lockOpen(tx: Transaction, there: Awaited<ReturnType<typeof ordersAt>>["there"]) {
  const ids = there.filter(({ paymentWay }) => !paymentWay).map(({ id }) => id);
  const free = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), eq(orders.status, "pending")))
    .for("update", { skipLocked: true });
  return there.filter(({ id }) => free.some((one) => one.id === id));
}

type Day = NonNullable<Awaited<ReturnType<typeof dayOfRun>>>;

/** Sets or removes an order's fee. The order that caused it updates its own total and email. */
async function setFee(
  tx: Transaction,
  actor: Actor,
  { id, fee: before }: { id: string; fee: string | null },
  feeCents: number,
  { day, cause, shop }: { day: Day; cause: Cause; shop: Shop },
): Promise<void> {
  const goods = await goodsOf(tx, id);
  const fee = feeCents > 0 ? feeOf(day, feeCents, goods) : null;
  if (id === cause.id) return replaceFee(tx, id, fee);
  const estimates = await giveFee(tx, id, fee);
  await recordAudit(tx, actor, {
    entity: "order",
    entityId: id,
    action: fee ? "fee passed on" : "fee taken off",
    before: { totalPrice: estimates.from },
    after: { totalPrice: estimates.to, from: `${orderName(cause.number)}, ${cause.how}` },
  });
  const whose = cause.how === "cancelled" ? "would have paid" : "paid before";
  const { kind, description } = feeOf(day, 0, goods);
  const difference = {
    subject: kind,
    productName: description,
    from: before && formatDollars(before),
    to: fee && `${formatDollars(fee.amount)}, which order ${orderNumber(cause.number)} ${whose}`,
  };
  const lines = { estimates, notes: null, differences: [difference] };
  await queueChangeMails(tx, id, { lines }, changing(actor, "staff"), shop);
}
