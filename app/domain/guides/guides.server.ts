import { and, asc, eq, sql } from "drizzle-orm";
import { type Client, may } from "#app/domain/access/capability.ts";
import { roleMayNotOrder } from "#app/domain/orders/order-refusals.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { products } from "#db/schema/products.ts";
import { guideItems, orderGuides } from "#db/schema/usual-orders.ts";
import { type Bought, type Guide, type GuideItem, guideWeeks, usualOrders } from "./guide.ts";
import type { ArrangedItem } from "./guide-form.ts";

/** A cut that a kitchen bought lately or has in its guide. */
interface Row extends Record<string, unknown> {
  siteId: string;
  productId: string;
  name: string;
  category: string | null;
  section: string | null;
  par: string | null;
  isHidden: boolean | null;
  bought: (Omit<Bought, "day"> & { day: string | null; placedAt: string })[] | null;
}

interface LastRow extends Record<string, unknown> {
  siteId: string;
  id: string;
  number: number;
  day: string | null;
  placedAt: string;
  lines: number;
}

/** Returns an order's delivery day, or the day it was placed if it has none. */
const dayOf = ({ day, placedAt }: { day: string | null; placedAt: string }) =>
  day ?? pacificDay(new Date(placedAt));

/** The kitchen that an order counts for; a merged site counts as the one it was merged into. */
const siteOfOrder = sql`coalesce(went_to.merged_into, went_to.id)`;

/** Matches the client's orders of the guide's weeks, not cancelled, to sites the client may see. */
function lately({ records, sites }: Pick<Client, "records" | "sites">) {
  return sql`orders.customer_id = any(${sql.param([...records])}::uuid[]) and orders.status <> 'cancelled'
    and orders.ship_to_id is not null
    and orders.placed_at > now() - make_interval(weeks => ${guideWeeks})
    ${sites ? sql`and orders.ship_to_id = any(${sql.param([...sites])}::uuid[])` : sql``}`;
}

/**
 * Returns the guides of the kitchens that a client may order for: what each bought lately and what
 * was added by hand. A kitchen with neither has none.
 */
export async function readGuides(
  db: Database,
  client: Pick<Client, "customerId" | "records" | "sites">,
): Promise<Guide[]> {
  const [rows, last] = await Promise.all([guideRows(db, client), lastOrders(db, client)]);
  const bySite = Map.groupBy(rows, ({ siteId }) => siteId);
  const lastOf = new Map(
    last.map(({ siteId, id, number, lines, ...when }) => [
      siteId,
      { id, number, lines, day: dayOf(when) },
    ]),
  );
  return [...bySite].map(([siteId, items]) => ({
    siteId,
    items: items.filter(({ isHidden }) => !isHidden).map(asItem),
    lastOrder: lastOf.get(siteId) ?? null,
  }));
}

function asItem({ productId, name, category, section, par, bought }: Row): GuideItem {
  const last = bought?.map(({ pieces, pounds, ...when }) => ({ pieces, pounds, day: dayOf(when) }));
  return { productId, name, category, section: section ?? "", par, bought: last ?? [] };
}

async function guideRows(
  db: Database,
  client: Pick<Client, "customerId" | "records" | "sites">,
): Promise<Row[]> {
  const { customerId, sites } = client;
  const { rows } = await db.execute<Row>(sql`
    with lines as (
      select ${siteOfOrder} as site_id, order_items.product_id, orders.placed_at,
        min(order_items.product_name) as name, min(orders.delivery_day)::text as day,
        sum(order_items.quantity)::text as pounds,
        case when bool_and(ordered_pieces is not null) then sum(ordered_pieces)::int end as pieces,
        row_number() over (partition by ${siteOfOrder}, order_items.product_id
          order by orders.placed_at desc, orders.id) as nth
      from orders join order_items on order_items.order_id = orders.id
        join ship_tos as went_to on went_to.id = orders.ship_to_id
      where ${lately(client)} and order_items.product_id is not null
        and order_items.substitutes_item_id is null
      group by orders.id, went_to.id, order_items.product_id
    ), bought as (
      select site_id, product_id, min(name) filter (where nth = 1) as name, count(*) as times,
        jsonb_agg(jsonb_build_object('day', day, 'placedAt', placed_at, 'pieces', pieces, 'pounds', pounds) order by nth)
          filter (where nth <= ${usualOrders}) as bought
      from lines group by site_id, product_id
    ), kept as (
      select guide_items.* from guide_items join ship_tos on ship_tos.id = guide_items.site_id
      where ship_tos.customer_id = ${customerId}::uuid
        ${sites ? sql`and ship_tos.id = any(${sql.param([...sites])}::uuid[])` : sql``}
    )
    select coalesce(kept.site_id, bought.site_id) as "siteId",
      products.id as "productId", coalesce(bought.name, products.name) as name, products.category,
      kept.section, trim_scale(kept.par)::text as par, kept.is_hidden as "isHidden", bought.bought
    from kept full join bought
        on bought.site_id = kept.site_id and bought.product_id = kept.product_id
      join products on products.id = coalesce(kept.product_id, bought.product_id)
    order by 1, kept.position nulls last, bought.times desc, name, products.id`);
  return rows;
}

async function lastOrders(
  db: Database,
  client: Pick<Client, "customerId" | "records" | "sites">,
): Promise<LastRow[]> {
  const { rows } = await db.execute<LastRow>(sql`
    select distinct on (${siteOfOrder}) ${siteOfOrder} as "siteId", orders.id, orders.number,
      orders.delivery_day::text as day, orders.placed_at as "placedAt",
      (select count(*)::int from order_items where order_items.order_id = orders.id
        and order_items.substitutes_item_id is null) as lines
    from orders join ship_tos as went_to on went_to.id = orders.ship_to_id where ${lately(client)}
    order by ${siteOfOrder}, orders.placed_at desc, orders.id`);
  return rows;
}

