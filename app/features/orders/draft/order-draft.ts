import { formatPounds, isNone, readPounds } from "../order-quantity.ts";

/** A product as shown on the order form. */
export interface OrderableProduct {
  id: string;
  name: string;
  category: string | null;
  /** Dollars per lb, e.g. "24.99". */
  pricePerLb: string;
}

/** One line of a draft; may be incomplete. */
export interface DraftLine {
  productId: string;
  /** The name when it was picked, shown if the product is no longer sold. */
  name: string;
  /** Pounds as typed; may not be a valid weight yet. */
  quantity: string;
  /** Dollars per lb when it was picked, or when the customer accepted the new price. */
  seenPricePerLb: string;
}

/** An order that hasn't been placed yet. Lines are in the order they were picked. */
export interface OrderDraft {
  /** The idempotency key for placing it; "" until something has been picked. */
  requestId: string;
  lines: readonly DraftLine[];
  notes: string;
  /** The past order the notes were copied from; "" if none, or once they are edited. */
  notesFrom: string;
}

/**
 * Higher than the limit for an order, so an order that's too long gets an error instead of being
 * cut off.
 */
export const maxDraftLines = 500;

export const emptyDraft: OrderDraft = { requestId: "", lines: [], notes: "", notesFrom: "" };

/** Longer than any valid weight; anything beyond it is cut off. */
const maxTyped = 20;

/** Sets a product's quantity as typed. An empty box removes the line. */
export function typeQuantity(
  draft: OrderDraft,
  product: OrderableProduct,
  typed: string,
): OrderDraft {
  const quantity = typed.slice(0, maxTyped);
  const present = draft.lines.find((line) => line.productId === product.id);
  if (quantity.trim() === "") return dropLine(draft, product.id);
  if (present) return withLine(draft, { ...present, quantity });
  const { id: productId, name, pricePerLb: seenPricePerLb } = product;
  const line = { productId, name, quantity, seenPricePerLb };
  return { ...draft, lines: [...draft.lines, line] };
}

/**
 * Called on blur: removes the line if the quantity is zero, otherwise normalizes a valid weight.
 */
export function settleQuantity(draft: OrderDraft, productId: string): OrderDraft {
  const line = draft.lines.find((it) => it.productId === productId);
  if (!line) return draft;
  if (isNone(line.quantity)) return dropLine(draft, productId);
  const reading = readPounds(line.quantity);
  const quantity = "pounds" in reading ? formatPounds(reading.pounds) : line.quantity;
  return quantity === line.quantity ? draft : withLine(draft, { ...line, quantity });
}

/** Removes a product's line; returns the same draft if there is none. */
export function dropLine(draft: OrderDraft, productId: string): OrderDraft {
  const lines = draft.lines.filter((line) => line.productId !== productId);
  return lines.length === draft.lines.length ? draft : { ...draft, lines };
}

/** Marks today's prices as seen. */
export function acceptPrices(draft: OrderDraft, products: readonly OrderableProduct[]): OrderDraft {
  const prices = new Map(products.map(({ id, pricePerLb }) => [id, pricePerLb]));
  const lines = draft.lines.map((line) => ({
    ...line,
    seenPricePerLb: prices.get(line.productId) ?? line.seenPricePerLb,
  }));
  return { ...draft, lines };
}

/** Sets the notes as typed. */
export function typeNotes(draft: OrderDraft, notes: string): OrderDraft {
  return { ...draft, notes, notesFrom: "" };
}

export function withLine(draft: OrderDraft, changed: DraftLine): OrderDraft {
  const lines = draft.lines.map((line) => (line.productId === changed.productId ? changed : line));
  return { ...draft, lines };
}
