import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { mostPounds } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Transaction } from "#db/database.ts";
import { orderItems } from "#db/schema/orders.ts";
import { lots, packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import type { PackingRefusal, Replaced } from "./packing.ts";

// Reading and voiding single packages and their lines, for the operations of the station. The
// callers hold the order's lock.

/** Beginnings of the reasons for voiding packages that are stored anew. */
export const storedAnew = {
  lot: "Moved to lot ",
  weight: "Weighed again: ",
  order: "Moved to another order: ",
} as const satisfies Record<Replaced, string>;

/** Why a voided package is stored as another; null if it was taken off. */
export const replacedFor = sql<Replaced | null>`case ${sql.join(
  Object.entries(storedAnew).map(([why, reason]) =>
    sql.raw(`when starts_with(packages.void_reason, '${reason}') then '${why}'`),
  ),
  sql` `,
)} end`;

/** Voids a package, unless it was voided before. */
export async function voidRow(
  tx: Transaction,
  staff: Staff<"pack">,
  id: string,
  voidReason: string,
): Promise<void> {
  await tx
    .update(packages)
    .set({ voidedAt: sql`now()`, voidedBy: staff.userId, voidReason: voidReason.slice(0, 200) })
    .where(and(eq(packages.id, id), isNull(packages.voidedAt)));
}

/** Returns a package of these orders by its id, or by its request id if not answered yet. */
export async function packageOf(tx: Transaction, orderIds: string | readonly string[], id: string) {
  const { productName, packState, productId, orderId } = orderItems;
  const [found] = await tx
    .select({ row: packages, productName, packState, productId, orderId, lotCode: lots.code })
    .from(packages)
    .innerJoin(orderItems, eq(orderItems.id, packages.orderItemId))
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .where(
      and(
        or(eq(packages.id, id), eq(packages.requestId, id)),
        inArray(orderItems.orderId, [orderIds].flat()),
      ),
    );
  if (found) return found;
  throw new Refusal<PackingRefusal>("gone", "There is no such package in this order.");
}

/** True if this request already stored its package. */
export async function isStored(tx: Transaction, requestId: string): Promise<boolean> {
  return (await tx.$count(packages, eq(packages.requestId, requestId))) > 0;
}

/** Returns a line of an order with the most pounds that its promise pays for. */
export async function lineToPack(tx: Transaction, orderId: string, itemId: string) {
  return lineOrRefusal(await findLine(tx, orderId, itemId));
}

type PackedLine = NonNullable<Awaited<ReturnType<typeof findLine>>>;

/** `lineToPack` of a line read before with `findLine`. */
export function lineOrRefusal(line: PackedLine | undefined): PackedLine & { mostLb: string } {
  if (line) {
    const mostLb = mostPounds(toCents(line.pricePerLb), toCents(line.promisedAmount));
    return { ...line, mostLb };
  }
  throw new Refusal<PackingRefusal>("gone", "This line is no longer in the order.");
}

/** Reads a line's data for packing; undefined if the order has no such line. */
export async function findLine(tx: Transaction, orderId: string, itemId: string) {
  const [line] = await tx
    .select({
      productId: orderItems.productId,
      productName: orderItems.productName,
      soldBy: orderItems.soldBy,
      orderedPieces: orderItems.orderedPieces,
      typicalPieceLb: orderItems.typicalPieceLb,
      quantity: orderItems.quantity,
      overCapPct: orderItems.overCapPct,
      packState: orderItems.packState,
      packedLb: orderItems.packedLb,
      packedPieces: orderItems.packedPieces,
      shareLb: orderItems.shareLb,
      sharePieces: orderItems.sharePieces,
      pricePerLb: orderItems.pricePerLb,
      promisedAmount: orderItems.promisedAmount,
      tareG: sql<number>`coalesce(${products.tareG}, 0)`,
      isTraced: sql<boolean>`coalesce(${products.isTraced}, false)`,
    })
    .from(orderItems)
    .leftJoin(products, eq(products.id, orderItems.productId))
    .where(and(eq(orderItems.id, itemId), eq(orderItems.orderId, orderId)));
  return line;
}

/** Returns the refusal of a package for a line that was replaced by another product. */
export function replacedLine(productName: string): Refusal {
  const message = `${productName} was replaced. Weigh its substitute, or bring ${productName} back first.`;
  return new Refusal<PackingRefusal>("replaced", message);
}
