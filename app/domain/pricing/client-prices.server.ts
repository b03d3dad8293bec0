import { and, asc, eq, inArray, not, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { Client } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { ofProduct, pricedFor, pricesOn } from "#db/schema/money/prices.ts";
import { products, toleranceInForce } from "#db/schema/products.ts";
import { lastBilledPrices } from "./last-billed-prices.server.ts";
import type { LaterOffer, OfferedProduct } from "./price-reason.ts";
import type { PriceSheet } from "./price-sheet-words.ts";

/** The columns that the order form shows besides the price. */
const shown = {
  id: products.id,
  name: products.name,
  itemNumber: products.itemNumber,
  category: products.category,
  soldBy: products.soldBy,
  typicalPieceLb: products.typicalPieceLb,
  orderStepLb: products.orderStepLb,
  overCapPct: toleranceInForce,
};

/**
 * Returns the active products offered to a client's customer for delivery on a day ("2026-11-26"),
 * by name, at the customer's own prices and with the reason for each. Never cached, as no customer
 * may see another's prices.
 */
export async function listOfferedProducts(
  db: Database,
  { customerId }: Client,
  day: string,
): Promise<OfferedProduct[]> {
  const { pricePerLb, minLb, isOffered, source, sourceName, endsOn, basePricePerLb } = pricedFor;
  const [offered, last] = await Promise.all([
    db
      .select({
        ...shown,
        taxCode: products.taxCode,
        pricePerLb,
        minLb,
        reason: { source, sourceName, endsOn, basePricePerLb },
      })
      .from(products)
      .innerJoin(pricesOn(customerId, day), ofProduct)
      .where(and(eq(products.isActive, true), isOffered))
      .orderBy(asc(products.name), asc(products.id)),
    lastBilledPrices(db, customerId),
  ]);
  return offered.map(({ reason, ...product }) => ({
    ...product,
    reason: { ...reason, last: last.get(product.id) ?? null },
  }));
}

/**
 * Returns by day where a customer's prices or minimum quantities for later deliveries differ from
 * those of `today`: by product id, null if a product isn't offered. Days without differences are
 * omitted.
 */
export async function laterPrices(
  db: Database,
  { customerId }: Client,
  today: string,
  days: readonly string[],
): Promise<Record<string, Record<string, LaterOffer | null>>> {
  const changes = await changesOfPrices(db, customerId, today, days);
  // Prices stay the same until the next change, so one day of each period is looked up.
  const alike = Map.groupBy(days, (day) => changes.findLast((change) => change <= day) ?? today);
  alike.delete(today);
  if (alike.size === 0) return {};
  const asked = [...alike.values()].flatMap(([day]) => day ?? []);
  type Row = { day: string; product: string; isOffered: boolean; pricePerLb: string } & {
    minLb: string | null;
  } & LaterOffer["reason"];
  const { rows } = await db.execute<Row>(sql`
    select days.day::text, later.product_id as product, later.is_offered as "isOffered",
      later.price_per_lb as "pricePerLb", later.min_lb as "minLb", later.source,
      later.source_name as "sourceName", later.ends_on::text as "endsOn",
      later.base_price_per_lb as "basePricePerLb"
    from unnest(${sql.param(asked)}::date[]) as days(day)
      cross join lateral prices_for(${customerId}::uuid, days.day) as later
      join prices_for(${customerId}::uuid, ${today}::date) as now on now.product_id = later.product_id
    where (later.is_offered, later.price_per_lb, later.min_lb)
      is distinct from (now.is_offered, now.price_per_lb, now.min_lb)`);
  const prices: Record<string, Record<string, LaterOffer | null>> = {};
  for (const { day, product, isOffered, pricePerLb, minLb, ...reason } of rows) {
    const ofDay = prices[day] ?? {};
    ofDay[product] = isOffered ? { pricePerLb, minLb, reason } : null;
    prices[day] = ofDay;
  }
  for (const [first = "", ...others] of alike.values()) {
    for (const day of others) if (prices[first]) prices[day] = prices[first];
  }
  return prices;
}

/** Returns the days after `today` when a customer's prices may change, until the last of `days`. */
async function changesOfPrices(
  db: Database,
  customerId: string,
  today: string,
  days: readonly string[],
): Promise<string[]> {
  const last = days.toSorted().at(-1);
  if (last === undefined) return [];
  const { rows } = await db.execute<{ day: string }>(sql`
    with own_lists as (
      select price_lists.* from customer_price_lists join price_lists on price_lists.id = list_id
      where customer_id = ${customerId}::uuid
    ), changes (day) as (
      select applies_on from scheduled_prices where applied_at is null
      union select starts_on from customer_prices where customer_id = ${customerId}::uuid
      union select ends_on + 1 from customer_prices where customer_id = ${customerId}::uuid
      union select starts_on from own_lists
      union select ends_on + 1 from own_lists
    )
    select day::text from changes where day > ${today}::date and day <= ${last}::date order by day`);
  return rows.map(({ day }) => day);
}

/**
 * Returns the active products that are offered to a client's customer only on a later day than
 * `today`, by name, as offered on the first such day. `later` is the result of `laterPrices`.
 */
export async function listLaterProducts(
  db: Database,
  { customerId }: Client,
  today: string,
  later: Awaited<ReturnType<typeof laterPrices>>,
): Promise<OfferedProduct[]> {
  const first = new Map<string, LaterOffer>();
  for (const [, offers] of Object.entries(later).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    for (const [id, offer] of Object.entries(offers)) {
      if (offer && !first.has(id)) first.set(id, offer);
    }
  }
  if (first.size === 0) return [];
  const found = await db
    .select({ ...shown, taxCode: products.taxCode })
    .from(products)
    .innerJoin(pricesOn(customerId, today), ofProduct)
    .where(
      and(
        eq(products.isActive, true),
        not(pricedFor.isOffered),
        inArray(products.id, [...first.keys()]),
      ),
    )
    .orderBy(asc(products.name), asc(products.id));
  if (found.length === 0) return [];
  const last = await lastBilledPrices(db, customerId);
  return found.flatMap((product) => {
    const offer = first.get(product.id);
    const reason = offer && { ...offer.reason, last: last.get(product.id) ?? null };
    return reason ? [{ ...product, ...offer, reason }] : [];
  });
}

/** Returns the prices of a client's customer for deliveries on a Pacific day. */
export async function getPriceSheet(
  db: Database,
  client: Client,
  day: string,
  { company }: Pick<Shop, "company">,
): Promise<PriceSheet> {
  const [products, [customer]] = await Promise.all([
    listOfferedProducts(db, client, day),
    db
      .select({ company: customers.companyName, contact: customers.contactName })
      .from(customers)
      .where(eq(customers.id, client.customerId)),
  ]);
  const name = customer?.company || customer?.contact || "";
  return { client: name, day, products, printedAt: new Date(), company };
}
