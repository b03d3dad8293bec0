import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import { createStaticHandler, type RouteObject } from "react-router";
import { withoutTokens } from "../log.ts";
import { plainAnswer } from "./plain-answer.ts";

export interface ListedRoute {
  id: string;
  parentId?: string | undefined;
  path?: string | undefined;
  index?: boolean | undefined;
}

export interface Address {
  /** Id of the matching route, e.g. "routes/account/login"; null if only a catch-all matches. */
  route: string | null;
  /** The canonical form; every other spelling is redirected to it. */
  canonical: string;
  /** For the log: without the tokens that open invoices. */
  logged: string;
}

/** `.data` requests a page's data, and `/_.data` that of a page whose path ends in a slash. */
const dataSuffix = ".data";
const slashDataSuffix = "/_.data";

/** Files, whose long names may be logged. */
const files = /^\/(?:assets|photos)\//;

/** Case-sensitive parameters that grant access to what they name. */
const secrets = new Set(["token"]);

/**
 * Returns a function that parses paths as the router does, which ignores case, trailing slashes and
 * percent-encoding: `/LOGIN`, `/login/` and `/%6Cogin` are all the page /login. Everything that
 * depends on a path (limits, cache, log) must use the canonical form, or it can be bypassed. The
 * function returns null for a path that cannot be decoded.
 *
 * @param routes the build's
 */
export function createAddresses(
  routes: Readonly<Record<string, ListedRoute | undefined>>,
): (pathname: string) => Address | null {
  const listed = Object.values(routes).filter((route) => route !== undefined);
  // `match` is the router's internal function: the public `matchRoutes` sorts the table on every
  // call, which takes half a millisecond. It is undocumented, so a test compares the two.
  const { match } = createStaticHandler(treeOf(listed, undefined));

  return (pathname) => {
    if (!isDecodable(pathname)) return null;
    const { page, isData } = withoutSuffix(pathname);
    const matches = match(page.replace(/\/{2,}/g, "/")) ?? [];
    const leaf = matches.at(-1);
    if (!leaf || leaf.route.path?.endsWith("*")) {
      const logged = files.test(pathname) ? pathname : withoutTokens(pathname);
      return { route: null, canonical: pathname, logged };
    }
    // The root has an empty path; a second leading slash would lead to another site.
    const segments = matches.flatMap(({ route }) => route.path?.split("/").filter(Boolean) ?? []);
    const filled = (hidden: boolean) => {
      const path = `/${segments.map((segment) => fill(segment, leaf.params, hidden)).join("/")}`;
      return isData ? asData(path) : asPage(path);
    };
    return { route: leaf.route.id, canonical: filled(false), logged: filled(true) };
  };
}

function treeOf(routes: ListedRoute[], parent: string | undefined): RouteObject[] {
  const own = routes.filter(({ id, parentId }) => parentId === parent && id !== parent);
  return own.map(({ id, path, index }): RouteObject => {
    return index ? { id, path, index } : { id, path, children: treeOf(routes, id) };
  });
}

function isDecodable(pathname: string): boolean {
  try {
    // The result is used because the build would drop a call without one.
    return decodeURIComponent(pathname).length > 0;
  } catch {
    return false;
  }
}

function withoutSuffix(pathname: string): { page: string; isData: boolean } {
  if (!pathname.endsWith(dataSuffix)) return { page: pathname, isData: false };
  const suffix = pathname.endsWith(slashDataSuffix) ? slashDataSuffix : dataSuffix;
  return { page: pathname.slice(0, -suffix.length) || "/", isData: true };
}

/** Otherwise the data of a page named `_` (`/shop/_/.data`) would be taken for that of `/shop`. */
function asData(page: string): string {
  return page === "/" ? slashDataSuffix : page.replace(/\/_$/, "/%5F") + dataSuffix;
}

/** Otherwise a name ending in `.data`, as in `/shop/x.data/`, would be taken for the suffix. */
function asPage(path: string): string {
  return path.replace(/\.data$/, "%2Edata");
}

function fill(segment: string, params: Record<string, string | undefined>, hidden: boolean) {
  if (!segment.startsWith(":")) return segment;
  const name = segment.slice(1);
  const value = params[name] ?? "";
  if (!secrets.has(name)) return encodeURIComponent(value.toLowerCase());
  return hidden ? "*" : encodeURIComponent(value);
}

interface Env {
  Variables: { log: Logger; address: Address | null };
}

/** Parses each request's address into `c.var.address`, before anything depends on it. */
export function readAddress(addresses: ReturnType<typeof createAddresses>) {
  return createMiddleware<Env>(async (c, next) => {
    c.set("address", addresses(new URL(c.req.url).pathname));
    await next();
  });
}

/**
 * Redirects every other form of an address to the canonical one (308, so that a form is submitted
 * again unchanged), and rejects one that cannot be decoded with 400, where the router only warns.
 * Expects `readAddress` before it.
 */
export const canonicalOnly = createMiddleware<Env>(async (c, next) => {
  const { address } = c.var;
  if (!address) return plainAnswer(c, 400, malformed);
  const { pathname, search } = new URL(c.req.url);
  if (address.canonical === pathname) return next();
  c.header("Cache-Control", "public, max-age=3600");
  return c.redirect(address.canonical + search, 308);
});

const malformed = {
  title: "This address cannot be read",
  text: "The link may have been cut short, or mistyped.",
  leadsOn: true,
};
