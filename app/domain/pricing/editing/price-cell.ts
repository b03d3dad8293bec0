import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { hundredthsOf, isWithin, numberBounds } from "#app/lib/form/typed-numbers.ts";

/** A product's price in a list, or in the catalogue, which always has one and no least quantity. */
export interface PriceCell {
  /** Dollars per lb; null for what the list does not offer. */
  pricePerLb: string | null;
  /** The least pounds that may be ordered; null for no limit. */
  minLb: string | null;
}

/** The column of the catalogue's prices; those of lists are named by the list's id. */
export const baseColumn = "base";

/** What is typed for a product that a list does not offer. */
const notOffered = "no";

/** A price as a text in the grid: "24.99", "24.99 / 5" with a least quantity, "no", "" for none. */
export function cellText(cell: PriceCell | undefined): string {
  if (!cell) return "";
  if (cell.pricePerLb === null) return notOffered;
  return cell.minLb === null ? cell.pricePerLb : `${cell.pricePerLb} / ${trimmed(cell.minLb)}`;
}

/** A price as typed or pasted; `cell` is undefined where the list has none of its own. */
export function readCell(
  typed: string,
  column: string,
): { cell: PriceCell | undefined; error?: never } | { cell?: never; error: string } {
  const text = typed.trim().replace(/\s*(?:\/\s*lb)$/i, "");
  const isBase = column === baseColumn;
  if (text === "") {
    return isBase ? { error: "The catalogue needs a price" } : { cell: undefined };
  }
  if (text.toLowerCase() === notOffered) {
    const error = "Deactivate the product instead: without a list it is offered to everyone";
    return isBase ? { error } : { cell: { pricePerLb: null, minLb: null } };
  }
  const [first = "", second, ...rest] = text.split("/");
  const cents = hundredthsOf(first);
  if (!isWithin(cents, numberBounds.pricePerLb) || rest.length > 0) {
    return { error: "Please enter dollars per lb, for instance 24.99" };
  }
  const pricePerLb = toDollars(cents);
  if (second === undefined) return { cell: { pricePerLb, minLb: null } };
  if (isBase) return { error: "Only a list has a least quantity" };
  const least = hundredthsOf(second.replace(/lb\s*$/i, ""));
  if (!isWithin(least, { least: 1, most: 1_000_000 })) {
    return { error: "Please enter the least pounds after the /, for instance 24.99 / 5" };
  }
  return { cell: { pricePerLb, minLb: toPounds(hundredthsLb(least)) } };
}

/** By how much a price changes, in words: "+3.1%"; empty where there is nothing to compare. */
export function changeInPercent(from: PriceCell | undefined, to: PriceCell | undefined): string {
  if (!from?.pricePerLb || !to?.pricePerLb) return "";
  const before = toCents(from.pricePerLb);
  const tenths = Math.round(((toCents(to.pricePerLb) - before) / before) * 1000);
  return `${tenths > 0 ? "+" : ""}${(tenths / 10).toFixed(1)}%`;
}

/** A block copied from a sheet: rows of cells. At most 1,000 rows of 50 cells are read. */
export function readBlock(pasted: string): string[][] {
  return pasted
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n", 1000)
    .map((row) => row.split("\t", 50).map((cell) => cell.trim().slice(0, 30)));
}

function trimmed(pounds: string): string {
  return pounds.replace(/\.?0+$/, "");
}
