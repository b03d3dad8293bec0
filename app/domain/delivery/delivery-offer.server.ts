import { and, asc, desc, eq, gte, inArray, isNotNull, ne, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import { upcomingDays } from "./days.ts";
import { type DeliveryOffer, offeredDay, offeredDays } from "./delivery-offer.ts";
import { readDeliveryRules } from "./delivery-rules.server.ts";
import { withJudgedMinimums } from "./delivery-terms.ts";
import { isSetUp, runKey, zoneAt } from "./rules.ts";

/** Pounds as ordered, without substitutes. */
const orderedPounds = sql<number>`(
  select coalesce(sum(order_items.quantity), 0)::float8 from ${orderItems}
  where order_items.order_id = orders.id and order_items.substitutes_item_id is null
)`;

/** The lines' subtotals in dollars. */
const orderedSubtotals = sql<string[]>`array(
  select order_items.subtotal::text from ${orderItems}
  where order_items.order_id = orders.id and order_items.substitutes_item_id is null
)`;

const bearsFee = sql<boolean>`exists (
  select from ${orderCharges} where order_charges.order_id = orders.id and kind = 'delivery_fee'
)`;

/**
 * Returns the next days that a client can order for, at each of the sites they may order for; null
 * until days are set up, as orders then need none.
 *
 * @param orderId an order being changed, which doesn't count as another order of its site
 * @param options.shopMinimumCents the minimum of every order, included in the days' minimums
 * @param options.isPacked true for a packed order, which has no cut-off
 */
export async function deliveryOffer(
  db: Database,
  { customerId, sites: allowed }: Pick<Client, "customerId" | "sites">,
  orderId?: string,
  {
    isPacked = false,
    shopMinimumCents = 0,
  }: { isPacked?: boolean; shopMinimumCents?: number } = {},
): Promise<DeliveryOffer | null> {
  const rules = withJudgedMinimums(await readDeliveryRules(db), shopMinimumCents);
  if (!isSetUp(rules)) return null;
  const now = new Date();
  const [sites, coming] = await Promise.all([
    db
      .select({
        id: shipTos.id,
        name: shipTos.name,
        address: shipTos.address,
        postalCode: shipTos.postalCode,
        closedOn: shipTos.closedOn,
        receivesFrom: shipTos.receivesFrom,
        receivesTo: shipTos.receivesTo,
      })
      .from(shipTos)
      .where(
        and(
          eq(shipTos.customerId, customerId),
          allowed ? inArray(shipTos.id, [...allowed]) : undefined,
        ),
      )
      .orderBy(desc(shipTos.isDefault), asc(shipTos.createdAt), asc(shipTos.id)),
    db
      .select({
        siteId: orders.shipToId,
        zoneId: runs.zoneId,
        date: runs.date,
        number: orders.number,
        pounds: orderedPounds,
        subtotals: orderedSubtotals,
        bearsFee,
        isOpen: sql<boolean>`${orders.status} = 'pending' and ${orders.paymentWay} is null`,
      })
      .from(orders)
      .innerJoin(runs, eq(runs.id, orders.runId))
      .where(
        and(
          eq(orders.customerId, customerId),
          isNotNull(orders.shipToId),
          ne(orders.status, "cancelled"),
          gte(runs.date, pacificDay(now)),
          // A run that has left or was closed can't be joined, even at an existing stop.
          eq(runs.state, "planned"),
          eq(runs.isClosed, false),
          orderId ? ne(orders.id, orderId) : undefined,
        ),
      )
      .orderBy(asc(orders.number)),
  ]);
  const comingTo = (site: string) =>
    coming
      .filter(({ siteId }) => siteId === site)
      .map(({ siteId: _, zoneId, date, subtotals, ...one }) => ({
        ...one,
        day: runKey(zoneId, date),
        goodsCents: sumCents(subtotals, toCents),
      }));
  return {
    sites: sites.map((site) => ({
      ...site,
      zoneId: zoneAt(rules, site.postalCode)?.id ?? null,
      sharedDays: [...new Set(comingTo(site.id).map(({ day }) => day))],
      coming: comingTo(site.id),
    })),
    zones: rules.zones.map(({ id, kind, name, place, ...zone }) => ({
      id,
      kind,
      name,
      place,
      days: upcomingDays({ id, kind, name, place, ...zone }, rules.exceptions, now, { isPacked })
        // Staff may put a packed order on a full day, but on no run that has left.
        .filter(({ date }) => !isPacked || !rules.gone.has(runKey(id, date)))
        .slice(0, offeredDays)
        .map((day) => offeredDay(day, rules.unavailable)),
    })),
  };
}
