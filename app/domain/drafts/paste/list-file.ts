import { csvRowsOf, csvTextOf } from "#app/lib/spreadsheets/csv-text.ts";
import { mostPastedLines } from "./paste-lines.ts";

// Reads a file of order lines into a list that is checked like a pasted one.

/** In bytes; far more than the maximum number of lines takes. */
export const mostFileBytes = 1_000_000;

/** In lower case. */
const headings = {
  number: /^(item|product|article|sku)? ?(#|no\.?|number|code|sku)$/,
  name: /^(product|item|description|name|cut|product name|item name|item description)$/,
  quantity: /^(qty|quantity|amount|order|ordered|order qty|lb|lbs|pounds|pieces)\.?$/,
  unit: /^(unit|uom|um|u\/m)$/,
};

type Column = keyof typeof headings;

export interface ListOfFile {
  text: string;
  /** Rows with a product but no quantity, which are not ordered. */
  withoutQuantity: number;
}

/**
 * Reads a CSV file. Known headings determine its columns; without them, each row is read as a line
 * of text.
 *
 * @param knows returns true for a product's item number
 * @throws Refusal if it isn't such a file
 */
export function listOfFile(bytes: Uint8Array, knows: (itemNumber: number) => boolean): ListOfFile {
  const text = csvTextOf(bytes, "This is not a CSV or text file. Save it as CSV first.");
  const tooManyRows = `A file may have ${mostPastedLines} rows. Send the rest as another one.`;
  const rows = csvRowsOf(text, { rows: mostPastedLines + 1, rowSize: 5_000, tooManyRows });
  const [first, ...rest] = rows.map(({ cells }) => cells.map((cell) => cell.trim()));
  if (!first) return { text: "", withoutQuantity: 0 };
  const at = columnsOf(first);
  if (at.quantity < 0 || Math.max(at.name, at.number) < 0) {
    return { text: [first, ...rest].map(asLine).join("\n"), withoutQuantity: 0 };
  }
  const lines = rest.map((cells) => {
    const cell = (column: Column) => cells[at[column]] ?? "";
    const number = cell("number").replace(/^#/, "");
    // A number of the kitchen's own system is unknown here, but the name may be known.
    const isKnown = /^\d{1,5}$/.test(number) && knows(Number(number));
    const product = isKnown ? number : cell("name") || cell("number");
    return { product, quantity: cell("quantity"), unit: unitOf(cell("unit"), first[at.quantity]) };
  });
  const asked = lines.filter(({ quantity }) => !/^[0.,]*$/.test(quantity));
  return {
    text: asked.map(({ product, quantity, unit }) => asLine([product, quantity, unit])).join("\n"),
    withoutQuantity: lines.filter((line) => line.product !== "" && !asked.includes(line)).length,
  };
}

function columnsOf(row: readonly string[]): Record<Column, number> {
  const names = row.map((cell) => cell.toLowerCase());
  const at = (column: Column) => names.findIndex((name) => headings[column].test(name));
  return { number: at("number"), name: at("name"), quantity: at("quantity"), unit: at("unit") };
}

function unitOf(unit: string, heading = ""): string {
  if (unit !== "") return unit;
  return /^(lbs?|pounds)\.?$/i.test(heading) ? "lb" : "";
}

const asLine = (cells: readonly string[]) =>
  cells
    .map((cell) => cell.replace(/\s+/g, " "))
    .filter(Boolean)
    .join("\t");
