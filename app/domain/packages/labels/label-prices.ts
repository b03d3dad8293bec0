import { mostPounds, weightOfPrice } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import type { Cents } from "#app/lib/amounts/units.ts";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import { parseScan } from "../scan/parse-scan.ts";

/** The scale's price of an item: dollars per pound or kilogram. */
export interface LabelPrice {
  itemNumber: number;
  price: string;
  unit: WeightUnit;
}

/**
 * Returns the weight of a package whose label has only its price, by the label's own price per
 * pound or kilogram. Pounds are the most hundredths that cost no more, since a rounded weight could
 * cost more than the label says; kilograms are rounded to the gram. Used by the station, the till,
 * and the settings that try a code.
 */
export function weightByLabel(
  cents: Cents,
  { price, unit }: Pick<LabelPrice, "price" | "unit">,
): { value: string; unit: WeightUnit } {
  const unitCents = toCents(price);
  const value = unit === "lb" ? mostPounds(unitCents, cents) : weightOfPrice(cents, unitCents);
  return { value, unit };
}

/** Returns the price from which a weight was derived; null if such labels are no longer read. */
export function centsOnLabel(
  { source, rawScan }: { source: string; rawScan: string },
  reading: Parameters<typeof parseScan>[1],
): Cents | null {
  if (source !== "derived") return null;
  const scan = parseScan(rawScan, reading);
  return scan.kind === "in-store" ? (scan.priceCents ?? null) : null;
}

const maxPrices = 1000;

const form = /^(\d{1,5})[\s,;:]+\$?\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*(?:\/|per)?\s*(kg|lb)$/i;

/** Parses a list of prices, one per line: "42 24.99/lb". Of duplicates, the last one counts. */
export function readLabelPrices(
  text: string,
): { prices: LabelPrice[]; mistake?: never } | { prices?: never; mistake: string } {
  const prices = new Map<number, LabelPrice>();
  for (const line of text.split("\n")) {
    const typed = line.trim();
    if (typed === "") continue;
    const [, item = "", dollars = "", cents = "", unit = ""] = form.exec(typed) ?? [];
    const price = `${Number(dollars)}.${cents.padEnd(2, "0")}`;
    if (Number(item) < 1 || Number(price) === 0) {
      return { mistake: `“${typed.slice(0, 40)}” isn’t a price (example: 42 24.99/lb)` };
    }
    const itemNumber = Number(item);
    prices.set(itemNumber, { itemNumber, price, unit: unit.toLowerCase() === "kg" ? "kg" : "lb" });
  }
  if (prices.size > maxPrices) return { mistake: `At most ${maxPrices} items` };
  return { prices: [...prices.values()].sort((one, other) => one.itemNumber - other.itemNumber) };
}

/** Formats the list for display and the log. */
export function labelPricesInWords(prices: readonly LabelPrice[]): string {
  return prices.map(({ itemNumber, price, unit }) => `${itemNumber} ${price}/${unit}`).join("\n");
}
