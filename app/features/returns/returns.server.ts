import { and, asc, desc, eq, inArray, isNotNull, isNull, not, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import {
  claimReturned,
  creditedAhead,
  creditReturned,
} from "#app/domain/claims/credit-returned.server.ts";
import { packedAndBack, takeIn } from "#app/domain/claims/returned-goods.server.ts";
import { isJoinedSince, wasNotTaken } from "#app/domain/delivery/runs/joined-since.server.ts";
import { isLeftBehind } from "#app/domain/delivery/runs/left-behind.server.ts";
import { warmestC } from "#app/domain/delivery/runs/report.ts";
import { awaitedOf } from "#app/domain/lots/refused-at-door.ts";
import { nameAtStop } from "#app/domain/orders/order-delivery.server.ts";
import { orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { lockOrder } from "#app/domain/orders/order-rows.server.ts";
import {
  formatLb,
  hundredthsLb,
  isNoWeight,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { isOrAre, wasOrWere } from "#app/lib/in-words.ts";
import { pick } from "#app/lib/pick.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { lockCustomer, transactionWithRetry } from "#db/locks.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { creditRequests } from "#db/schema/money/credits.ts";
import { documents } from "#db/schema/money/documents.ts";
import { returnedGoods, truckLbOf } from "#db/schema/money/door.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { lots } from "#db/schema/packages.ts";
import { isStandingEvent, stopEvents } from "#db/schema/stop-events.ts";
import type { StopState } from "#db/schema/values/deliveries.ts";
import type { ReturnOutcome } from "#db/schema/values/door.ts";
import type { CreditReason } from "#db/schema/values/money.ts";
import {
  type AwaitedReturn,
  cameFromInWords,
  chosenOutcome,
  creditedLb,
  fieldOf,
  type ReturnableLine,
  type ReturnedRow,
  scalesDiffer,
  sellsWarm,
  type TypedReturn,
  undeliveredText,
  wasWarmText,
} from "./returned.ts";

const listedRows = 50;

/** Pounds of a line refused at the door and not taken back since. For queries of `order_items`. */
const refusedLbOf = sql<string>`coalesce((select sum(refused_lb) from stop_events
  where stop_events.order_item_id = order_items.id and ${isStandingEvent}), 0.00)`;

/**
 * True for packed orders that left with a run and came back with it: nobody was there, they were
 * kept back, or their stop was not reported before the run was over. False once they are moved to
 * another day, or delivered after all, and if a line was refused, because somebody was there then.
 * For queries of `orders`.
 */
const cameBackWhole = (today: string) => sql<boolean>`(orders.status = 'fulfilled'
  and not ${isLeftBehind} and exists (
  select from runs join zones on zones.id = runs.zone_id
  where runs.id = orders.run_id and zones.kind = 'delivery' and (runs.state = 'done'
    or runs.state = 'out' and (runs.date < ${today} or ${wasNotTaken("not_home", "kept")})))
  and not exists (select from stop_events where stop_events.stop_id = orders.stop_id
    and kind = 'refused' and ${isStandingEvent} and order_item_id in (
      select id from order_items where order_id = orders.id)))`;

/**
 * The driver's reason for a refused line, or ours for one kept back, as stored with the credit that
 * the report requested. For queries of `stop_events`.
 */
const reasonOfReport = sql<CreditReason | null>`(select reason from credit_request_lines
  join credit_requests on credit_requests.id = credit_request_lines.credit_request_id
  where credit_requests.request_id = stop_events.request_id
    and credit_request_lines.order_item_id = stop_events.order_item_id limit 1)`;

/**
 * True for a line that a driver refused as too warm, even in part, because nobody can tell its
 * packages apart, and for one whose stop had too warm a product. For queries of `order_items`.
 */
const wasWarmOf = sql<boolean>`exists (select from stop_events where ${isStandingEvent} and (
  (stop_events.order_item_id = order_items.id and ${reasonOfReport} = 'warm')
  or (stop_events.temperature_c > ${warmestC} and stop_events.stop_id in (
    select stop_id from orders where orders.id = order_items.order_id
    union select stop_id from stop_events as own where own.order_item_id = order_items.id))))`;

export interface WeighedReturn {
  requestId: string;
  outcome: ReturnOutcome;
  productName: string;
  lb: string;
  /** Null if it was weighed before. */
  creditedLb: string | null;
  lotCode: string | null;
  /** False while the order isn't invoiced yet. */
  isCredited: boolean;
  /** True if it was credited before it was weighed. */
  wasCredited: boolean;
}

/**
 * Records the weighed returns of an order: they go to their lot and the stock, or to waste
 * (`outcomeOf`), and are credited (`creditedLb`) in one note, all in one transaction. Orders that
 * nobody took come back as a whole. Idempotent by each return's request id. For staff who pack.
 *
 * @throws Refusal for more than was sent of the lot, for goods not reported as refused, for an
 * order that did not leave, for goods said to come from a client who never had them, and for a
 * resale of goods that were too warm at the door
 */
export function weighReturns(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  all: readonly TypedReturn[],
  shop: Shop,
): Promise<WeighedReturn[]> {
  return transactionWithRetry(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw orderGone();
    await lockCustomer(tx, order.customerId);
    const weighed: (WeighedReturn & { creditRequestId: string | null })[] = [];
    for (const typed of all) {
      const claimed = weighed.flatMap(({ creditRequestId }) => creditRequestId ?? []);
      weighed.push(
        (await weighedBefore(tx, typed.requestId)) ??
          (await weigh(tx, staff, order, typed, claimed)),
      );
    }
    const creditRequestIds = weighed.flatMap(({ creditRequestId }) => creditRequestId ?? []);
    const note = all[0]?.note ?? "";
    const isCredited = await creditReturned(tx, staff, { orderId, creditRequestIds, note }, shop);
    return weighed.map(({ creditRequestId, ...one }) =>
      creditRequestId === null ? one : { ...one, isCredited },
    );
  });
}

/** Records a weighed return, and returns it with the credit request that it claims, if any. */
async function weigh(
  tx: Transaction,
  staff: Staff<"pack">,
  { id: orderId, customerId }: { id: string; customerId: string },
  typed: TypedReturn,
  claimed: readonly string[],
) {
  const line = await lineOf(tx, orderId, typed);
  const { productName, wasWarm } = line;
  const from = line.lots.find(({ lotId }) => lotId === typed.lot);
  if (!from) throw refused(typed, "lot", `${productName} was not packed of this lot`);
  refuseHeavier(line, from, typed);
  if (sellsWarm(typed, line)) throw refused(typed, "becomes", wasWarmText);
  const outcome = chosenOutcome({ ...typed, wasWarm }, { ...typed, isHeld: from.isHeld });
  const { item: orderItemId, lb, place, temperatureC, minutesOut, note, reason, requestId } = typed;
  const credited = creditedLb(line, typed);
  const wasCredited = isNoWeight(credited);
  const creditRequestId = await claimReturned(
    tx,
    staff,
    { orderId, customerId, orderItemId, lb: credited, reason, note, requestId },
    claimed,
  );
  await takeIn(
    tx,
    {
      requestId,
      orderId,
      orderItemId,
      lotId: typed.lot,
      lb,
      place,
      note,
      temperatureC,
      minutesOut,
      outcome,
      creditRequestId,
      weighedBy: staff.userId,
      creditedLb: credited,
    },
    stockedAs(line, typed),
  );
  const lotCode = from.lotId === null ? null : from.code;
  await recordAudit(tx, staff, {
    entity: "order",
    entityId: orderId,
    action: "return weighed",
    after: {
      product: productName,
      lb,
      lot: lotCode,
      outcome,
      place,
      temperatureC,
      minutesOut,
      note,
    },
  });
  return {
    requestId,
    outcome,
    productName,
    lb,
    creditedLb: credited,
    lotCode,
    wasCredited,
    isCredited: wasCredited,
    creditRequestId: wasCredited ? null : creditRequestId,
  };
}

function stockedAs(
  { productId, packedLb, packedPieces, isUndelivered }: Awaited<ReturnType<typeof lineOf>>,
  { lb, note, place }: TypedReturn,
) {
  // Estimates the pieces by weight.
  const whole = toHundredthsLb(packedLb);
  const pieces = whole > 0 ? Math.round((packedPieces * toHundredthsLb(lb)) / whole) : 0;
  return {
    productId,
    pieces,
    reason: note || cameFromInWords({ place, isUndelivered }),
    wasteReason: note || "Returned, not to be sold again",
  };
}

function refuseHeavier(
  line: Omit<ReturnableLine, "reports"> & { isUndelivered: boolean },
  from: ReturnableLine["lots"][number],
  typed: TypedReturn,
): void {
  const { lb, place } = typed;
  const left = toHundredthsLb(from.sentLb) - toHundredthsLb(from.backLb);
  if (toHundredthsLb(lb) > left) {
    // The whole line may be more, with other lots.
    const ofLot = line.lots.length > 1 && from.lotId !== null ? ` of lot ${from.code}` : "";
    const sent = `${formatLb(Number(from.sentLb))}${ofLot}`;
    const back =
      Number(from.backLb) > 0
        ? `, and ${formatLb(Number(from.backLb))} ${isOrAre(Number(from.backLb))} back`
        : "";
    throw refused(typed, "lb", `Only ${sent} ${wasOrWere(Number(from.sentLb))} sent${back}`);
  }
  if (line.isUndelivered && place === "client") {
    throw refused(typed, "place", "Nobody took this order, so it was with us all the time");
  }
  if (place !== "truck" || line.isUndelivered) return;
  if (Number(line.refusedLb) === 0) {
    const message = "The driver reported nothing of it as refused, so it had left our hands";
    throw refused(typed, "place", message);
  }
  const most = sumLb([line.refusedLb, scalesDiffer, `-${line.truckLb}`]);
  if (toHundredthsLb(lb) > most) {
    const message = `Only ${formatLb(Number(line.refusedLb))} ${wasOrWere(Number(line.refusedLb))} refused at the truck. The rest had left our hands`;
    throw refused(typed, "lb", message);
  }
}

/** Returns a line with the pounds sent and returned, by lot. */
async function lineOf(tx: Transaction, orderId: string, typed: TypedReturn) {
  const itemId = typed.item;
  const [line] = await tx
    .select({
      itemId: orderItems.id,
      productId: orderItems.productId,
      productName: orderItems.productName,
      packedLb: orderItems.packedLb,
      packedPieces: orderItems.packedPieces,
      status: orders.status,
      isUndelivered: cameBackWhole(pacificDay(new Date())),
      refusedLb: refusedLbOf,
      truckLb: truckLbOf,
      wasWarm: wasWarmOf,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)));
  if (!line) throw refused(typed, "lb", "Please choose what came back");
  if (line.status !== "fulfilled" && line.status !== "delivered") {
    throw new Refusal("refused", "This order is not packed, so nothing of it can come back.");
  }
  if (line.status === "fulfilled" && !line.isUndelivered && Number(line.refusedLb) === 0) {
    throw new Refusal("refused", "This order did not leave our hands, so nothing came back of it.");
  }
  const refusedLb = line.isUndelivered ? line.packedLb : line.refusedLb;
  return {
    ...line,
    refusedLb,
    creditedLb: (await creditedAhead(tx, [itemId])).get(itemId) ?? "0.00",
    lots: (await packedAndBack(tx, [itemId])).map(({ itemId: _, ...lot }) => lot),
  };
}

async function weighedBefore(tx: Transaction, requestId: string) {
  const [earlier] = await tx
    .select({
      ...pick(returnedGoods, "requestId", "outcome", "lb"),
      productName: orderItems.productName,
      lotCode: lots.code,
      isCredited: sql<boolean>`exists (select from credit_requests
        where credit_requests.id = ${returnedGoods.creditRequestId} and status = 'approved')`,
    })
    .from(returnedGoods)
    .innerJoin(orderItems, eq(orderItems.id, returnedGoods.orderItemId))
    .leftJoin(lots, eq(lots.id, returnedGoods.lotId))
    .where(and(eq(returnedGoods.requestId, requestId), isNull(returnedGoods.reversesId)));
  return earlier && { ...earlier, creditedLb: null, wasCredited: false, creditRequestId: null };
}

/**
 * Returns an order that may have returns, with its lines; null if unknown or if it didn't leave.
 * For staff who pack.
 */
export async function returnableOrder(db: Database, _staff: Staff<"pack">, orderId: string) {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({
      id: orders.id,
      number: orders.number,
      status: orders.status,
      isUndelivered: cameBackWhole(pacificDay(new Date())),
      name: nameAtStop,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(eq(orders.id, orderId), inArray(orders.status, ["fulfilled", "delivered"])));
  if (!order) return null;
  const items = await db
    .select({
      itemId: orderItems.id,
      productName: orderItems.productName,
      packedLb: orderItems.packedLb,
      refusedLb: refusedLbOf,
      truckLb: truckLbOf,
      wasWarm: wasWarmOf,
    })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), sql`${orderItems.packedLb} > 0`))
    .orderBy(asc(orderItems.position));
  const sent = await packedAndBack(
    db,
    items.map(({ itemId }) => itemId),
  );
  const reports = await doorReportsOf(
    db,
    items.map(({ itemId }) => itemId),
  );
  const ahead = await creditedAhead(
    db,
    items.map(({ itemId }) => itemId),
  );
  const lines: ReturnableLine[] = items.map(({ packedLb, ...item }) => ({
    ...item,
    creditedLb: ahead.get(item.itemId) ?? "0.00",
    ...(order.isUndelivered && { refusedLb: packedLb }),
    reports: reports.flatMap(({ itemId, ...report }) => (itemId === item.itemId ? [report] : [])),
    lots: sent.flatMap(({ itemId, ...lot }) => (itemId === item.itemId ? [lot] : [])),
  }));
  return { ...order, lines };
}

