import { type DayRange, dayRangeIn } from "#app/lib/day-range.ts";

/** What a list is narrowed down to, as its page's address says it: `?status=&q=&category=&from=&to=`. */
export interface ExportFilter extends DayRange {
  status?: string;
  q?: string;
  category?: string;
}

const names = ["status", "q", "category", "from", "to"];

/** The filter in the address of a list's page, or of its file; all else in it is left out. */
export function exportFilter(query: URLSearchParams): ExportFilter {
  return { ...Object.fromEntries(filtersIn(query)), ...dayRangeIn(query) };
}

/** The same as the query of an address: "?status=pending", or nothing. */
export function filterQuery(search: string): string {
  const filters = filtersIn(new URLSearchParams(search));
  return filters.length > 0 ? `?${new URLSearchParams(filters)}` : "";
}

function filtersIn(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name, value]) => names.includes(name) && value !== "");
}
