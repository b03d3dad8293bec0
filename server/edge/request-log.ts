import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";

/**
 * Gives each request a logger with its id, writes one line when it is answered, and tells the id in
 * the answer's header. The query is left out: it holds what people typed. Expects hono/request-id before it.
 */
export function requestLog(log: Logger) {
  return createMiddleware<{ Variables: { requestId: string; log: Logger } }>(async (c, next) => {
    const requestLog = log.child({ requestId: c.var.requestId });
    c.set("log", requestLog);
    const start = performance.now();
    await next();
    // Here and not by hono/request-id, whose header is lost on answers that others have made.
    c.header("X-Request-Id", c.var.requestId);
    const ms = Math.round(performance.now() - start);
    const line = { method: c.req.method, path: pathToLog(c.req.path), status: c.res.status, ms };
    // Whoever has left gets no answer: the router gives up with a 500 that nobody sees.
    if (c.req.raw.signal.aborted) requestLog.info({ ...line, status: 499 }, "request abandoned");
    else if (c.res.status >= 500) requestLog.error(line, "request failed");
    else if (c.req.path !== "/healthz") requestLog.info(line, "request");
  });
}

/** An invoice's address opens it for whoever knows it, so the log must not. */
function pathToLog(path: string): string {
  return path.replace(/^(\/invoices\/).+?(\.data)?$/, "$1*$2");
}
