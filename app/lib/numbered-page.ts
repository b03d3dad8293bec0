/** One page of a list that is read by page numbers, from 1. */
export interface NumberedPage {
  /** The page itself: that asked for, or the last one if there are fewer. */
  page: number;
  pages: number;
  /** The places of its rows in the whole list, from 0; `to` is exclusive. */
  from: number;
  to: number;
  total: number;
}

/** The most digits of a page's number. */
const numberForm = /^[1-9]\d{0,3}$/;

/** The page that a URL asks for by `?page=`; the first one if it asks for none. */
export function pageAsked(query: URLSearchParams): number {
  return readPageNumber(query.get("page") ?? "") ?? 1;
}

/** A page's number as it was sent; undefined for anything else. */
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

/** The query of another page: the URL's other parameters stay. Null for a page that is not there. */
export function pageQuery(search: string, { pages }: NumberedPage, page: number): string | null {
  if (page < 1 || page > pages) return null;
  const query = new URLSearchParams(search);
  if (page === 1) query.delete("page");
  else query.set("page", String(page));
  return `?${query}`;
}

/** "51–100 of 1,000" */
export function rangeInWords({ from, to, total }: NumberedPage): string {
  return `${(from + 1).toLocaleString("en-CA")}–${to.toLocaleString("en-CA")} of ${total.toLocaleString("en-CA")}`;
}
