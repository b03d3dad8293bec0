import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import { pick } from "#app/lib/pick.ts";
import type { Database, Transaction } from "#db/database.ts";
import { customers, listedName } from "#db/schema/customers.ts";
import { runs, zones } from "#db/schema/deliveries.ts";
import { orderCharges, orders } from "#db/schema/orders.ts";
import type { OrderCharge, OrderDelivery } from "./order.ts";
import { costsNow } from "./order-costs.server.ts";
import { estimateAnew } from "./order-rows.server.ts";

/** A stored charge of an order, such as the delivery fee. */
export type Charge = Omit<typeof orderCharges.$inferSelect, "orderId">;

export async function addCharges(
  tx: Transaction,
  orderId: string,
  charges: readonly Charge[],
): Promise<void> {
  if (charges.length === 0) return;
  await tx.insert(orderCharges).values(charges.map((charge) => ({ ...charge, orderId })));
}

/** Replaces or removes an order's delivery fee. */
export async function replaceFee(
  tx: Transaction,
  orderId: string,
  fee: Charge | null,
): Promise<void> {
  await tx
    .delete(orderCharges)
    .where(and(eq(orderCharges.orderId, orderId), eq(orderCharges.kind, "delivery_fee")));
  await addCharges(tx, orderId, fee ? [fee] : []);
}

/** Replaces or removes a pending order's delivery fee. Returns its totals before and after. */
export async function giveFee(
  tx: Transaction,
  orderId: string,
  fee: Charge | null,
): Promise<{ from: string; to: string }> {
  const { estimate: from } = await costsNow(tx, orderId);
  await replaceFee(tx, orderId, fee);
  const { estimate: to } = await costsNow(tx, orderId);
  await estimateAnew(tx, orderId, to);
  return { from, to };
}

/** Returns an order's charges. The caller must have checked access to the order. */
export function chargesOf(db: Database | Transaction, orderId: string): Promise<OrderCharge[]> {
  return db
    .select(pick(orderCharges, "kind", "description", "amount", "taxCode"))
    .from(orderCharges)
    .where(eq(orderCharges.orderId, orderId))
    .orderBy(asc(orderCharges.kind));
}

/** Returns an order's delivery. The caller must have checked access to the order. */
export async function deliveryOf(
  db: Database | Transaction,
  orderId: string,
): Promise<OrderDelivery> {
  const [found] = await db
    .select({
      siteId: orders.shipToId,
      name: orders.deliveryName,
      address: orders.deliveryAddress,
      postalCode: orders.deliveryPostalCode,
      phone: orders.deliveryPhone,
      notes: orders.deliveryNotes,
      kind: orders.deliveryKind,
      date: orders.deliveryDay,
      from: orders.deliveryFrom,
      to: orders.deliveryTo,
      zoneId: zones.id,
      zoneName: zones.name,
      cutOffAt: runs.cutOffAt,
      isOpen: sql<boolean>`coalesce(${runs.state} = 'planned' and now() <= ${runs.cutOffAt}, false)`,
    })
    .from(orders)
    .leftJoin(runs, eq(runs.id, orders.runId))
    .leftJoin(zones, eq(zones.id, runs.zoneId))
    .where(eq(orders.id, orderId));
  if (!found) throw new Error(`There is no order ${orderId}`);
  const { kind, date, from, to, zoneId, zoneName, cutOffAt, isOpen, ...destination } = found;
  const isWhole = kind && date && from && to && zoneId && zoneName && cutOffAt;
  return {
    ...destination,
    day: isWhole
      ? {
          kind,
          date,
          from: from.slice(0, 5),
          to: to.slice(0, 5),
          zoneId,
          zoneName,
          cutOffAt,
          isOpen,
        }
      : null,
  };
}

const client = sql`coalesce(nullif(${listedName}, ''), nullif(${customers.contactName}, ''))`;

/**
 * The client's name at a stop, e.g. "Sample Bistro, Main kitchen", since few drivers would
 * recognize a site's own name alone. For queries on orders with their customers.
 */
export const nameAtStop: SQL<string> = sql<string>`case
  when ${orders.deliveryName} = '' then coalesce(${client}, 'Unknown Client')
  when ${client} is null or strpos(lower(${orders.deliveryName}), lower(${client})) > 0
  then ${orders.deliveryName}
  else concat(${client}, ', ', ${orders.deliveryName})
end`;
