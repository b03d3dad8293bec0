import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import { dropNews } from "#app/features/mail/outbox.server.ts";
import { orderNumber } from "#app/features/orders/order.ts";
import { formatDateTime, pacificDay } from "#app/lib/dates.ts";
import { ended } from "#app/lib/in-words.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { creditRequestLines, creditRequests } from "#db/schema/money/credits.ts";
import { documentOrders, documents } from "#db/schema/money/documents.ts";
import { isPlaced, orderItems, orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import type { RunDriver } from "../links/run-links.server.ts";
import {
  queueDeliveredMails,
  queueMissedMails,
  queueRefusedMail,
} from "../mails/queue-run-mails.server.ts";
import { missedTopic, notForToday } from "../run.ts";
import { endIfVisited } from "../run-changes.server.ts";
import { isStanding } from "../runs.server.ts";
import { type Report, type ReportOf, ReportRefusedError, refusalReasons } from "./report.ts";
import {
  auditOrdersAt,
  lockStop,
  noSuchOrder,
  ownImage,
  type Stop,
  stopOf,
} from "./reported-stop.server.ts";

/** Who reports, as the events and the audit log have it. */
interface Reporter {
  event: { linkId: string } | { recordedBy: string };
  audit: { userId: string | null; email: string };
  /** No report of theirs is from before. */
  since: Date;
}

/**
 * Records what a driver reports of a stop of their run: orders that are packed become delivered and
 * their clients are told, as they are when nobody was there; a refused line becomes a request for
 * credit. A report that was recorded before changes nothing. For whoever has the run's link.
 *
 * @throws ReportRefusedError
 */
export function recordReport(
  db: Database,
  driver: RunDriver,
  report: Report,
  shop: Shop,
): Promise<void> {
  const name = driver.name ? `Driver ${driver.name}` : "Driver";
  const by: Reporter = {
    event: { linkId: driver.linkId },
    audit: { userId: null, email: `${name}, by the run's link` },
    since: driver.linkedAt,
  };
  return transactionWithRetry(db, async (tx) => {
    const stop = await lockStop(tx, report.stopId);
    if (stop?.runId !== driver.runId) {
      throw new ReportRefusedError("gone", "This stop is not on your run any more.");
    }
    if (await isRecorded(tx, report)) return;
    if (!report.isEarly)
      refuseEarly(stop, "Discard this, and report it again if it did happen today.");
    switch (report.kind) {
      case "delivered":
        return recordDelivered(tx, by, stop, report, shop);
      case "not_home":
        return recordNotHome(tx, by, stop, report, shop);
      case "refused":
        return recordRefused(tx, by, stop, report, shop);
    }
  });
}

/**
 * Marks an order as delivered: handed over at a pick-up, or told on the telephone. One that goes to a
 * stop takes the stop's other packed orders along. For staff who deliver.
 *
 * @param seenDay the day that whoever says so was asked about; ahead of its day an order is only
 *   delivered if that is the one
 * @throws ReportRefusedError
 */
export function deliverByStaff(
  db: Database,
  staff: Staff<"deliver">,
  orderId: string,
  shop: Shop,
  seenDay = "",
): Promise<void> {
  const at = new Date();
  const by: Reporter = { event: { recordedBy: staff.userId }, audit: staff, since: new Date(0) };
  return transactionWithRetry(db, async (tx) => {
    const stopId = await stopOf(tx, orderId);
    if (stopId === null) {
      const delivered = await deliver(tx, by.audit, eq(orders.id, orderId), at);
      if (delivered.length === 0) throw await refusal(tx, eq(orders.id, orderId));
      const facts = { at, receivedBy: "", temperatureC: null, kind: "delivery" as const };
      return queueDeliveredMails(tx, delivered, facts, shop);
    }
    const stop = await lockStop(tx, stopId);
    if (!stop) throw new ReportRefusedError("gone", noSuchOrder);
    if (stop.date !== seenDay) refuseEarly(stop, sayItAgain);
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
        isEarly: true,
      },
      shop,
    );
  });
}

/**
 * Notes that nobody came for an order that was to be picked up, or was home for one that was brought: it
 * stays packed, is waited for no more, and the client is told. It can be taken back the same day
 * (`undoStop`), moved to another day, or credited. For staff who deliver.
 *
 * @throws ReportRefusedError
 */
