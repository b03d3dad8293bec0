import { and, asc, eq, gt, isNotNull } from "drizzle-orm";
import type { Staff } from "#app/domain/access/capability.ts";
import { inBatches } from "#app/lib/csv/batches.ts";
import { pick } from "#app/lib/pick.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import type { LabelSettings } from "../labels/label-settings.ts";
import type { ScaleFile } from "./scale-file.ts";
import { headText, itemsText } from "./scale-rows.ts";

type Row = Awaited<ReturnType<typeof readItems>>[number];

/**
 * Exports the products on sale with an item number, by that number, as a file for counter scales
 * with the owner's columns and the shelf's prices. For staff who keep the catalogue.
 *
 * @param labels further facts about products on labels (`labelSettings`)
 */
export async function* exportScaleItems(
  db: Database,
  _staff: Staff<"catalogue">,
  file: ScaleFile,
  labels: LabelSettings,
): AsyncGenerator<string, number> {
  const said = new Map(labels.products.map((facts) => [facts.itemNumber, facts]));
  let count = 0;
  yield headText(file);
  for await (const rows of inBatches((last: Row | undefined, most) => readItems(db, last, most))) {
    const items = rows.map((row) => {
      const { nameFr = "", keepsDays = null } = said.get(row.itemNumber) ?? {};
      return { ...row, nameFr, keepsDays };
    });
    count += items.length;
    yield itemsText(file, items);
  }
  return count;
}

/** Returns the exported items with their prices, to confirm that the scale has them. */
export async function itemsOnScale(db: Database, _staff: Staff<"catalogue">) {
  return readItems(db, undefined, 1000);
}

async function readItems(db: Database, last: { itemNumber: number } | undefined, most: number) {
  const rows = await db
    .select(pick(products, "itemNumber", "name", "pricePerLb", "tareG"))
    .from(products)
    .where(
      and(
        ...[isNotNull(products.itemNumber), eq(products.isActive, true)],
        last && gt(products.itemNumber, last.itemNumber),
      ),
    )
    .orderBy(asc(products.itemNumber))
    .limit(most);
  return rows.flatMap(({ itemNumber, ...row }) =>
    itemNumber === null ? [] : [{ itemNumber, ...row }],
  );
}
