import { foodSafety } from "#app/content/food-safety.ts";
import { filtersOf } from "#app/domain/catalogue/listing/filters-of.ts";
import type { Product } from "#app/domain/catalogue/product.ts";

const [wholeCuts, ground] = foodSafety.keeping.rows;

/**
 * Returns how to store a product at home, one sentence each, by the storage on its labels. Times,
 * from Health Canada, are given only for steaks, roasts and ground beef. For loaders only.
 */
export function keepingOf(product: Product): string[] {
  const kinds = filtersOf({ ...product, formerSlugs: product.formerSlugs ?? [] });
  const row = kinds.includes("ground")
    ? ground
    : kinds.some((kind) => kind === "steaks" || kind === "roasts")
      ? wholeCuts
      : null;
  const inFreezer = `In a freezer at −18\u00a0°C${row ? ` it is at its best for ${row.freezer}` : ""}.`;
  const inFridge = `In a refrigerator at 4\u00a0°C or colder${row ? ` it keeps ${row.fridge}` : ""}.`;
  return product.storage === "frozen"
    ? [
        inFreezer,
        row
          ? `Thawed in the refrigerator, cook it within ${row.fridge}.`
          : "Thaw it in the refrigerator.",
      ]
    : [inFridge, inFreezer];
}
