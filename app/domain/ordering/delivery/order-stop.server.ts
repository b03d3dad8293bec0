import { eq } from "drizzle-orm";
import {
  type BookedOrder,
  type Booking,
  bookLoad,
  bookStop,
  type Load,
  rebookFor,
  unbook,
} from "#app/domain/delivery/booking.server.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import type { DayAsked } from "#app/domain/delivery/delivery-terms.ts";
import { leaveStop } from "#app/domain/delivery/remove-empty-stop.server.ts";
import { updateOrder } from "#app/domain/orders/order-rows.server.ts";
import type { Transaction } from "#db/database.ts";
import { type runStops, runs, zones } from "#db/schema/deliveries.ts";
import { destinationOf, siteFor } from "./arrange-delivery.server.ts";

// Bookings of orders, in the order's row and on its run. Callers must have locked the order.

/**
 * Moves an order to another day, or books other pounds or another site on the same day. Releases
 * and books in one step, or changes nothing.
 *
 * @throws DayRefusedError, also when the cut-off of the current day has passed
 */
export async function moveStop(
  tx: Transaction,
  order: BookedOrder,
  asked: DayAsked,
  load: Load,
  { isForced = false, joinsOut = false, asksFirst = false } = {},
): Promise<Booking> {
  const booking = await bookStop(tx, asked, load, { isForced, joinsOut, asksFirst, order });
  await updateOrder(tx, order.id, { ...booking.columns, shipToId: load.shipToId });
  if (order.stopId !== booking.columns.stopId) await leaveStop(tx, order);
  return booking;
}

/** Takes an order off its run, e.g. when cancelled, and removes its stop if it was the last one. */
export async function releaseStop(tx: Transaction, order: BookedOrder): Promise<void> {
  if (!order.runId) return;
  await unbook(tx, order);
  await updateOrder(tx, order.id, {
    runId: null,
    stopId: null,
    deliveryKind: null,
    deliveryDay: null,
    deliveryFrom: null,
    deliveryTo: null,
    bookedLb: "0.00",
    bookedBoxes: 0,
  });
  await leaveStop(tx, order);
}

/**
 * Puts a packed order back on a stop that it had left, whatever became of that run since, because
 * it was handed over there after all. The caller has also locked the order's customer.
 */
export async function returnToStop(
  tx: Transaction,
  order: BookedOrder,
  stop: Pick<typeof runStops.$inferSelect, "runId" | "shipToId">,
): Promise<void> {
  const { customerId } = order;
  const { runId, shipToId } = stop;
  const stopId = await rebookFor(tx, order, { customerId, shipToId }, runId);
  const [run] = await tx
    .select({ zoneId: runs.zoneId, deliveryDay: runs.date, deliveryKind: zones.kind })
    .from(runs)
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(eq(runs.id, runId));
  if (!run) throw new Error("The run of a stop is gone");
  const { zoneId, ...day } = run;
  const site = await siteFor(tx, { customerId, sites: null }, shipToId);
  const zone = (await readDeliveryRules(tx)).zones.find(({ id }) => id === zoneId);
  const place = await destinationOf(tx, { customerId }, site, zone ? { zone } : null);
  await updateOrder(tx, order.id, { ...place, ...day, runId, stopId, leftBehindAt: null });
  if (order.stopId !== stopId) await leaveStop(tx, order);
}

/**
 * Books an order's current pounds and boxes on its run regardless of capacity and cut-off, since
 * staff add to orders while packing, and packed orders have their actual boxes.
 */
export async function changeLoad(
  tx: Transaction,
  {
    id,
    runId,
    bookedLb,
    bookedBoxes,
  }: Pick<BookedOrder, "id" | "runId" | "bookedLb" | "bookedBoxes">,
  { lb, boxes }: Pick<Load, "lb" | "boxes">,
): Promise<void> {
  if (!runId) return;
  await bookLoad(tx, { runId, bookedLb, bookedBoxes }, { lb, boxes });
  await updateOrder(tx, id, { bookedLb: lb, bookedBoxes: boxes });
}