/** True if some of what was refused of an order is still to be weighed. For staff who pack. */
export async function awaitsWeighing(
  db: Database,
  _staff: Staff<"pack">,
  orderId: string,
): Promise<boolean> {
  const lines = await db
    .select({ refusedLb: refusedLbOf, truckLb: truckLbOf })
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId));
  return lines.some((line) => awaitedOf(line) > 0);
}

async function doorReportsOf(db: Database, itemIds: string[]) {
  if (itemIds.length === 0) return [];
  const reports = await db
    .select({
      id: stopEvents.id,
      stopId: stopEvents.stopId,
      itemId: sql<string>`${stopEvents.orderItemId}`,
      lb: sql<string>`${stopEvents.refusedLb}::text`,
      note: stopEvents.note,
      reason: reasonOfReport,
      happenedAt: stopEvents.happenedAt,
    })
    .from(stopEvents)
    .where(and(inArray(stopEvents.orderItemId, itemIds), isStandingEvent))
    .orderBy(asc(stopEvents.happenedAt), asc(stopEvents.recordedAt));
  // A refusal has no temperature of its own: it is measured at the handover of the same stop.
  const stopIds = [...new Set(reports.map(({ stopId }) => stopId))];
  if (stopIds.length === 0) return [];
  const measured = await db
    .select({ stopId: stopEvents.stopId, temperatureC: stopEvents.temperatureC })
    .from(stopEvents)
    .where(
      and(inArray(stopEvents.stopId, stopIds), isNotNull(stopEvents.temperatureC), isStandingEvent),
    )
    .orderBy(asc(stopEvents.recordedAt));
  const byStop = new Map(measured.map(({ stopId, temperatureC }) => [stopId, temperatureC]));
  return reports.map(({ stopId, ...report }) => ({
    ...report,
    temperatureC: byStop.get(stopId) ?? null,
  }));
}

