import { type DayRange, dayRangeIn } from "../day-range.ts";

/** A list's filters, as in its page's URL: `?status=&q=&category=&from=&to=` and more. */
export interface ExportFilter extends DayRange {
  status?: string;
  q?: string;
  category?: string;
  /** For orders: the delivery day, the day it is before, the kind, and the pending step. */
  day?: string;
  earlier?: string;
  delivery?: string;
  held?: string;
  /** For orders: the next step. */
  work?: string;
  /** For sales: the grouping. */
  by?: string;
  /** For orders: only those ticked in the list: `?order=…&order=…`. */
  ids?: string[];
}

const names = [
  "status",
  "q",
  "category",
  "from",
  "to",
  "day",
  "earlier",
  "delivery",
  "held",
  "work",
  "by",
];

/** Parses the filters in a URL of a list page or its file; ignores other parameters. */
export function exportFilter(query: URLSearchParams): ExportFilter {
  const ids = query.getAll("order");
  return {
    ...Object.fromEntries(filtersIn(query)),
    ...dayRangeIn(query),
    ...(ids.length > 0 && { ids }),
  };
}

/** Returns the filters of a URL as a query string: "?status=pending", or "". */
export function filterQuery(search: string): string {
  const filters = filtersIn(new URLSearchParams(search));
  return filters.length > 0 ? `?${new URLSearchParams(filters)}` : "";
}

function filtersIn(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name, value]) => names.includes(name) && value !== "");
}
