import type { ProductSummary } from "#app/domain/catalogue/product.ts";
import type { OrderItem } from "#app/domain/orders/order.ts";
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
import type { Wish } from "#db/schema/values/wishes.ts";
import { deskPrice, type PriceRule, type TypedPrice } from "./desk-price.ts";

/** A stored line, before packing has begun. */
export interface PresentLine
  extends Pick<
    OrderItem,
    | "id"
    | "productId"
    | "productName"
    | "soldBy"
    | "orderedPieces"
    | "typicalPieceLb"
    | "pricePerLb"
    | "wish"
  > {
  /** Pounds. */
  quantity: string;
}

export interface SoldToday
  extends Pick<
    ProductSummary,
    "id" | "name" | "pricePerLb" | "soldBy" | "typicalPieceLb" | "orderStepLb"
  > {
  /** The price list's minimum in pounds; null for none. */
  minLb: string | null;
}

/** A wanted change of one line; lines that aren't named stay as they are. */
export interface WantedLine {
  lineId: string;
  /** As typed, in the line's own unit; zero removes the line. */
  quantity: string;
  isRemoved: boolean;
  /** Today's price as shown, for additions; empty for none. */
  seenPricePerLb: string;
  /** Cutting and packing wishes as typed; undefined leaves them as they are. */
  wish?: Partial<TypedWish> | undefined;
  /** The price set by staff; undefined leaves it as it is. Ignored for clients. */
  price?: TypedPrice | undefined;
}

export interface WantedProduct {
  row: string;
  productId: string;
  quantity: string;
  seenPricePerLb: string;
  seenUnit: string;
}

/** An error in one field of the form, e.g. `quantity.<line id>`; `lines` stands for all of them. */
export interface ChangeProblem {
  field: string;
  message: string;
}

/** A line with a new quantity, or a new line with the product's price and unit of today. */
interface LineAfter {
  id: string | null;
  productId: string | null;
  productName: string;
  unit: string;
  pricePerLb: string;
  pounds: string;
  pieces: number | null;
  wish: Wish | null;
  /** Staff's reason for the price set with this change. */
  priceReason?: string;
}

interface More {
  field: string;
  /** The raised line; null for an added product. */
  lineId: string | null;
  productId: string;
  quantity: string;
  seenPricePerLb: string;
  unit: string;
  /** The raised line's wish, which the addition gets too. */
  wish: Wish | null;
}

/** The difference of one line in words; null on the side where the line doesn't exist. */
export interface LineDifference {
  productName: string;
  from: string | null;
  to: string | null;
  isPriceSet?: true;
  /** The line's id, or the kind of a charge. A line that was added has none yet. */
  subject?: string;
}

export interface ChangePlan {
  changed: (LineAfter & { id: string })[];
  removed: string[];
  added: (LineAfter & { productId: string })[];
  differences: LineDifference[];
}

/** Maximum lines in an order, as when placing one. */
const maxLines = 100;

/**
 * Plans what a wanted change does to an order's lines. Unchanged and lowered lines keep their price
 * and unit. Additions cost today's price and join a line of the product with that price and unit,
 * or become a line of their own. A price set by staff applies to the whole line with its additions.
 *
 * @param products the products sold today, by id
 * @param prices null if the user may not set line prices
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
    // An empty quantity is a mistake, not a removal.
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

/** Reports products whose quantity changed and is below the price list's minimum. */
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

/** Returns hundredths of a pound by product id. */
function poundsByProduct(lines: readonly LineAfter[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { productId, pounds } of lines) {
    if (productId) sums.set(productId, (sums.get(productId) ?? 0) + toHundredthsLb(pounds));
  }
  return sums;
}

/** Field names of the form. A line's fields end with its id, an added product's with its row. */
export const changeField = {
  version: "version",
  notes: "notes",
  poNumber: "poNumber",
  override: "override",
  /** The stored value of a field when the form was shown, to detect changes. */
  stored: (field: string) => `stored.${field}`,
  quantity: (lineId: string) => `quantity.${lineId}`,
  remove: (lineId: string) => `remove.${lineId}`,
  price: (lineId: string) => `price.${lineId}`,
  /** Product, price and unit of a row; see `productChoice`. */
  addProduct: (row: string) => `add.${row}`,
  addQuantity: (row: string) => `addQuantity.${row}`,
  wish: (part: keyof TypedWish, lineId: string) => `${part}.${lineId}`,
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
    const known = { productName: line.productName, subject: line.id, from: inWords(then) };
    if (!now) {
      removed.push(line.id);
      differences.push({ ...known, to: null });
    } else if (
      amount(now) !== amount(then) ||
      !isSameWish(now.wish, then.wish) ||
      now.priceReason !== undefined
    ) {
      changed.push({ ...now, id: line.id });
      const isPriceSet = now.priceReason !== undefined && { isPriceSet: true as const };
      differences.push({ ...known, to: inWords(now), ...isPriceSet });
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

/** Returns pieces, or hundredths of a pound, to compare quantities of one line. */
function amount({ pounds, pieces }: { pounds: string; pieces: number | null }): number {
  return pieces ?? toHundredthsLb(pounds);
}

function inWords({ pounds, pieces, pricePerLb, wish, priceReason }: LineAfter): string {
  const ordered = orderedInWords({ orderedPieces: pieces, quantity: pounds });
  const why = priceReason === undefined ? "" : ` (${priceReason})`;
  return `${withWish(ordered, wish)} at $${pricePerLb}/lb${why}`;
}

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

/** Returns the cents of a price sent back by the form; null if none was shown. */
function centsOrNone(dollars: string): number | null {
  return /^\d{1,8}(\.\d{1,2})?$/.test(dollars) ? toCents(dollars) : null;
}
