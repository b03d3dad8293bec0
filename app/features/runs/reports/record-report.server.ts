import { and, asc, eq, inArray, not, notInArray, type SQL, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { reasonText } from "#app/domain/claims/credit.ts";
import { insertCreditRequest } from "#app/domain/claims/credit-requests.server.ts";
import { refusedWhole } from "#app/domain/delivery/runs/all-refused.ts";
import { isJoinedSince, joinedAfter } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isLeftBehind, isOnBoard } from "#app/domain/delivery/runs/left-behind.server.ts";
import {
  isTooWarm,
  type Report,
  type ReportOf,
  type ReportRefusal,
  refusalReasons,
  warmestC,
} from "#app/domain/delivery/runs/report.ts";
import type { RunDriver } from "#app/domain/delivery/runs/run-links.server.ts";
import { missedTopic } from "#app/domain/delivery/runs/run-state.ts";
import { insertStopEvent, visitStop } from "#app/domain/delivery/runs/save-runs.server.ts";
import { refusedNow } from "#app/domain/documents/open-invoices.server.ts";
import { bookAtDoor } from "#app/domain/door/door-receipts.server.ts";
import type { DoorSettings } from "#app/domain/door/door-settings.ts";
import { takeBackAtDoor } from "#app/domain/door/take-back.server.ts";
import { dropNews } from "#app/domain/mail/outbox.server.ts";
import { letLeave, lockWaiting } from "#app/domain/ordering/transition/leave-orders.server.ts";
import { orderName, orderNumber } from "#app/domain/orders/order.ts";
import { actingAs, changeOrderStates } from "#app/domain/orders/order-state.server.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { hundredthsLb, lbLess, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isRefusal, Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { documentOrders, documents, isStandingDocument } from "#db/schema/money/documents.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import {
  isRefusedInFull,
  isStandingEvent,
  isWeighedBackWhole,
  type stopEvents,
} from "#db/schema/stop-events.ts";
import { type AtDoor, usualAtDoor } from "../at-door.ts";
import {
  allRefusedOf,
  queueDeliveredMails,
  queueMissedMails,
  queueRefusedMail,
} from "../messages/queue-run-messages.server.ts";
import { notForToday } from "../run.ts";
import { goneOut } from "../run-changes.server.ts";
import { recordArriving } from "./arriving.server.ts";
import { boxesElsewhere, recordBox } from "./box-moves.server.ts";
import { recordAgain } from "./come-again.server.ts";
import { decideHeld, type HeldAtDoor, heldAmong, packagesOn } from "./held-at-door.server.ts";
import type { StayingLine } from "./kept-back.ts";
import { refusal } from "./not-delivered.server.ts";
import { recordPlace } from "./place-stop.server.ts";
import {
  auditOrdersAt,
  auditRunOf,
  happened,
  isRecorded,
  lockPayer,
  lockStop,
  ownImage,
  type Reporter,
  type Stop,
} from "./reported-stop.server.ts";
import { takeBack } from "./take-back.server.ts";
import { refuseChange, refuseOnceBack } from "./undo-obstacles.server.ts";
import { noteMovedMeanwhile, noteUnrecorded } from "./unrecorded.server.ts";

/** Pounds of a line refused at the door. For queries of `order_items`. */
const refusedLbOf = sql<string>`coalesce((
  select sum(refused_lb) from stop_events
  where stop_events.order_item_id = order_items.id and ${isStandingEvent}
), 0.00)`;

/**
 * Records a driver's report of a stop on their run. Packed orders become delivered, and their
 * clients are told, also if nobody was there; a refused line becomes a request for credit, and
 * money taken a payment. A report that is refused is logged for the office. Idempotent. For anyone
 * with the run's link.
 *
 * @throws Refusal
 */
