import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";
import type { Metrics } from "../metrics.ts";
import type { Address } from "./address.ts";

/** What asks whether the process is well does so all day long; only bad news is worth a line. */
const health = new Set(["/healthz", "/readyz"]);

/** In place of a path that cannot be decoded, and so may be anything. */
const unreadable = "(unreadable)";

interface Env {
  Variables: {
    requestId: string;
    log: Logger;
    address: Address | null;
    /** The shop is as busy as it may be: thousands of those are no thousands of failures. */
    isTurnedAway?: boolean;
  };
}

/**
 * Gives each request a logger with its id, writes one line when it is answered, and tells the id in
 * the answer's header. The query is left out: it holds what people typed. Expects hono/request-id and
 * readAddress before it.
 */
export function requestLog(log: Logger, metrics?: Pick<Metrics, "answered">) {
  return createMiddleware<Env>(async (c, next) => {
    const requestLog = log.child({ requestId: c.var.requestId });
    c.set("log", requestLog);
    const start = performance.now();
    await next();
    // Here and not by hono/request-id, whose header is lost on answers that others have made.
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
    // Whoever has left gets no answer: the router gives up with a 500 that nobody sees.
    if (c.req.raw.signal.aborted) requestLog.info({ ...line, status: 499 }, "request abandoned");
    else if (c.var.isTurnedAway) requestLog.info(line, "request turned away");
    else if (status >= 500) requestLog.error(line, "request failed");
    else if (!health.has(path)) requestLog.info(line, "request");
  });
}
