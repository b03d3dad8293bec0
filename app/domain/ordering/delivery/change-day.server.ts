import { eq } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import { type Client, may, type Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { type DayAsked, deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import type { OrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { ownedBy } from "#app/domain/orders/lists/order-queries.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { goodsCents } from "#app/domain/orders/order-costs.ts";
import { replaceFee } from "#app/domain/orders/order-delivery.server.ts";
import { alreadyInState } from "#app/domain/orders/order-lifecycle.ts";
import { chooseDay, roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { estimateAnew, lockOrder, type OrderRow } from "#app/domain/orders/order-rows.server.ts";
import { waitUntil } from "#app/domain/orders/order-state.server.ts";
import { lackInWords } from "#app/domain/stock/stock.ts";
import { lacksOfStored, lockStock } from "#app/domain/stock/take-stock.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database, Transaction } from "#db/database.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { tellChange } from "../holding/align-authorization.server.ts";
import { holdAfterChange } from "../holding/approval.server.ts";
import { minimumOf } from "../holding/customer-terms.server.ts";
import { type BeforeRaise, lockCustomerOf } from "../holding/hold-raised.server.ts";
import { byLink, type ChangedBy, changing } from "../mails/queue-change-mails.server.ts";
import { refuseOrder } from "../placing/order-rules.ts";
import { refuseUnproved } from "../retail/unproved.server.ts";
import { confirmUntil } from "../retail/unproved.ts";
import {
  destinationOf,
  feeOf,
  goodsOf,
  loadOf,
  refuseBelow,
  refuseClosed,
  refuseElsewhere,
  siteFor,
} from "./arrange-delivery.server.ts";
import {
  DayPricesError,
  isBegun,
  lockProducts,
  openLinesOf,
  reprice,
  repricedOn,
  tooLittleOn,
} from "./day-prices.server.ts";
import { asSeen, type LineRepriced } from "./day-prices.ts";
import { beingPacked, noAddress } from "./delivery-words.ts";
import { moveStop } from "./order-stop.server.ts";
import { settleStop, togetherAt, tooLittleLeft } from "./settle-stop.server.ts";

/** Where and when an order is to go instead. */
export interface WantedDay {
  day: DayAsked;
  /** One of the customer's sites; null for the one it has. */
  siteId: string | null;
  /** Why staff pass over cut-off, limits or minimum; "" if they don't. Clients can't. */
  override: string;
  /** The prices of that day as they were shown (`asSeen`); "" if none were. */
  seenPrices: string;
  /** Onto a run that may be on its way, where staff say why. */
  joinsOut?: boolean;
  /** Not beyond its capacity, which staff are to be asked about first. */
  asksFirst?: boolean;
}

/**
 * Moves a client's own pending order to another day or site, until the cut-off of the day it has and
 * before packing begins: releases and books at once, and sets prices and fee of the new day. If that
 * raises it beyond the credit limit, or its buyer's own, it is held (`holdAfterChange`). Mails tell the client and the
 * company.
 *
 * @param minOrderCents what an order of customers without a minimum of their own must come to,
 *   whatever its day asks
 * @throws Refusal when there is none, or it is no longer pending, OrderRefusedError, DayRefusedError,
 *   DayPricesError when lines cost another price then than they do now, and
 *   `wanted.seenPrices` doesn't say so
 */
export function changeDay(
  db: Database,
  client: Client,
  orderId: string,
  wanted: WantedDay,
  shop: Shop,
  minOrderCents = 0,
): Promise<void> {
  return db.transaction(async (tx) => {
    const locked = await lockToChange(tx, orderId, ownedBy(client));
    if (!may(client, "order")) refuseOrder("account", roleMayNotOrder);
    if (await isBegun(tx, locked.order.id)) refuseOrder("day", beingPacked(shop.company));
    const asked = { ...wanted, override: "" };
    const rules = { shop, minOrderCents: minimumOf(locked.before.terms, minOrderCents) };
    await move(tx, locked, changing(client, "client"), client.sites, asked, rules);
  });
}

/**
 * Moves a retail order for whoever holds its link, as `changeDay` does: to another day of its postal
 * code, or of a pickup that is open to all.
 *
 * @throws as `changeDay`
 */
export function changeLinkedDay(
  db: Database,
  link: OrderLink,
  wanted: WantedDay,
  rules: { shop: Shop; minOrderCents: number },
): Promise<void> {
  const { company } = rules.shop;
  return db.transaction(async (tx) => {
    const locked = await lockToChange(tx, link.orderId);
    const { order } = locked;
    if (await isBegun(tx, order.id)) refuseOrder("day", beingPacked(company));
    const [zone] = await tx
      .select({ wholesaleOnly: zones.wholesaleOnly, kind: zones.kind })
      .from(zones)
      .where(eq(zones.id, wanted.day.zoneId));
    if (zone?.wholesaleOnly !== false) refuseOrder("day", chooseDay);
    const site = await siteFor(tx, { customerId: link.customerId, sites: null }, order.shipToId);
    // Who picks up has not been asked where they live.
    if (zone.kind === "delivery" && !site?.address.trim()) refuseOrder("day", noAddress(company));
    const asked = { ...wanted, siteId: null, override: "" };
    await move(tx, locked, byLink(link), null, asked, rules);
  });
}

/**
 * Moves any pending order, as `changeDay` does. With a reason, which is kept in the order's history,
 * staff pass over cut-offs, limits and minimum. The client is told by mail. For staff who take orders.
 *
 * @throws as `changeDay`
 */
export function changeDayForClient(
  db: Database,
  staff: Staff<"sell">,
  orderId: string,
  wanted: WantedDay,
  shop: Shop,
  minOrderCents = 0,
): Promise<void> {
  const rules = { shop, minOrderCents };
  return db.transaction((tx) => changeDayWithin(tx, staff, orderId, wanted, rules));
}

/**
 * As `changeDayForClient`, in the transaction of whoever puts it on another run. For the domain's own
 * functions, whose callers were asked for their capability.
 *
 * @throws as `changeDayForClient`; OverCapacityError
 */
export async function changeDayWithin(
  tx: Transaction,
  staff: Staff<"sell">,
  orderId: string,
  wanted: WantedDay,
  rules: { shop: Shop; minOrderCents: number },
): Promise<void> {
  const locked = await lockToChange(tx, orderId);
  await move(tx, locked, changing(staff, "staff"), null, wanted, rules);
}

/** Another day for an order (`rearrange`), and who is told of it. */
async function move(
  tx: Transaction,
  locked: LockedOrder,
  by: ChangedBy,
  sites: Client["sites"],
  wanted: WantedDay,
  rules: { shop: Shop; minOrderCents: number },
): Promise<void> {
  const { id } = locked.order;
  const repriced = await rearrange(tx, locked, by, sites, wanted, rules);
  if (by.who === "holder") await refuseUnproved(tx, id);
  await tellChange(tx, id, { moved: ["day"], repriced }, by, rules.shop);
}

/** The day that an order has. */
export async function dayOfOrder(
  tx: Transaction,
  { runId }: Pick<OrderRow, "runId">,
): Promise<DayAsked> {
  const [run] = await tx
    .select({ zoneId: runs.zoneId, date: runs.date })
    .from(runs)
    .where(eq(runs.id, runId ?? ""));
  if (!run) throw new Error("The run of an order is missing");
  return run;
}

/** An order that is about to be changed, locked with its customer. */
interface LockedOrder {
  order: OrderRow;
  before: BeforeRaise;
}

/** @throws Refusal when there is none, or it is no longer pending */
export async function lockToChange(
  tx: Transaction,
  orderId: string,
  allowed?: ReturnType<typeof ownedBy>,
): Promise<LockedOrder> {
  const order = await lockOrder(tx, orderId, allowed);
  if (!order) throw new Refusal("gone", "There is no such order.");
  if (order.status !== "pending") {
    throw new Refusal("not pending", alreadyInState(order.status));
  }
  return { order, before: await lockCustomerOf(tx, order) };
}

/**
 * Books a day for an order as its site is now, and sets prices and fee of that day. Returns the lines that have another price now.
 *
 * @param options.minOrderCents what it must come to besides the day's minimum
 * @throws OrderRefusedError, DayRefusedError, DayPricesError
 */
export async function rearrange(
  tx: Transaction,
  { order, before }: LockedOrder,
  actor: ChangedBy,
  sites: Client["sites"],
  { day: asked, siteId, override, seenPrices, joinsOut = false, asksFirst = false }: WantedDay,
  { shop, minOrderCents: shopMinimumCents }: { shop: Shop; minOrderCents: number },
): Promise<LineRepriced[]> {
  const { customerId } = order;
  const isForced = override !== "";
  const site = await siteFor(tx, { customerId, sites }, siteId ?? order.shipToId);
  // Before runs, as placing does.
  const productIds = await lockProducts(tx, order.id);
  const kept = await lockStock(tx, productIds);
  const tooLittle = isForced ? null : await tooLittleOn(tx, order, asked.date);
  if (tooLittle) refuseOrder("lines", tooLittle);
  const repriced = await repricedOn(tx, order, [asked.date]);
  await reprice(tx, repriced);
  const goods = await goodsOf(tx, order.id);
  const load = { customerId, shipToId: site?.id ?? null, ...(await loadOf(tx, goods)) };
  const joins = { isForced, joinsOut: isForced && joinsOut, asksFirst };
  const booking = await moveStop(tx, order, asked, load, joins);
  refuseElsewhere(booking, site);
  const { day } = booking;
  const stop = { customerId, shipToId: load.shipToId, runId: booking.columns.runId, day };
  const stays = order.runId === stop.runId && order.shipToId === stop.shipToId;
  if (!isForced && !stays) refuseClosed(booking, site);
  // Of several orders of a site on a day, the minimum is theirs together.
  const estimateCents = booking.isShared ? await togetherAt(tx, stop) : goodsCents(goods);
  const judged = { estimateCents, shopMinimumCents, isShared: false };
  const { minimumCents, feeCents } = deliveryTerms(day, judged);
  if (!isForced) refuseBelow(estimateCents, minimumCents);
  const left = isForced || stays ? null : await tooLittleLeft(tx, order, shopMinimumCents);
  if (left) refuseOrder("day", left);
  // Where others go too, the fee stands on one of them (`settleStop`): on this one, if it did before.
  const ownFee = booking.isShared || feeCents === 0 ? null : feeOf(day, feeCents, goods);
  if (!booking.isShared || !stays) await replaceFee(tx, order.id, ownFee);
  const moved = { id: order.id, number: order.number, how: "moved" as const };
  if (!stays) await settleStop(tx, actor, order, moved, shop);
  await settleStop(tx, actor, stop, moved, shop);
  const { estimate: totalPrice } = await costsNow(tx, order.id);
  const prices = { lines: repriced, total: { from: order.totalPrice, to: totalPrice } };
  const isAsked = repriced.length > 0 || seenPrices !== "";
  if (isAsked && asSeen(prices) !== seenPrices) {
    throw new DayPricesError(prices, { seen: seenPrices });
  }
  await estimateAnew(tx, order.id, totalPrice, {
    ...(await destinationOf(tx, { customerId }, site, booking)),
  });
  // What comes later than before is there for it as much; what comes earlier may be others' still.
  const isEarlier = order.deliveryDay !== null && day.date < order.deliveryDay;
  if (isEarlier && !isForced && kept.length > 0) {
    const lacks = await lacksOfStored(tx, await openLinesOf(tx, order.id), day.date);
    if (lacks.length > 0) refuseOrder("day", lacks.map(lackInWords).join(" "));
  }
  // Overriding the cut-off means that this order is packed all the same.
  if (order.awaitsUntil && !isForced) {
    await waitUntil(tx, order.id, confirmUntil(order.awaitsUntil, day.cutOffAt, new Date()));
  }
  const held = await holdAfterChange(tx, order, actor, before, shop);
  const pricesOf = (side: "from" | "to") =>
    repriced.length > 0 && {
      prices: repriced.map((line) => `${line.productName}: $${line[side]}/lb`).join("\n"),
    };
  // What else was changed on its day is recorded by who changed it.
  if (stays && order.totalPrice === totalPrice) return repriced;
  await recordAudit(tx, actor, {
    entity: "order",
    entityId: order.id,
    action: "day changed",
    before: { deliveryDay: order.deliveryDay, totalPrice: order.totalPrice, ...pricesOf("from") },
    after: {
      deliveryDay: day.date,
      totalPrice,
      ...pricesOf("to"),
      ...(isForced && { override }),
      ...held,
    },
  });
  return repriced;
}