export function recordReport(
  db: Database,
  driver: RunDriver,
  report: Report,
  shop: Shop,
  { door, undelivered, reach }: AtDoor = usualAtDoor,
): Promise<void> {
  const name = driver.name ? `Driver ${driver.name}` : "Driver";
  const by: Reporter = {
    event: { linkId: driver.linkId },
    audit: actingAs({ userId: null, email: `${name}, by the run's link` }, "driver"),
    since: driver.linkedAt,
  };
  const recorded = transactionWithRetry(db, async (tx) => {
    if (["paid", "unpaid", "again"].includes(report.kind)) await lockPayer(tx, report.stopId);
    if (report.kind === "again") {
      return recordAgain(tx, by, driver, report, { shop, undelivered });
    }
    if (report.kind === "box") return recordBox(tx, by, driver, report);
    if (report.kind === "place") return recordPlace(tx, by, driver, report);
    // The first report of a run that nobody sent out makes the whole run leave.
    const isAside = ["paid", "unpaid", "undone"].includes(report.kind);
    await lockWaiting(
      tx,
      isAside ? eq(orders.stopId, report.stopId) : eq(orders.runId, driver.runId),
    );
    const stop = await lockStop(tx, report.stopId);
    if (stop?.runId !== driver.runId) {
      throw new Refusal<ReportRefusal>("gone", "This stop is no longer on your run.");
    }
    if (await isRecorded(tx, report)) return;
    if (report.kind === "unpaid") return takeBackAtDoor(tx, by.audit, stop, report.paymentId);
    if (report.kind === "undone") {
      refuseOnceBack(stop);
      const at = happened(report.at, by);
      return takeBack(tx, by, stop, shop, { requestId: report.requestId, at });
    }
    if (!report.isEarly)
      refuseEarly(stop, "Discard this, and report it again if it did happen today.");
    if (!isAside) await goneOut(tx, by.audit, stop, shop);
    switch (report.kind) {
      case "delivered":
        if (report.leftWith !== null && !undelivered.neighbours) {
          throw new Refusal<ReportRefusal>(
            "not offered",
            "The office does not leave deliveries with neighbours. Report that no one was there, and bring it back.",
          );
        }
        refuseTooWarm(report);
        await recordHandedOver(tx, by, stop, report, shop);
        return noteMovedMeanwhile(tx, by, driver, report);
      case "all_refused":
        refuseTooWarm(report);
        return recordAllRefused(tx, by, stop, report, shop);
      case "kept":
        return recordKept(tx, by, stop, report, shop);
      case "not_home":
        return recordNotHome(tx, by, stop, report, shop);
      case "arriving":
        return recordArriving(tx, by, driver, stop, report, { shop, reach });
      case "refused":
        return recordBack(tx, by, stop, report, shop);
      case "paid":
        return recordPaid(tx, by, driver, stop, report, door);
    }
  });
  return recorded.catch(async (error: unknown) => {
    if (isRefusal(error)) await noteUnrecorded(db, by, driver, report, error);
    throw error;
  });
}

/** Refuses reports of a run before its day; `what` says what to do instead. */
export function refuseEarly({ date }: Stop, what: string): void {
  const today = pacificDay(new Date());
  if (date <= today) return;
  throw new Refusal<ReportRefusal>("too early", `This run is ${notForToday(date, today)}. ${what}`);
}

/**
 * Refuses goods that were too warm, if the driver doesn't say why.
 *
 * @throws Refusal
 */
function refuseTooWarm({
  temperatureC,
  note,
}: Pick<ReportOf<"delivered">, "temperatureC" | "note">) {
  if (!isTooWarm(temperatureC) || note !== "") return;
  throw new Refusal<ReportRefusal>(
    "too warm",
    `Above ${warmestC} °C a note is needed. Discard this, and report it again with what happened.`,
  );
}

/**
 * Marks orders of a stop as delivered.
 *
 * @param of.which the orders; by default all that are on the truck
 * @param of.meant those of them that the report is about; by default all
 * @param of.isTold true if the visit is recorded already, with others of its orders
 */
