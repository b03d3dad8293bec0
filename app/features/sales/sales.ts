import { earnedCents, type Margin } from "#app/domain/margins/margins.ts";
import { daysAfter, firstOfMonth } from "#app/lib/dates.ts";
import type { DayRange } from "#app/lib/day-range.ts";

/** Groupings of sales, in the order of the page's tabs. */
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

/** Amount billed less credits, before taxes. */
export interface SalesRow {
  /** A product, a client, a zone, an order, or a week's Monday. */
  name: string;
  /** Id of its page; null if it has none, or if several share the name. */
  id: string | null;
  cents: number;
  /** 0 if not sold by weight. */
  hundredthsLb: number;
  beforeCents: number;
}

/** Groups that have a page of their own, and the permission to open it. */
export const salesPages = { client: "clients", order: "orders" } as const;

/**
 * Returns the page of a row: its client or order, or for a cut or a week, its orders; all but an
 * order's keep the days. `mayOpen` has the groups whose pages the reader may open.
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
    // A week that only occurs in the year before has none of these days.
    return from > to ? null : `${salesPath}?${new URLSearchParams({ by: "order", from, to })}`;
  }
  if (id === null) return null;
  if (by === "cut")
    return `${salesPath}?${new URLSearchParams({ by: "order", cut: id, ...range })}`;
  if (!mayOpen.includes(by)) return null;
  if (by === "order") return `/admin/orders/${id}`;
  return by === "client" ? `/admin/clients/${id}?${new URLSearchParams({ ...range })}` : null;
}

/** Sort orders by margin, as in the URL. */
export const marginOrders = {
  margin: "Least margin first",
  "most-margin": "Most margin first",
} as const;
export type MarginOrder = keyof typeof marginOrders;

/** Sorts by margin as a share of the amount; rows with an unknown margin or none come last. */
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
    // Everything was credited, and the cost remains.
    return margin.amountCents > 0 ? earned / margin.amountCents : Number.NEGATIVE_INFINITY;
  };
  return rows.toSorted((one, other) => {
    const [left, right] = [shareOf(one), shareOf(other)];
    if (left === right) return other.cents - one.cents;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -sign : sign;
  });
}

/** A month's taxes by the documents' dates, in cents; credits count in their own month. */
export interface TaxMonth {
  month: string;
  /** Billed less credited, without taxes. */
  salesCents: number;
  gstCents: number;
  pstCents: number;
}

export type WholeRange = Required<{ [End in keyof DayRange]: string }>;

/** Returns the range in a URL; by default the year so far. */
export function salesRange({ from, to }: DayRange, today: string): WholeRange {
  const last = to ?? today;
  return { from: from ?? `${last.slice(0, 4)}-01-01`, to: last };
}

/** Returns the same days a year before; 29 February becomes the day before 1 March. */
export function yearBefore({ from, to }: WholeRange): WholeRange {
  return { from: sameDayBefore(from), to: sameDayBefore(to) };
}

function sameDayBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return day.endsWith("-02-29") ? `${before.slice(0, 8)}28` : before;
}

/** Returns the whole quarter that a day is in. */
export function quarterOf(day: string): WholeRange {
  const first = firstOfMonth(day, -((Number(day.slice(5, 7)) - 1) % 3));
  return { from: first, to: daysAfter(firstOfMonth(first, 3), -1) };
}

/** "+12 %", "new" if nothing was sold before, or empty if there is nothing to compare. */
export function changeInWords({ cents, beforeCents }: SalesRow): string {
  if (beforeCents <= 0) return cents > 0 ? "new" : "";
  const share = cents / beforeCents;
  const percent = Math.round(100 * share - 100);
  return `${percent > 0 ? "+" : percent < 0 ? "−" : ""}${Math.abs(percent)} %`;
}
