import { and, asc, desc, eq, inArray, isNull } from "drizzle-orm";
import { type Client, may } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { correctPostalCode } from "#app/domain/customers/save-customers.server.ts";
import {
  areDaysOffered,
  type Booking,
  bookStop,
  type Load,
} from "#app/domain/delivery/booking.server.ts";
import { type BoxSize, boxesFor, boxSize } from "#app/domain/delivery/box-size.ts";
import { type DeliveryDay, weekdayName, windowInWords } from "#app/domain/delivery/days.ts";
import { type DayAsked, deliveryTerms } from "#app/domain/delivery/delivery-terms.ts";
import { zoneAt } from "#app/domain/delivery/rules.ts";
import { type SiteHours, windowAt } from "#app/domain/delivery/site-hours.ts";
import { type CostLine, codeOfMost, goodsCents } from "#app/domain/orders/order-costs.ts";
import type { Charge } from "#app/domain/orders/order-delivery.server.ts";
import { belowMinimum, chooseDay, noSite } from "#app/domain/orders/order-refusals.ts";
import { storedSettings } from "#app/domain/settings/kept-settings.server.ts";
import { promiseLb } from "#app/lib/amounts/line-totals.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, sumLb, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { weekdayOf } from "#app/lib/dates.ts";
import { formatPostalCode } from "#app/lib/postal-code.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { orderItems, type orders } from "#db/schema/orders.ts";
import type { TaxCode } from "#db/schema/values/products.ts";
import { together } from "#db/together.ts";
import { refuseOrder } from "../placing/order-rules.ts";

export interface DeliveryAsked {
  /** Null for the default site. */
  siteId: string | null;
  day: DayAsked | null;
  /** Typed postal code for a site that has none yet; null if the form didn't ask. */
  postalCode: string | null;
  /** Staff's reason for bypassing the day's cut-off, limits or minimum; "" if they don't. */
  override: string;
}

/** The client who orders, or a guest with this address. */
export type Orderer = Pick<Client, "customerId" | "sites" | "email" | "onBehalf"> & {
  readonly userId: string | null;
};

type Goods = Pick<CostLine<TaxCode>, "cents" | "taxCode"> & {
  quantity: string;
  product: { overCapPct: number };
};

type Site = typeof shipTos.$inferSelect;

export interface ArrangedDelivery {
  booking: Booking | null;
  charges: Charge[];
  columns: Partial<typeof orders.$inferInsert>;
}

/** An order's destination as stored, before any check. */
interface Destination {
  site: Site | null;
  customer: Addressed | undefined;
  /** True if the order needs a day; read only if it has none. */
  areDaysOffered: boolean;
  /** Read only if the order has a day. */
  boxes: BoxSize;
}

/** Reads an order's destination. Refuses nothing, so it can be sent together with other reads. */
export async function readDestination(
  tx: Transaction,
  client: Orderer,
  { siteId, day }: DeliveryAsked,
): Promise<Destination> {
  const [site, customer, isOffered, boxes] = await together([
    findSite(tx, client, siteId),
    addressedAs(tx, client),
    day ? false : areDaysOffered(tx),
    day ? storedSettings(tx, boxSize) : boxSize.defaults,
  ]);
  return { site, customer, areDaysOffered: isOffered, boxes };
}

/**
 * Books an order's day and sets its fee. Checks the higher of the day's and the shop's minimum.
 *
 * @param read the destination, if the caller has read it
 * @throws OrderRefusedError, DayRefusedError
 */
