import { createMiddleware } from "hono/factory";

/** In seconds: about as long as a database takes to restart. */
const whenAgain = "10";

/** Every answer 503 says when to come back (RFC 9110, section 10.2.3), unless it has said so itself. */
export const retryAfter = createMiddleware(async (c, next) => {
  await next();
  if (c.res.status === 503 && !c.res.headers.has("Retry-After")) {
    c.header("Retry-After", whenAgain);
  }
});
