import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";

/** Metrics of a process, for Prometheus (https://prometheus.io/docs). */
export interface Metrics {
  answered(request: { method: string; path: string; status: number; seconds: number }): void;
  /** A public page came from memory. */
  servedFromMemory(): void;
  /** All metrics in the text format. */
  report(): Promise<{ text: string; contentType: string }>;
}

/**
 * Metrics of one process, including Node's own: memory, event loop, garbage collection.
 *
 * @param droppedLines number of log lines dropped so far
 */
export function createMetrics(droppedLines = () => 0): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time until an answer was made, by part of the site",
    labelNames: ["method", "part", "status"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const fromMemory = new Counter({
    name: "pages_from_memory_total",
    help: "Public pages answered from memory",
    registers: [registry],
  });
  new Counter({
    name: "log_lines_dropped_total",
    help: "Lines of the log that could not be written",
    registers: [registry],
    collect() {
      this.reset();
      this.inc(droppedLines());
    },
  });
  return {
    answered({ method, path, status, seconds: taken }) {
      const labels = { method: knownMethod(method), part: partOf(path), status: `${status}` };
      seconds.observe(labels, taken);
    },
    servedFromMemory: () => fromMemory.inc(),
    async report() {
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

const parts = ["dashboard", "admin", "api", "assets", "photos", "invoices", "shop"];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A few fixed labels, whatever is requested: each would be a time series of its own. */
function partOf(path: string): string {
  const [, first = ""] = path.replace(/\.data$/, "").split("/");
  return parts.includes(first) ? first : "other";
}

function knownMethod(method: string): string {
  return methods.has(method) ? method : "other";
}
