import { and, eq, inArray, sql } from "drizzle-orm";
import { isTaxed } from "#app/content/taxes.ts";
import type { Database } from "#db/database.ts";
import { zoneDays, zones } from "#db/schema/deliveries.ts";
import { products } from "#db/schema/products.ts";
import { taxCodes } from "#db/schema/values/products.ts";

const charged = taxCodes.filter(isTaxed);

/** Whether anything that is on offer is taxed: a product that is sold, or the fee of a delivery day. */
export async function chargesTax(db: Database): Promise<boolean> {
  const product = db
    .select({ one: sql`1` })
    .from(products)
    .where(and(products.isActive, inArray(products.taxCode, charged)));
  const fee = db
    .select({ one: sql`1` })
    .from(zoneDays)
    .innerJoin(zones, eq(zones.id, zoneDays.zoneId))
    .where(and(zones.isActive, inArray(zoneDays.feeTaxCode, charged)));
  const { rows } = await db.execute<{ is_taxed: boolean }>(
    sql`select exists (${product}) or exists (${fee}) as is_taxed`,
  );
  return rows[0]?.is_taxed ?? false;
}
