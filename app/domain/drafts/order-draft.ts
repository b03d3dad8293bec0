import {
  addQuantities,
  convertQuantity,
  firstQuantity,
  isNone,
  pieceWeight,
  readQuantity,
  typedQuantity,
  unitOf,
} from "#app/domain/orders/order-quantity.ts";
import { isSameWish, noWish, type TypedWish } from "#app/domain/orders/wishes/wish.ts";
import type { OfferedProduct } from "#app/domain/pricing/price-reason.ts";
import type { StockOffer } from "#app/domain/stock/stock.ts";

export const placeOrderPath = "/dashboard/place-order";

/** A product as shown on the order form. */
export type OrderableProduct = Omit<OfferedProduct, "reason" | "minLb"> &
  Partial<OfferedProduct> & {
    usualWish?: TypedWish;
    /** The amounts available on each day; missing if unlimited. */
    left?: StockOffer;
    /** The chosen day's limit, in words. */
    leftSaid?: string;
  };

/** May be incomplete. */
export interface DraftLine {
  /** Unique in the draft: the product's id, with a number for further lines (`lineKey`). */
  key: string;
  productId: string;
  /** The name when it was picked, shown if the product is no longer sold. */
  name: string;
  /** As typed; may not be a valid quantity yet. */
  quantity: string;
  /** The unit of the quantity: the product's when it was picked (order-quantity.ts). */
  seenUnit: string;
  /** Dollars per lb when it was picked, or when the customer accepted a new price. */
  seenPricePerLb: string;
  wish: TypedWish;
}

/** Returns the key of a product's nth line, from 1. */
export function lineKey(productId: string, nth: number): string {
  return nth === 1 ? productId : `${productId}.${nth}`;
}

export function productOfKey(key: string): string {
  return key.split(".", 1)[0] ?? "";
}

/** Returns the key for another line of a product. */
export function freeKey(lines: readonly { key: string }[], productId: string): string {
  const taken = new Set(lines.map(({ key }) => key));
  let nth = 1;
  while (taken.has(lineKey(productId, nth))) nth += 1;
  return lineKey(productId, nth);
}

/** Returns the product's line with the same wish; undefined for none. */
export function lineLike<Line extends Pick<DraftLine, "productId" | "wish">>(
  lines: readonly Line[],
  { productId, wish }: Pick<DraftLine, "productId" | "wish">,
): Line | undefined {
  return lines.find((line) => line.productId === productId && isSameWish(line.wish, wish));
}

/** An order that isn't placed yet. Lines are in the order of picking. */
export interface OrderDraft {
  /** The idempotency key for placing it; "" until something is picked. */
  requestId: string;
  lines: readonly DraftLine[];
  notes: string;
  /** The number of the past order that the notes are from; "" if none, or once they are edited. */
  notesFrom: string;
  /** True if the shop may send something similar for unavailable products. */
  allowsSubstitutes: boolean;
  callFirst: boolean;
  /** As typed. */
  poNumber: string;
  /** The id of the site; "" for the default one. */
  site: string;
  /** The chosen day (`runKey`); "" until one is chosen. */
  day: string;
  /** As typed, for a site that has no postal code yet. */
  postalCode: string;
  /** The reason that staff typed for overriding the day's limits. */
  override: string;
}

/** Above an order's limit, so that a longer one gets an error instead of being truncated. */
export const maxDraftLines = 500;

export const emptyDraft: OrderDraft = {
  requestId: "",
  lines: [],
  notes: "",
  notesFrom: "",
  allowsSubstitutes: false,
  callFirst: false,
  poNumber: "",
  site: "",
  day: "",
  postalCode: "",
  override: "",
};

/** True if nothing was picked, typed or chosen yet. */
export function isBlank(draft: OrderDraft): boolean {
  const { requestId, lines, notesFrom, ...typed } = draft;
  const names = Object.keys(typed) as (keyof typeof typed)[];
  return lines.length === 0 && names.every((name) => typed[name] === emptyDraft[name]);
}

/** Longer than any valid quantity; the rest is cut off. */
const maxTyped = 20;

/**
 * Sets a line's quantity as typed, in the product's unit. An empty box removes the line; a new line
 * gets the customer's last wish. The price and the piece weight seen first stay, so that changes
 * are still pointed out.
 *
 * @param key the line's key; by default that of the product's first line
 */
export function typeQuantity(
  draft: OrderDraft,
  product: OrderableProduct,
  typed: string,
  key = product.id,
): OrderDraft {
  const quantity = typed.slice(0, maxTyped);
  const present = draft.lines.find((line) => line.key === key);
  if (quantity.trim() === "") return dropLine(draft, key);
  const unit = unitOf(product);
  if (present) {
    const counted = pieceWeight(present.seenUnit) !== null ? "piece" : "lb";
    const seenUnit = counted === product.soldBy ? present.seenUnit : unit;
    return withLine(draft, { ...present, quantity, seenUnit });
  }
  const { id: productId, name, pricePerLb: seenPricePerLb } = product;
  const wish = product.usualWish ?? noWish;
  const line = { key, productId, name, quantity, seenUnit: unit, seenPricePerLb, wish };
  return { ...draft, lines: [...draft.lines, line] };
}

export function typeWish(draft: OrderDraft, key: string, typed: Partial<TypedWish>): OrderDraft {
  const line = draft.lines.find((one) => one.key === key);
  return line ? withLine(draft, { ...line, wish: { ...line.wish, ...typed } }) : draft;
}

