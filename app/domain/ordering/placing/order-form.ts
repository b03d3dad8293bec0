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

/** The account's page, for what an order needs: it leads back to the order. */
export const accountForOrderPath = "/dashboard/account?order";

/** The confirmation page of a placed order. */
export function placedOrderPath(orderId: string): string {
  return `${placeOrderPath}/placed/${orderId}`;
}

/**
 * The action of a submit button; `review` shows the order before it is placed, `site` the days of
 * another site or postal code.
 */
export type OrderIntent = "pick" | "site" | "review" | "place";

/** What the pad lists: the kitchen's order guide, or everything for sale. */
export type PadList = "guide" | "all";

/** The form's field names. A line's fields end with its key: its product's id, or more than that. */
export const orderField = {
  requestId: "requestId",
  notes: "notes",
  notesFrom: "notesFrom",
  /** A check box: present if substitutes are allowed. */
  substitutes: "substitutes",
  /** A check box: present if the client is to be called before one is sent. */
  callFirst: "callFirst",
  /** The site's id, the day (`runKey`), and a postal code with the id of the site it was shown for. */
  site: "site",
  day: "day",
  postalCode: "postalCode",
  postalCodeOf: "postalCodeOf",
  /** Why staff pass over the limits of the day. */
  override: "override",
  /** A button: another day to take instead. */
  takeDay: "takeDay",
  poNumber: "poNumber",
  intent: "intent",
  /** "review" in the review, whose other days are shown there again. */
  step: "step",
  /** A button: another page of the pad. */
  page: "page",
  /** Which list the pad has, and a button: the other one. */
  list: "list",
  toList: "toList",
  /** The key of a line to remove. */
  drop: "drop",
  quantity: (key: string) => `quantity.${key}`,
  /** What the quantity counts: the unit shown beside it. */
  unit: (key: string) => `unit.${key}`,
  /** The price shown beside it. */
  price: (key: string) => `price.${key}`,
  /** The name, as the product may no longer be in the catalogue. */
  name: (key: string) => `name.${key}`,
  /** A part of how it is to be cut and packed. */
  wish: (part: keyof TypedWish, key: string) => `${part}.${key}`,
};

/** The parts of a line's wish that say something, as fields of a form. */
export function wishFields(wish: TypedWish, key: string): [name: string, value: string][] {
  return wishParts.flatMap((part) =>
    wish[part] ? [[orderField.wish(part, key), wish[part]] as [string, string]] : [],
  );
}

/** Encodes a draft exactly as a browser without JavaScript would submit the form. */
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

/** What a form of the order says. */
export interface SentOrder {
  draft: OrderDraft;
  intent: OrderIntent;
  /** The page of the pad that is asked for, if another one is. */
  page?: number;
  /** Which list the pad is to have; the order guide unless it is everything for sale. */
  list?: PadList;
  /** Of a form of the review. */
  step?: "review";
}

/**
 * Parses a submitted form. Skips empty and zero boxes and the line to remove; if a field is
 * repeated, the first one counts. Runs in linear time and reads at most `maxDraftLines` lines.
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
      // Forms from before there were pieces have no unit.
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
  // Without JavaScript another site is chosen beside the code of the one before.
  const isOfOther = text(orderField.postalCodeOf) !== "" && text(orderField.postalCodeOf) !== site;
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
      postalCode: isOfOther ? "" : text(orderField.postalCode),
      override: text(orderField.override),
    },
    intent: asked === "place" || asked === "pick" || asked === "site" ? asked : "review",
    ...(page && { page }),
    ...(isAll && { list: "all" as const }),
    ...(text(orderField.step) === "review" && { step: "review" as const }),
  };
}

/** The server's answer to an order form that didn't place an order. */
export interface OrderAnswer {
  /** The step to continue from. */
  step: "pick" | "review";
  /** The page of the pad, and its list. */
  page?: number;
  list?: PadList;
  /** The submitted draft. */
  draft: OrderDraft;
  problems: OrderProblem[];
  /** Days that can be had instead of the one that was asked for. */
  otherDays?: { key: string; words: string }[];
  /** An order already placed with the same request id but different contents. */
  placedBefore?: NamedOrder;
  /** No answer came, so it's unknown whether the order was placed. */
  isUnknown?: boolean;
}
