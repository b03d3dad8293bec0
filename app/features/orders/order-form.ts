import type { DraftLine, OrderDraft } from "./order-draft.ts";
import { isNone } from "./order-quantity.ts";

/** Where an order is put together. */
export const placeOrderPath = "/dashboard/place-order";

/** Where it is said that an order was placed. */
export function placedOrderPath(orderId: string): string {
  return `${placeOrderPath}/placed/${orderId}`;
}

/** What a press of a form's button asks for; `review` shows the order before it is placed. */
export type OrderIntent = "pick" | "review" | "place";

/** The names of the form's fields. Those of a line end in its product's id. */
export const orderField = {
  requestId: "requestId",
  notes: "notes",
  intent: "intent",
  /** The product of a line to leave out. */
  drop: "drop",
  quantity: (productId: string) => `quantity.${productId}`,
  /** The price that is shown beside it. */
  price: (productId: string) => `price.${productId}`,
  /** The name, where it may not be in the catalogue any more. */
  name: (productId: string) => `name.${productId}`,
};

/** A draft as the form that a browser without JavaScript would send. */
export function writeOrderForm(draft: OrderDraft, intent: OrderIntent): FormData {
  const form = new FormData();
  form.set(orderField.intent, intent);
  form.set(orderField.requestId, draft.requestId);
  form.set(orderField.notes, draft.notes);
  for (const { productId, name, quantity, seenPricePerLb } of draft.lines) {
    form.set(orderField.quantity(productId), quantity);
    form.set(orderField.price(productId), seenPricePerLb);
    form.set(orderField.name(productId), name);
  }
  return form;
}

/** What was sent; boxes that say none, and the line to leave out, are no lines. */
export function readOrderForm(form: FormData): { draft: OrderDraft; intent: OrderIntent } {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === "string" ? value : "";
  };
  const dropped = text(orderField.drop);
  const prefix = orderField.quantity("");
  const lines: DraftLine[] = [];
  for (const name of new Set(form.keys())) {
    const productId = name.slice(prefix.length);
    const quantity = text(name);
    if (!name.startsWith(prefix) || isNone(quantity)) continue;
    if (dropped !== "" && productId === dropped) continue;
    lines.push({
      productId,
      name: text(orderField.name(productId)),
      quantity,
      seenPricePerLb: text(orderField.price(productId)),
    });
  }
  const asked = text(orderField.intent);
  return {
    draft: { requestId: text(orderField.requestId), lines, notes: text(orderField.notes) },
    intent: asked === "place" || asked === "pick" ? asked : "review",
  };
}
