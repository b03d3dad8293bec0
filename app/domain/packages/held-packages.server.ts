import { and, asc, eq, isNull } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { traceOrder } from "#app/domain/lots/lot-trace.server.ts";
import type { TracedLine } from "#app/domain/lots/lot-trace.ts";
import type { PackingRefusal } from "#app/domain/packages/packing.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Database, Transaction } from "#db/database.ts";
import { isOfHeldLot } from "#db/schema/meat/recalls.ts";
import { orderItems } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";

/**
 * Refuses an order that has packages of a lot on hold: it can't be finished, or handed over in the
 * shop. A caller that changes the order must have locked it. The caller has checked the capability.
 *
 * @param instead what can be done, as a sentence
 * @param intro names what is on hold, if it may be another order than the requested one
 * @throws Refusal "lot held"
 */
export async function refuseHeldPackages(
  tx: Database | Transaction,
  orderId: string,
  instead = "Void what is on hold, then finish the order.",
  intro = "On hold",
): Promise<void> {
  const held = await heldPackages(tx, orderId);
  const [first] = held;
  if (!first) return;
  const more = held.length > 1 ? ` and ${held.length - 1} more` : "";
  const message = `${intro}: ${first.productName}, ${first.netLb} lb of lot ${first.code}${more}. ${instead}`;
  throw new Refusal<PackingRefusal>("lot held", message);
}

/** Returns an order's meat of lots on hold, one line per item and lot. For staff who see orders. */
export async function heldMeat(
  db: Database,
  _staff: Staff<"orders">,
  orderId: string,
): Promise<TracedLine[]> {
  if (!isUuid(orderId)) return [];
  const held = await heldPackages(db, orderId);
  if (held.length === 0) return [];
  return traceOrder(db, [...new Set(held.map(({ lotId }) => lotId))], orderId);
}

/** Returns meat on hold as "Product of lot"; the caller must have checked access. */
export async function heldMeatOf(db: Database | Transaction, orderId: string): Promise<string[]> {
  const held = await heldPackages(db, orderId);
  return [...new Set(held.map(({ productName, code }) => `${productName} of lot ${code}`))];
}

function heldPackages(db: Database | Transaction, orderId: string) {
  return db
    .select({
      lotId: lots.id,
      code: lots.code,
      productName: orderItems.productName,
      netLb: packages.netLb,
    })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .innerJoin(lots, eq(lots.id, packages.lotId))
    .where(and(eq(orderItems.orderId, orderId), isNull(packages.voidedAt), isOfHeldLot))
    .orderBy(asc(orderItems.position), asc(packages.packedAt));
}
