import { taxes } from "#app/content/taxes.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { type SaleLine, totalsOf } from "../sale.ts";
import type { TillProduct } from "./till-product.ts";

/** Returns lines at a list's prices and taxes, and a description of the changes ("" for none). */
export function repriced(lines: readonly SaleLine[], products: readonly TillProduct[]) {
  const listed = new Map(products.map((product) => [product.id, product]));
  const changes = new Set<string>();
  const next = lines.map((line): SaleLine => {
    const now = listed.get(line.productId);
    if (!now) {
      changes.add(`${line.name} is not on sale here: take it off`);
      return line;
    }
    const { pricePerLb, taxCode } = now;
    if (toCents(pricePerLb) !== toCents(line.pricePerLb)) {
      changes.add(`${line.name} is ${formatPricePerLb(toCents(pricePerLb))} now`);
    }
    if (taxCode !== line.taxCode) changes.add(`${line.name} has ${taxes[taxCode].label} now`);
    return { ...line, pricePerLb, taxCode };
  });
  const total = `the total is ${formatCents(totalsOf(next).totalCents)}`;
  return { lines: next, message: changes.size > 0 ? `${[...changes, total].join("; ")}.` : "" };
}