/** Adds another line of the product after this one, to be cut or packed differently. */
export function splitLine(draft: OrderDraft, key: string, product: OrderableProduct): OrderDraft {
  const at = draft.lines.findIndex((line) => line.key === key);
  const line = draft.lines[at];
  if (!line || draft.lines.length >= maxDraftLines) return draft;
  const other: DraftLine = {
    ...line,
    key: freeKey(draft.lines, product.id),
    wish: noWish,
    seenUnit: unitOf(product),
    quantity: firstQuantity(product.minLb ?? null, product),
  };
  return { ...draft, lines: draft.lines.toSpliced(at + 1, 0, other) };
}

/** Adds a quantity, in the product's unit, to the product's first line. */
export function addToLine(
  draft: OrderDraft,
  product: OrderableProduct,
  quantity: string,
): OrderDraft {
  const line = draft.lines.find(({ productId }) => productId === product.id);
  if (!line) return typeQuantity(draft, product, quantity);
  const now = asSoldNow(line, product);
  const sum = sumTyped({ quantity: now.quantity, seenUnit: now.unit }, quantity, product);
  return withLine(draft, { ...line, quantity: sum, seenUnit: now.unit });
}

/** Returns a line's quantity plus more, in the product's unit. An invalid quantity is replaced. */
export function sumTyped(
  line: Pick<DraftLine, "quantity" | "seenUnit">,
  more: string,
  product: OrderableProduct,
): string {
  const [before, added] = [line.quantity, more].map((typed) => readQuantity(typed, line.seenUnit));
  if (!before || !added || "error" in before || "error" in added) return more;
  return typedQuantity(addQuantities(before, added, product));
}

/** As `typeQuantity`, for an existing line that stays while its box is empty. */
export function amendLine(
  draft: OrderDraft,
  product: OrderableProduct,
  typed: string,
  key: string,
): OrderDraft {
  const line = draft.lines.find((one) => one.key === key);
  if (line && typed.trim() === "") return withLine(draft, { ...line, quantity: "" });
  return typeQuantity(draft, product, typed, key);
}

/** Called on blur: removes a line of zero, and normalizes a valid quantity. */
export function settleQuantity(draft: OrderDraft, key: string): OrderDraft {
  const line = draft.lines.find((it) => it.key === key);
  if (!line) return draft;
  if (isNone(line.quantity)) return dropLine(draft, key);
  const reading = readQuantity(line.quantity, line.seenUnit);
  const quantity = "error" in reading ? line.quantity : typedQuantity(reading);
  return quantity === line.quantity ? draft : withLine(draft, { ...line, quantity });
}

/** Removes a line; returns the same draft if there is none. */
export function dropLine(draft: OrderDraft, key: string): OrderDraft {
  const lines = draft.lines.filter((line) => line.key !== key);
  return lines.length === draft.lines.length ? draft : { ...draft, lines };
}

/** Puts a removed line back in its place; returns the same draft if it was picked again since. */
export function putBackLine(draft: OrderDraft, line: DraftLine, at: number): OrderDraft {
  if (draft.lines.some(({ key }) => key === line.key)) return draft;
  return { ...draft, lines: draft.lines.toSpliced(at, 0, line) };
}

/** Marks today's prices and units as seen, and converts the quantities. */
export function acceptChanges(
  draft: OrderDraft,
  products: readonly OrderableProduct[],
): OrderDraft {
  const byId = new Map(products.map((product) => [product.id, product]));
  const lines = draft.lines.map((line) => {
    const product = byId.get(line.productId);
    if (!product) return line;
    const { quantity, unit } = asSoldNow(line, product);
    return { ...line, quantity, seenUnit: unit, seenPricePerLb: product.pricePerLb };
  });
  return { ...draft, lines };
}

/** Returns a line's quantity in the product's present unit; unchanged if invalid. */
export function asSoldNow(
  { quantity, seenUnit }: Pick<DraftLine, "quantity" | "seenUnit">,
  product: OrderableProduct,
): { quantity: string; unit: string } {
  const unit = unitOf(product);
  if (unit === seenUnit) return { quantity, unit };
  const reading = readQuantity(quantity, seenUnit);
  if ("error" in reading) return { quantity, unit };
  return { quantity: typedQuantity(convertQuantity(reading, product)), unit };
}

export function allowSubstitutes(
  draft: OrderDraft,
  allowed: Pick<OrderDraft, "allowsSubstitutes" | "callFirst">,
): OrderDraft {
  return { ...draft, ...allowed, callFirst: allowed.allowsSubstitutes && allowed.callFirst };
}

export function chooseDelivery(
  draft: OrderDraft,
  chosen: Partial<Pick<OrderDraft, "site" | "day" | "postalCode" | "override">>,
): OrderDraft {
  return { ...draft, ...chosen };
}

export function typePoNumber(draft: OrderDraft, poNumber: string): OrderDraft {
  return { ...draft, poNumber };
}

export function typeNotes(draft: OrderDraft, notes: string): OrderDraft {
  return { ...draft, notes, notesFrom: "" };
}

export function withLine(draft: OrderDraft, changed: DraftLine): OrderDraft {
  const lines = draft.lines.map((line) => (line.key === changed.key ? changed : line));
  return { ...draft, lines };
}

/** The key of a draft's owner: a person for a customer, as one person may order for several. */
export const draftOwner = ({
  userId,
  customerId,
}: {
  userId: string;
  customerId: string;
}): string => (customerId === userId ? userId : `${userId}.${customerId}`);