export interface GuideToArrange {
  siteId: string;
  /** "" if the customer has only one site. */
  siteName: string;
  /** 0 if nothing is stored. */
  version: number;
  /** In order; includes hidden ones. */
  items: (GuideItem & { isHidden: boolean; unit: "lb" | "piece" })[];
  /** The other products for sale. */
  others: { id: string; name: string }[];
}

/**
 * Returns a kitchen's guide for arranging; null for another customer's site, or one that the member
 * may not see.
 *
 * @param siteId null for the customer's first site
 */
export async function guideToArrange(
  db: Database,
  client: Client,
  siteId: string | null,
): Promise<GuideToArrange | null> {
  const site = await siteOf(db, client, siteId);
  if (!site) return null;
  const [rows, [stored], sold] = await Promise.all([
    guideRows(db, { ...client, sites: [site.id] }),
    db
      .select({ version: orderGuides.version })
      .from(orderGuides)
      .where(eq(orderGuides.siteId, site.id)),
    db
      .select({ id: products.id, name: products.name, soldBy: products.soldBy })
      .from(products)
      .where(eq(products.isActive, true))
      .orderBy(asc(products.name)),
  ]);
  const unitOf = new Map(sold.map(({ id, soldBy }) => [id, soldBy]));
  const listed = new Set(rows.map(({ productId }) => productId));
  return {
    siteId: site.id,
    siteName: site.name,
    version: stored?.version ?? 0,
    items: rows.map((row) => ({
      ...asItem(row),
      isHidden: row.isHidden ?? false,
      unit: unitOf.get(row.productId) ?? "lb",
    })),
    others: sold.filter(({ id }) => !listed.has(id)).map(({ id, name }) => ({ id, name })),
  };
}

async function siteOf(db: Database, { customerId, sites }: Client, siteId: string | null) {
  if (siteId !== null && (!isUuid(siteId) || (sites && !sites.includes(siteId)))) return null;
  const [site] = await db
    .select({ id: shipTos.id, name: shipTos.name })
    .from(shipTos)
    .where(
      and(
        eq(shipTos.customerId, customerId),
        siteId === null ? undefined : eq(shipTos.id, siteId),
        sites ? sql`${shipTos.id} = any(${sql.param([...sites])}::uuid[])` : undefined,
      ),
    )
    .orderBy(sql`${shipTos.isDefault} desc`, asc(shipTos.createdAt), asc(shipTos.id))
    .limit(1);
  return site ?? null;
}

/**
 * Stores the arrangement of a kitchen's guide, if it is still at `version`. For members who may
 * order.
 *
 * @throws Refusal if the site is not the client's, if the client may not order, or if somebody else
 *   has arranged it in the meantime
 */
export async function arrangeGuide(
  db: Database,
  client: Client,
  { siteId, version, items }: { siteId: string; version: number; items: readonly ArrangedItem[] },
): Promise<void> {
  if (!may(client, "order")) {
    throw new Refusal("forbidden", roleMayNotOrder);
  }
  if (!(await siteOf(db, client, siteId))) {
    throw new Refusal("gone", "There is no such site.");
  }
  await db.transaction(async (tx) => {
    const [stored] =
      version === 0
        ? await tx
            .insert(orderGuides)
            .values({ siteId })
            .onConflictDoNothing()
            .returning({ version: orderGuides.version })
        : await tx
            .update(orderGuides)
            .set({ version: version + 1 })
            .where(and(eq(orderGuides.siteId, siteId), eq(orderGuides.version, version)))
            .returning({ version: orderGuides.version });
    if (!stored) {
      throw new Refusal(
        "conflict",
        "Somebody else has arranged this guide meanwhile. Reload the page to see it.",
      );
    }
    await tx.delete(guideItems).where(eq(guideItems.siteId, siteId));
    if (items.length === 0) return;
    const kept = items.map((item, at) => ({ ...item, siteId, position: at + 1 }));
    // Skips products deleted from the catalogue in the meantime.
    await tx.execute(sql`
      insert into guide_items (site_id, product_id, position, section, par, is_hidden)
      select ${siteId}::uuid, kept."productId", kept.position, kept.section, kept.par, kept."isHidden"
      from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as kept (
        "productId" uuid, position int, section text, par numeric, "isHidden" boolean)
      join products on products.id = kept."productId"`);
  });
}

/**
 * Copies, for a merge of customers, each kitchen's guide to the kitchen that replaces it, unless
 * that has its own, and one customer's own names for products to the other.
 */
export async function copyGuides(
  tx: Transaction,
  whose: { from: string; into: string },
  sites: readonly { from: string; to: string }[],
): Promise<void> {
  for (const { from, to } of sites) {
    await tx.execute(sql`
      with added as (
        insert into order_guides (site_id) select ${to}::uuid
        where exists (select from order_guides where site_id = ${from}::uuid)
        on conflict do nothing returning site_id
      )
      insert into guide_items (site_id, product_id, position, section, par, is_hidden)
      select added.site_id, product_id, position, section, par, is_hidden
      from added, guide_items where guide_items.site_id = ${from}::uuid`);
  }
  await tx.execute(sql`
    insert into product_aliases (customer_id, phrase, product_id, used_at)
    select ${whose.into}::uuid, phrase, product_id, used_at from product_aliases
    where customer_id = ${whose.from}::uuid
    on conflict do nothing`);
}
