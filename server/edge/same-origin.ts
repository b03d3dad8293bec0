import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import { type OwnAddress, ownOrigins } from "#app/domain/accounts/session/session.ts";

const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * CSRF protection: rejects unsafe requests that did not come from our own pages with 403 before
 * anything else runs. Browsers send the origin, and pages cannot forge it
 * (https://fetch.spec.whatwg.org/#forbidden-request-header): `Origin` must be one of ours, and
 * `Sec-Fetch-Site`, if sent, must not be another site's.
 *
 * A request without an origin (or with "null") needs `Sec-Fetch-Site: same-origin` instead: some
 * extensions that hide the referrer remove `Origin`. A client that sends neither is no recent
 * browser; a script has to send `Origin` itself. Put an endpoint for other servers, which does not
 * use cookies, before this.
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

/** "none" is user-initiated, such as resubmitting a form by reloading. */
function isForeign(site: string | undefined): boolean {
  return site === "cross-site" || site === "same-site";
}
