import { and, asc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { batchSize } from "#app/lib/csv/batches.ts";
import { type CsvColumns, csvOf } from "#app/lib/csv/csv.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database } from "#db/database.ts";
import { priceListItems, priceLists, scheduledPrices } from "#db/schema/money/prices.ts";
import { products } from "#db/schema/products.ts";

/** The standard price of a product, a scheduled one, or a list's. */
interface Row {
  list: string;
  productId: string;
  itemNumber: number | null;
  slug: string;
  name: string;
  /** Null if a list doesn't offer the product. */
  pricePerLb: string | null;
  minLb: string | null;
  startsOn: string | null;
}

const columns: CsvColumns<Row> = {
  "Price list": ({ list }) => list,
  "Product ID": ({ productId }) => productId,
  "Item number": ({ itemNumber }) => itemNumber,
  Slug: ({ slug }) => slug,
  Name: ({ name }) => name,
  "Price per lb (CAD)": ({ pricePerLb }) => pricePerLb ?? "no",
  "At least (lb)": ({ minLb }) => minLb,
  "Starts on": ({ startsOn }) => startsOn,
};

/** Returns all standard, scheduled and list prices as a CSV file. For administrators. */
export function exportPrices(db: Database, _admin: Admin) {
  return csvOf(columns, rowsOf(db));
}

/** Returns the name of the standard price; empty if a list already has it. */
async function standardName(db: Database): Promise<string> {
  const [named] = await db
    .select({ id: priceLists.id })
    .from(priceLists)
    .where(sql`lower(${priceLists.name}) = 'standard'`)
    .limit(1);
  return named ? "" : "Standard";
}

async function* rowsOf(db: Database): AsyncGenerator<Row[]> {
  const standard = await standardName(db);
  for (let last = ""; ; ) {
    const found = await db
      .select({
        productId: products.id,
        ...pick(products, "itemNumber", "slug", "name", "pricePerLb"),
      })
      .from(products)
      .where(last === "" ? undefined : sql`${products.slug} > ${last}`)
      .orderBy(asc(products.slug))
      .limit(batchSize);
    yield await withAllPrices(db, found, standard);
    last = found.at(-1)?.slug ?? "";
    if (found.length < batchSize) return;
  }
}

type Found = Pick<Row, "productId" | "itemNumber" | "slug" | "name" | "pricePerLb">;

async function withAllPrices(db: Database, found: Found[], standard: string): Promise<Row[]> {
  const ids = found.map(({ productId }) => productId);
  const [later, listed] = await Promise.all([
    db
      .select()
      .from(scheduledPrices)
      .where(
        and(
          inArray(scheduledPrices.productId, ids),
          isNull(scheduledPrices.appliedAt),
          // A price scheduled for today is about to become the standard price.
          gt(scheduledPrices.appliesOn, pacificDay(new Date())),
        ),
      )
      .orderBy(asc(scheduledPrices.appliesOn)),
    db
      .select({
        productId: priceListItems.productId,
        pricePerLb: priceListItems.pricePerLb,
        minLb: priceListItems.minLb,
        list: priceLists.name,
        startsOn: priceLists.startsOn,
      })
      .from(priceListItems)
      .innerJoin(priceLists, eq(priceLists.id, priceListItems.listId))
      .where(inArray(priceListItems.productId, ids))
      .orderBy(asc(priceLists.name)),
  ]);
  const laterOf = Map.groupBy(later, ({ productId }) => productId);
  const listedOf = Map.groupBy(listed, ({ productId }) => productId);
  return found.flatMap((product) => [
    { ...product, list: standard, minLb: null, startsOn: null },
    ...(laterOf.get(product.productId) ?? []).map(({ pricePerLb, appliesOn }) => ({
      ...product,
      list: standard,
      pricePerLb,
      minLb: null,
      startsOn: appliesOn,
    })),
    ...(listedOf.get(product.productId) ?? []).map((item) => ({ ...product, ...item })),
  ]);
}
