import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import {
  customerPriceLists,
  priceListItems,
  priceLists,
  scheduledPrices,
} from "#db/schema/money/prices.ts";
import type { PriceCell } from "./editing/price-cell.ts";

// Bulk writes of prices for the grid and imports, thousands in a few statements, as placing orders
// waits for them. Callers validate the prices and audit the change.

interface ScheduledPrice {
  productId: string;
  appliesOn: string;
  pricePerLb: string | null;
}

export async function schedulePrices(
  tx: Transaction,
  createdBy: string | null,
  prices: readonly ScheduledPrice[],
): Promise<void> {
  if (prices.length === 0) return;
  const rows = sql`jsonb_to_recordset(${JSON.stringify(prices)}::jsonb)
    as wanted ("productId" uuid, "appliesOn" date, "pricePerLb" numeric)`;
  await tx.execute(sql`
    delete from ${scheduledPrices} as stored using ${rows}
    where product_id = "productId" and applies_on = "appliesOn" and "pricePerLb" is null`);
  await tx.execute(sql`
    insert into ${scheduledPrices} (product_id, applies_on, price_per_lb, created_by)
    select "productId", "appliesOn", "pricePerLb", ${createdBy}::uuid from ${rows}
    where "pricePerLb" is not null
    on conflict (product_id, applies_on) do update set price_per_lb = excluded.price_per_lb,
      created_by = excluded.created_by, applied_at = null`);
}

/** A list's price; an undefined `cell` removes it. */
interface ListPrice {
  listId: string;
  productId: string;
  cell: PriceCell | undefined;
}

export async function saveListPrices(tx: Transaction, prices: readonly ListPrice[]): Promise<void> {
  if (prices.length === 0) return;
  const wanted = prices.map(({ cell, ...of }) => ({ ...of, ...cell, isKept: cell !== undefined }));
  const rows = sql`jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted
    ("listId" uuid, "productId" uuid, "isKept" boolean, "pricePerLb" numeric, "minLb" numeric)`;
  await tx.execute(sql`
    insert into ${priceListItems} (list_id, product_id, price_per_lb, min_lb, is_offered)
    select "listId", "productId", "pricePerLb", "minLb", "pricePerLb" is not null
    from ${rows} where "isKept"
    on conflict (list_id, product_id) do update
    set price_per_lb = excluded.price_per_lb, min_lb = excluded.min_lb,
      is_offered = excluded.is_offered`);
  await tx.execute(sql`
    delete from ${priceListItems} using ${rows}
    where list_id = wanted."listId" and product_id = wanted."productId" and not wanted."isKept"`);
}

export async function insertList(
  tx: Transaction,
  values: typeof priceLists.$inferInsert,
): Promise<string> {
  const [made] = await tx.insert(priceLists).values(values).returning({ id: priceLists.id });
  if (!made) throw new Error("The list was not stored");
  return made.id;
}

/** Deletes a list without prices and clients; returns its name, or undefined if it stays. */
export async function deleteEmptyList(tx: Transaction, id: string): Promise<string | undefined> {
  const [dropped] = await tx
    .delete(priceLists)
    .where(
      and(
        eq(priceLists.id, id),
        sql`not exists (select from price_list_items where list_id = ${id})`,
        sql`not exists (select from customer_price_lists where list_id = ${id})`,
      ),
    )
    .returning({ name: priceLists.name });
  return dropped?.name;
}

/** Assigns a list to a client, at a rank that no other of its lists has on the same days. */
export async function giveList(
  tx: Transaction,
  given: typeof customerPriceLists.$inferInsert,
): Promise<void> {
  await tx.insert(customerPriceLists).values(given);
}
