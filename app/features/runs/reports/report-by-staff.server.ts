import { and, asc, eq, inArray, not, or } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import type { ReportRefusal } from "#app/domain/delivery/runs/report.ts";
import { missedTopic } from "#app/domain/delivery/runs/run-state.ts";
import { visitStop } from "#app/domain/delivery/runs/save-runs.server.ts";
import { dropNews } from "#app/domain/mail/outbox.server.ts";
import { lockWaiting } from "#app/domain/ordering/transition/leave-orders.server.ts";
import { orderName } from "#app/domain/orders/order.ts";
import { actingAs } from "#app/domain/orders/order-state.server.ts";
import { refuseHeldPackages } from "#app/domain/packages/held-packages.server.ts";
import { midSentence } from "#app/lib/in-words.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { orders } from "#db/schema/orders.ts";
import { queueDeliveredMails } from "../messages/queue-run-messages.server.ts";
import { refusal, refuseWeighedBack } from "./not-delivered.server.ts";
import {
  deliver,
  insertEvent,
  recordDelivered,
  recordNotHome,
  refuseEarly,
} from "./record-report.server.ts";
import { byStaff, lockStop, noSuchOrder, type Reporter, stopOf } from "./reported-stop.server.ts";

// Staff's own records of a stop, without the driver's page: by phone, in the shop, or at a till.

/**
 * Marks an order as delivered: handed over at a pickup, or reported by phone. An order at a stop
 * takes the stop's other packed orders along. For staff who deliver.
 *
 * @param seenDay the day that staff confirmed; an order ahead of its day is only delivered if this
 *   matches
 * @throws Refusal
 */
export function deliverByStaff(
  db: Database,
  staff: Staff<"deliver">,
  orderId: string,
  shop: Shop,
  seenDay = "",
): Promise<void> {
  const at = new Date();
  const by = byStaff(staff);
  return transactionWithRetry(db, async (tx) => {
    const stopId = await stopOf(tx, orderId);
    await lockWaiting(tx, stopId === null ? eq(orders.id, orderId) : eq(orders.stopId, stopId));
    if (stopId === null) {
      await refuseHeldPackages(tx, orderId, withoutHeld(staff));
      const delivered = await deliver(tx, by, eq(orders.id, orderId), at, shop);
      if (delivered.length === 0) throw await refusal(tx, eq(orders.id, orderId));
      const facts = {
        at,
        receivedBy: "",
        temperatureC: null,
        leftWith: null,
        elsewhere: [],
        kind: "delivery" as const,
      };
      return queueDeliveredMails(tx, delivered, facts, shop);
    }
    const stop = await lockStop(tx, stopId);
    if (!stop) throw new Refusal<ReportRefusal>("gone", noSuchOrder);
    await refuseWeighedBack(tx, orderId);
    if (stop.date !== seenDay) refuseEarly(stop, sayItAgain);
    // The client has deliveries by now, unless the run hasn't left or they were kept back.
    const isHere = stop.kind === "pickup" || stop.runState === "planned" || stop.state === "kept";
    if (isHere) await refuseHeldAt(tx, staff, stop.id, orderId);
    await recordDelivered(
      tx,
      by,
      stop,
      {
        kind: "delivered",
        requestId: crypto.randomUUID(),
        stopId,
        at: at.toISOString(),
        receivedBy: "",
        note: "",
        temperatureC: null,
        signatureId: null,
        photoId: null,
        leftWith: null,
        held: null,
        knownAt: null,
        orderIds: [],
        isEarly: true,
      },
      shop,
      [],
      // It may have been loaded after the truck had left without it.
      { which: or(eq(orders.id, orderId), not(isLeftBehind)) },
    );
  });
}

/**
 * Marks an order as handed over at a till, if it is a pickup or has no day. Its stop is done with
 * the last of its orders, and the client is notified. For staff who take money; the caller has
 * locked the orders of its stop and their customer.
 *
 * @throws Refusal
 */
