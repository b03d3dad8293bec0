import { earnedCents, type Margin } from "#app/domain/margins/margins.ts";
import { daysAfter, firstOfMonth } from "#app/lib/dates.ts";
import type { DayRange } from "#app/lib/day-range.ts";

/** By what sales are added up, in the order of the page's tabs. */
export const salesBy = ["cut", "client", "zone", "order", "week"] as const;
export type SalesBy = (typeof salesBy)[number];

export const salesByText: Record<SalesBy, { tab: string; heading: string }> = {
  cut: { tab: "By cut", heading: "Cut" },
  client: { tab: "By client", heading: "Client" },
  zone: { tab: "By zone", heading: "Zone" },
  order: { tab: "By order", heading: "Order" },
  week: { tab: "By week", heading: "Week from" },
};

export const salesPath = "/admin/sales";

/** What was billed of one thing, less what was credited, before taxes. */
export interface SalesRow {
  /** As grouped: a product, a client, a zone, an order, or a week's Monday. */
  name: string;
  /** What its page is found by; null where it has none, or the name is that of several. */
  id: string | null;
  cents: number;
  /** Hundredths of a pound; 0 for what is not sold by weight. */
  hundredthsLb: number;
  /** The same in the days a year before. */
  beforeCents: number;
}

/** Which sales have a page of their own, and what staff may do who see it. */
export const salesPages = { cut: "catalogue", client: "clients", order: "orders" } as const;

/**
 * Where a row leads: to its product, client or order, and from a week to the orders of its days. A client's page
 * and a week's orders are of the same days.
 *
 * @param mayOpen by what the reader may open the pages of
 */
export function salesRowPath(
  by: SalesBy,
  { id, name }: Pick<SalesRow, "id" | "name">,
  range: WholeRange,
  mayOpen: readonly SalesBy[],
): string | null {
  if (by === "week") {
    const last = daysAfter(name, 6);
    const from = name < range.from ? range.from : name;
    const to = last > range.to ? range.to : last;
    // A week of the year before has none of these days.
    return from > to ? null : `${salesPath}?${new URLSearchParams({ by: "order", from, to })}`;
  }
  if (id === null || !mayOpen.includes(by)) return null;
  if (by === "cut") return `/admin/products?edit=${id}`;
  if (by === "order") return `/admin/orders/${id}`;
  return by === "client" ? `/admin/clients/${id}?${new URLSearchParams({ ...range })}` : null;
}

/** How rows can be sorted by their margins, as addresses have it. */
export const marginOrders = {
  margin: "Least margin first",
  "most-margin": "Most margin first",
} as const;
export type MarginOrder = keyof typeof marginOrders;

/** The least or the most margin first, by its share of the amount; what is not known or has none comes last. */
export function byMargin(
  order: MarginOrder,
  rows: readonly SalesRow[],
  margins: ReadonlyMap<string, Margin>,
): SalesRow[] {
  const sign = order === "margin" ? 1 : -1;
  const shareOf = ({ name }: SalesRow) => {
    const margin = margins.get(name);
    const earned = margin ? earnedCents(margin) : null;
    if (!margin || earned === null) return null;
    // All of it credited, and the cost remains.
    return margin.amountCents > 0 ? earned / margin.amountCents : Number.NEGATIVE_INFINITY;
  };
  return rows.toSorted((one, other) => {
    const [left, right] = [shareOf(one), shareOf(other)];
    if (left === right) return other.cents - one.cents;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -sign : sign;
  });
}

/** What was collected in a month, by the dates of the documents; credits in their own month. In cents. */
export interface TaxMonth {
  /** Its first day. */
  month: string;
  /** Billed less credited, without taxes. */
  salesCents: number;
  gstCents: number;
  pstCents: number;
}

/** A range that has both ends. */
export type WholeRange = Required<{ [End in keyof DayRange]: string }>;

/** The range of a URL; the year so far where it says nothing. */
export function salesRange({ from, to }: DayRange, today: string): WholeRange {
  const last = to ?? today;
  return { from: from ?? `${last.slice(0, 4)}-01-01`, to: last };
}

/** The same days a year before; of 29 February, the day before 1 March. */
export function yearBefore({ from, to }: WholeRange): WholeRange {
  return { from: sameDayBefore(from), to: sameDayBefore(to) };
}

function sameDayBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return day.endsWith("-02-29") ? `${before.slice(0, 8)}28` : before;
}

/** The quarter that a day is in, up to its last day. */
export function quarterOf(day: string): WholeRange {
  const first = firstOfMonth(day, -((Number(day.slice(5, 7)) - 1) % 3));
  return { from: first, to: daysAfter(firstOfMonth(first, 3), -1) };
}

/** "+12 %", "new" for what was not sold before, and empty where there is nothing to compare. */
export function changeInWords({ cents, beforeCents }: SalesRow): string {
  if (beforeCents <= 0) return cents > 0 ? "new" : "";
  const share = cents / beforeCents;
  const percent = Math.round(100 * share - 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
}
