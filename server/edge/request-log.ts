import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import { isTransient } from "#db/database-error.ts";
import type { Metrics } from "../metrics.ts";
import type { Address } from "./address.ts";

/** Health checks run all day long; only their failures are logged. */
const health = new Set(["/healthz", "/readyz"]);

/** In place of a path that cannot be decoded, which could contain anything. */
const unreadable = "(unreadable)";

interface Env {
  Variables: {
    requestId: string;
    log: Logger;
    address: Address | null;
    /** Rejected because of overload: thousands of these must not be logged as failures. */
    isTurnedAway?: boolean;
  };
}

/**
 * Gives each request a logger with its id, logs one line at its answer, and sends the id in a
 * header. Omits the query, which holds user input. Expects hono/request-id and readAddress before.
 */
export function requestLog(log: Logger, metrics?: Pick<Metrics, "answered">) {
  return createMiddleware<Env>(async (c, next) => {
    const requestLog = log.child({ requestId: c.var.requestId });
    c.set("log", requestLog);
    const start = performance.now();
    await next();
    // Set here because hono/request-id's header is lost on responses created elsewhere.
    c.header("X-Request-Id", c.var.requestId);
    const taken = performance.now() - start;
    const { method, path } = c.req;
    const { status } = c.res;
    metrics?.answered({ method, path, status, seconds: taken / 1000 });
    const line = {
      method,
      path: c.var.address?.logged ?? unreadable,
      status,
      ms: Math.round(taken),
    };
    // Don't log aborted requests as errors: the router gives up with a 500 that nobody sees.
    if (c.req.raw.signal.aborted) requestLog.info({ ...line, status: 499 }, "request abandoned");
    else if (c.var.isTurnedAway) requestLog.info(line, "request turned away");
    else if (status >= 500) requestLog.error(line, "request failed");
    else if (!health.has(path)) requestLog.info(line, "request");
  });
}

interface LoggedEnv {
  Variables: Pick<Env["Variables"], "requestId" | "log">;
}

/**
 * Answers otherwise uncaught errors (a page's are the router's) in JSON, since the clients here are
 * scripts; 503 if transient. Logs them with the request's id and never reveals the message.
 */
export function unexpectedError<E extends LoggedEnv>(error: Error, c: Context<E>) {
  c.var.log.error({ err: error }, "unexpected error");
  return c.json(
    { message: "An unexpected error occurred. Please try again." },
    isTransient(error) ? 503 : 500,
  );
}
