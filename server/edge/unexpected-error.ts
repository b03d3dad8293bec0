import type { Context } from "hono";
import type { Logger } from "pino";
import { isTransient } from "#db/database-error.ts";

/** As set by request-log.ts. */
interface Env {
  Variables: { requestId: string; log: Logger };
}

/**
 * Responds to otherwise uncaught errors (a page's errors are the router's): logs them with the
 * request's id and never reveals the message; 503 if the error is transient. JSON, since the
 * clients here are scripts.
 */
export function unexpectedError<E extends Env>(error: Error, c: Context<E>) {
  c.var.log.error({ err: error }, "unexpected error");
  return c.json(
    { message: "An unexpected error occurred. Please try again." },
    isTransient(error) ? 503 : 500,
  );
}
