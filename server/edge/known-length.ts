import { createMiddleware } from "hono/factory";

/**
 * Sets Content-Length on JSON responses, which are complete when they are created. hono/compress
 * before this then skips short ones: compressing an order's number costs more than it saves, and
 * makes it longer.
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