export async function recordDelivered(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"delivered">,
  shop: Shop,
  held: readonly HeldAtDoor[] = [],
  {
    isAllRefused = false,
    which = not(isLeftBehind),
    meant,
    isTold = false,
  }: { isAllRefused?: boolean; which?: SQL | undefined; meant?: SQL; isTold?: boolean } = {},
): Promise<void> {
  const at = happened(report.at, by);
  const whole = held.flatMap(({ isWhole, orderId }) => (isWhole ? [orderId] : []));
  const whose = and(eq(orders.stopId, stop.id), meant);
  const ofStop = and(whose, which, whole.length > 0 ? notInArray(orders.id, whole) : undefined);
  const delivered = await deliver(tx, by, ofStop, at, shop);
  if (delivered.length === 0) {
    throw isAllRefused && held.length > 0 ? notAllRefused(held) : await refusal(tx, whose);
  }
  const refused = await allRefusedOf(
    tx,
    delivered.map(({ id }) => id),
  );
  if (isAllRefused && refused.size < delivered.length) {
    throw notAllRefused(delivered.filter(({ id }) => !refused.has(id)));
  }
  const now = inArray(
    orders.id,
    delivered.map(({ id }) => id),
  );
  const { receivedBy, temperatureC, leftWith } = report;
  if (!isTold) {
    await insertEvent(tx, by, stop, report, at, { receivedBy, temperatureC, leftWith });
    await visitStop(tx, stop, "delivered", at);
  }
  if (temperatureC !== null) {
    const after = { temperatureC: Number(temperatureC), note: report.note };
    await auditOrdersAt(tx, by.audit, stop.id, { action: "temperature taken", after }, now);
  }
  const action =
    refused.size === delivered.length
      ? "stop refused"
      : stop.kind === "pickup"
        ? "stop picked up"
        : "stop delivered";
  await auditRunOf(
    tx,
    by.audit,
    stop,
    { action, ...(receivedBy && { after: { receivedBy } }) },
    now,
  );
  await dropNews(tx, missedTopic(stop.id));
  const elsewhere = await boxesElsewhere(tx, stop.id);
  const facts = { at, receivedBy, temperatureC, leftWith, elsewhere, kind: stop.kind };
  await queueDeliveredMails(tx, delivered, facts, shop);
  if (whole.length === 0) return;
  for (const entityId of whole) {
    await recordAudit(tx, by.audit, { entity: "order", entityId, action: keptAction });
  }
  await queueMissedMails(tx, stop, at, shop, "on hold");
}

/**
 * Records the goods that a driver handed over. Boxes with meat on hold stay on the truck whole:
 * orders with nothing else stay packed, and for the others the client doesn't pay for them.
 */
async function recordHandedOver(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"delivered">,
  shop: Shop,
): Promise<void> {
  const meant = meantBy(report, by);
  const held = await decideHeld(tx, by, stop, report);
  if (held.length > 0 && held.every(({ isWhole }) => isWhole)) {
    const whole = held.map(({ orderId }) => orderId);
    const others = and(eq(orders.stopId, stop.id), isOnBoard, meant, notInArray(orders.id, whole));
    if ((await tx.$count(orders, others)) === 0) return recordKept(tx, by, stop, report, shop);
  }
  for (const { isWhole, stays } of held) {
    for (const line of isWhole ? [] : stays) await recordKeptLine(tx, by, stop, line, report, shop);
  }
  await recordDelivered(tx, by, stop, report, shop, held, { meant });
}

/**
 * Matches the orders of a stop that a delivery is about: those that the phone names, or else those
 * that it could know of. Orders added since wait for a report of their own.
 */
function meantBy({ orderIds, knownAt, at }: ReportOf<"delivered">, by: Reporter): SQL {
  if (orderIds.length > 0) return inArray(orders.id, orderIds);
  const known = knownAt ?? happened(at, by).toISOString();
  return not(joinedAfter(sql`${known}::timestamptz`));
}

/**
 * Records that a client refused everything, so that nothing was handed over: the lines were
 * reported before. Nobody received anything, so no name is needed. Meat on hold that was not
 * offered stays on the truck, as by `recordHandedOver`.
 *
 * @throws Refusal "not all refused" if something of it is still with the client by the reports
 */
async function recordAllRefused(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  { temperatureC, ...said }: ReportOf<"all_refused">,
  shop: Shop,
): Promise<void> {
  const here = and(eq(orders.stopId, stop.id), isOnBoard);
  const inFull = await tx.select({ id: orders.id }).from(orders).where(and(here, isRefusedInFull));
  // An order that was refused in full goes back as refused, even if a hold came later.
  const held = heldAmong(await packagesOn(tx, here)).filter(
    ({ orderId }) => !inFull.some(({ id }) => id === orderId),
  );
  const report: ReportOf<"delivered"> = {
    ...said,
    kind: "delivered",
    receivedBy: "",
    temperatureC,
    signatureId: null,
    leftWith: null,
    held: "kept",
    knownAt: null,
    orderIds: [],
  };
  for (const { isWhole, stays } of held) {
    for (const line of isWhole ? [] : stays) await recordKeptLine(tx, by, stop, line, report, shop);
  }
  await recordDelivered(tx, by, stop, report, shop, held, { isAllRefused: true });
}

