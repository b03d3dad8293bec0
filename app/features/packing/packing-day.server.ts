import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { seenAt } from "#app/domain/orders/lists/where-seen.server.ts";
import { allNotes } from "#app/domain/orders/order.ts";
import { type CutToPack, type OrderToPack, withoutDay } from "#app/domain/packages/packing.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import { pick } from "#app/lib/pick.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { hasHeldPackages, isOfHeldLot } from "#db/schema/meat/recalls.ts";
import { lbToPack, orderItems, orders } from "#db/schema/orders.ts";
import { packClaims } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";

const isReplaced = eq(orderItems.packState, "substituted");

/**
 * Returns the Pacific delivery days with orders to pack and their number, oldest first,
 * `withoutDay` last. For staff who pack.
 */
export async function packingDays(
  db: Database,
  _staff: Staff<"pack">,
): Promise<{ day: string; orders: number }[]> {
  const days = await db
    .select({ day: orders.deliveryDay, orders: sql<number>`count(*)::integer` })
    .from(orders)
    .where(seenAt.packing)
    .groupBy(orders.deliveryDay)
    .orderBy(sql`${orders.deliveryDay} asc nulls last`);
  return days.map((one) => ({ ...one, day: one.day ?? withoutDay }));
}

/** Returns the zones with orders to pack on a day, and how many. For staff who pack. */
export async function packingZones(
  db: Database,
  _staff: Staff<"pack">,
  day: string,
): Promise<{ id: string; name: string; orders: number }[]> {
  return db
    .select({ id: zones.id, name: zones.name, orders: sql<number>`count(*)::integer` })
    .from(orders)
    .innerJoin(runs, eq(runs.id, orders.runId))
    .innerJoin(zones, eq(zones.id, runs.zoneId))
    .where(and(seenAt.packing, onDay(day)))
    .groupBy(zones.id)
    .orderBy(asc(zones.name));
}

/** Returns a day's orders to pack (`packingDays`), by zone, oldest first. For staff who pack. */
export async function ordersToPack(
  db: Database,
  _staff: Staff<"pack">,
  day: string,
  zoneId?: string,
): Promise<OrderToPack[]> {
  const lines = db
    .select({
      lines: sql<number>`count(*)::integer`.as("lines"),
      linesDone: sql<number>`count(*) filter (where ${orderItems.packState} <> 'open')::integer`.as(
        "lines_done",
      ),
      orderedLb: sql<string>`coalesce(sum(${lbToPack}), 0.00)`.as("ordered_lb"),
      packedLb: sql<string>`coalesce(sum(${orderItems.packedLb}), 0.00)`.as("packed_lb"),
    })
    .from(orderItems)
    .where(eq(orderItems.orderId, orders.id))
    .as("lines");
  return db
    .select({
      id: orders.id,
      number: orders.number,
      companyName: listedName,
      contactName: customers.contactName,
      placedAt: orders.placedAt,
      hasDay: sql<boolean>`${orders.deliveryDay} is not null`,
      zoneId: runs.zoneId,
      zoneName: zones.name,
      isHeld: orders.isNewClient,
      isRetail: sql<boolean>`${orders.channel} = 'retail'`,
      ...pick(lines, "lines", "linesDone", "orderedLb", "packedLb"),
      packers: sql<string[]>`array(
        select coalesce(nullif(${user.name}, ''), ${user.email})
        from ${packClaims} join ${user} on ${user.id} = ${packClaims.packerId}
        where ${packClaims.orderId} = ${orders.id}
          and ${packClaims.seenAt} > now() - interval '2 minutes' order by 1)`,
      hasHeldPackages,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(runs, eq(runs.id, orders.runId))
    .leftJoin(zones, eq(zones.id, runs.zoneId))
    .crossJoinLateral(lines)
    .where(and(seenAt.packing, onDay(day), ofZone(db, zoneId)))
    .orderBy(asc(zones.name), asc(orders.placedAt), asc(orders.id));
}

/** Returns a day's cuts to pack, by product name. For staff who pack. */
export async function cutsToPack(
  db: Database,
  _staff: Staff<"pack">,
  day: string,
  zoneId?: string,
): Promise<CutToPack[]> {
  const lines = await db
    .select({
      ...pick(orderItems, "productName", "productId", "wish", "packedLb"),
      storage: sql<CutToPack["storage"]>`coalesce(${products.storage}, 'refrigerated')`,
      orderId: orders.id,
      orderNumber: orders.number,
      companyName: listedName,
      orderedPieces: sql<
        number | null
      >`case when ${isReplaced} and ${orderItems.orderedPieces} is not null
        then ${orderItems.packedPieces} else ${orderItems.orderedPieces} end`,
      quantity: lbToPack,
      isDone: sql<boolean>`${orderItems.packState} <> 'open'`,
      heldLots: sql<string[]>`array(select distinct lots.code from packages
        join lots on lots.id = packages.lot_id
        where packages.order_item_id = ${orderItems.id} and packages.voided_at is null
          and ${isOfHeldLot} order by 1)`,
      notes: orders.notes,
      standingNotes: orders.standingNotes,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(seenAt.packing, onDay(day), ofZone(db, zoneId), gt(lbToPack, "0")))
    .orderBy(asc(orderItems.productName), asc(orders.placedAt), asc(orders.id));
  const cuts = new Map<string, CutToPack>();
  for (const { productName, productId, storage, standingNotes, ...line } of lines) {
    const split = { ...line, notes: allNotes({ ...line, standingNotes }) };
    const cut = cuts.get(productName);
    if (!cut) {
      const { quantity: orderedLb, packedLb, orderedPieces: pieces } = split;
      cuts.set(productName, {
        productName,
        productId,
        storage,
        orderedLb,
        packedLb,
        pieces,
        orders: [split],
      });
      continue;
    }
    cut.orders.push(split);
    cut.orderedLb = sum(cut.orderedLb, split.quantity);
    cut.packedLb = sum(cut.packedLb, split.packedLb);
    if (split.orderedPieces !== null) cut.pieces = (cut.pieces ?? 0) + split.orderedPieces;
  }
  return [...cuts.values()];
}

function sum(one: string, other: string): string {
  return toPounds(sumLb([one, other]));
}

function ofZone(db: Database, zoneId: string | undefined) {
  if (zoneId === undefined) return undefined;
  if (!isUuid(zoneId)) return sql`false`;
  const ofZone = db.select({ id: runs.id }).from(runs).where(eq(runs.zoneId, zoneId));
  return inArray(orders.runId, ofZone);
}

/** Matches the orders of a day from `packingDays`. */
export function onDay(day: string) {
  return day === withoutDay ? isNull(orders.deliveryDay) : eq(orders.deliveryDay, day);
}
