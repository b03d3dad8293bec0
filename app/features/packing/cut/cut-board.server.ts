import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { seenAt } from "#app/domain/orders/lists/where-seen.server.ts";
import { allNotes } from "#app/domain/orders/order.ts";
import { withoutDay } from "#app/domain/packages/packing.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { onDay } from "../packing-day.server.ts";
import { clientName, packerName, stationLines, stopOfOrder } from "../station-order.server.ts";
import { type CutBoard, type CutLine, othersLeft } from "./cut-board.ts";

/**
 * Returns a product's open lines on a day by run and stop, those without a run last; null without
 * lines. Leaves out orders on hold and replaced lines. For staff who pack.
 */
export async function getCutBoard(
  db: Database,
  staff: Staff<"pack">,
  day: string,
  productId: string,
): Promise<CutBoard | null> {
  if (!isUuid(productId) || (day !== withoutDay && !dayIn(day))) return null;
  const ofProduct = and(
    eq(orderItems.productId, productId),
    sql`${orderItems.packState} <> 'substituted'`,
  );
  const open = db
    .select({ id: orders.id })
    .from(orders)
    .where(and(seenAt.packing, onDay(day)));
  const orderIds = db.select({ id: orderItems.orderId }).from(orderItems).where(ofProduct);
  const [orderRows, lines, others, [product], [self]] = await Promise.all([
    db
      .select({
        orderId: orders.id,
        orderNumber: orders.number,
        version: orders.version,
        clientName,
        phone: customers.phone,
        zoneName: zones.name,
        stop: stopOfOrder,
        rank: customers.packRank,
        notes: orders.notes,
        standingNotes: orders.standingNotes,
      })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .leftJoin(runs, eq(runs.id, orders.runId))
      .leftJoin(zones, eq(zones.id, runs.zoneId))
      .where(and(seenAt.packing, onDay(day), inArray(orders.id, orderIds)))
      .orderBy(
        sql`${zones.name} asc nulls last`,
        sql`${stopOfOrder} asc nulls last`,
        asc(orders.placedAt),
        asc(orders.number),
      ),
    stationLines(db, staff, and(ofProduct, inArray(orderItems.orderId, open))),
    stationLines(
      db,
      staff,
      and(
        eq(orderItems.packState, "open"),
        inArray(orderItems.orderId, open),
        inArray(orderItems.orderId, orderIds),
      ),
    ),
    db.select({ name: products.name }).from(products).where(eq(products.id, productId)),
    db.select({ name: packerName }).from(user).where(eq(user.id, staff.userId)),
  ]);
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  const openByOrder = Map.groupBy(others, ({ orderId }) => orderId);
  const cutLines = orderRows.flatMap(({ standingNotes, ...owner }) => {
    const notes = allNotes({ ...owner, standingNotes });
    const left = othersLeft(openByOrder.get(owner.orderId) ?? [], productId.toLowerCase());
    return (byOrder.get(owner.orderId) ?? []).map(
      ({ orderId: _, ...line }): CutLine => ({
        ...line,
        owner: { ...owner, notes, othersLeft: left },
      }),
    );
  });
  const [first] = cutLines;
  if (!first) return null;
  return {
    day,
    productId: productId.toLowerCase(),
    productName: product?.name ?? first.productName,
    lines: cutLines,
    packer: self?.name ?? staff.email,
  };
}
