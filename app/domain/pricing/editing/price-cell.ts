import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { hundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { hundredthsOf, isWithin, numberBounds } from "#app/lib/form/typed-numbers.ts";

/** A product's price in a list, or in the catalogue, where it always has one and no minimum. */
export interface PriceCell {
  /** Dollars per lb; null if the list doesn't offer the product. */
  pricePerLb: string | null;
  /** Minimum pounds of an order; null for none. */
  minLb: string | null;
}

/** The column of the catalogue's prices; lists' columns have the list's id. */
export const baseColumn = "base";

/** Typed for a product that a list doesn't offer. */
const notOffered = "no";

/** Returns the text in the grid: "24.99", "24.99 / 5" with a minimum, "no", "" without a cell. */
export function cellText(cell: PriceCell | undefined): string {
  if (!cell) return "";
  if (cell.pricePerLb === null) return notOffered;
  return cell.minLb === null ? cell.pricePerLb : `${cell.pricePerLb} / ${trimmed(cell.minLb)}`;
}

/** Parses a typed or pasted price; `cell` is undefined if the list has none of its own. */
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

/** Returns the change of a price, "+3.1%"; empty if there is nothing to compare. */
export function changeInPercent(from: PriceCell | undefined, to: PriceCell | undefined): string {
  if (!from?.pricePerLb || !to?.pricePerLb) return "";
  const before = toCents(from.pricePerLb);
  const tenths = Math.round(((toCents(to.pricePerLb) - before) / before) * 1000);
  return `${tenths > 0 ? "+" : ""}${(tenths / 10).toFixed(1)}%`;
}

/** Parses a block copied from a spreadsheet. */
export function readBlock(pasted: string): string[][] {
  return pasted
    .replace(/\r\n?/g, "\n")
    .replace(/\n$/, "")
    .split("\n")
    .map((row) => row.split("\t").map((cell) => cell.trim().slice(0, 30)));
}

/** Names the part of a pasted block for which the grid has no room: "2 rows and 1 column". */
export function leftOutInWords(
  block: readonly (readonly string[])[],
  room: { rows: number; columns: number },
): string {
  const width = block.reduce((most, cells) => Math.max(most, cells.length), 0);
  return [[block.length - room.rows, "row"] as const, [width - room.columns, "column"] as const]
    .flatMap(([count, what]) => (count > 0 ? `${count} ${what}${count === 1 ? "" : "s"}` : []))
    .join(" and ");
}

function trimmed(pounds: string): string {
  return pounds.replace(/\.?0+$/, "");
}