export async function handOverAtTill(
  tx: Transaction,
  staff: Staff<"till">,
  orderId: string,
  shop: Shop,
): Promise<void> {
  const audit = actingAs(staff, "till");
  const by: Reporter = { event: { recordedBy: staff.userId }, audit, since: new Date(0) };
  const stopId = await stopOf(tx, orderId);
  const stop = stopId === null ? undefined : await lockStop(tx, stopId);
  if (stop && stop.kind !== "pickup") {
    const message = "This order is delivered, not picked up. Move it to a pickup day first.";
    throw new Refusal<ReportRefusal>("gone", message);
  }
  const own = eq(orders.id, orderId);
  const packed = and(own, eq(orders.status, "fulfilled"));
  if ((await tx.$count(orders, packed)) === 0) throw await refusal(tx, own);
  await refuseHeldPackages(tx, orderId, withoutHeld(staff));
  const at = new Date();
  const delivered = await deliver(tx, by, own, at, shop);
  if (stop) {
    const note = "Handed over at the counter";
    const event = { kind: "delivered" as const, requestId: crypto.randomUUID(), note };
    // One event for each order, so that an undo finds them all.
    await insertEvent(tx, by, stop, { ...event, photoId: null }, at, { receivedBy: "" });
    const left = and(eq(orders.stopId, stop.id), inArray(orders.status, notThereYet));
    if ((await tx.$count(orders, left)) === 0) {
      await visitStop(tx, stop, "delivered", at);
      await dropNews(tx, missedTopic(stop.id));
    }
  }
  const facts = { at, receivedBy: "", temperatureC: null, leftWith: null, elsewhere: [] };
  await queueDeliveredMails(tx, delivered, { ...facts, kind: "pickup" }, shop);
}

/**
 * Refuses an order with meat on hold before anybody is asked whether it was delivered. For the
 * route, whose caller holds a capability.
 *
 * @throws Refusal "lot held"
 */
export function refuseHeldMeat(db: Database, staff: Staff, orderId: string): Promise<void> {
  return refuseHeldPackages(db, orderId, withoutHeld(staff));
}

/** Says what to do about meat on hold: the owner is not told to ask an owner. */
function withoutHeld({ staffRole }: Staff, which = "the order"): string {
  const release =
    staffRole === "owner" ? "Release the lot on its page" : "Ask an owner to release the lot";
  return `${release}, or open ${which} again and void what is on hold. Nothing was changed.`;
}

/**
 * Refuses a stop of which a packed order has meat on hold, and names that order if it is not the
 * requested one, whose page does not show it.
 *
 * @throws Refusal
 */
async function refuseHeldAt(
  tx: Transaction,
  staff: Staff,
  stopId: string,
  orderId: string,
): Promise<void> {
  const packed = await tx
    .select({ id: orders.id, number: orders.number })
    .from(orders)
    .where(and(eq(orders.stopId, stopId), eq(orders.status, "fulfilled")))
    .orderBy(asc(orders.number));
  for (const { id, number } of packed) {
    if (id === orderId) await refuseHeldPackages(tx, id, withoutHeld(staff));
    else {
      const name = orderName(number);
      const whatToDo = withoutHeld(staff, midSentence(name));
      const intro = `${name} of this stop goes along and has meat on hold`;
      await refuseHeldPackages(tx, id, whatToDo, intro);
    }
  }
}

/** States of orders that aren't handed over yet. */
const notThereYet = ["pending" as const, "fulfilled" as const];

/**
 * Records that nobody came for a pickup, or was home for a delivery: the order stays packed, is no
 * longer expected, and the client is told. It can be taken back on the same day (`undoStop`), moved
 * to another day, or credited. For staff who deliver.
 *
 * @throws Refusal
 */
export function leaveByStaff(
  db: Database,
  staff: Staff<"deliver">,
  orderId: string,
  shop: Shop,
): Promise<void> {
  const by = byStaff(staff);
  return transactionWithRetry(db, async (tx) => {
    const stopId = await stopOf(tx, orderId);
    if (stopId !== null) await lockWaiting(tx, eq(orders.stopId, stopId));
    const stop = stopId === null ? undefined : await lockStop(tx, stopId);
    if (!stop) throw new Refusal<ReportRefusal>("gone", noSuchOrder);
    if (stop.state === "not_home") return;
    refuseEarly(stop, "Wait for its day.");
    const facts = { kind: "not_home" as const, note: "", photoId: null, isEarly: true };
    const at = new Date().toISOString();
    const report = { ...facts, requestId: crypto.randomUUID(), stopId: stop.id, at };
    await recordNotHome(tx, by, stop, report, shop);
  });
}

const sayItAgain = "Mark it again if it was handed over already. Nothing was changed.";
