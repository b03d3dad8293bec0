import { format } from "node:util";
import { type DestinationStream, type Logger, pino } from "pino";
import { createOutput, type Output } from "./output.ts";

/** One JSON line per event. Lines contain ids, never names, addresses or tokens. */
export function createLog(
  level: "info" | "warn" | "silent",
  destination: DestinationStream = { write: () => undefined },
): Logger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: factsOf },
  };
  return pino(options, destination);
}

/**
 * Opens the process's log and other console output, on standard output. Neither waits for a slow
 * reader; the number of dropped lines is logged.
 */
export function openLog(): { log: Logger; output: Output } {
  const output = createOutput((lines) => {
    log.warn({ lines }, "log lines were dropped: they could not be written");
  });
  const log = createLog("info", output);
  return { log, output };
}

/**
 * Returns what is logged of an error and its causes: an allowlist of fields, since others hold the
 * values of a rejected row. A failed query is logged without its parameters, which are user input,
 * addresses and session tokens.
 */
export function factsOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const query = "query" in error && typeof error.query === "string" ? error.query : undefined;
  return {
    type: error.constructor.name,
    message: query ? `Failed query: ${query}` : error.message,
    code: "code" in error ? error.code : undefined,
    // The stack begins with the message.
    stack: error.stack?.match(/\n {4}at .*/s)?.[0],
    cause: error.cause === undefined ? undefined : factsOf(error.cause),
  };
}

/**
 * Sanitizes external text for the log: anything as long as a token is removed, since an invoice's
 * address works even if it was logged as a mistyped path or in a library's error.
 */
export function withoutTokens(text: string): string {
  return text.replace(/[\w~%-]{17,}/g, "*").slice(0, 500);
}

/** Turns libraries' console output, such as the router's warnings, into log lines. */
export function logConsole(log: Logger, target: Console = console): void {
  const writeAt = (level: "info" | "warn" | "error") => {
    return (...parts: unknown[]) =>
      log[level]({ from: "console" }, withoutTokens(format(...parts)));
  };
  const info = writeAt("info");
  Object.assign(target, { log: info, info, warn: writeAt("warn"), error: writeAt("error") });
}
