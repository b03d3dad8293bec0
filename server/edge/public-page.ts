import { defaultGuideTab, isGuideTab } from "#app/content/guide-tabs.ts";
import { isCategory } from "#app/domain/catalogue/category.ts";
import {
  isListKind,
  isListSort,
  isListUse,
  showParameter,
  sortParameter,
  useParameter,
} from "#app/domain/catalogue/listing/list-choice.ts";

/** Pages that are the same for everybody: text pages and catalogue pages. */
const pages =
  /^\/(?:shop(?:\/[a-z0-9-]+){0,2}|why-aaa|wholesale|about|cuts|faq|delivery|contact|privacy|terms)?$/;

/** Product lists, which are paginated. */
const isList = /^\/shop(?:\/[a-z0-9-]+)?$/;

/** Parameters that advertisers and mail clients append, which have no effect here. */
const trackers = /^(?:utm_\w+|fbclid|gclid|msclkid|mc_[ce]id)$/;

const dataSuffix = ".data";

/** The router's parameter for the routes whose data it needs; data of all routes serves too. */
const routesParameter = "_routes";

/**
 * Returns the cache key of a GET whose response may be cached and shared, or null. Knows the query
 * parameters that select a page's content; any other query bypasses the cache, so that made-up ones
 * can neither fill it nor evict its pages.
 */
export function keptAddress(url: string): string | null {
  const [path = "", search = ""] = url.split("?", 2);
  const isData = path.endsWith(dataSuffix);
  const page = !isData ? path : path === "/_.data" ? "/" : path.slice(0, -dataSuffix.length);
  if (!pages.test(page)) return null;
  const query = search && keptQuery(page, search, isData);
  return query === null ? null : path + query;
}

function keptQuery(page: string, search: string, isData: boolean): string | null {
  const said = [...new URLSearchParams(search)].filter(
    ([name]) => !trackers.test(name) && !(isData && name === routesParameter),
  );
  const at = said.findIndex(([name]) => name === "page");
  const [asked] = at >= 0 && isList.test(page) ? said.splice(at, 1) : [];
  // A page that doesn't exist redirects to one that does, and is not cached.
  if (asked && !/^(?:[2-9]|[1-9]\d{1,3})$/.test(asked[1])) return null;
  if (isList.test(page)) return listQuery(page, said, asked?.[1]);
  const [first, ...more] = said;
  if (!first) return "";
  const [name, value] = first;
  if (more.length > 0) return null;
  if (page === "/cuts" && name === "tab" && isGuideTab(value)) {
    return value === defaultGuideTab ? "" : `?tab=${value}`;
  }
  return null;
}

/** Parameters that select a list's products, in the order of its key; each has few values. */
function listQuery(
  page: string,
  said: [name: string, value: string][],
  asked: string | undefined,
): string | null {
  const query = new URLSearchParams();
  const take = (name: string, isKnown: (value: string) => boolean) => {
    const at = said.findIndex((one) => one[0] === name && isKnown(one[1]));
    for (const [, value] of at < 0 ? [] : said.splice(at, 1)) query.set(name, value);
  };
  if (page === "/shop") take("category", isCategory);
  take(showParameter, isListKind);
  take(useParameter, isListUse);
  take(sortParameter, (value) => isListSort(value) && value !== "name");
  if (said.length > 0) return null;
  if (asked) query.set("page", asked);
  return query.size > 0 ? `?${query}` : "";
}

/** True if a cache key is a page rather than its data. */
export function isPage(address: string): boolean {
  return !(address.split("?", 1)[0] ?? "").endsWith(dataSuffix);
}
