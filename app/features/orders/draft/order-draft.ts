import { formatPounds, isNone, readPounds } from "../order-quantity.ts";

/** A product as an order form shows it. */
export interface OrderableProduct {
  id: string;
  name: string;
  category: string | null;
  /** Dollars per lb, e.g. "24.99". */
  pricePerLb: string;
}

/** A product somebody has asked for, as far as they got. */
export interface DraftLine {
  productId: string;
  /** Its name when it was picked, for when it is not sold any more. */
  name: string;
  /** Pounds as typed, which may be no weight at all yet. */
  quantity: string;
  /** Dollars per lb when it was picked, or when its new price was accepted. */
  seenPricePerLb: string;
}

/** An order that has not been placed, in the order in which products were picked. */
export interface OrderDraft {
  /** Under which it will be placed, once; "" until something has been picked. */
  requestId: string;
  lines: readonly DraftLine[];
  notes: string;
  /** The past order whose notes these are, until somebody changes them; "" for none. */
  notesFrom: string;
}

/** More lines than an order may have: one that is too long is told so, and not cut off. */
export const maxDraftLines = 500;

export const emptyDraft: OrderDraft = { requestId: "", lines: [], notes: "", notesFrom: "" };

/** Longer than any weight; the rest of a longer text is cut off. */
const maxTyped = 20;

/** What the box of a product says now. An empty box drops the line. */
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

/** The box was left: what says none drops the line, a weight is written as weights are. */
export function settleQuantity(draft: OrderDraft, productId: string): OrderDraft {
  const line = draft.lines.find((it) => it.productId === productId);
  if (!line) return draft;
  if (isNone(line.quantity)) return dropLine(draft, productId);
  const reading = readPounds(line.quantity);
  const quantity = "pounds" in reading ? formatPounds(reading.pounds) : line.quantity;
  return quantity === line.quantity ? draft : withLine(draft, { ...line, quantity });
}

/** Without a product's line; the same draft when it has none. */
export function dropLine(draft: OrderDraft, productId: string): OrderDraft {
  const lines = draft.lines.filter((line) => line.productId !== productId);
  return lines.length === draft.lines.length ? draft : { ...draft, lines };
}

/** With today's prices as the ones that were seen. */
export function acceptPrices(draft: OrderDraft, products: readonly OrderableProduct[]): OrderDraft {
  const prices = new Map(products.map(({ id, pricePerLb }) => [id, pricePerLb]));
  const lines = draft.lines.map((line) => ({
    ...line,
    seenPricePerLb: prices.get(line.productId) ?? line.seenPricePerLb,
  }));
  return { ...draft, lines };
}

/** With notes as somebody typed them. */
export function typeNotes(draft: OrderDraft, notes: string): OrderDraft {
  return { ...draft, notes, notesFrom: "" };
}

export function withLine(draft: OrderDraft, changed: DraftLine): OrderDraft {
  const lines = draft.lines.map((line) => (line.productId === changed.productId ? changed : line));
  return { ...draft, lines };
}
