import { type DraftLine, maxDraftLines, type OrderDraft } from "../draft/order-draft.ts";
import { isNone } from "../order-quantity.ts";

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
  notesFrom: "notesFrom",
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
export function writeOrderForm(draft: OrderDraft, intent: OrderIntent): URLSearchParams {
  const form = new URLSearchParams();
  form.set(orderField.intent, intent);
  form.set(orderField.requestId, draft.requestId);
  form.set(orderField.notes, draft.notes);
  form.set(orderField.notesFrom, draft.notesFrom);
  for (const { productId, name, quantity, seenPricePerLb } of draft.lines) {
    form.append(orderField.quantity(productId), quantity);
    form.append(orderField.price(productId), seenPricePerLb);
    form.append(orderField.name(productId), name);
  }
  return form;
}

/**
 * What was sent; boxes that say none, and the line to leave out, are no lines. Of a field that comes
 * twice the first counts. Reads in linear time, and no more lines than a draft may have.
 */
export function readOrderForm(form: FormData | URLSearchParams): {
  draft: OrderDraft;
  intent: OrderIntent;
} {
  // Not form.get(), which looks through all fields each time.
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (!fields.has(name)) fields.set(name, typeof value === "string" ? value : "");
  }
  const text = (name: string) => fields.get(name) ?? "";
  const dropped = text(orderField.drop);
  const prefix = orderField.quantity("");
  const lines: DraftLine[] = [];
  for (const [name, quantity] of fields) {
    if (!name.startsWith(prefix) || isNone(quantity)) continue;
    const productId = name.slice(prefix.length);
    if (dropped !== "" && productId === dropped) continue;
    if (lines.length === maxDraftLines) break;
    lines.push({
      productId,
      name: text(orderField.name(productId)),
      quantity,
      seenPricePerLb: text(orderField.price(productId)),
    });
  }
  const asked = text(orderField.intent);
  return {
    draft: {
      requestId: text(orderField.requestId),
      lines,
      notes: text(orderField.notes),
      notesFrom: text(orderField.notesFrom),
    },
    intent: asked === "place" || asked === "pick" ? asked : "review",
  };
}