export function leaveByStaff(
  db: Database,
  staff: Staff<"deliver">,
  orderId: string,
  shop: Shop,
): Promise<void> {
  const by: Reporter = { event: { recordedBy: staff.userId }, audit: staff, since: new Date(0) };
  return transactionWithRetry(db, async (tx) => {
    const stopId = await stopOf(tx, orderId);
    const stop = stopId === null ? undefined : await lockStop(tx, stopId);
    if (!stop) throw new ReportRefusedError("gone", noSuchOrder);
    if (stop.state === "not_home") return;
    refuseEarly(stop, "Wait for its day.");
    const facts = { kind: "not_home" as const, note: "", photoId: null, isEarly: true };
    const at = new Date().toISOString();
    const report = { ...facts, requestId: crypto.randomUUID(), stopId: stop.id, at };
    await recordNotHome(tx, by, stop, report, shop);
  });
}

const sayItAgain = "Mark it again if it was handed over already. Nothing was changed.";

/** Whoever reports of a run before its day is asked whether they mean it; `what` they can do instead. */
function refuseEarly({ date }: Stop, what: string): void {
  const today = pacificDay(new Date());
  if (date <= today) return;
  throw new ReportRefusedError("too early", `This run is ${notForToday(date, today)}. ${what}`);
}

/** The stop is locked, so that of two that are sent at once the second finds the first. */
async function isRecorded(tx: Transaction, { requestId, stopId }: Report): Promise<boolean> {
  const [known] = await tx
    .select({ stopId: stopEvents.stopId })
    .from(stopEvents)
    .where(eq(stopEvents.requestId, requestId));
  if (known && known.stopId !== stopId) {
    throw new ReportRefusedError("gone", "This report was about another stop.");
  }
  return known !== undefined;
}

async function recordDelivered(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"delivered">,
  shop: Shop,
): Promise<void> {
  const at = happened(report.at, by);
  const ofStop = eq(orders.stopId, stop.id);
  const delivered = await deliver(tx, by.audit, ofStop, at);
  if (delivered.length === 0) throw await refusal(tx, ofStop);
  const { receivedBy, temperatureC } = report;
  await insertEvent(tx, by, stop, report, at, { receivedBy, temperatureC });
  await visit(tx, stop, "delivered", at);
  await dropNews(tx, missedTopic(stop.id));
  await queueDeliveredMails(tx, delivered, { at, receivedBy, temperatureC, kind: stop.kind }, shop);
}

async function recordNotHome(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"not_home">,
  shop: Shop,
): Promise<void> {
  if (stop.state === "delivered") throw alreadyDelivered(stop.visitedAt);
  const at = happened(report.at, by);
  await insertEvent(tx, by, stop, report, at);
  await visit(tx, stop, "not_home", at);
  await queueMissedMails(tx, stop, at, shop);
  await auditOrdersAt(tx, by.audit, stop.id, {
    action: stop.kind === "pickup" ? "nobody came" : "nobody there",
    ...(report.note && { after: { note: report.note } }),
  });
}

async function recordRefused(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: ReportOf<"refused">,
  shop: Shop,
): Promise<void> {
  const { orderItemId, reason, lb, photoId } = report;
  const [line] = await tx
    .select({
      orderId: orders.id,
      status: orders.status,
      customerId: orders.customerId,
      placedBy: orders.placedBy,
      productName: orderItems.productName,
      packedLb: orderItems.packedLb,
      refusedLb: sql<string>`coalesce((
        select sum(refused_lb) from stop_events
        where stop_events.order_item_id = order_items.id and ${isStanding}
      ), 0.00)`,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(orderItems.id, orderItemId),
        eq(orders.stopId, stop.id),
        inArray(orders.status, ["fulfilled", "delivered"]),
      ),
    );
  if (!line) {
    throw new ReportRefusedError("gone", "This line is not on the stop, or is not packed yet.");
  }
  const left = toCents(line.packedLb) - toCents(line.refusedLb);
  if (toCents(lb) > left) {
    const most = `${Number(toDollars(Math.max(0, left)))} lb`;
    throw new ReportRefusedError("too much", `Of this line only ${most} can be refused.`);
  }
  const words = [refusalReasons[reason], report.note].filter(Boolean).join(": ");
  const refused = { orderItemId, refusedLb: lb };
  await insertEvent(tx, by, stop, { ...report, note: words }, happened(report.at, by), refused);
  const [invoice] = await tx
    .select({ id: documents.id })
    .from(documentOrders)
    .innerJoin(documents, eq(documents.id, documentOrders.documentId))
    .where(and(eq(documentOrders.orderId, line.orderId), eq(documents.kind, "invoice")))
    .orderBy(asc(documents.issuedAt))
    .limit(1);
  const [request] = await tx
    .insert(creditRequests)
    .values({
      orderId: line.orderId,
      customerId: line.customerId,
      invoiceId: invoice?.id ?? null,
      source: "door",
      note: words,
      requestId: report.requestId,
    })
    .returning({ id: creditRequests.id });
  if (!request) throw new Error("Nothing was inserted");
  await tx.insert(creditRequestLines).values({
    creditRequestId: request.id,
    position: 0,
    orderItemId,
    lb,
    reason,
    note: report.note.slice(0, 500),
    attachmentId: await ownImage(tx, stop, photoId),
  });
  await recordAudit(tx, by.audit, {
    entity: "order",
    entityId: line.orderId,
    action: "refused at the door",
    after: { refusedLb: lb, reason: words },
  });
  // Otherwise the mail that says it was delivered names it.
  if (line.status === "delivered") {
    await queueRefusedMail(tx, { ...line, id: line.orderId }, { ...line, lb }, shop);
  }
}

