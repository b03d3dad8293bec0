import { and, eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { type Actor, recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { readersOf } from "#app/domain/customers/readers.server.ts";
import type { Booking } from "#app/domain/delivery/booking.server.ts";
import { type DayAsked, deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { missedTopic } from "#app/domain/delivery/runs/run-state.ts";
import type { SecondFee } from "#app/domain/delivery/second-fee.ts";
import { debitMail } from "#app/domain/documents/debits/debit-mail.ts";
import { invoiceTerms } from "#app/domain/documents/invoice-terms.ts";
import { standingInvoiceOf } from "#app/domain/documents/invoices.server.ts";
import { issueDebit } from "#app/domain/documents/issuing/issue-debit.server.ts";
import { dropNews, queueMail } from "#app/domain/mail/outbox.server.ts";
import { goodsCents } from "#app/domain/orders/order-costs.ts";
import { orderStateInWords } from "#app/domain/orders/order-lifecycle.ts";
import { orderGone } from "#app/domain/orders/order-refusals.server.ts";
import { chooseDay } from "#app/domain/orders/order-refusals.ts";
import { lockOrder, updateOrder } from "#app/domain/orders/order-rows.server.ts";
import { toDollars } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { transactionWithRetry } from "#db/locks.ts";
import { runStops } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import { lockTerms } from "../holding/customer-terms.server.ts";
import { queueMovedPackedMail } from "../mails/queue-change-mails.server.ts";
import {
  destinationOf,
  feeOf,
  goodsOf,
  refuseElsewhere,
  siteFor,
} from "./arrange-delivery.server.ts";
import { dayOfOrder } from "./change-day.server.ts";
import { noAddress } from "./delivery-words.ts";
import { moveStop } from "./order-stop.server.ts";

/** Where a packed order is to go instead. */
export interface WantedMove {
  day: DayAsked;
  /** The day that it had when the form was shown, as `runKey`; "" for none. */
  from: string;
  /** Whether whoever moves it wants the fee again, where the owner's setting asks. */
  chargesFee: boolean;
  /** Made by the form, so that the fee of one move is billed once. */
  requestId: string;
  /** Onto a run that may be on its way. */
  joinsOut?: boolean;
  /** Not beyond its capacity, which staff are to be asked about first. */
  asksFirst?: boolean;
}

/** The fee of a second delivery, on an invoice of its own. */
export interface SecondDelivery {
  /** Dollars, with its taxes. */
  total: string;
  invoiceNumber: string;
  /** The number of the invoice that it adds to. */
  corrects: string;
  /** Where anyone with the address opens it. */
  url: string | null;
}

/**
 * Moves an order that is packed and was not handed over to another day, or to a pickup, as it is:
 * with its boxes, its invoice and its prices. Nothing has to be cut or packed, so the new day's cut-off,
 * limits and minimum don't count; a run that has left does. The new day's fee is billed again as
 * the owner has set (`secondFee`), unless the order has no invoice yet because its client is invoiced
 * by the month. The client is told by mail. For staff who take orders.
 *
 * @returns the second fee; null if none was billed
 * @throws Refusal when there is none, it is not packed, was handed over or moved meanwhile, or can't go
 *   there; DayRefusedError
 */
export function movePacked(
  db: Database,
  staff: Staff<"sell">,
  orderId: string,
  wanted: WantedMove,
  { shop, secondFee }: { shop: Shop; secondFee: SecondFee },
): Promise<SecondDelivery | null> {
  return transactionWithRetry(db, (tx) =>
    movePackedWithin(tx, staff, orderId, wanted, { shop, secondFee }),
  );
}

/**
 * As `movePacked`, in the transaction of whoever found out that it has to be moved. For the domain's and the
 * runs' own functions, whose callers were asked for their capability.
 *
 * @throws as `movePacked`
 */
export async function movePackedWithin(
  tx: Transaction,
  by: Actor,
  orderId: string,
  wanted: WantedMove,
  { shop, secondFee }: { shop: Shop; secondFee: SecondFee },
): Promise<SecondDelivery | null> {
  const order = await lockUndelivered(tx, orderId);
  const now = order.runId ? await dayOfOrder(tx, order) : null;
  if ((now ? runKey(now.zoneId, now.date) : "") !== wanted.from) refuse(movedMeanwhile);
  const { customerId } = order;
  const wasMissed = await isMissed(tx, order);
  await lockTerms(tx, customerId);
  const site = await siteFor(tx, { customerId, sites: null }, order.shipToId);
  const load = {
    customerId,
    shipToId: site?.id ?? null,
    lb: order.bookedLb,
    boxes: order.bookedBoxes,
  };
  const { joinsOut = false, asksFirst = false } = wanted;
  const booking = await moveStop(tx, order, wanted.day, load, {
    isForced: true,
    joinsOut,
    asksFirst,
  });
  if (booking.columns.runId === order.runId) refuse(chooseDay);
  refuseElsewhere(booking, site);
  if (booking.zone.kind === "delivery" && !site?.address.trim()) refuse(noAddress(shop.company));
  await updateOrder(tx, order.id, await destinationOf(tx, { customerId }, site, booking));
  const isCharged = secondFee === "always" || (secondFee === "ask" && wanted.chargesFee);
  const fee = isCharged ? await billSecondFee(tx, order.id, booking, wanted, shop) : null;
  await recordAudit(tx, by, {
    entity: "order",
    entityId: order.id,
    action: "moved as packed",
    before: { deliveryDay: order.deliveryDay },
    after: {
      deliveryDay: booking.day.date,
      ...(fee && { invoice: fee.invoiceNumber, totalPrice: fee.total }),
    },
  });
  if (wasMissed && order.stopId) await dropMissedOf(tx, order.stopId);
  await queueMovedPackedMail(tx, order.id, { second: fee ?? undefined, wasMissed }, shop);
  return fee;
}

/** Whether nobody was there, or came for the order, where it goes now. */
async function isMissed(tx: Transaction, { stopId }: { stopId: string | null }): Promise<boolean> {
  if (stopId === null) return false;
  const missed = and(eq(runStops.id, stopId), eq(runStops.state, "not_home"));
  return (await tx.$count(runStops, missed)) > 0;
}

/** The mail about the move tells it of the last order of its stop. */
async function dropMissedOf(tx: Transaction, stopId: string): Promise<void> {
  const still = and(eq(orders.stopId, stopId), eq(orders.status, "fulfilled"));
  if ((await tx.$count(orders, still)) === 0) await dropNews(tx, missedTopic(stopId));
}

const movedMeanwhile = "This order was moved meanwhile. Look where it is now. Nothing was changed.";

/** The order, which whoever reports of its stop locks too: of a delivery and a move the second sees the first. */
async function lockUndelivered(tx: Transaction, orderId: string) {
  if (!isUuid(orderId)) throw orderGone();
  const own = eq(orders.id, orderId);
  const [seen] = await tx.select({ stopId: orders.stopId }).from(orders).where(own);
  const order = await lockOrder(tx, orderId);
  if (!order) throw orderGone();
  if (order.status !== "fulfilled") {
    refuse(`This order is ${orderStateInWords(order.status)}, so it stays where it is.`);
  }
  if (order.stopId !== seen?.stopId) refuse(movedMeanwhile);
  return order;
}

/** Bills the new day's fee on top of the order's invoice; null where there is no fee, or no invoice. */
async function billSecondFee(
  tx: Transaction,
  orderId: string,
  booking: Booking,
  { requestId }: WantedMove,
  shop: Shop,
): Promise<SecondDelivery | null> {
  const goods = await goodsOf(tx, orderId);
  const { feeCents } = deliveryTerms(booking.day, {
    estimateCents: goodsCents(goods),
    shopMinimumCents: 0,
    isShared: booking.isShared,
  });
  if (feeCents === 0) return null;
  const invoice = await standingInvoiceOf(tx, orderId);
  if (!invoice) return null;
  const { amount, taxCode } = feeOf(booking.day, feeCents, goods);
  const { issued } = await issueDebit(
    tx,
    {
      invoiceId: invoice.id,
      requestId,
      reason: "Second delivery",
      lines: [
        {
          position: null,
          description: "Second delivery",
          unit: "each",
          packed: "1.00",
          unitPrice: toDollars(feeCents),
          amount,
          taxCode,
        },
      ],
    },
    invoiceTerms(shop),
  );
  const corrects = invoice.documentNumber;
  const mail = debitMail({ ...issued, corrects, isSecondDelivery: true }, shop);
  const readers = await readersOf(tx, issued.customerId);
  if (readers.length > 0) await queueMail(tx, ...readers.map((to) => ({ ...mail, to })));
  return { total: issued.total, invoiceNumber: issued.documentNumber, corrects, url: issued.url };
}

function refuse(message: string): never {
  throw new Refusal("not moved", message);
}
