import { createMiddleware } from "hono/factory";

/** In seconds: about as long as a database takes to restart. */
const whenAgain = "10";

/** Adds `Retry-After` to every 503 that has none (RFC 9110, section 10.2.3). */
export const retryAfter = createMiddleware(async (c, next) => {
  await next();
  if (c.res.status === 503 && !c.res.headers.has("Retry-After")) {
    c.header("Retry-After", whenAgain);
  }
});
