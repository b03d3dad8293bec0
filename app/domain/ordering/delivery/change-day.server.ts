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
import { orders } from "#db/schema/orders.ts";
import { alignAuthorizationAndTell, tellChange } from "../holding/align-authorization.server.ts";
import { holdAfterChange } from "../holding/approval.server.ts";
import { minimumForStaff, minimumOf } from "../holding/customer-terms.server.ts";
import { type BeforeRaise, lockCustomerOf } from "../holding/hold-raised.server.ts";
import {
  byLink,
  type ChangedBy,
  changing,
  rewriteWaiting,
} from "../mails/queue-change-mails.server.ts";
import { refuseOrder } from "../placing/order-rules.ts";
import { confirmUntil } from "../retail/guest-limits.ts";
import { refuseUnproved } from "../retail/unconfirmed-orders.server.ts";
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
import { settleStop, togetherAt, tooLittleLeft } from "./shared-stop-fee.server.ts";

export interface WantedDay {
  day: DayAsked;
  /** One of the customer's sites; null for the current one. */
  siteId: string | null;
  /** Staff's reason for bypassing cut-off, limits or minimum; "" if they don't. Clients can't. */
  override: string;
  /** The prices of that day as shown (`asSeen`); "" if none were. */
  seenPrices: string;
  /** True if it may join a departed run, with staff's reason; the client is told once packed. */
  joinsOut?: boolean;
  /** True to refuse going over capacity, so that staff are asked first. */
  asksFirst?: boolean;
}

/**
 * Moves a client's own pending order to another day or site, until the cut-off of its current day
 * and before packing begins, at the new day's prices and fee. If that exceeds the customer's credit
 * limit or the buyer's own, the order is held (`holdAfterChange`). Client and company are emailed.
 *
 * @param minOrderCents the minimum for customers without one of their own, besides the day's
 * @throws Refusal if there is no such order or it is no longer pending; OrderRefusedError;
 *   DayRefusedError; DayPricesError if line prices change and `wanted.seenPrices` doesn't match
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
 * Moves a retail order for the holder of its link, as `changeDay` does: to another day of its
 * postal code, or of a pickup that is open to all.
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
    // Customers who pick up were never asked for an address.
    if (zone.kind === "delivery" && !site?.address.trim()) refuseOrder("day", noAddress(company));
    const asked = { ...wanted, siteId: null, override: "" };
    await move(tx, locked, byLink(link), null, asked, rules);
  });
}

/**
 * Moves any pending order, as `changeDay` does, for staff who take orders. The shop's minimum
 * applies, or the customer's own if that is lower. With a reason, which is kept in the order's history,
 * staff bypass cut-offs, limits and minimum. The client is emailed.
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
 * Runs `changeDayForClient` in the caller's transaction, for domain functions whose callers have
 * checked the capability.
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
  const lower = minimumForStaff(locked.before.terms, rules.minOrderCents);
  await move(tx, locked, changing(staff, "staff"), null, wanted, {
    ...rules,
    minOrderCents: lower,
  });
}

async function move(
  tx: Transaction,
  locked: LockedOrder,
  by: ChangedBy,
  sites: Client["sites"],
  wanted: WantedDay,
  rules: { shop: Shop; minOrderCents: number },
): Promise<void> {
  const { order } = locked;
  const { id } = order;
  const repriced = await rearrange(tx, locked, by, sites, wanted, rules);
  if (by.who === "holder") await refuseUnproved(tx, id);
  if (wanted.joinsOut && (await isToBeLoaded(tx, id))) {
    // The order isn't on the truck, so the email about packing tells its day (`dropChangeMails`).
    await alignAuthorizationAndTell(tx, id, rules.shop);
    await rewriteWaiting(tx, id, rules.shop);
    return;
  }
  await tellChange(tx, id, { moved: { what: "day", from: order }, repriced }, by, rules.shop);
}

/** True if the run of an unpacked order is out, so that the truck left without the order. */
async function isToBeLoaded(tx: Transaction, orderId: string): Promise<boolean> {
  const [run] = await tx
    .select({ state: runs.state })
    .from(runs)
    .innerJoin(orders, eq(orders.runId, runs.id))
    .where(eq(orders.id, orderId));
  return run?.state === "out";
}

/** Returns the day of an order that is on a run. */
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

interface LockedOrder {
  order: OrderRow;
  before: BeforeRaise;
}

/** Locks a pending order and its customer. @throws Refusal if it is missing or not pending */
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
 * Books a day for an order, at its current site unless `siteId` names another, and sets that day's
 * prices and fee. `minOrderCents` is the minimum to reach besides the day's. Returns the repriced
 * lines.
 *
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
  // Lock products before runs, as placing does.
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
  // Orders for the same site and day share one minimum.
  const estimateCents = booking.isShared ? await togetherAt(tx, stop) : goodsCents(goods);
  const judged = { estimateCents, shopMinimumCents, isShared: false };
  const { minimumCents, feeCents } = deliveryTerms(day, judged);
  if (!isForced) refuseBelow(estimateCents, minimumCents);
  const left = isForced || stays ? null : await tooLittleLeft(tx, order, shopMinimumCents);
  if (left) refuseOrder("day", left);
  // A shared stop pays one fee, on one of its orders (`settleStop`). One that stays keeps its own.
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
  // Stock reserved for the old day also covers a later day. An earlier day's may belong to others.
  const isEarlier = order.deliveryDay !== null && day.date < order.deliveryDay;
  if (isEarlier && !isForced && kept.length > 0) {
    const lacks = await lacksOfStored(tx, await openLinesOf(tx, order.id), day.date);
    if (lacks.length > 0) refuseOrder("day", lacks.map(lackInWords).join(" "));
  }
  // An order that bypasses the cut-off is packed anyway, so it needn't be confirmed any sooner.
  if (order.awaitsUntil && !isForced) {
    await waitUntil(tx, order.id, confirmUntil(order.awaitsUntil, day.cutOffAt, new Date()));
  }
  const held = await holdAfterChange(tx, order, actor, before, shop);
  const pricesOf = (side: "from" | "to") =>
    repriced.length > 0 && {
      prices: repriced.map((line) => `${line.productName}: $${line[side]}/lb`).join("\n"),
    };
  // Other changes on the same day are audited by the caller.
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
