import {
  isNone,
  leastError,
  orderedInWords,
  readQuantity,
  stepError,
  unitOf,
} from "#app/domain/orders/order-quantity.ts";
import { isSameWish, readWish, type TypedWish, withWish } from "#app/domain/orders/wishes/wish.ts";
import { toCents, toDollars } from "#app/lib/amounts/money.ts";
import {
  hundredthsLb,
  poundsOfPieces,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { SalesUnit } from "#db/schema/values/products.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import { deskPrice, type PriceRule, type TypedPrice } from "./desk-price.ts";

/** A line as it is stored, before packing has begun. */
export interface PresentLine {
  id: string;
  /** Null once the product has been deleted. */
  productId: string | null;
  productName: string;
  soldBy: SalesUnit;
  orderedPieces: number | null;
  typicalPieceLb: string | null;
  /** Pounds. */
  quantity: string;
  /** Dollars per lb. */
  pricePerLb: string;
  wish: Wish | null;
}

/** A product as it is sold today. */
export interface SoldToday {
  id: string;
  name: string;
  pricePerLb: string;
  soldBy: SalesUnit;
  typicalPieceLb: string | null;
  orderStepLb: string;
  /** The least pounds that the customer's price list asks for; null for no limit. */
  minLb: string | null;
}

/** What a line is to become. Lines that aren't named stay as they are. */
export interface WantedLine {
  lineId: string;
  /** As typed, in the line's own unit; zero removes the line. */
  quantity: string;
  isRemoved: boolean;
  /** Today's price as it was shown beside the line, which what is added costs; empty for none. */
  seenPricePerLb: string;
  /** How it is to be cut and packed, as typed; left out where that stays as it is. */
  wish?: Partial<TypedWish> | undefined;
  /** What staff would have it cost; left out where that stays as it is, and ignored of anybody else. */
  price?: TypedPrice | undefined;
}

/** A product to add. */
export interface WantedProduct {
  /** Tells the rows of the form apart. */
  row: string;
  productId: string;
  /** As typed, in the product's unit. */
  quantity: string;
  seenPricePerLb: string;
  seenUnit: string;
}

/** What is wrong with one field of the form, e.g. `quantity.<line id>`; `lines` is all of them. */
export interface ChangeProblem {
  field: string;
  message: string;
}

/** A line whose quantity changes, or a new one with the product's price and unit of today. */
interface LineAfter {
  /** Null for a new line. */
  id: string | null;
  productId: string | null;
  productName: string;
  unit: string;
  pricePerLb: string;
  pounds: string;
  pieces: number | null;
  wish: Wish | null;
  /** Why staff set its price with this change. */
  priceReason?: string;
}

/** What is added to an order, at today's price. */
interface More {
  field: string;
  /** The line that is raised; null for a product that is added. */
  lineId: string | null;
  productId: string;
  quantity: string;
  seenPricePerLb: string;
  unit: string;
  /** Of what is raised, so that more of it is cut and packed alike. */
  wish: Wish | null;
}

/** One line's difference in words; null where there is none. */
export interface LineDifference {
  productName: string;
  from: string | null;
  to: string | null;
  /** Whether staff set its price. */
  isPriceSet?: true;
}

export interface ChangePlan {
  /** Lines with another quantity, wish or price than before. */
  changed: (LineAfter & { id: string })[];
  /** Ids of lines to remove. */
  removed: string[];
  added: (LineAfter & { productId: string })[];
  differences: LineDifference[];
}

/** Maximum number of lines in an order, as at placing. */
const maxLines = 100;

/**
 * What a wanted change does to an order's lines. A line that is lowered keeps its price and its
 * unit, and so does everything that isn't changed. What is raised or added costs today's price: it
 * joins a line of the product with that price and unit, and is a line of its own where there is
 * none. A price that staff set is that of the whole line, with what it is raised by.
 *
 * @param products by id, what is sold today
 * @param prices for those who may set prices of lines; null for everybody else
 */
export function planChange(
  present: readonly PresentLine[],
  wanted: { lines: readonly WantedLine[]; products: readonly WantedProduct[] },
  products: ReadonlyMap<string, SoldToday>,
  prices: PriceRule | null = null,
): { plan: ChangePlan; problems: ChangeProblem[] } {
  const problems: ChangeProblem[] = [];
  const after = new Map<string, LineAfter>(present.map((line) => [line.id, asAfter(line)]));
  const byId = new Map(wanted.lines.map((line) => [line.lineId, line]));
  const more: More[] = [];

  for (const line of present) {
    const asked = byId.get(line.id);
    if (!asked) continue;
    // An empty box is a mistake rather than a wish.
    if (asked.isRemoved || (asked.quantity.trim() !== "" && isNone(asked.quantity))) {
      after.delete(line.id);
      continue;
    }
    const wished = asked.wish ? readWish(asked.wish) : { wish: line.wish };
    if ("error" in wished) {
      problems.push({ field: changeField.wish("note", line.id), message: wished.error });
      continue;
    }
    const { wish } = wished;
    const product = products.get(line.productId ?? "");
    const set = prices && deskPrice(asked.price, line, product?.pricePerLb ?? null, prices);
    if (set && "problem" in set) {
      const { at, message } = set.problem;
      problems.push({ field: changeField.ownPrice(at, line.id), message });
      continue;
    }
    const kept: LineAfter = {
      ...asAfter(line),
      wish,
      ...(set && { pricePerLb: set.pricePerLb, priceReason: set.reason }),
    };
    after.set(line.id, kept);
    const field = changeField.quantity(line.id);
    const unit = unitOf(line);
    const reading = readQuantity(asked.quantity, unit);
    if ("error" in reading) {
      problems.push({ field, message: reading.error });
      continue;
    }
    const by = amount(reading) - amount({ pounds: line.quantity, pieces: line.orderedPieces });
    if (by === 0) continue;
    const step =
      unit === "lb" && product?.soldBy === "lb"
        ? stepError(reading.pounds, product.orderStepLb)
        : null;
    if (step) problems.push({ field, message: step });
    else if (by < 0 || (set && product && unitOf(product) === unit)) {
      after.set(line.id, { ...kept, ...reading });
    } else {
      const quantity = line.soldBy === "piece" ? String(by) : toDollars(by);
      const { productId } = line;
      const seenPricePerLb = asked.seenPricePerLb;
      more.push({
        field,
        lineId: line.id,
        productId: productId ?? "",
        quantity,
        seenPricePerLb,
        unit,
        wish,
      });
    }
  }

  for (const { row, productId, quantity, seenPricePerLb, seenUnit } of wanted.products) {
    if (productId === "" && isNone(quantity)) continue;
    const field = changeField.addQuantity(row);
    if (productId === "") {
      problems.push({ field: changeField.addProduct(row), message: "Choose a product." });
    } else if (isNone(quantity)) {
      problems.push({ field, message: "Enter how much of it." });
    } else {
      const added = { productId, quantity, seenPricePerLb, unit: seenUnit, wish: null };
      more.push({ field, lineId: null, ...added });
    }
  }

  const added: ChangePlan["added"] = [];
  for (const { field, lineId, productId, quantity, seenPricePerLb, unit, wish } of more) {
    const product = products.get(productId);
    const problem = !product
      ? "No longer available, so you can't add more."
      : unitOf(product) !== unit
        ? `Now sold by the ${product.soldBy === "lb" ? "pound" : "piece"}${product.typicalPieceLb ? `, about ${product.typicalPieceLb} lb each` : ""}: add it as a product below.`
        : toCents(product.pricePerLb) !== centsOrNone(seenPricePerLb)
          ? `The price is now $${product.pricePerLb}/lb. Check it, and save again.`
          : null;
    if (problem || !product) {
      problems.push({ field, message: problem ?? "" });
      continue;
    }
    const isSame = (line: LineAfter) =>
      line.productId === productId &&
      line.unit === unit &&
      line.pricePerLb === product.pricePerLb &&
      isSameWish(line.wish, wish);
    const lines = [...after.values(), ...added].filter(isSame);
    const joined = lines.find(({ id }) => id === lineId) ?? lines[0];
    const line: LineAfter = joined ?? {
      id: null,
      productId,
      productName: product.name,
      unit,
      pricePerLb: product.pricePerLb,
      pounds: "0.00",
      pieces: null,
      wish,
    };
    const sum = sumIn(line, quantity, product);
    if ("error" in sum) problems.push({ field, message: sum.error });
    else if (joined?.id) after.set(joined.id, { ...joined, ...sum });
    else if (joined) Object.assign(joined, sum);
    else added.push({ ...line, productId, ...sum });
  }

  problems.push(...tooLittle(present, [...after.values(), ...added], more, products));
  const kept = after.size + added.length;
  if (problems.length === 0 && kept === 0) {
    const message = "An order needs at least one line. Cancel the order instead.";
    problems.push({ field: "lines", message });
  }
  if (kept > maxLines && kept > present.length) {
    problems.push({ field: "lines", message: `An order can have at most ${maxLines} lines.` });
  }
  return { plan: planOf(present, after, added), problems };
}

/** Products of which there is another quantity than before, and less than their price list asks for. */
function tooLittle(
  present: readonly PresentLine[],
  after: readonly LineAfter[],
  more: readonly More[],
  products: ReadonlyMap<string, SoldToday>,
): ChangeProblem[] {
  const then = poundsByProduct(present.map(asAfter));
  const now = poundsByProduct(after);
  return [...now].flatMap(([productId, hundredths]): ChangeProblem[] => {
    const product = products.get(productId);
    if (!product || hundredths === then.get(productId)) return [];
    const message = leastError(toPounds(hundredthsLb(hundredths)), product.minLb, product);
    if (!message) return [];
    const line = after.find((one) => one.productId === productId && one.id !== null);
    const raised = more.find((one) => one.productId === productId);
    return [{ field: raised?.field ?? changeField.quantity(line?.id ?? ""), message }];
  });
}

/** Hundredths of a pound. */
function poundsByProduct(lines: readonly LineAfter[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { productId, pounds } of lines) {
    if (productId) sums.set(productId, (sums.get(productId) ?? 0) + toHundredthsLb(pounds));
  }
  return sums;
}

/** The form's field names; a line's fields end with its id, an added product's with its row. */
export const changeField = {
  version: "version",
  notes: "notes",
  poNumber: "poNumber",
  /** Why staff promise more than is left in stock. */
  override: "override",
  /** Of a field: what was stored when it was shown, to tell what was typed into it. */
  stored: (field: string) => `stored.${field}`,
  quantity: (lineId: string) => `quantity.${lineId}`,
  remove: (lineId: string) => `remove.${lineId}`,
  /** Today's price, as it is shown beside the line. */
  price: (lineId: string) => `price.${lineId}`,
  /** Product, price and unit of a row: see `productChoice`. */
  addProduct: (row: string) => `add.${row}`,
  addQuantity: (row: string) => `addQuantity.${row}`,
  wish: (part: keyof TypedWish, lineId: string) => `${part}.${lineId}`,
  /** What staff would have a line cost, and why. */
  ownPrice: (part: keyof TypedPrice, lineId: string) =>
    `${part === "reason" ? "whyPrice" : "ownPrice"}.${lineId}`,
};

function planOf(
  present: readonly PresentLine[],
  after: ReadonlyMap<string, LineAfter>,
  added: ChangePlan["added"],
): ChangePlan {
  const changed: ChangePlan["changed"] = [];
  const removed: string[] = [];
  const differences: LineDifference[] = [];
  for (const line of present) {
    const then = asAfter(line);
    const now = after.get(line.id);
    const { productName } = line;
    if (!now) {
      removed.push(line.id);
      differences.push({ productName, from: inWords(then), to: null });
    } else if (
      amount(now) !== amount(then) ||
      !isSameWish(now.wish, then.wish) ||
      now.priceReason !== undefined
    ) {
      changed.push({ ...now, id: line.id });
      const isPriceSet = now.priceReason !== undefined && { isPriceSet: true as const };
      differences.push({ productName, from: inWords(then), to: inWords(now), ...isPriceSet });
    }
  }
  for (const line of added) {
    differences.push({ productName: line.productName, from: null, to: inWords(line) });
  }
  return { changed, removed, added, differences };
}

function asAfter(line: PresentLine): LineAfter {
  const { id, productId, productName, pricePerLb, wish } = line;
  const { quantity: pounds, orderedPieces: pieces } = line;
  return { id, productId, productName, unit: unitOf(line), pricePerLb, pounds, pieces, wish };
}

/** Pieces, or hundredths of a pound, to compare quantities of one line. */
function amount({ pounds, pieces }: { pounds: string; pieces: number | null }): number {
  return pieces ?? toHundredthsLb(pounds);
}

function inWords({ pounds, pieces, pricePerLb, wish, priceReason }: LineAfter): string {
  const ordered = orderedInWords({ orderedPieces: pieces, quantity: pounds });
  const why = priceReason === undefined ? "" : ` (${priceReason})`;
  return `${withWish(ordered, wish)} at $${pricePerLb}/lb${why}`;
}

/** A line's quantity and more of it, or why there can't be so much. */
function sumIn(line: LineAfter, more: string, product: SoldToday) {
  const reading = readQuantity(more, line.unit);
  if ("error" in reading) return reading;
  const pieceLb = product.soldBy === "piece" ? product.typicalPieceLb : null;
  const sum =
    pieceLb === null
      ? toPounds(sumLb([line.pounds, reading.pounds]))
      : String((line.pieces ?? 0) + (reading.pieces ?? 0));
  const whole = readQuantity(sum, line.unit);
  if ("error" in whole) return whole;
  if (pieceLb !== null) return { ...whole, pounds: poundsOfPieces(whole.pieces ?? 0, pieceLb) };
  const step = stepError(whole.pounds, product.orderStepLb);
  return step ? { error: step } : whole;
}

/** Cents of a price that was sent back; null for one that nobody was shown. */
function centsOrNone(dollars: string): number | null {
  return /^\d{1,8}(\.\d{1,2})?$/.test(dollars) ? toCents(dollars) : null;
}
