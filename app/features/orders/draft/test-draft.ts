import type { DraftLine, OrderableProduct, OrderDraft } from "./order-draft.ts";

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
    ...more,
  };
}

export function draftLine(n: number, more: Partial<DraftLine> = {}): DraftLine {
  return {
    productId: productId(n),
    name: `Product ${n}`,
    quantity: "2.5",
    seenPricePerLb: "10.00",
    ...more,
  };
}

export function draftOf(...lines: DraftLine[]): OrderDraft {
  return { requestId, lines, notes: "", notesFrom: "" };
}
