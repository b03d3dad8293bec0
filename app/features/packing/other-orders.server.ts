import { and, asc, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { seenAt } from "#app/domain/orders/lists/where-seen.server.ts";
import { orderedInWords } from "#app/domain/orders/order-quantity.ts";
import { lbOverWith, type OtherOrder } from "#app/domain/packages/packing.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { clientName, stationLines } from "./station-order.server.ts";

/** More can't be looked through at the station. */
const mostOrders = 60;

/**
 * Returns the lines of a package's product in other orders to pack, by delivery day, those that it
 * fits into first; null if the order has no such package. For staff who pack.
 */
export async function ordersToMoveTo(
  db: Database,
  staff: Staff<"pack">,
  orderId: string,
  packageId: string,
): Promise<OtherOrder[] | null> {
  if (!isUuid(orderId) || !isUuid(packageId)) return null;
  const [moved] = await db
    .select({
      productId: orderItems.productId,
      netLb: packages.netLb,
      pieces: packages.pieces,
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .where(
      and(eq(packages.id, packageId), eq(orderItems.orderId, orderId), isNull(packages.voidedAt)),
    );
  if (!moved) return null;
  if (moved.productId === null) return [];
  const owners = await db
    .select({
      orderId: orders.id,
      itemId: orderItems.id,
      orderNumber: orders.number,
      clientName,
      day: orders.deliveryDay,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        seenAt.packing,
        eq(orderItems.productId, moved.productId),
        ne(orders.id, orderId),
        sql`${orderItems.packState} <> 'substituted'`,
      ),
    )
    .orderBy(sql`${orders.deliveryDay} asc nulls last`, asc(orders.number))
    .limit(mostOrders);
  if (owners.length === 0) return [];
  const ids = owners.map(({ itemId }) => itemId);
  const lines = await stationLines(db, staff, inArray(orderItems.id, ids));
  const found = owners.flatMap((owner) => {
    const line = lines.find(({ id }) => id === owner.itemId);
    if (!line) return [];
    const lbOver = lbOverWith(line, moved);
    return [{ ...owner, ordered: orderedInWords(line), packedLb: line.packedLb, lbOver }];
  });
  return found.toSorted(
    (one, other) => Number(one.lbOver !== null) - Number(other.lbOver !== null),
  );
}
