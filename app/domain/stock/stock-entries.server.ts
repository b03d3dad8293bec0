import { and, eq, inArray } from "drizzle-orm";
import { piecesOfPounds } from "#app/lib/amounts/weight.ts";
import type { Transaction } from "#db/database.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { products } from "#db/schema/products.ts";
import type { StockEntryKind } from "#db/schema/values/meat/stock.ts";

/** More or less of a product. */
export interface StockEntry {
  productId: string;
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
}

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
    const pieceLb = typical.get(productId);
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
  const ids = entries.filter(({ pieces }) => pieces === undefined).map((one) => one.productId);
  if (ids.length === 0) return new Map();
  const byPiece = await tx
    .select({ id: products.id, pieceLb: products.typicalPieceLb })
    .from(products)
    .where(and(inArray(products.id, ids), eq(products.soldBy, "piece")));
  return new Map(byPiece.map(({ id, pieceLb }) => [id, pieceLb]));
}
