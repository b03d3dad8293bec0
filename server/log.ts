import { type Logger, pino } from "pino";

/** One JSON line an event on standard output. Lines carry ids, never names, addresses or tokens. */
export function createLog(level: "info" | "warn" | "silent" = "info"): Logger {
  return pino({ level, timestamp: pino.stdTimeFunctions.isoTime });
}
