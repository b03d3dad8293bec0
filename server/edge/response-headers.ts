import { createMiddleware } from "hono/factory";
import { secureHeaders } from "hono/secure-headers";

/**
 * Sets security headers: no MIME sniffing, no framing by others, no referrer to other sites, no
 * device permissions; with `https`, HSTS for a year (RFC 6797). A response's own headers stay; the
 * page sets its script policy (app/lib/content-security-policy.server.ts).
 */
export function securityHeaders({ https }: { https: boolean }) {
  return secureHeaders({
    xFrameOptions: "DENY",
    referrerPolicy: "strict-origin-when-cross-origin",
    permissionsPolicy: { camera: [], geolocation: [], microphone: [], payment: [] },
    // Depends on SITE_URL; on http://localhost the header would be noise.
    strictTransportSecurity: https && "max-age=31536000; includeSubDomains",
    crossOriginResourcePolicy: "same-origin",
    overwrite: false,
  });
}

/**
 * Sets Content-Length on JSON responses, which are complete when created, so that hono/compress
 * before this skips short ones: compressing an order's number costs time, and makes it longer.
 */
export const knownLength = createMiddleware(async (c, next) => {
  await next();
  const { headers, body } = c.res;
  const isJson = headers.get("content-type")?.startsWith("application/json");
  if (!isJson || !body || headers.has("content-length")) return;
  const bytes = await c.res.arrayBuffer();
  c.res = new Response(bytes, c.res);
  c.res.headers.set("Content-Length", String(bytes.byteLength));
});

/** In seconds: about as long as a database takes to restart. */
const whenAgain = "10";

/** Adds `Retry-After` to every 503 that has none (RFC 9110, section 10.2.3). */
export const retryAfter = createMiddleware(async (c, next) => {
  await next();
  if (c.res.status === 503 && !c.res.headers.has("Retry-After")) {
    c.header("Retry-After", whenAgain);
  }
});
