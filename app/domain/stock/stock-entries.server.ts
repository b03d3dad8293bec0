import { and, asc, eq, inArray, isNull, not, sql } from "drizzle-orm";
import { piecesOfPounds } from "#app/lib/amounts/weight.ts";
import type { Database, Transaction } from "#db/database.ts";
import { isLiveEntry, isOfReturn, stockEntries } from "#db/schema/meat/stock.ts";
import { products } from "#db/schema/products.ts";
import type { StockEntryKind } from "#db/schema/values/meat/stock.ts";

/** An increase or decrease of a product's stock. */
export interface StockEntry {
  /** Null for a lot that isn't a product, such as a carcass to be cut. */
  productId: string | null;
  /** Null if the lot is unknown. */
  lotId: string | null;
  kind: StockEntryKind;
  /** Pounds with two decimals; negative for a decrease. */
  lb: string;
  /**
   * Whole pieces, also signed. Missing pieces of a product kept in pieces count as none, because a
   * remnant is no piece. Those of other products sold by the piece are derived from the pounds, as
   * a start for a later count.
   */
  pieces?: number;
  reason?: string;
  /** The form's request id, if the same form may be sent twice. */
  requestId?: string;
  reversesId?: string;
}

export type StoredEntry = typeof stockEntries.$inferSelect;

/**
 * Adds stock entries in the transaction of their cause; what is on hand is their sum. An untracked
 * product's entries only count once it is tracked. Packages enter themselves
 * (`enter_packed_stock`). For the domain, whose callers have checked the capability.
 *
 * @param enteredBy a staff account; null for automatic entries
 */
export async function enterStock(
  tx: Transaction,
  enteredBy: string | null,
  entries: readonly StockEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const typical = await typicalPieces(tx, entries);
  const piecesOf = ({ productId, lb, pieces }: StockEntry) => {
    const pieceLb = productId && typical.get(productId);
    return pieces ?? (pieceLb ? piecesOfPounds(lb, pieceLb) : 0);
  };
  await tx
    .insert(stockEntries)
    .values(entries.map((entry) => ({ ...entry, pieces: piecesOf(entry), enteredBy })));
}

/** Returns the typical piece weights of products whose uncounted pieces are derived from pounds. */
async function typicalPieces(
  tx: Transaction,
  entries: readonly StockEntry[],
): Promise<Map<string, string | null>> {
  const ids = entries.flatMap(({ productId, pieces }) =>
    pieces === undefined && productId !== null ? [productId] : [],
  );
  if (ids.length === 0) return new Map();
  const byPiece = await tx
    .select({ id: products.id, pieceLb: products.typicalPieceLb })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.soldBy, "piece"), not(isKeptInPieces)));
  return new Map(byPiece.map(({ id, pieceLb }) => [id, pieceLb]));
}

/** For queries on `products`: its pieces are counted, so forms ask for them. */
export const isKeptInPieces = sql<boolean>`coalesce(products.sold_by = 'piece' and exists (
  select from product_stock where product_stock.product_id = products.id
    and product_stock.tracking = 'pieces'), false)`;

/** The product under which a lot's stock is counted. */
export interface StockedLot {
  /** Null for a lot that isn't a product. */
  productId: string | null;
  isKeptInPieces: boolean;
}

/** Returns, by lot, the product under which most of its stock is counted. For the domain. */
export async function stockedAs(
  db: Database | Transaction,
  lotIds: readonly string[],
): Promise<Map<string, StockedLot>> {
  if (lotIds.length === 0) return new Map();
  const { rows } = await db.execute<StockedLot & { lotId: string } & Record<string, unknown>>(sql`
    select distinct on (lot_id) lot_id as "lotId", product_id as "productId",
      ${isKeptInPieces} as "isKeptInPieces"
    from (
      select lot_id, product_id, sum(lb) as lb from stock_entries
      where lot_id = any(${sql.param([...lotIds])}::uuid[]) group by lot_id, product_id
    ) as of_lot left join products on products.id = of_lot.product_id
    order by lot_id, of_lot.lb desc, product_id`);
  return new Map(rows.map(({ lotId, ...stocked }) => [lotId, stocked]));
}

/** For queries on `lots`: its stock is counted by lot alone, because it isn't a product. */
export const isKeptAsLot = sql<boolean>`exists (select from stock_entries
  where stock_entries.product_id is null and stock_entries.lot_id = lots.id)`;

/** For `stock_entries`: typed by hand, not from a receipt, sheet, package or return. */
export const isByHand = sql<boolean>`(stock_entries.request_id is not null
  and stock_entries.kind in ('received', 'waste', 'count') and not ${isOfReturn})`;

/** Returns a lot's effective entries, oldest first. For the domain. */
export function liveEntriesOf(tx: Transaction, lotId: string): Promise<StoredEntry[]> {
  return tx
    .select()
    .from(stockEntries)
    .where(and(eq(stockEntries.lotId, lotId), isNull(stockEntries.reversesId), isLiveEntry))
    .orderBy(asc(stockEntries.enteredAt), asc(stockEntries.id));
}

/** Returns the pieces of a product that came into a lot, and those left of it. For the domain. */
export async function piecesOfLot(
  tx: Transaction,
  { lotId, productId }: { lotId: string; productId: string | null },
): Promise<{ code: string; came: number; left: number }> {
  const { rows } = await tx.execute<{ code: string; came: number; left: number }>(sql`
    select lots.code, coalesce(sum(entry.pieces), 0)::int as left,
      coalesce(sum(entry.pieces) filter (where entry.kind in ('received', 'cut into')), 0)::int as came
    from lots left join stock_entries as entry on entry.lot_id = lots.id
      and entry.product_id is not distinct from ${productId}::uuid
    where lots.id = ${lotId} group by lots.id`);
  return rows[0] ?? { code: "", came: 0, left: 0 };
}

/**
 * Reverses each entry by one of the same kind, so that sums by kind are correct too. For the
 * domain, whose callers hold a capability, and a lock that prevents concurrent reversals.
 */
export function reverseEntries(
  tx: Transaction,
  enteredBy: string,
  entries: readonly StoredEntry[],
  { reason, requestId }: { reason: string; requestId?: string },
): Promise<void> {
  const negated = (lb: string) => (lb.startsWith("-") ? lb.slice(1) : `-${lb}`);
  return enterStock(
    tx,
    enteredBy,
    entries.map(({ id, productId, lotId, kind, lb, pieces }) => ({
      productId,
      lotId,
      kind,
      lb: negated(lb),
      pieces: pieces === 0 ? 0 : -pieces,
      reason: reason.slice(0, 500),
      reversesId: id,
      ...(requestId && { requestId }),
    })),
  );
}