function notAllRefused(those: readonly { number: number }[]): Error {
  const names = those.map(({ number }) => orderName(number).toLowerCase()).join(", ");
  const message = `Not everything of ${names} was recorded as refused. Record the lines that are missing and send this again, or discard it and report who received the rest.`;
  return new Refusal<ReportRefusal>("not all refused", message);
}

/** Records that all of a stop stayed on the truck because of a hold. Its orders stay packed. */
async function recordKept(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"kept"> | ReportOf<"delivered">,
  shop: Shop,
): Promise<void> {
  const packed = and(eq(orders.stopId, stop.id), isOnBoard);
  if ((await tx.$count(orders, packed)) === 0) throw await refusal(tx, eq(orders.stopId, stop.id));
  const at = happened(report.at, by);
  const { requestId, photoId } = report;
  const note = report.kind === "kept" ? report.note : "";
  await insertEvent(tx, by, stop, { kind: "kept", requestId, note, photoId }, at);
  await visitStop(tx, stop, "kept", at);
  await queueMissedMails(tx, stop, at, shop, "on hold");
  const kept = { action: keptAction, ...(note && { after: { note } }) };
  const which = and(isOnBoard, isKnown);
  await auditOrdersAt(tx, by.audit, stop.id, kept, which);
  await auditRunOf(tx, by.audit, stop, kept, which);
}

/** Orders added to a stop after a visit that is sent only now were not part of it. */
const isKnown = not(isJoinedSince);

const keptAction = "kept back: on hold";

/** Records a line's meat in held boxes as kept back by us, so that the client doesn't pay it. */
async function recordKeptLine(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  { orderItemId, lb }: StayingLine,
  { at }: ReportOf<"delivered">,
  shop: Shop,
): Promise<void> {
  const [line] = await tx
    .select({ packedLb: orderItems.packedLb, refusedLb: refusedLbOf })
    .from(orderItems)
    .where(eq(orderItems.id, orderItemId));
  const left = line ? lbLess(line.packedLb, line.refusedLb) : 0;
  const kept = Math.min(toHundredthsLb(lb), left);
  if (kept <= 0) return;
  const ofLine = { orderItemId, lb: toPounds(hundredthsLb(kept)), reason: "held" as const };
  const said = { requestId: crypto.randomUUID(), at, note: "", photoId: null };
  await recordBack(tx, by, stop, { kind: "kept", ...ofLine, ...said }, shop);
}

export async function recordNotHome(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"not_home">,
  shop: Shop,
): Promise<void> {
  // After a delivery, the report is about orders added since and still on the truck.
  const left = and(eq(orders.stopId, stop.id), isOnBoard);
  const handed = and(eq(orders.stopId, stop.id), eq(orders.status, "delivered"));
  const isAfterwards = stop.state === "delivered" || (await tx.$count(orders, handed)) > 0;
  if (isAfterwards && (await tx.$count(orders, left)) === 0) {
    throw await refusal(tx, eq(orders.stopId, stop.id));
  }
  const at = happened(report.at, by);
  await insertEvent(tx, by, stop, report, at);
  await visitStop(tx, stop, "not_home", at);
  await letLeave(tx, eq(orders.stopId, stop.id), shop);
  await queueMissedMails(tx, stop, at, shop);
  const missed = {
    action: stop.kind === "pickup" ? "nobody came" : "nobody there",
    ...(report.note && { after: { note: report.note } }),
  };
  const which = isAfterwards ? and(isOnBoard, isKnown) : isKnown;
  await auditOrdersAt(tx, by.audit, stop.id, missed, which);
  await auditRunOf(tx, by.audit, stop, missed, which);
}

type ComesBack =
  | ReportOf<"refused">
  | (Pick<ReportOf<"refused">, "requestId" | "at" | "note" | "orderItemId" | "lb" | "photoId"> & {
      kind: "kept";
      reason: "held";
    });

/**
 * Records a line that comes back, and requests its credit.
 *
 * @throws Refusal
 */
