import { similarity } from "#app/domain/catalogue/similarity.ts";
import { convertQuantity, readQuantity, typedQuantity } from "#app/domain/orders/order-quantity.ts";
import { netWeight } from "#app/lib/amounts/net-weight.ts";
import { poundsOfPieces } from "#app/lib/amounts/weight.ts";
import type { OrderableProduct } from "../order-draft.ts";

// Reads a list typed elsewhere, line by line: "10 lb ribeye", "ribeye 10", "3 x tenderloin", or an
// item number and a quantity from a spreadsheet (trade rules, section 6).

export const mostPastedLines = 500;

/** In characters; a longer line was pasted by mistake. */
const longestLine = 300;

/** The similarity at which a name is accepted, and its minimum lead over the next. */
const likeEnough = 0.45;
const aheadBy = 0.15;

const guessesShown = 3;

export interface PastedLine {
  /** From 1. */
  number: number;
  text: string;
  /** The match; null if ambiguous, to be chosen from `guesses`. */
  product: OrderableProduct | null;
  guesses: OrderableProduct[];
  amount: Amount | null;
  /** The product's name in the line, as it is remembered (`foldName`); "" for a number or none. */
  phrase: string;
  /** Why it can't be read; null if it can. */
  problem: string | null;
}

/** A quantity as written, before its product is known. */
interface Amount {
  value: string;
  unit: "lb" | "kg" | "piece" | null;
}

/**
 * Reads a pasted list, skipping empty lines. Beyond `mostPastedLines`, a single line says that
 * there are more.
 *
 * @param aliases product ids by the customer's earlier names for them
 */
export function readPasted(
  text: string,
  products: readonly OrderableProduct[],
  aliases: Readonly<Record<string, string>> = {},
): PastedLine[] {
  const rows = text.split(/\r\n|[\r\n\u2028\u2029]/).map((row, at) => ({ row, number: at + 1 }));
  const filled = rows.filter(({ row }) => row.trim() !== "");
  const byNumber = new Map(
    products.flatMap((product) => (product.itemNumber ? [[product.itemNumber, product]] : [])),
  );
  const byName = new Map(products.map((product) => [foldName(product.name), product]));
  const byAlias = new Map(
    products.flatMap((product) =>
      Object.entries(aliases).flatMap(([phrase, id]) =>
        id === product.id ? [[phrase, product] as const] : [],
      ),
    ),
  );
  const lines = filled.slice(0, mostPastedLines).map(({ row, number }): PastedLine => {
    const line = { number, product: null, guesses: [], amount: null, phrase: "" };
    if (row.length > longestLine) {
      const start = `${row.slice(0, 60).trim()}…`;
      return { ...line, text: start, problem: "This line is too long to be one product." };
    }
    const { name, amount } = parts(row);
    const found = productOf(name, { products, byNumber, byName, byAlias });
    const phrase = isNumber(name) ? "" : foldName(name);
    return { ...line, text: row.trim(), ...found, amount, phrase, problem: null };
  });
  const rest = filled[mostPastedLines];
  if (!rest) return lines;
  const left = filled.length - mostPastedLines;
  const problem = `Only ${mostPastedLines} lines are read at once. Paste the other ${left.toLocaleString("en-CA")} after these.`;
  const beyond = { product: null, guesses: [], amount: null, phrase: "", problem };
  return [...lines, { ...beyond, number: rest.number, text: rest.row.trim().slice(0, 60) }];
}

interface Known {
  products: readonly OrderableProduct[];
  byNumber: ReadonlyMap<number, OrderableProduct>;
  byName: ReadonlyMap<string, OrderableProduct>;
  byAlias: ReadonlyMap<string, OrderableProduct>;
}

const isNumber = (name: string) => /^#?\d{1,5}$/.test(name);

/**
 * Matches by item number, else exact name, else the customer's earlier name for it, else the most
 * similar name, if it is clearly ahead.
 */
