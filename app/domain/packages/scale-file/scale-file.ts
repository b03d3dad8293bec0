import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import { centsPerKg, formatKg } from "#app/lib/amounts/weight.ts";
import { type WeightUnit, weightUnits } from "#db/schema/values/meat/packages.ts";
import type { LabelPrice } from "../labels/label-prices.ts";

/** The fields a scale can receive, by the words that the owner types. */
const contents = ["item number", "name", "french name", "price", "tare", "shelf life"] as const;

type Content = (typeof contents)[number];

interface ScaleColumn {
  content: Content;
  heading: string;
}

export const delimiterNames = ["comma", "semicolon", "tab"] as const;
export const tareUnits = ["g", "kg"] as const;

export interface ScaleFile {
  columns: ScaleColumn[];
  delimiter: (typeof delimiterNames)[number];
  decimalComma: boolean;
  pricePer: WeightUnit;
  tareIn: (typeof tareUnits)[number];
  hasHeadings: boolean;
  /** True to start with a byte order mark, which spreadsheets need for accents. */
  hasMark: boolean;
}

const usualHeadings: Record<Content, string> = {
  "item number": "PLU",
  name: "Name",
  "french name": "Name (French)",
  price: "Price",
  tare: "Tare",
  "shelf life": "Shelf life (days)",
};

const usualContents = ["item number", "name", "price", "tare", "shelf life"] as const;

const maxHeading = 60;

export const scaleFileSettings: SettingsGroup<ScaleFile> = {
  key: "scaleFile",
  schema: z.object({
    columns: z
      .array(z.object({ content: z.enum(contents), heading: z.string().max(maxHeading) }))
      .min(1)
      .max(contents.length),
    delimiter: z.enum(delimiterNames),
    decimalComma: z.boolean(),
    pricePer: z.enum(weightUnits),
    tareIn: z.enum(tareUnits),
    hasHeadings: z.boolean(),
    hasMark: z.boolean(),
  }),
  defaults: {
    columns: usualContents.map((content) => ({ content, heading: usualHeadings[content] })),
    delimiter: "comma",
    decimalComma: false,
    pricePer: "lb",
    tareIn: "g",
    hasHeadings: true,
    hasMark: true,
  },
};

const example = "item number: PLU";

/** Parses the columns, one per line, in order: "item number", or "item number: PLU". */
export function readColumns(
  text: string,
): { columns: ScaleColumn[]; mistake?: never } | { columns?: never; mistake: string } {
  const columns: ScaleColumn[] = [];
  for (const line of text.split("\n")) {
    const typed = line.trim();
    if (typed === "") continue;
    const [word = "", ...rest] = typed.split(":");
    const content = contents.find((one) => one === word.trim().toLowerCase());
    if (!content) {
      return { mistake: `“${typed.slice(0, 40)}” isn’t a column (example: ${example})` };
    }
    if (columns.some((column) => column.content === content)) {
      return { mistake: `“${content}” is there twice` };
    }
    const heading = rest.join(":").trim() || usualHeadings[content];
    if (heading.length > maxHeading) return { mistake: `“${content}” has too long a heading` };
    columns.push({ content, heading });
  }
  if (!columns.some(({ content }) => content === "item number")) {
    return { mistake: "The item number is missing: a scale knows its items by it" };
  }
  return { columns };
}

export function columnsInWords(columns: readonly ScaleColumn[]): string {
  return columns.map(({ content, heading }) => `${content}: ${heading}`).join("\n");
}

/** A product with an item number, as sent to scales. */
export interface ScaleItem {
  itemNumber: number;
  name: string;
  nameFr: string;
  /** Dollars, as in the database. */
  pricePerLb: string;
  tareG: number;
  keepsDays: number | null;
}

/** Returns the cells of an item, in the order of the columns. */
export function cellsOf(file: ScaleFile, item: ScaleItem): (string | number | null)[] {
  return file.columns.map(({ content }) => cellOf(file, content, item));
}

function cellOf(file: ScaleFile, content: Content, item: ScaleItem): string | number | null {
  const decimal = (text: string) => (file.decimalComma ? text.replace(".", ",") : text);
  switch (content) {
    case "item number":
      return item.itemNumber;
    case "name":
      return item.name;
    case "french name":
      return item.nameFr;
    case "price":
      return decimal(scalePrice(item, file.pricePer));
    case "tare":
      return file.tareIn === "g" ? item.tareG : decimal(formatKg(item.tareG).replace(" kg", ""));
    case "shelf life":
      return item.keepsDays;
  }
}

/** Returns the scale's price for a pound or a kilogram, in dollars. */
function scalePrice({ pricePerLb }: Pick<ScaleItem, "pricePerLb">, unit: WeightUnit): string {
  return unit === "lb" ? pricePerLb : toDollars(centsPerKg(toCents(pricePerLb)));
}

/** Returns the prices on these items' labels, once the scale has the file. */
export function labelPricesOf(
  items: readonly Pick<ScaleItem, "itemNumber" | "pricePerLb">[],
  { pricePer: unit }: ScaleFile,
): LabelPrice[] {
  return items.map((item) => ({
    itemNumber: item.itemNumber,
    price: scalePrice(item, unit),
    unit,
  }));
}
