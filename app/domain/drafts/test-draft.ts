import { noWish } from "#app/domain/orders/wishes/wish.ts";
import {
  type DraftLine,
  emptyDraft,
  type OrderableProduct,
  type OrderDraft,
} from "./order-draft.ts";

// Order form fixtures for tests.

export const requestId = "0d8a1c7e-0000-4000-8000-000000000000";

export function productId(n: number): string {
  return `0d8a1c7e-0000-4000-8000-${String(n).padStart(12, "0")}`;
}

export function orderable(n: number, more: Partial<OrderableProduct> = {}): OrderableProduct {
  return {
    id: productId(n),
    name: `Product ${n}`,
    category: "loin",
    pricePerLb: "10.00",
    soldBy: "lb",
    typicalPieceLb: null,
    orderStepLb: "0.01",
    taxCode: "Z",
    overCapPct: 10,
    ...more,
  };
}

/** Returns a product sold by the piece, about 1.25 lb each, at $24.99. */
export function orderablePiece(n: number, more: Partial<OrderableProduct> = {}): OrderableProduct {
  return orderable(n, { soldBy: "piece", typicalPieceLb: "1.25", pricePerLb: "24.99", ...more });
}

export function draftLine(n: number, more: Partial<DraftLine> = {}): DraftLine {
  return {
    key: productId(n),
    productId: productId(n),
    name: `Product ${n}`,
    quantity: "2.5",
    seenUnit: "lb",
    seenPricePerLb: "10.00",
    wish: noWish,
    ...more,
  };
}

export function draftOf(...lines: DraftLine[]): OrderDraft {
  return { ...emptyDraft, requestId, lines };
}

/** Returns a line of three pieces of `orderablePiece`. */
export function pieceLine(n: number, more: Partial<DraftLine> = {}): DraftLine {
  const line = { quantity: "3", seenUnit: "piece 1.25", seenPricePerLb: "24.99" };
  return draftLine(n, { ...line, ...more });
}
