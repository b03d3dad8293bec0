import { and, asc, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import { weekdayName, windowInWords } from "#app/domain/delivery/days.ts";
import { readDeliveryRules } from "#app/domain/delivery/delivery-rules.server.ts";
import { zoneAt } from "#app/domain/delivery/rules.ts";
import { windowOn } from "#app/domain/delivery/site-hours.ts";
import { getTerms } from "#app/domain/ordering/holding/customer-terms.server.ts";
import { type PoQuestion, poQuestion } from "#app/domain/ordering/placing/po-number.ts";
import { ownedBy as ordersOwnedBy } from "#app/domain/orders/lists/order-queries.server.ts";
import { typedQuantity, unitOf } from "#app/domain/orders/order-quantity.ts";
import { listOfferedProducts } from "#app/domain/pricing/client-prices.server.ts";
import type { OfferedProduct } from "#app/domain/pricing/price-reason.ts";
import { daysAfter, pacificDay, weekdayOf } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { shipTos } from "#db/schema/customers.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { standingLines, standingOccurrences, standingOrders } from "#db/schema/usual-orders.ts";
import { freshStanding, type StandingDraft, type StandingOrder } from "./standing-order.ts";

/** Matches standing orders of a client's customer and of the sites they may order for. */
export const standingOf = ({ customerId, sites }: Client): SQL | undefined =>
  and(
    eq(standingOrders.customerId, customerId),
    isNull(standingOrders.endedAt),
    sites ? inArray(standingOrders.siteId, [...sites]) : undefined,
  );

/** Returns a client's active standing orders, oldest first; or only the one with this id. */
export async function listStandingOrders(
  db: Database,
  client: Client,
  only?: string,
): Promise<StandingOrder[]> {
  if (only !== undefined && !isUuid(only)) return [];
  const which = and(standingOf(client), only ? eq(standingOrders.id, only) : undefined);
  const found = await db
    .select({
      id: standingOrders.id,
      version: standingOrders.version,
      siteId: standingOrders.siteId,
      siteName: sql<string>`coalesce(nullif(${shipTos.name}, ''), ${shipTos.address})`,
      zoneId: standingOrders.zoneId,
      zoneName: zones.name,
      weekday: standingOrders.weekday,
      everyWeeks: standingOrders.everyWeeks,
      startsOn: standingOrders.startsOn,
      endsOn: standingOrders.endsOn,
      pausedUntil: standingOrders.pausedUntil,
      poNumber: standingOrders.poNumber,
      notes: standingOrders.notes,
      allowsSubstitutes: standingOrders.allowsSubstitutes,
      callFirst: standingOrders.callFirst,
    })
    .from(standingOrders)
    .innerJoin(shipTos, eq(shipTos.id, standingOrders.siteId))
    .innerJoin(zones, eq(zones.id, standingOrders.zoneId))
    .where(which)
    .orderBy(asc(standingOrders.createdAt), asc(standingOrders.id));
  const ids = found.map(({ id }) => id);
  const [lines, occurrences] = await Promise.all([
    db
      .select({
        ...pick(standingLines, "standingOrderId", "productId", "unit", "wish"),
        productName: products.name,
        quantity: sql<string>`trim_scale(${standingLines.quantity})::text`,
      })
      .from(standingLines)
      .innerJoin(products, eq(products.id, standingLines.productId))
      .where(inArray(standingLines.standingOrderId, ids))
      .orderBy(asc(standingLines.position)),
    db
      .select({
        ...pick(standingOccurrences, "standingOrderId", "day", "state", "reason"),
        orderId: orders.id,
        number: orders.number,
        status: orders.status,
      })
      .from(standingOccurrences)
      .leftJoin(orders, eq(orders.id, standingOccurrences.orderId))
      .where(
        and(
          inArray(standingOccurrences.standingOrderId, ids),
          gte(standingOccurrences.day, daysAfter(pacificDay(new Date()), -7)),
        ),
      )
      .orderBy(asc(standingOccurrences.day)),
  ]);
  return found.map((one) => ({
    ...one,
    lines: lines.flatMap(({ standingOrderId, ...line }) =>
      standingOrderId === one.id ? line : [],
    ),
    occurrences: occurrences.flatMap(({ standingOrderId, orderId, number, status, ...rest }) => {
      if (standingOrderId !== one.id) return [];
      const order =
        orderId && number !== null
          ? { id: orderId, number, isCancelled: status === "cancelled" }
          : null;
      return { ...rest, order };
    }),
  }));
}

/** Returns a standing order's client, for the holder of a mailed link; null if it isn't active. */
export async function clientOfStanding(
  db: Database,
  id: string,
): Promise<{ customerId: string; createdBy: string | null } | null> {
  const [found] = await db
    .select({ customerId: standingOrders.customerId, createdBy: standingOrders.createdBy })
    .from(standingOrders)
    .where(and(eq(standingOrders.id, id), isNull(standingOrders.endedAt)));
  return found ?? null;
}

/** Returns a delivery whose order is placed, for the holder of the mailed link; null for none. */
export async function deliveryToSkip(
  db: Database,
  { id, day }: { id: string; day: string },
): Promise<{ day: string; isSkipped: boolean } | null> {
  const [found] = await db
    .select({ status: orders.status })
    .from(standingOccurrences)
    .innerJoin(standingOrders, eq(standingOrders.id, standingOccurrences.standingOrderId))
    .innerJoin(orders, eq(orders.id, standingOccurrences.orderId))
    .where(
      and(
        eq(standingOccurrences.standingOrderId, id),
        eq(standingOccurrences.day, day),
        isNull(standingOrders.endedAt),
      ),
    );
  return found ? { day, isSkipped: found.status === "cancelled" } : null;
}

export interface StandingChoices {
  sites: { id: string; name: string }[];
  /** Each weekday of the sites' zones and of the pickup places, with its sites. */
  days: { key: string; label: string; siteIds: string[] }[];
  products: OfferedProduct[];
  po: PoQuestion;
}

/** Returns what a client can choose from, at today's prices. */
export async function standingChoices(db: Database, client: Client): Promise<StandingChoices> {
  const today = pacificDay(new Date());
  const [sites, rules, products, terms] = await Promise.all([
    db
      .select({
        ...pick(shipTos, "id", "postalCode", "closedOn", "receivesFrom", "receivesTo"),
        name: sql<string>`coalesce(nullif(${shipTos.name}, ''), ${shipTos.address})`,
      })
      .from(shipTos)
      .where(
        and(
          eq(shipTos.customerId, client.customerId),
          client.sites ? inArray(shipTos.id, [...client.sites]) : undefined,
        ),
      )
      .orderBy(sql`${shipTos.isDefault} desc`, asc(shipTos.createdAt), asc(shipTos.id)),
    readDeliveryRules(db),
    listOfferedProducts(db, client, today),
    getTerms(db, client.customerId),
  ]);
  const days = rules.zones.flatMap((zone) => {
    const isPickup = zone.kind === "pickup";
    const served = sites.filter(
      ({ postalCode }) => isPickup || zoneAt(rules, postalCode)?.id === zone.id,
    );
    return zone.days.flatMap(({ weekday, ...window }) => {
      const open = isPickup
        ? served
        : served.filter((site) => windowOn(site, weekday, window) !== null);
      if (open.length === 0) return [];
      const hours = windowInWords({ from: window.windowFrom, to: window.windowTo });
      return {
        key: `${zone.id} ${weekday}`,
        label: `${weekdayName(weekday)}, ${hours}, ${isPickup ? "pickup: " : ""}${zone.name}`,
        siteIds: open.map(({ id }) => id),
      };
    });
  });
  return {
    sites: sites.map(({ id, name }) => ({ id, name })),
    days,
    products,
    po: poQuestion(terms, today),
  };
}

/**
 * Returns the form's initial values: a stored standing order, an empty one, or the lines of the
 * order `from`; null for an unknown id.
 */
export async function standingDraft(
  db: Database,
  client: Client,
  id: string,
  from: string | null,
): Promise<StandingDraft | null> {
  if (id !== freshStanding) {
    const [found] = await listStandingOrders(db, client, id);
    return found ?? null;
  }
  return {
    version: 0,
    siteId: null,
    zoneId: null,
    weekday: null,
    everyWeeks: 1,
    lines: [],
    startsOn: daysAfter(pacificDay(new Date()), 1),
    endsOn: null,
    poNumber: "",
    notes: "",
    allowsSubstitutes: false,
    callFirst: false,
    ...(from && (await repeated(db, client, from))),
  };
}

/**
 * Returns the lines of a client's order as a weekly standing order, which starts the day after its
 * delivery so that it isn't ordered twice; null for any other id.
 */
async function repeated(
  db: Database,
  client: Client,
  orderId: string,
): Promise<Partial<StandingDraft> | null> {
  if (!isUuid(orderId)) return null;
  const [order] = await db
    .select({
      siteId: orders.shipToId,
      zoneId: runs.zoneId,
      day: orders.deliveryDay,
      notes: orders.notes,
      allowsSubstitutes: orders.allowsSubstitutes,
      callFirst: orders.callFirst,
    })
    .from(orders)
    .leftJoin(runs, eq(runs.id, orders.runId))
    .where(and(eq(orders.id, orderId), ordersOwnedBy(client)));
  if (!order) return null;
  const items = await db
    .select()
    .from(orderItems)
    .where(and(eq(orderItems.orderId, orderId), isNull(orderItems.substitutesItemId)))
    .orderBy(asc(orderItems.position));
  const { day, ...rest } = order;
  const after = daysAfter(day ?? pacificDay(new Date()), 1);
  const tomorrow = daysAfter(pacificDay(new Date()), 1);
  return {
    ...rest,
    weekday: day === null ? null : weekdayOf(day),
    startsOn: after > tomorrow ? after : tomorrow,
    lines: items.flatMap(
      ({ productId, soldBy, typicalPieceLb, orderedPieces: pieces, quantity, wish }) =>
        productId
          ? {
              productId,
              wish,
              unit: unitOf({ soldBy, typicalPieceLb }),
              quantity: typedQuantity({ pounds: quantity, pieces }),
            }
          : [],
    ),
  };
}
