import type { Transaction } from "#db/database.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import type { StockEntryKind } from "#db/schema/values/meat/stock.ts";

/** More or less of a product. */
export interface StockEntry {
  productId: string;
  /** Null where nobody knows of which. */
  lotId: string | null;
  kind: StockEntryKind;
  /** Pounds with two decimals, negative for what left. */
  lb: string;
  /** Whole pieces, likewise; 0 where nobody counts them. */
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
  await tx.insert(stockEntries).values(entries.map((entry) => ({ ...entry, enteredBy })));
}