async function recordBack(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ComesBack,
  shop: Shop,
): Promise<void> {
  const { orderItemId, reason, lb, photoId } = report;
  const [line] = await tx
    .select({
      orderId: orders.id,
      number: orders.number,
      status: orders.status,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
      productName: orderItems.productName,
      packedLb: orderItems.packedLb,
      refusedLb: refusedLbOf,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItems.id, orderItemId),
        eq(orders.stopId, stop.id),
        inArray(orders.status, ["fulfilled", "delivered"]),
        not(isLeftBehind),
      ),
    );
  if (!line) {
    throw new Refusal<ReportRefusal>("gone", "This line is not on the stop, or is not packed yet.");
  }
  if (line.status === "delivered") await refuseChange(tx, eq(orders.stopId, stop.id));
  const left = lbLess(line.packedLb, line.refusedLb);
  if (toHundredthsLb(lb) > left) {
    const most = `${Math.max(0, left) / 100} lb`;
    throw new Refusal<ReportRefusal>("too much", `Of this line only ${most} can be refused.`);
  }
  const why = reason === "held" ? reasonText.held : refusalReasons[reason];
  const words = [why, report.note].filter(Boolean).join(": ");
  const action = reason === "held" ? keptAction : "refused at the door";
  const refused = { orderItemId, refusedLb: lb };
  await insertEvent(tx, by, stop, { ...report, note: words }, happened(report.at, by), refused);
  const [invoice] = await tx
    .select({ id: documents.id })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(
      and(
        eq(documentOrders.orderId, line.orderId),
        eq(documents.kind, "invoice"),
        isStandingDocument,
      ),
    )
    .orderBy(asc(documents.issuedAt))
    .limit(1);
  const about = { orderId: line.orderId, customerId: line.customerId };
  const asked = { source: "door" as const, note: words, requestId: report.requestId };
  const stored = await insertCreditRequest(
    tx,
    { ...about, ...asked, invoiceId: invoice?.id ?? null },
    async () => [
      {
        orderItemId,
        lb,
        reason,
        note: report.note.slice(0, 500),
        attachmentId: await ownImage(tx, stop, photoId),
      },
    ],
  );
  if (stored === null) throw new Error("The request of a new report was stored before");
  await recordAudit(tx, by.audit, {
    entity: "order",
    entityId: line.orderId,
    action,
    after: { refusedLb: lb, reason: words },
  });
  await auditRunOf(tx, by.audit, stop, {
    action,
    after: {
      orders: orderNumber(line.number),
      product: line.productName,
      refusedLb: lb,
      reason: words,
    },
  });
  // Otherwise the email about the delivery names it.
  if (line.status === "delivered") {
    await queueRefusedMail(tx, { ...line, id: line.orderId }, { ...line, lb }, shop);
  }
}

async function recordPaid(
  tx: Transaction,
  by: Reporter,
  { linkId }: RunDriver,
  stop: Stop,
  report: ReportOf<"paid">,
  door: DoorSettings,
): Promise<void> {
  const { requestId, method, cents, dueCents, reference, takenBy, invoices } = report;
  const taken = {
    requestId,
    method,
    cents,
    dueCents,
    reference,
    takenBy,
    linkId,
    invoices,
    reason: report.note.slice(0, 500),
    refusedCents: sumCents(
      await refusedNow(tx, eq(orders.stopId, stop.id)),
      ({ cents: refused }) => refused,
    ),
    takenAt: happened(report.at, by),
    photoId: await ownImage(tx, stop, report.photoId),
  };
  await bookAtDoor(tx, by.audit, stop, taken, door);
}

/**
 * Marks packed orders as delivered, followed by charges and emails that were waiting for it. Orders
 * that came back and were weighed as a whole stay unchanged: nothing is left to hand over.
 */
export async function deliver(
  tx: Transaction,
  by: Reporter,
  which: SQL | undefined,
  at: Date,
  shop: Shop,
) {
  const there = and(which, not(isWeighedBackWhole));
  const along = { deliveredAt: at };
  const inFull = and(there, isRefusedInFull);
  const refused = await changeOrderStates(tx, by.audit, "deliver", inFull, along, refusedWhole);
  const delivered = await changeOrderStates(tx, by.audit, "deliver", there, along);
  await letLeave(tx, which, shop);
  return [...refused, ...delivered];
}

export async function insertEvent(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: {
    kind: "delivered" | "not_home" | "refused" | "kept";
    requestId: string;
    note: string;
    signatureId?: string | null;
    photoId: string | null;
  },
  happenedAt: Date,
  more: Partial<typeof stopEvents.$inferInsert> = {},
): Promise<void> {
  const { kind, requestId, note, signatureId = null, photoId } = report;
  await insertStopEvent(tx, {
    stopId: stop.id,
    kind,
    requestId,
    note,
    happenedAt,
    ...more,
    ...by.event,
    signatureId: await ownImage(tx, stop, signatureId),
    photoId: await ownImage(tx, stop, photoId),
  });
}
