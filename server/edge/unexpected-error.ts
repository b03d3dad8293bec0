import type { Context } from "hono";
import type { Logger } from "pino";
import { isTransient } from "#db/database-error.ts";

/** As request-log.ts leaves it. */
interface Env {
  Variables: { requestId: string; log: Logger };
}

/**
 * Answers what nothing else has caught (a page's failure is the router's): logged with the
 * request's id, and never told in its own words; 503 where it may pass by itself. JSON, since who asks
 * here is a script.
 */
export function unexpectedError<E extends Env>(error: Error, c: Context<E>) {
  c.var.log.error({ err: error }, "unexpected error");
  return c.json(
    { message: "An unexpected error occurred. Please try again." },
    isTransient(error) ? 503 : 500,
  );
}
