import { createMiddleware } from "hono/factory";

/**
 * Says how long an answer in JSON is, which is whole when it is made. hono/compress before this then
 * leaves the short ones alone: packing an order's number costs more than it saves, and only makes it
 * longer.
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