export async function arrangeDelivery(
  tx: Transaction,
  client: Orderer,
  asked: DeliveryAsked,
  { goods, shopMinimumCents }: { goods: readonly Goods[]; shopMinimumCents: number },
  read?: Destination,
): Promise<ArrangedDelivery> {
  const to = read ?? (await readDestination(tx, client, asked));
  const site = siteOrRefusal(client, asked.siteId, to.site);
  const estimateCents = goodsCents(goods);
  const isForced = asked.override !== "" && client.onBehalf === true;
  if (!asked.day) {
    if (to.areDaysOffered) refuseOrder("day", chooseDay);
    refuseBelow(estimateCents, shopMinimumCents);
    return { booking: null, charges: [], columns: destinationColumns(to.customer, site, null) };
  }
  const known = await withPostalCode(tx, client, site, asked.postalCode);
  const load = { customerId: client.customerId, shipToId: known?.id ?? null };
  const weight = loadIn(to.boxes, goods);
  const booking = await bookStop(tx, asked.day, { ...load, ...weight }, { isForced });
  refuseElsewhere(booking, known);
  refuseOtherCode(booking, known, asked.postalCode);
  if (!isForced) refuseClosed(booking, known);
  const { isShared, day, columns } = booking;
  const order = { estimateCents, shopMinimumCents, isShared };
  const { minimumCents, feeCents } = deliveryTerms(day, order);
  if (!isForced) refuseBelow(estimateCents, minimumCents);
  return {
    booking,
    charges: feeCents > 0 ? [feeOf(day, feeCents, goods)] : [],
    columns: { ...columns, ...destinationColumns(to.customer, known, booking) },
  };
}

/** Returns the load of goods on a run: promised pounds, and the boxes for the ordered pounds. */
export async function loadOf(
  tx: Transaction,
  goods: readonly Pick<Goods, "quantity" | "product">[],
): Promise<Pick<Load, "lb" | "boxes">> {
  return loadIn(await storedSettings(tx, boxSize), goods);
}

function loadIn(
  size: BoxSize,
  goods: readonly Pick<Goods, "quantity" | "product">[],
): Pick<Load, "lb" | "boxes"> {
  const ordered = toPounds(sumLb(goods.map(({ quantity }) => quantity)));
  return { lb: promisedLb(goods), boxes: boxesFor(ordered, size) };
}

/** Returns the promised maximum in pounds, rounded per line as the amounts are. */
function promisedLb(goods: readonly Pick<Goods, "quantity" | "product">[]): string {
  const most = goods.map(({ quantity, product }) =>
    promiseLb(toHundredthsLb(quantity), product.overCapPct),
  );
  return toPounds(hundredthsLb(most.reduce((sum, lb) => sum + lb, 0)));
}

/** Returns the goods that the client ordered, without their substitutes. */
export async function goodsOf(tx: Transaction, orderId: string): Promise<Goods[]> {
  const lines = await tx
    .select({
      quantity: orderItems.quantity,
      subtotal: orderItems.subtotal,
      taxCode: orderItems.taxCode,
      product: { overCapPct: orderItems.overCapPct },
    })
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.substitutesItemId)));
  return lines.map((line) => ({ ...line, cents: toCents(line.subtotal) }));
}

/** Returns the delivery fee charge, taxed as the goods unless it has its own tax code. */
export function feeOf(
  day: Pick<DeliveryDay, "kind" | "feeTaxCode">,
  feeCents: number,
  goods: readonly Goods[],
): Charge {
  return {
    kind: "delivery_fee",
    description: day.kind === "pickup" ? "Pickup" : "Delivery",
    amount: toDollars(feeCents),
    taxCode: (day.feeTaxCode as TaxCode | null) ?? codeOfMost(goods),
  };
}

export function refuseBelow(cents: number, minimumCents: number): void {
  const message = belowMinimum(cents, minimumCents);
  if (message) refuseOrder("lines", message);
}

/** Refuses a delivery run that doesn't serve the site's postal code. Pickups are open to all. */
export function refuseElsewhere({ zone, rules }: Booking, site: Site | null): void {
  if (zone.kind === "pickup") return;
  const postalCode = site?.postalCode ?? "";
  if (postalCode === "")
    refuseOrder("postalCode", "Enter the postal code of the delivery address.");
  if (zoneAt(rules, postalCode)?.id === zone.id) return;
  refuseOrder(
    "day",
    `We don’t deliver to ${formatPostalCode(postalCode)} on that day. Choose another.`,
  );
}

/** Refuses days and hours when the site is closed. Staff can bypass this, like the day's limits. */
export function refuseClosed(
  { day }: Pick<Booking, "day">,
  site: (SiteHours & Pick<Site, "name">) | null,
): void {
  if (!site || windowAt(site, day) !== null) return;
  const where = site.name || "The site";
  const weekday = weekdayOf(day.date);
  const why = site.closedOn.includes(weekday)
    ? `is closed on ${weekdayName(weekday)}s`
    : `takes no delivery from ${windowInWords({ from: day.windowFrom, to: day.windowTo })}`;
  refuseOrder("day", `${where} ${why}. Choose another day.`);
}