/**
 * Returns what came back from runs at any time and isn't weighed yet, oldest first: orders that
 * nobody took, and lines reported as refused or kept back. For staff who pack.
 */
export async function awaitedReturns(
  db: Database,
  _staff: Staff<"pack">,
): Promise<AwaitedReturn[]> {
  const today = pacificDay(new Date());
  const [whole, lines] = await Promise.all([wholeOrders(db, today), refusedLines(db, today)]);
  return [...whole, ...lines].sort(
    (one, other) =>
      one.reportedAt.getTime() - other.reportedAt.getTime() || one.orderNumber - other.orderNumber,
  );
}

/** Returns the orders that nobody took, less what was weighed since. */
async function wholeOrders(db: Database, today: string): Promise<AwaitedReturn[]> {
  const rows = await db
    .select({
      orderId: orders.id,
      orderNumber: orders.number,
      name: nameAtStop,
      packedLb: orderItems.packedLb,
      truckLb: truckLbOf,
      // What was reported of the stop before the order joined it isn't about the order.
      stopState: sql<StopState>`case when ${isJoinedSince} then 'waiting' else ${runStops.state} end`,
      reportedAt: sql`coalesce(${runStops.visitedAt}, ${runs.doneAt}, ${runs.departedAt})`.mapWith(
        runStops.visitedAt,
      ),
    })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(runStops, eq(runStops.id, orders.stopId))
    .innerJoin(runs, eq(runs.id, runStops.runId))
    .where(and(cameBackWhole(today), sql`${orderItems.packedLb} > 0`));
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId);
  return [...byOrder.values()].flatMap((own) => {
    const left = own.reduce(
      (sum, { packedLb, truckLb }) => sum + awaitedOf({ refusedLb: packedLb, truckLb }),
      0,
    );
    const [first] = own;
    if (!first || left === 0) return [];
    const { orderId, orderNumber, name, stopState, reportedAt } = first;
    const order = { orderId, orderNumber, name, reportedAt, itemId: null, productName: null };
    return [{ ...order, lb: toPounds(hundredthsLb(left)), note: undeliveredText[stopState] }];
  });
}

