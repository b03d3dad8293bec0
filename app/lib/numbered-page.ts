/** One page of a list with page numbers, from 1. */
export interface NumberedPage {
  /** The requested page, or the last one if there are fewer. */
  page: number;
  pages: number;
  /** Of its rows in the whole list, from 0; `to` is exclusive. */
  from: number;
  to: number;
  total: number;
}

/** At most four digits. */
const numberForm = /^[1-9]\d{0,3}$/;

/** Returns the page that a URL requests by `?page=`; the first by default. */
export function pageAsked(query: URLSearchParams): number {
  return readPageNumber(query.get("page") ?? "") ?? 1;
}

/** Parses a page number; undefined for anything else. */
export function readPageNumber(text: string): number | undefined {
  return numberForm.test(text) ? Number(text) : undefined;
}

/** Divides a list of `total` rows into pages of `size`. */
export function numberedPage(total: number, size: number, asked: number): NumberedPage {
  const pages = Math.max(1, Math.ceil(total / size));
  const page = Math.min(asked, pages);
  const from = (page - 1) * size;
  return { page, pages, from, to: Math.min(from + size, total), total };
}

/** Returns another page's query with the URL's other parameters; null if there is no such page. */
export function pageQuery(search: string, { pages }: NumberedPage, page: number): string | null {
  if (page < 1 || page > pages) return null;
  const query = new URLSearchParams(search);
  if (page === 1) query.delete("page");
  else query.set("page", String(page));
  return `?${query}`;
}

/** Returns e.g. "51–100 of 1,000". */
export function rangeInWords({ from, to, total }: NumberedPage): string {
  return `${(from + 1).toLocaleString("en-CA")}–${to.toLocaleString("en-CA")} of ${total.toLocaleString("en-CA")}`;
}
