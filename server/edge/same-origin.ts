import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import { type OwnAddress, ownOrigins } from "#app/features/auth/session/own-origins.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets a request that may change something through only if one of our own pages sent it; any other
 * gets 403 before anything looks at it. Browsers say where a request is from, and no page can make
 * them lie (https://fetch.spec.whatwg.org/#forbidden-request-header): `Origin` must be one of ours,
 * and `Sec-Fetch-Site`, where it is sent, must not be another site's.
 *
 * A request without an origin ("null" says the same) needs `Sec-Fetch-Site: same-origin` instead:
 * some extensions that hide the referrer take `Origin` away. What sends neither header is no browser
 * of the last years; a script has to say `Origin` itself. An endpoint for another server, which no
 * cookie opens, belongs before this.
 */
export function sameOrigin(address: OwnAddress) {
  return createMiddleware<{ Variables: { log: Logger } }>(async (c, next) => {
    if (safeMethods.has(c.req.method)) return next();
    const origin = c.req.header("origin") ?? "null";
    const site = c.req.header("sec-fetch-site");
    const ours =
      origin === "null" ? site === "same-origin" : ownOrigins(c.req.url, address).includes(origin);
    if (ours && !isForeign(site)) return next();
    c.var.log.warn({ origin, site }, "refused a request from another site");
    const message = "This request did not come from our own pages. Please reload and try again.";
    return c.json({ error: message }, 403);
  });
}

/** "none" is the person at the browser, who sends a form again by reloading. */
function isForeign(site: string | undefined): boolean {
  return site === "cross-site" || site === "same-site";
}
