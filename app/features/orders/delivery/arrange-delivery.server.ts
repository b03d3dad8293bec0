import { and, asc, desc, eq, inArray } from "drizzle-orm";
import { recordAudit } from "#app/features/audit/record-audit.server.ts";
import { type Client, may } from "#app/features/auth/capability.ts";
import { areDaysOffered, type Booking, bookStop } from "#app/features/delivery/booking.server.ts";
import { type DayAsked, deliveryTerms } from "#app/features/delivery/delivery-terms.ts";
import { formatPostalCode } from "#app/features/delivery/postal-code.ts";
import { zoneAt } from "#app/features/delivery/rules.ts";
import { promiseCents, sumCents } from "#app/lib/line-totals.ts";
import { toCents, toDollars } from "#app/lib/money.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import type { orderCharges, orders } from "#db/schema/orders.ts";
import type { TaxCode } from "#db/schema/products.ts";
import { codeOfMost } from "../order-costs.ts";
import { belowMinimum, chooseDay, noSite } from "../order-refusals.ts";
import { OrderRefusedError } from "../placing/order-rules.ts";

/** Where and when an order is asked for. */
export interface DeliveryAsked {
  /** Null for the default site. */
  siteId: string | null;
  /** Null for an order without a day. */
  day: DayAsked | null;
  /** As read from the form, for a site that has none yet; null if none was asked for. */
  postalCode: string | null;
  /** Why staff pass over the day's cut-off, limits or minimum; "" if they don't. */
  override: string;
}

/** Who orders: a client, or without an account whoever gave this address. */
export type Orderer = Pick<Client, "customerId" | "sites" | "email" | "onBehalf"> & {
  readonly userId: string | null;
};

/** A line as far as delivery is concerned. */
interface Goods {
  quantity: string;
  cents: number;
  product: { overCapPct: number; taxCode: TaxCode };
}

type Site = Pick<
  typeof shipTos.$inferSelect,
  "id" | "name" | "address" | "postalCode" | "phone" | "notes"
>;

export type Charge = Omit<typeof orderCharges.$inferSelect, "orderId">;

/** How an order reaches its customer, booked and priced. */
export interface ArrangedDelivery {
  /** Null for an order without a day. */
  booking: Booking | null;
  charges: Charge[];
  columns: Partial<typeof orders.$inferInsert>;
}

/**
 * Books an order's day and sets its fee. Judges the minimum, which is the day's or the shop's,
 * whichever is higher.
 *
 * @throws OrderRefusedError, DayRefusedError
 */
export async function arrangeDelivery(
  tx: Transaction,
  client: Orderer,
  asked: DeliveryAsked,
  { goods, shopMinimumCents }: { goods: readonly Goods[]; shopMinimumCents: number },
): Promise<ArrangedDelivery> {
  const site = await siteFor(tx, client, asked.siteId);
  const estimateCents = sumCents(goods, ({ cents }) => cents);
  const isForced = asked.override !== "" && client.onBehalf === true;
  if (!asked.day) {
    if (await areDaysOffered(tx)) refuse("day", chooseDay);
    refuseBelow(estimateCents, shopMinimumCents);
    return { booking: null, charges: [], columns: await destinationOf(tx, client, site, null) };
  }
  const known = await withPostalCode(tx, client, site, asked.postalCode);
  const load = { customerId: client.customerId, shipToId: known?.id ?? null };
  const lb = promisedLb(goods);
  const booking = await bookStop(tx, asked.day, { ...load, lb }, { isForced });
  refuseElsewhere(booking, known);
  refuseOtherCode(booking, known, asked.postalCode);
  const { isShared, day, columns } = booking;
  const order = { estimateCents, shopMinimumCents, isShared };
  const { minimumCents, feeCents } = deliveryTerms(day, order);
  if (!isForced) refuseBelow(estimateCents, minimumCents);
  return {
    booking,
    charges: feeCents > 0 ? [feeOf(booking, feeCents, goods)] : [],
    columns: { ...columns, ...(await destinationOf(tx, client, known, booking)) },
  };
}