/** Refuses a typed postal code whose days weren't shown yet. */
function refuseOtherCode({ zone }: Booking, site: Site | null, typed: string | null): void {
  if (zone.kind === "pickup" || !site || typed === null || typed === site.postalCode) return;
  const [asked, known] = [typed, site.postalCode].map(formatPostalCode);
  refuseOrder(
    "postalCode",
    `Press “Check delivery” to see the days for ${asked}, or enter ${known} again.`,
  );
}

/** Returns the requested site, else the default, else the first that the client may order for. */
export async function siteFor(
  tx: Transaction,
  client: Pick<Client, "customerId" | "sites">,
  siteId: string | null,
): Promise<Site | null> {
  return siteOrRefusal(client, siteId, await findSite(tx, client, siteId));
}

async function findSite(
  tx: Transaction,
  { customerId, sites }: Pick<Client, "customerId" | "sites">,
  siteId: string | null,
): Promise<Site | null> {
  const allowed = sites ? inArray(shipTos.id, [...sites]) : undefined;
  const wanted = siteId === null ? undefined : eq(shipTos.id, siteId);
  const [site] = await tx
    .select()
    .from(shipTos)
    .where(and(eq(shipTos.customerId, customerId), allowed, wanted))
    .orderBy(desc(shipTos.isDefault), asc(shipTos.createdAt), asc(shipTos.id))
    .limit(1);
  return site ?? null;
}

function siteOrRefusal(
  { sites }: Pick<Client, "sites">,
  siteId: string | null,
  site: Site | null,
): Site | null {
  if (!site && siteId !== null)
    refuseOrder("site", "You can't order for this site. Choose another.");
  if (!site && sites) refuseOrder("account", noSite);
  return site;
}

/** Stores or corrects a site's postal code for a client who may order. @throws OrderRefusedError */
export async function keepPostalCode(
  db: Database,
  client: Client,
  { site: siteId, postalCode }: { site: string; postalCode: string | null },
): Promise<void> {
  if (!may(client, "order") || postalCode === null) return;
  await db.transaction(async (tx) => {
    const site = await siteFor(tx, client, siteId === "" ? null : siteId);
    await withPostalCode(tx, client, site, postalCode, { isCorrected: true });
  });
}

async function withPostalCode(
  tx: Transaction,
  client: Orderer,
  site: Site | null,
  postalCode: string | null,
  { isCorrected = false } = {},
): Promise<Site | null> {
  if (!site) return null;
  const known = site.postalCode;
  if (postalCode === null || postalCode === known || (known !== "" && !isCorrected)) return site;
  await correctPostalCode(tx, site, postalCode);
  await recordAudit(tx, client, {
    entity: "client",
    entityId: client.customerId,
    action: "updated",
    before: { postalCode: known && formatPostalCode(known) },
    after: { postalCode: formatPostalCode(postalCode) },
  });
  return { ...site, postalCode };
}

/** Returns the destination, copied so that later changes of the site don't rewrite the order. */
export async function destinationOf(
  tx: Transaction,
  client: Pick<Client, "customerId">,
  site: Site | null,
  booking: Pick<Booking, "zone"> | null,
) {
  return destinationColumns(await addressedAs(tx, client), site, booking);
}

type Addressed = Pick<typeof customers.$inferSelect, "companyName" | "phone">;

async function addressedAs(
  tx: Transaction,
  { customerId }: Pick<Client, "customerId">,
): Promise<Addressed | undefined> {
  const [customer] = await tx
    .select({ companyName: customers.companyName, phone: customers.phone })
    .from(customers)
    .where(eq(customers.id, customerId));
  return customer;
}

function destinationColumns(
  customer: Addressed | undefined,
  site: Site | null,
  booking: Pick<Booking, "zone"> | null,
) {
  const isPickup = booking?.zone.kind === "pickup";
  return {
    shipToId: site?.id ?? null,
    deliveryName: site?.name || (customer?.companyName ?? ""),
    deliveryAddress: isPickup ? booking.zone.place : (site?.address ?? ""),
    deliveryPostalCode: isPickup ? "" : (site?.postalCode ?? ""),
    deliveryPhone: site?.phone || (customer?.phone ?? ""),
    deliveryNotes: site?.notes ?? "",
  };
}