const deliveredColumns = {
  id: orders.id,
  stopId: orders.stopId,
  customerId: orders.customerId,
  placedBy: orders.placedBy,
};

/** Fulfilled orders become delivered; the update checks the status itself. */
async function deliver(
  tx: Transaction,
  actor: Reporter["audit"],
  which: ReturnType<typeof eq>,
  at: Date,
) {
  const delivered = await tx
    .update(orders)
    .set({ status: "delivered", deliveredAt: at })
    .where(and(which, eq(orders.status, "fulfilled")))
    .returning(deliveredColumns);
  if (delivered.length > 0) {
    await recordAudit(
      tx,
      actor,
      ...delivered.map(({ id }) => ({
        entity: "order" as const,
        entityId: id,
        action: "delivered",
        before: { status: "fulfilled" },
        after: { status: "delivered" },
      })),
    );
  }
  return delivered;
}

/** Why nothing was delivered. */
async function refusal(tx: Transaction, which: ReturnType<typeof eq>): Promise<Error> {
  const there = await tx
    .select({ id: orders.id, status: orders.status, deliveredAt: orders.deliveredAt })
    .from(orders)
    .where(and(which, isPlaced));
  const pending = there.filter(({ status }) => status === "pending");
  if (pending.length > 0) {
    const numbers = pending.map(({ id }) => orderNumber(id)).join(", ");
    const message = `Not finished at the packing station yet: ${numbers}. It has to be packed and invoiced before it can be delivered.`;
    return new ReportRefusedError("not packed", message);
  }
  const [done] = there;
  return done
    ? alreadyDelivered(done.deliveredAt)
    : new ReportRefusedError(
        "gone",
        "The order was moved or cancelled, so there is nothing to deliver.",
      );
}

function alreadyDelivered(at: Date | null): Error {
  const when = at ? `, on ${formatDateTime(at)}` : "";
  return new ReportRefusedError(
    "already delivered",
    `${ended(`This was already reported as delivered${when}`)} Nothing was changed.`,
  );
}

/** The telephone's time, unless its clock cannot be right. */
function happened(at: string, { since }: Reporter): Date {
  const now = new Date();
  const said = new Date(at);
  return said > now || said < since ? now : said;
}

async function visit(
  tx: Transaction,
  { id, runId }: Stop,
  state: "delivered" | "not_home",
  visitedAt: Date,
): Promise<void> {
  await tx.update(runStops).set({ state, visitedAt }).where(eq(runStops.id, id));
  await endIfVisited(tx, runId);
}

async function insertEvent(
  tx: Transaction,
  by: Reporter,
  stop: Stop,
  report: {
    kind: Report["kind"];
    requestId: string;
    note: string;
    signatureId?: string | null;
    photoId: string | null;
  },
  happenedAt: Date,
  more: Partial<typeof stopEvents.$inferInsert> = {},
): Promise<void> {
  const { kind, requestId, note, signatureId = null, photoId } = report;
  await tx.insert(stopEvents).values({
    stopId: stop.id,
    kind,
    requestId,
    note,
    happenedAt,
    ...more,
    ...by.event,
    signatureId: await ownImage(tx, stop, signatureId),
    photoId: await ownImage(tx, stop, photoId),
    // In the order of the stop's lock, which the transaction's start is not.
    recordedAt: sql`clock_timestamp()`,
  });
}
