import type { Context } from "hono";
import type { Logger } from "pino";

/** As request-log.ts leaves it. */
interface Env {
  Variables: { requestId: string; log: Logger };
}

/**
 * Answers what nothing else has caught (a page's failure is the router's): logged with the
 * request's id, and never told in its own words. JSON, since who asks here is a script.
 */
export function unexpectedError(error: Error, c: Context<Env>) {
  c.var.log.error({ err: error }, "unexpected error");
  return c.json({ message: "An unexpected error occurred. Please try again." }, 500);
}
