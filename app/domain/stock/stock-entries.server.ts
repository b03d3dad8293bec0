import { and, asc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { piecesOfPounds } from "#app/lib/amounts/weight.ts";
import type { Transaction } from "#db/database.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { products } from "#db/schema/products.ts";
import type { StockEntryKind } from "#db/schema/values/meat/stock.ts";

/** More or less of a product. */
export interface StockEntry {
  /** Null of a lot that is no product, such as a carcass that is cut first. */
  productId: string | null;
  /** Null where nobody knows of which. */
  lotId: string | null;
  kind: StockEntryKind;
  /** Pounds with two decimals, negative for what left. */
  lb: string;
  /**
   * Whole pieces, likewise. Where nobody counted them, as of boxes that were weighed, those that the pounds
   * come to, of what is sold by the piece.
   */
  pieces?: number;
  reason?: string;
  /** Of the form that it was entered with, where the same one may be sent twice. */
  requestId?: string;
  /** The entry that it takes back. */
  reversesId?: string;
}

/** An entry as it is stored. */
export type StoredEntry = typeof stockEntries.$inferSelect;

/**
 * Enters what came to the stock or left it, in the transaction of what made it so: on hand is the sum of
 * these entries and nothing else. Of a product of which no stock is kept it changes nothing that anybody
 * sees, until somebody keeps one. What is packed enters itself (`enter_packed_stock`). For the domain, whose
 * callers were asked for their capability.
 *
 * @param enteredBy a staff account; null for what the shop does by itself
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

/** What a piece weighs as a rule of the products that are sold so and whose pieces nobody counted. */
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
    .where(and(inArray(products.id, ids), eq(products.soldBy, "piece")));
  return new Map(byPiece.map(({ id, pieceLb }) => [id, pieceLb]));
}

/** For queries of `stock_entries`: neither taken back nor what takes another back. */
export const isLiveEntry: SQL = sql`(stock_entries.reverses_id is null and not exists (
  select from stock_entries as reversal where reversal.reverses_id = stock_entries.id))`;

/** For queries of `lots`: its stock is its own, since it is no product. */
export const isKeptAsLot = sql<boolean>`exists (select from stock_entries
  where stock_entries.product_id is null and stock_entries.lot_id = lots.id)`;

/** For queries of `stock_entries`: typed by somebody, and not part of a receipt, a sheet or a package. */
export const isByHand = sql<boolean>`(stock_entries.request_id is not null
  and stock_entries.kind in ('received', 'waste', 'count'))`;

/** The entries of a lot that count, the first first. For the domain. */
export function liveEntriesOf(tx: Transaction, lotId: string): Promise<StoredEntry[]> {
  return tx
    .select()
    .from(stockEntries)
    .where(and(eq(stockEntries.lotId, lotId), isNull(stockEntries.reversesId), isLiveEntry))
    .orderBy(asc(stockEntries.enteredAt), asc(stockEntries.id));
}

/**
 * Takes entries back: each by another one of the same kind, so that sums by kind forget it too. For the
 * domain, whose callers hold a capability, and the lock under which nobody else takes them back.
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
      ...{ productId, lotId, kind, lb: negated(lb), pieces: pieces === 0 ? 0 : -pieces },
      ...{ reason: reason.slice(0, 500), reversesId: id },
      ...(requestId && { requestId }),
    })),
  );
}
