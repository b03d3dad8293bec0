import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { enterStock } from "#app/domain/stock/stock-entries.server.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { Database, Transaction } from "#db/database.ts";
import { isOfHeldLot } from "#db/schema/meat/recalls.ts";
import { returnedGoods } from "#db/schema/money/door.ts";
import { lots, packages } from "#db/schema/packages.ts";

// How goods come back: those weighed when a run is back, and those that never left the counter.
// Recalls, balances and margins read the rows.

type Row = typeof returnedGoods.$inferInsert;

export interface PackedAndBack {
  itemId: string;
  /** Null, with an empty code, for what was packed without a lot. */
  lotId: string | null;
  code: string;
  isHeld: boolean;
  /** Packed, and the part of it that came back. */
  sentLb: string;
  backLb: string;
}

/** Returns the pounds of lines packed and come back, by lot. The caller has checked access. */
export async function packedAndBack(
  db: Database | Transaction,
  itemIds: readonly string[],
): Promise<PackedAndBack[]> {
  if (itemIds.length === 0) return [];
  const packed = await db
    .select({
      itemId: packages.orderItemId,
      lotId: packages.lotId,
      code: sql<string>`coalesce(${lots.code}, '')`,
      isHeld: isOfHeldLot,
      netLb: packages.netLb,
    })
    .from(packages)
    .leftJoin(lots, eq(lots.id, packages.lotId))
    .where(and(inArray(packages.orderItemId, [...itemIds]), isNull(packages.voidedAt)))
    .orderBy(asc(lots.code), asc(packages.packedAt));
  const back = await db
    .select({
      itemId: returnedGoods.orderItemId,
      lotId: returnedGoods.lotId,
      lb: returnedGoods.lb,
    })
    .from(returnedGoods)
    .where(inArray(returnedGoods.orderItemId, [...itemIds]));
  const keyOf = ({ itemId, lotId }: { itemId: string; lotId: string | null }) =>
    `${itemId} ${lotId}`;
  const byLot = new Map(packed.map((one) => [keyOf(one), one]));
  return [...byLot].map(([key, { netLb: _, ...lot }]) => ({
    ...lot,
    sentLb: toPounds(sumLb(packed.flatMap((one) => (keyOf(one) === key ? [one.netLb] : [])))),
    backLb: toPounds(sumLb(back.flatMap((one) => (keyOf(one) === key ? [one.lb] : [])))),
  }));
}

interface Stocked {
  /** Null once the product was deleted, as nothing is entered then. */
  productId: string | null;
  pieces: number;
  /** Why they came back, and why they are thrown away. */
  reason: string;
  wasteReason: string;
}

/**
 * Takes returned goods in: into their lot and the stock, and out again if they are thrown away,
 * with the row that recalls and margins read. Callers have checked the capability, hold the order's
 * lock and know that so much was sent.
 */
export async function takeIn(
  tx: Transaction,
  row: Omit<Row, "lotId"> & { lotId: string | null },
  { productId, pieces, reason, wasteReason }: Stocked,
): Promise<void> {
  const { lotId, lb, requestId, outcome, weighedBy } = row;
  if (productId !== null) {
    const back = { productId, lotId, kind: "returned" as const, lb, pieces, reason, requestId };
    const less = { kind: "waste" as const, lb: `-${lb}`, pieces: -pieces, reason: wasteReason };
    await enterStock(tx, weighedBy, outcome === "stock" ? [back] : [back, { ...back, ...less }]);
  }
  await storeReturned(tx, row);
}

/** Stores only a row, e.g. one that takes another back. For the callers of `takeIn`. */
export async function storeReturned(tx: Transaction, row: Row): Promise<void> {
  await tx.insert(returnedGoods).values(row);
}
