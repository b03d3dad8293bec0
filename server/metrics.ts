import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { type Figure, figures } from "#app/features/health/health.ts";

export interface Metrics {
  answered(request: { method: string; path: string; status: number; seconds: number }): void;
  /** A public page came from memory. */
  servedFromMemory(): void;
  /** Reads the shop's own figures whenever the metrics are reported. */
  addFigures(read: () => Promise<Figure[]>): void;
  report(): Promise<{ text: string; contentType: string }>;
}

/**
 * Creates the metrics of one process, including Node's own: memory, event loop, garbage collection.
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
  const gauges = new Map(
    Object.entries(figures).map(([name, { help, label }]) => [
      name,
      new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] }),
    ]),
  );
  let readFigures = async (): Promise<Figure[]> => [];

  async function setFigures(): Promise<void> {
    // The other metrics are still useful without them.
    const read = await readFigures().catch(() => []);
    // Remove values that no longer exist.
    for (const gauge of gauges.values()) gauge.reset();
    for (const [name, gauge] of gauges) {
      const { label } = figures[name as Figure["name"]];
      // An unlabelled gauge resets to 0, which would be wrong.
      if (!label && !read.some((figure) => figure.name === name)) gauge.set(Number.NaN);
    }
    for (const { name, value, of } of read) {
      const { label } = figures[name];
      if (label) gauges.get(name)?.set({ [label]: of ?? "" }, value);
      else gauges.get(name)?.set(value);
    }
  }

  return {
    addFigures(read) {
      readFigures = read;
    },
    answered({ method, path, status, seconds: taken }) {
      const labels = { method: knownMethod(method), part: partOf(path), status: `${status}` };
      seconds.observe(labels, taken);
    },
    servedFromMemory: () => fromMemory.inc(),
    async report() {
      await setFigures();
      return { text: await registry.metrics(), contentType: registry.contentType };
    },
  };
}

const parts = ["dashboard", "admin", "api", "assets", "photos", "invoices", "shop"];
const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** A few fixed labels, whatever is requested: each is a time series of its own. */
function partOf(path: string): string {
  const [, first = ""] = path.replace(/\.data$/, "").split("/");
  return parts.includes(first) ? first : "other";
}

function knownMethod(method: string): string {
  return methods.has(method) ? method : "other";
}
