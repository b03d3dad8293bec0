import { inArray } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { insertMany, updateMany } from "#db/many-rows.ts";
import { products } from "#db/schema/products.ts";

// Bulk writes of products, for imports, prices and the opening catalogue. Callers validate the
// fields, hold the products' locks, and audit the change. For forms, see
// product-form/product-changes.server.ts.

type Product = Partial<typeof products.$inferInsert>;

/** Adds products; returns their ids, in the same order. */
export function insertProducts(tx: Transaction, added: readonly Product[]): Promise<string[]> {
  return insertMany(tx, products, added);
}

export function updateProducts(
  tx: Transaction,
  changed: readonly { id: string; fields: Product }[],
): Promise<void> {
  return updateMany(tx, products, changed);
}

/** Deletes products that nobody has ordered. */
export async function deleteProducts(tx: Transaction, ids: string[]): Promise<void> {
  if (ids.length > 0) await tx.delete(products).where(inArray(products.id, ids));
}
