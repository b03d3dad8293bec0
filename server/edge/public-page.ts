import { defaultGuideTab, isGuideTab } from "#app/content/guide-tabs.ts";
import { isCategory } from "#app/features/catalog/category.ts";

/** Pages that are the same for everybody; those of words and those of the catalogue. */
const pages =
  /^\/(?:shop(?:\/[a-z0-9-]+){0,2}|why-aaa|wholesale|about|cuts|faq|contact|privacy|terms)?$/;

/** What advertisers and mail programs put behind an address, which changes nothing here. */
const trackers = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

/** An answer of the router's own interface for a page's data ends so. */
const dataSuffix = ".data";

/**
 * Under which address the answer to a GET can be kept and given to everybody, or null. Knows the
 * queries that choose what a page shows; a query with anything else is answered afresh, so that
 * made-up ones can neither fill the memory nor drive out what is there.
 */
export function keptAddress(url: string): string | null {
  const [path = "", search = ""] = url.split("?", 2);
  const isData = path.endsWith(dataSuffix);
  const page = !isData ? path : path === "/_.data" ? "/" : path.slice(0, -dataSuffix.length);
  if (!pages.test(page)) return null;
  const query = search && keptQuery(page, search);
  return query === null ? null : path + query;
}

function keptQuery(page: string, search: string): string | null {
  const said = [...new URLSearchParams(search)].filter(([name]) => !trackers.test(name));
  const [first, ...more] = said;
  if (!first) return "";
  const [name, value] = first;
  if (more.length > 0) return null;
  if (page === "/shop" && name === "category" && isCategory(value)) return `?category=${value}`;
  if (page === "/cuts" && name === "tab" && isGuideTab(value)) {
    return value === defaultGuideTab ? "" : `?tab=${value}`;
  }
  return null;
}

/** Whether a kept address is a page, and not what one is made of. */
export function isPage(address: string): boolean {
  return !(address.split("?", 1)[0] ?? "").endsWith(dataSuffix);
}
