import {
  type DraftLine,
  maxDraftLines,
  type OrderDraft,
  placeOrderPath,
  productOfKey,
} from "#app/domain/drafts/order-draft.ts";
import type { NamedOrder } from "#app/domain/orders/order.ts";
import { isNone, poundUnit } from "#app/domain/orders/order-quantity.ts";
import { type TypedWish, typedWish, wishParts } from "#app/domain/orders/wishes/wish.ts";
import { readPageNumber } from "#app/lib/numbered-page.ts";
import type { OrderProblem } from "./order-rules.ts";

/** The account page, for details that an order needs; it links back to the order. */
export const accountForOrderPath = "/dashboard/account?order";

/** Returns the confirmation page of a placed order. */
export function placedOrderPath(orderId: string): string {
  return `${placeOrderPath}/placed/${orderId}`;
}

/**
 * The action of a submit button: `pick` shows the pad, `site` the days of another site or postal
 * code, `review` the order before it is placed.
 */
export type OrderIntent = "pick" | "site" | "review" | "place";

/** The pad's list: the kitchen's order guide, or everything for sale. */
export type PadList = "guide" | "all";

/** Names of the fields. A line's fields end with its key: the product's id, or more. */
export const orderField = {
  requestId: "requestId",
  notes: "notes",
  notesFrom: "notesFrom",
  /** Checkbox: present if substitutes are allowed. */
  substitutes: "substitutes",
  /** Checkbox: present if the shop must call the client before substituting. */
  callFirst: "callFirst",
  /** The site's id, the day (`runKey`), and a postal code with the site it was shown for. */
  site: "site",
  day: "day",
  postalCode: "postalCode",
  postalCodeOf: "postalCodeOf",
  /** Staff's reason for bypassing the day's limits. */
  override: "override",
  takeDay: "takeDay",
  poNumber: "poNumber",
  intent: "intent",
  /** "review" in the review, so that changing the day returns there. */
  step: "step",
  page: "page",
  /** The pad's current list, and a button for the other one. */
  list: "list",
  toList: "toList",
  /** The key of a line to remove. */
  drop: "drop",
  quantity: (key: string) => `quantity.${key}`,
  unit: (key: string) => `unit.${key}`,
  price: (key: string) => `price.${key}`,
  /** The name, because the product may have left the catalogue. */
  name: (key: string) => `name.${key}`,
  wish: (part: keyof TypedWish, key: string) => `${part}.${key}`,
};

/** Returns the filled parts of a line's wish as form fields. */
export function wishFields(wish: TypedWish, key: string): [name: string, value: string][] {
  return wishParts.flatMap((part) =>
    wish[part] ? [[orderField.wish(part, key), wish[part]] as [string, string]] : [],
  );
}

/** Encodes a draft in the form's own fields. */
export function writeOrderForm(draft: OrderDraft, intent: OrderIntent): URLSearchParams {
  const form = new URLSearchParams();
  form.set(orderField.intent, intent);
  form.set(orderField.requestId, draft.requestId);
  form.set(orderField.notes, draft.notes);
  form.set(orderField.notesFrom, draft.notesFrom);
  form.set(orderField.poNumber, draft.poNumber);
  if (draft.allowsSubstitutes) form.set(orderField.substitutes, "yes");
  if (draft.callFirst) form.set(orderField.callFirst, "yes");
  for (const name of ["site", "day", "postalCode", "override"] as const) {
    if (draft[name] !== "") form.set(orderField[name], draft[name]);
  }
  for (const { key, name, quantity, seenUnit, seenPricePerLb, wish } of draft.lines) {
    form.append(orderField.quantity(key), quantity);
    form.append(orderField.unit(key), seenUnit);
    form.append(orderField.price(key), seenPricePerLb);
    form.append(orderField.name(key), name);
    for (const [field, value] of wishFields(wish, key)) form.append(field, value);
  }
  return form;
}

export interface SentOrder {
  draft: OrderDraft;
  intent: OrderIntent;
  /** The pad's requested page, if it changes. */
  page?: number;
  /** The pad's requested list; the order guide by default. */
  list?: PadList;
  step?: "review";
}

/**
 * Parses a submitted form. Skips empty and zero quantities and the line to remove; of a repeated
 * field, the first one counts. Runs in linear time and reads at most `maxDraftLines` lines.
 */
export function readOrderForm(form: FormData | URLSearchParams): SentOrder {
  // form.get() scans all fields on every call.
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
    const key = name.slice(prefix.length);
    if (dropped !== "" && key === dropped) continue;
    if (lines.length === maxDraftLines) break;
    lines.push({
      key,
      productId: productOfKey(key),
      name: text(orderField.name(key)),
      quantity,
      // Forms from before piece orders have no unit.
      seenUnit: text(orderField.unit(key)) || poundUnit,
      seenPricePerLb: text(orderField.price(key)),
      wish: typedWish((part) => text(orderField.wish(part, key))),
    });
  }
  const page = readPageNumber(text(orderField.page));
  const toList = text(orderField.toList);
  const isAll = (toList || text(orderField.list)) === "all";
  const asked = page || toList ? "pick" : text(orderField.intent);
  const site = text(orderField.site);
  // Without JavaScript, another site may be submitted with the previous site's postal code.
  const isStale = text(orderField.postalCodeOf) !== "" && text(orderField.postalCodeOf) !== site;
  return {
    draft: {
      requestId: text(orderField.requestId),
      lines,
      notes: text(orderField.notes),
      notesFrom: text(orderField.notesFrom),
      poNumber: text(orderField.poNumber),
      allowsSubstitutes: text(orderField.substitutes) !== "",
      callFirst: text(orderField.substitutes) !== "" && text(orderField.callFirst) !== "",
      site,
      day: text(orderField.takeDay) || text(orderField.day),
      postalCode: isStale ? "" : text(orderField.postalCode),
      override: text(orderField.override),
    },
    intent: asked === "place" || asked === "pick" || asked === "site" ? asked : "review",
    ...(page && { page }),
    ...(isAll && { list: "all" as const }),
    ...(text(orderField.step) === "review" && { step: "review" as const }),
  };
}

/** The outcome of a submission that placed no order. */
export interface OrderAnswer {
  step: "pick" | "review";
  page?: number;
  list?: PadList;
  draft: OrderDraft;
  problems: OrderProblem[];
  otherDays?: { key: string; words: string }[];
  /** An order already placed with the same request id but different contents. */
  placedBefore?: NamedOrder;
  /** True if it is unknown whether the order was placed: no answer came, or the server failed. */
  isUnknown?: boolean;
}
