import { similarity } from "#app/domain/catalogue/similarity.ts";
import type { OrderableProduct } from "#app/domain/drafts/order-draft.ts";
import {
  convertQuantity,
  orderedInWords,
  readQuantity,
  typedQuantity,
  unitOf,
} from "#app/domain/orders/order-quantity.ts";
import { hundredthsLb, poundsOfPieces, toHundredthsLb, toPounds } from "#app/lib/amounts/weight.ts";
import { shortDateInWords } from "#app/lib/dates.ts";

/** The weeks whose orders are in a guide (trade rules, section 6). */
export const guideWeeks = 13;

/** How many of the last orders of a cut make its usual quantity. */
export const usualOrders = 4;

/** Where a kitchen arranges its guide. */
export const arrangeGuidePath = (siteId: string) => `/dashboard/guide?site=${siteId}`;

/** What an order asked for of a cut. */
export interface Bought {
  /** Of the delivery, or where it had no day, of the order. */
  day: string;
  /** Null for what was ordered by the pound. */
  pieces: number | null;
  pounds: string;
}

/** A cut of a guide, in the guide's order. */
export interface GuideItem {
  productId: string;
  /** The name when it was bought last; today's for what was not bought lately. */
  name: string;
  category: string | null;
  /** In the kitchen's words; "" for none. */
  section: string;
  /** What the kitchen wants to have, in what the product is sold by; null for none. */
  par: string | null;
  /** The last orders of it, newest first; none for what was pinned and not bought. */
  bought: Bought[];
}

/** The guide of one kitchen. */
export interface Guide {
  siteId: string;
  items: GuideItem[];
  /** The kitchen's last order, to order again; null for none in these weeks. */
  lastOrder: { id: string; number: number; day: string; lines: number } | null;
}

/** A cut that can be ordered now, with what the guide says of it. */
export interface GuideRow {
  item: GuideItem;
  product: OrderableProduct;
  /** As it would be typed; null where it was not bought lately. */
  usual: string | null;
}

/** A cut that can't be ordered now, with the one that is most like it. */
export interface GoneRow {
  item: GuideItem;
  instead: OrderableProduct | null;
}

/** A section of a guide, with what can't be ordered of it. */
export interface GuideSection {
  /** "" for what has no section. */
  name: string;
  rows: GuideRow[];
  gone: GoneRow[];
}

/**
 * A guide's sections, in the order of their first cuts, what has no section last; none where nothing of
 * it can be ordered.
 */
export function sectionsOf(
  items: readonly GuideItem[],
  products: readonly OrderableProduct[],
): GuideSection[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  const listed = new Set(items.map(({ productId }) => productId));
  const others = products.filter(({ id }) => !listed.has(id));
  const sections = new Map<string, GuideSection>();
  for (const item of items) {
    const section = sections.get(item.section) ?? { name: item.section, rows: [], gone: [] };
    sections.set(item.section, section);
    const product = byId.get(item.productId);
    if (product) section.rows.push({ item, product, usual: usualQuantity(item.bought, product) });
    else section.gone.push({ item, instead: nearestTo(item, others) });
  }
  const [none, named] = [sections.get(""), [...sections.values()].filter(({ name }) => name)];
  const all = none ? [...named, none] : named;
  const shown = all.filter(({ rows }) => rows.length > 0);
  // Of sections without anything to order, what is gone is told with the last.
  shown
    .at(-1)
    ?.gone.push(...all.filter(({ rows }) => rows.length === 0).flatMap(({ gone }) => gone));
  return shown;
}

/** What is most like a cut that is gone: of its category, by name. */
function nearestTo(
  { name, category }: GuideItem,
  products: readonly OrderableProduct[],
): OrderableProduct | null {
  let [best, most] = [null as OrderableProduct | null, 0];
  for (const product of products) {
    if (product.category !== category) continue;
    const score = similarity(name, product.name);
    if (score > most) [best, most] = [product, score];
  }
  return best;
}

/** The median of the last orders, as it would be typed into the product's box today; null for none. */
export function usualQuantity(bought: readonly Bought[], product: OrderableProduct): string | null {
  const last = bought.slice(0, usualOrders);
  if (last.length === 0) return null;
  const { soldBy, typicalPieceLb } = product;
  if (soldBy === "piece" && last.every(({ pieces }) => pieces !== null)) {
    const pieces = Math.max(1, Math.round(median(last.map((one) => one.pieces ?? 0))));
    return typedQuantity({ pieces, pounds: poundsOfPieces(pieces, typicalPieceLb ?? "0") });
  }
  const pounds = toPounds(
    hundredthsLb(Math.round(median(last.map((one) => toHundredthsLb(one.pounds))))),
  );
  // As of another unit than the product's, so that it is made one that can be ordered.
  return typedQuantity(convertQuantity({ pounds, pieces: soldBy === "lb" ? 0 : null }, product));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
  return (low + high) / 2;
}

/** "Last 10 lb, Nov 12"; null where it was not bought lately. */
export function lastInWords({ bought: [last] }: GuideItem): string | null {
  if (!last) return null;
  const quantity = orderedInWords({ orderedPieces: last.pieces, quantity: last.pounds });
  return `Last ${quantity}, ${shortDateInWords(last.day)}`;
}

/**
 * What to order where the kitchen wants to have `par` and has so much: as it would be typed, "" for
 * nothing. Null if what is on hand can't be read.
 */
export function toPar(par: string, onHand: string, product: OrderableProduct): string | null {
  const unit = product.soldBy === "piece" ? unitOf(product) : "lb";
  const has = onHand.trim() === "0" ? null : readQuantity(onHand, unit);
  if (has && "error" in has) return null;
  if (product.soldBy === "piece") {
    const pieces = Math.ceil(Number(par)) - (has?.pieces ?? 0);
    return pieces > 0 ? String(pieces) : "";
  }
  const missing = toHundredthsLb(par) - (has ? toHundredthsLb(has.pounds) : 0);
  if (missing <= 0) return "";
  const step = toHundredthsLb(product.orderStepLb);
  return typedQuantity({
    pounds: toPounds(hundredthsLb(Math.ceil(missing / step) * step)),
    pieces: null,
  });
}
