import { serveStatic } from "@hono/node-server/serve-static";
import { createMiddleware } from "hono/factory";

const immutable = "public, max-age=31536000, immutable";
const hourly = "public, max-age=3600";

/**
 * Serves the built browser files. Names below /assets contain a content digest and never change;
 * the rest (favicon, placeholder image) is revalidated after an hour. A missing asset is a plain
 * 404 and not a page: a tab from before a deployment must notice that its script is gone.
 */
export function staticFiles(root: string) {
  const serve = serveStatic({ root, precompressed: true });
  return createMiddleware(async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    let found = true;
    const response = await serve(c, async () => {
      found = false;
    });
    // Set here: headers set in its onFound come too late for any response with a body.
    const isAsset = c.req.path.startsWith("/assets/");
    if (found && response) {
      response.headers.set("Cache-Control", isAsset ? immutable : hourly);
      response.headers.set("Vary", "Accept-Encoding");
      return response;
    }
    if (isAsset) {
      return c.text("Not found", 404, { "Cache-Control": "no-store" });
    }
    return next();
  });
}