function productOf(name: string, { products, byNumber, byName, byAlias }: Known) {
  const numbered = isNumber(name) ? byNumber.get(Number(name.replace("#", ""))) : undefined;
  const exact = numbered ?? byName.get(foldName(name)) ?? byAlias.get(foldName(name));
  if (exact) return { product: exact, guesses: [] };
  const scored = products
    .map((product) => ({ product, score: similarity(name, product.name) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, guessesShown);
  const [best, next] = scored;
  const isClear =
    best !== undefined && best.score >= likeEnough && best.score - (next?.score ?? 0) >= aheadBy;
  return {
    product: isClear ? best.product : null,
    guesses: isClear ? [] : scored.map(({ product }) => product),
  };
}

/** Normalizes a name for comparing and remembering: lower case, single spaces. */
export const foldName = (name: string) =>
  name
    .normalize("NFC")
    .toLowerCase()
    .replace(/[\s\p{P}]+/gu, " ")
    .trim()
    .slice(0, longestPhrase);

/** In characters of a remembered name; less than a line may have. */
const longestPhrase = 200;

const units = {
  lb: /^(lbs?|pounds?|#)\.?$/i,
  kg: /^(kgs?|kilos?)\.?$/i,
  piece: /^(pcs?|pieces?|x|×|ea|each)\.?$/i,
};

const unitNamed = (word: string): Amount["unit"] | undefined =>
  (["lb", "kg", "piece"] as const).find((unit) => units[unit].test(word));

/**
 * Splits a row into an amount and a name. A number with a unit is preferred, then one at the start
 * over one at the end; in a spreadsheet row, the last numeric cell.
 */
function parts(row: string): { name: string; amount: Amount | null } {
  const cells = row
    .split(/\t|;/)
    .map((cell) => cell.trim())
    .filter(Boolean);
  const words = (cells.length > 1 ? cells.flatMap(wordsOf) : wordsOf(row)).slice(0, 60);
  const found = words.map((word, at) => amountAt(words, at) ?? { word, isNone: true as const });
  const isAmount = (one: (typeof found)[number]): one is Found => !("isNone" in one);
  const all = found.filter(isAmount);
  const inPlace = all.filter(({ from, to }) => from === 0 || to === words.length);
  const best =
    inPlace.find(({ amount }) => amount.unit !== null) ??
    (cells.length > 1 ? inPlace.findLast(({ from }) => from > 0) : inPlace[0]);
  if (!best || inPlace.length === 0) return { name: words.join(" "), amount: null };
  const rest = [...words.slice(0, best.from), ...words.slice(best.to)];
  return { name: rest.join(" ").replace(/^of /i, ""), amount: best.amount };
}

/** Splits into words; "10lb" is two, and so is "3x". */
function wordsOf(text: string): string[] {
  return text
    .replace(/(\d)(lbs?|pounds?|kgs?|kilos?|pcs?|x|×)\b/gi, "$1 $2")
    .split(/[\s,:]+(?!\d)|\s+/)
    .filter(Boolean);
}

interface Found {
  amount: Amount;
  from: number;
  to: number;
}

function amountAt(words: readonly string[], at: number): Found | null {
  const word = words[at] ?? "";
  if (!/^\d{1,6}([.,]\d{1,3})?$/.test(word)) return null;
  const unit = unitNamed(words[at + 1] ?? "");
  return {
    amount: { value: word.replace(",", "."), unit: unit ?? null },
    from: at,
    to: at + (unit ? 2 : 1),
  };
}

/** Converts a pasted amount to the text for the product's box, or returns why it can't. */
export function typedAmount(
  amount: Amount | null,
  product: OrderableProduct,
): { quantity: string } | { error: string } {
  if (!amount) return { error: "How much?" };
  const { value, unit } = amount;
  const isPiece = unit === "piece" || (unit === null && product.soldBy === "piece");
  if (isPiece) {
    if (!product.typicalPieceLb) return { error: "It is sold by the pound. How many pounds?" };
    const reading = readQuantity(value, `piece ${product.typicalPieceLb}`);
    if ("error" in reading) return reading;
    if (product.soldBy === "piece") return { quantity: typedQuantity(reading) };
    const pounds = poundsOfPieces(reading.pieces ?? 0, product.typicalPieceLb);
    return { quantity: typedQuantity(convertQuantity({ pounds, pieces: 0 }, product)) };
  }
  const pounds = unit === "kg" ? (netWeight({ value, unit: "kg" }, 0)?.lb ?? "0") : value;
  const reading = readQuantity(pounds, "lb");
  if ("error" in reading) return reading;
  if (product.soldBy === "lb" && unit !== "kg") return { quantity: typedQuantity(reading) };
  const asked = { pounds: reading.pounds, pieces: product.soldBy === "lb" ? 0 : null };
  return { quantity: typedQuantity(convertQuantity(asked, product)) };
}
