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

/** In weeks; orders of this period are in a guide (trade rules, section 6). */
export const guideWeeks = 13;

/** The latest orders of a cut that determine its usual quantity. */
export const usualOrders = 4;

/** The page where a kitchen arranges its guide. */
export const arrangeGuidePath = (siteId: string) => `/dashboard/guide?site=${siteId}`;

/** The quantity of a cut in one order. */
export interface Bought {
  /** The delivery day, or the day of the order if it had none. */
  day: string;
  /** Null if ordered by the pound. */
  pieces: number | null;
  pounds: string;
}

export interface GuideItem {
  productId: string;
  /** The name when it was last bought; today's if it wasn't bought lately. */
  name: string;
  category: string | null;
  /** The kitchen's own name for the section; "" for none. */
  section: string;
  /** The stock that the kitchen wants, in the unit the product is sold by; null for none. */
  par: string | null;
  /** Its last orders, newest first; empty if it was pinned and not bought. */
  bought: Bought[];
}

export interface Guide {
  siteId: string;
  items: GuideItem[];
  lastOrder: { id: string; number: number; day: string; lines: number } | null;
}

/** A cut that can be ordered now, with its entry in the guide. */
export interface GuideRow {
  item: GuideItem;
  product: OrderableProduct;
  /** As typed; null if not bought lately. */
  usual: string | null;
}

/** A cut that can't be ordered now, with the most similar product. */
export interface GoneRow {
  item: GuideItem;
  instead: OrderableProduct | null;
}

/** A section of a guide, with its cuts that can't be ordered. */
export interface GuideSection {
  /** "" for cuts without a section. */
  name: string;
  rows: GuideRow[];
  gone: GoneRow[];
}

/** Returns a guide's sections in the order of their first cuts; none if nothing can be ordered. */
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
  // Unavailable cuts of sections with nothing to order are listed with the last section.
  shown
    .at(-1)
    ?.gone.push(...all.filter(({ rows }) => rows.length === 0).flatMap(({ gone }) => gone));
  return shown;
}

/** Returns the product most similar to an unavailable cut: same category, closest name. */
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

/** Returns the median of the last orders, as typed into the product's box today; null for none. */
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
  // Passed as if in another unit, so that it is converted to an orderable one.
  return typedQuantity(convertQuantity({ pounds, pieces: soldBy === "lb" ? 0 : null }, product));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
  return (low + high) / 2;
}

/** Returns e.g. "Last 10 lb, Nov 12"; null if not bought lately. */
export function lastInWords({ bought: [last] }: GuideItem): string | null {
  if (!last) return null;
  const quantity = orderedInWords({ orderedPieces: last.pieces, quantity: last.pounds });
  return `Last ${quantity}, ${shortDateInWords(last.day)}`;
}

/** Returns the order that raises the stock to `par`; "" for nothing, null for invalid stock. */
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
