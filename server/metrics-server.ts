import { createServer, type Server } from "node:http";
import { listen } from "./listen.ts";
import type { Metrics } from "./metrics.ts";

/**
 * Collects metrics and serves them on a port of the loopback address only: they are not public.
 *
 * @param port undefined collects nothing and loads no code for it
 * @param droppedLines number of log lines dropped so far
 * @throws Error with one line that says which setting to change
 */
export async function startMetrics(port: number | undefined, droppedLines: () => number) {
  if (port === undefined) return undefined;
  const { createMetrics } = await import("./metrics.ts");
  const metrics = createMetrics(droppedLines);
  const server = metricsServer(metrics);
  await listen(server, port, "127.0.0.1", "METRICS_PORT");
  return {
    metrics,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Answers `GET /metrics` and nothing else. */
export function metricsServer({ report }: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    report().then(
      ({ text, contentType }) => response.writeHead(200, { "Content-Type": contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}