/** Returns lines refused or kept back at a stop, of orders that were otherwise handed over. */
async function refusedLines(db: Database, today: string): Promise<AwaitedReturn[]> {
  const refusedLb = sql<string>`sum(${stopEvents.refusedLb})`;
  const rows = await db
    .select({
      orderId: orders.id,
      orderNumber: orders.number,
      name: nameAtStop,
      itemId: orderItems.id,
      productName: orderItems.productName,
      refusedLb: sql<string>`${refusedLb}::text`,
      truckLb: truckLbOf,
      note: sql<string>`(array_agg(${stopEvents.note} order by ${stopEvents.recordedAt} desc))[1]`,
      reportedAt: sql`min(${stopEvents.happenedAt})`.mapWith(stopEvents.happenedAt),
    })
    .from(stopEvents)
    .innerJoin(orderItems, eq(orderItems.id, stopEvents.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(isStandingEvent, not(cameBackWhole(today))))
    .groupBy(orders.id, customers.id, orderItems.id)
    // Years of refusals are weighed already.
    .having(sql`${refusedLb} > ${truckLbOf}`)
    .orderBy(asc(orderItems.position));
  return rows.flatMap(({ refusedLb, truckLb, ...row }) => {
    const left = awaitedOf({ refusedLb, truckLb });
    return left > 0 ? [{ ...row, lb: toPounds(hundredthsLb(left)) }] : [];
  });
}

/** Returns the latest returns. For staff who pack. */
export function lastReturns(db: Database, _staff: Staff<"pack">): Promise<ReturnedRow[]> {
  return returnedRows(db, undefined, listedRows);
}

/** Returns all returns of an order, including those taken back. For staff who pack. */
export async function returnsOfOrder(
  db: Database,
  _staff: Staff<"pack">,
  orderId: string,
): Promise<ReturnedRow[]> {
  return isUuid(orderId) ? returnedRows(db, eq(returnedGoods.orderId, orderId)) : [];
}

const reversal = alias(returnedGoods, "reversal");
const reverser = alias(user, "reverser");
const debit = alias(documents, "debit");

async function returnedRows(
  db: Database,
  which: SQL | undefined,
  most = Number.MAX_SAFE_INTEGER,
): Promise<ReturnedRow[]> {
  const rows = await db
    .select({
      id: returnedGoods.id,
      orderId: returnedGoods.orderId,
      orderNumber: orders.number,
      name: nameAtStop,
      productName: orderItems.productName,
      lotCode: lots.code,
      lb: returnedGoods.lb,
      place: returnedGoods.place,
      isUndelivered: sql<boolean>`${returnedGoods.place} = 'truck' and ${refusedLbOf} = 0`,
      temperatureC: returnedGoods.temperatureC,
      minutesOut: returnedGoods.minutesOut,
      outcome: returnedGoods.outcome,
      weighedAt: returnedGoods.weighedAt,
      by: user.email,
      creditNote: documents.documentNumber,
      backAt: reversal.weighedAt,
      backBy: reverser.email,
      backReason: reversal.note,
      debit: debit.documentNumber,
    })
    .from(returnedGoods)
    .innerJoin(orderItems, eq(orderItems.id, returnedGoods.orderItemId))
    .innerJoin(orders, eq(orders.id, returnedGoods.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .innerJoin(user, eq(user.id, returnedGoods.weighedBy))
    .leftJoin(creditRequests, eq(creditRequests.id, returnedGoods.creditRequestId))
    .leftJoin(
      documents,
      eq(
        documents.id,
        sql`coalesce(${returnedGoods.creditNoteId}, ${creditRequests.creditNoteId})`,
      ),
    )
    .leftJoin(lots, eq(lots.id, returnedGoods.lotId))
    .leftJoin(reversal, eq(reversal.reversesId, returnedGoods.id))
    .leftJoin(reverser, eq(reverser.id, reversal.weighedBy))
    .leftJoin(debit, eq(debit.id, reversal.debitId))
    .where(and(isNull(returnedGoods.reversesId), which))
    .orderBy(desc(returnedGoods.weighedAt), desc(returnedGoods.id))
    .limit(most);
  return rows.map(({ backAt, backBy, backReason, debit, ...row }) => ({
    ...row,
    takenBack: backAt && { at: backAt, by: backBy ?? "", reason: backReason ?? "", debit },
  }));
}

function refused(typed: TypedReturn, name: string, message: string): Refusal {
  return new Refusal("invalid", message, { field: fieldOf(name, typed) });
}
