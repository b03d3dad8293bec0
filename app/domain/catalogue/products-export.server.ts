import { and, asc, eq, sql } from "drizzle-orm";
import { taxes } from "#app/content/taxes.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import type { ExportFilter } from "#app/lib/csv/export-filter.ts";
import { pacificTime } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { products, writtenColumns } from "#db/schema/products.ts";
import { categoryText, isCategory } from "./category.ts";
import { mentioning } from "./products-admin.server.ts";

type Row = Awaited<ReturnType<typeof readProducts>>[number];

const columns: CsvColumns<Row> = {
  "Product ID": ({ id }) => id,
  Name: ({ name }) => name,
  Category: ({ category }) => category && categoryText[category].label,
  Slug: ({ slug }) => slug,
  "Cut type": ({ cutType }) => cutType,
  "Other names": ({ otherNames }) => otherNames,
  "Price per lb (CAD)": ({ pricePerLb }) => pricePerLb,
  Active: ({ isActive }) => (isActive ? "yes" : "no"),
  Description: ({ description }) => description,
  "Updated (Pacific)": ({ updatedAt }) => pacificTime(updatedAt),
  "Updated (UTC)": ({ updatedAt }) => updatedAt.toISOString(),
  "Sold by": ({ soldBy }) => (soldBy === "piece" ? "piece" : "pound"),
  "Typical piece (lb)": ({ typicalPieceLb }) => typicalPieceLb,
  "Order step (lb)": ({ orderStepLb }) => orderStepLb,
  "Tolerance (%)": ({ overCapPct }) => overCapPct,
  "Packaging (g)": ({ tareG }) => tareG,
  "Item number": ({ itemNumber }) => itemNumber,
  GTIN: ({ gtin }) => gtin,
  Storage: ({ storage }) => storage,
  Tax: ({ taxCode }) => taxes[taxCode].label,
  Traced: ({ isTraced }) => (isTraced ? "yes" : "no"),
};

/**
 * Returns the products that match the filters of the products page, active or not, as a CSV file
 * sorted by name. For staff who keep the catalogue.
 */
export function exportProducts(db: Database, _staff: Staff<"catalogue">, filter: ExportFilter) {
  const read = (last: Row | undefined, limit: number) => readProducts(db, filter, last, limit);
  return csvOf(columns, inBatches(read));
}

function readProducts(
  db: Database,
  { category, q = "" }: ExportFilter,
  last: { name: string; id: string } | undefined,
  limit: number,
) {
  return db
    .select({ ...writtenColumns, updatedAt: products.updatedAt })
    .from(products)
    .where(
      and(
        isCategory(category) ? eq(products.category, category) : undefined,
        mentioning(q),
        last && sql`(${products.name}, ${products.id}) > (${last.name}, ${last.id})`,
      ),
    )
    .orderBy(asc(products.name), asc(products.id))
    .limit(limit);
}
