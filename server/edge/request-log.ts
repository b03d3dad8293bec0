import { createMiddleware } from "hono/factory";
import type { Logger } from "pino";

/**
 * Gives each request a logger with its id and writes one line when it is answered. The query is
 * left out: it holds what people typed. Expects hono/request-id before it.
 */
export function requestLog(log: Logger) {
  return createMiddleware<{ Variables: { requestId: string; log: Logger } }>(async (c, next) => {
    const requestLog = log.child({ requestId: c.var.requestId });
    c.set("log", requestLog);
    const start = performance.now();
    await next();
    const ms = Math.round(performance.now() - start);
    const line = { method: c.req.method, path: c.req.path, status: c.res.status, ms };
    if (c.res.status >= 500) requestLog.error(line, "request failed");
    else if (c.req.path !== "/healthz") requestLog.info(line, "request");
  });
}