/** Pounds at the promised maximum, rounded per line as the amounts are. */
export function promisedLb(
  goods: readonly { quantity: string; product: { overCapPct: number } }[],
): string {
  return toDollars(
    sumCents(goods, ({ quantity, product }) => promiseCents(toCents(quantity), product.overCapPct)),
  );
}

/** The line that an order pays for its delivery. Without a tax code of its own, taxed as the goods. */
export function feeOf(
  { zone, day }: Pick<Booking, "zone" | "day">,
  feeCents: number,
  goods: readonly { cents: number; product: { taxCode: TaxCode } }[],
): Charge {
  return {
    kind: "delivery_fee",
    description: zone.kind === "pickup" ? "Pick-up" : "Delivery",
    amount: toDollars(feeCents),
    taxCode:
      (day.feeTaxCode as TaxCode | null) ??
      codeOfMost(goods.map(({ cents, product }) => ({ cents, taxCode: product.taxCode }))),
  };
}

function refuse(field: string, message: string): never {
  throw new OrderRefusedError([{ field, message }]);
}

export function refuseBelow(cents: number, minimumCents: number): void {
  const message = belowMinimum(cents, minimumCents);
  if (message) refuse("lines", message);
}

/** A run of deliveries goes to its own postal codes alone; whoever picks up may come from anywhere. */
export function refuseElsewhere({ zone, rules }: Booking, site: Site | null): void {
  if (zone.kind === "pickup") return;
  const postalCode = site?.postalCode ?? "";
  if (postalCode === "") refuse("postalCode", "Enter the postal code of the delivery address.");
  if (zoneAt(rules, postalCode)?.id === zone.id) return;
  refuse("day", `That day is not for ${formatPostalCode(postalCode)}. Choose another.`);
}

/** A code that was typed but whose days nobody has seen changes neither the site nor where an order goes. */
function refuseOtherCode({ zone }: Booking, site: Site | null, typed: string | null): void {
  if (zone.kind === "pickup" || !site || typed === null || typed === site.postalCode) return;
  const [asked, known] = [typed, site.postalCode].map(formatPostalCode);
  refuse("postalCode", `Press “Show days” to see the days for ${asked}, or enter ${known} again.`);
}

/** The site that is asked for, or else the default one or the first the client may order for. */
export async function siteFor(
  tx: Transaction,
  { customerId, sites }: Pick<Client, "customerId" | "sites">,
  siteId: string | null,
): Promise<Site | null> {
  const allowed = sites ? inArray(shipTos.id, [...sites]) : undefined;
  const wanted = siteId === null ? undefined : eq(shipTos.id, siteId);
  const [site] = await tx
    .select({
      id: shipTos.id,
      name: shipTos.name,
      address: shipTos.address,
      postalCode: shipTos.postalCode,
      phone: shipTos.phone,
      notes: shipTos.notes,
    })
    .from(shipTos)
    .where(and(eq(shipTos.customerId, customerId), allowed, wanted))
    .orderBy(desc(shipTos.isDefault), asc(shipTos.createdAt), asc(shipTos.id))
    .limit(1);
  if (!site && siteId !== null) refuse("site", "You can't order for this site. Choose another.");
  if (!site && sites) refuse("account", noSite);
  return site ?? null;
}

/**
 * Keeps or corrects the postal code of a site, for a client who may order for it.
 *
 * @throws OrderRefusedError for a site they may not order for
 */
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

/** Keeps the postal code that was asked for with the site: the first one, or a correction. */
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
  await tx
    .update(shipTos)
    .set({ postalCode })
    .where(and(eq(shipTos.id, site.id), eq(shipTos.postalCode, known)));
  await recordAudit(tx, client, {
    ...{ entity: "client", entityId: client.customerId, action: "updated" },
    before: { postalCode: known && formatPostalCode(known) },
    after: { postalCode: formatPostalCode(postalCode) },
  });
  return { ...site, postalCode };
}

/** Where an order goes, copied so that later changes of the site don't rewrite it. */
export async function destinationOf(
  tx: Transaction,
  { customerId }: Pick<Client, "customerId">,
  site: Site | null,
  booking: Pick<Booking, "zone"> | null,
) {
  const [customer] = await tx
    .select({ companyName: customers.companyName, phone: customers.phone })
    .from(customers)
    .where(eq(customers.id, customerId));
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
