import { format } from "node:util";
import { type DestinationStream, type Logger, pino } from "pino";
import { createOutput, type Output } from "./output.ts";

/** One JSON line an event. Lines carry ids, never names, addresses or tokens. */
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
 * The process's log, and what else it tells whoever started it, on standard output. Neither waits
 * for a reader; how many lines nobody could read is a line of its own.
 */
export function openLog(): { log: Logger; output: Output } {
  const output = createOutput((lines) => {
    log.warn({ lines }, "log lines were dropped: they could not be written");
  });
  const log = createLog("info", output);
  return { log, output };
}

/**
 * What a line tells of an error and its causes: a choice of fields, since others hold the values of
 * a refused row. A failed query is told without its parameters, which are what people typed, their
 * addresses and the tokens of their sessions.
 */
function factsOf(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const query = "query" in error && typeof error.query === "string" ? error.query : undefined;
  return {
    type: error.constructor.name,
    message: query ? `Failed query: ${query}` : error.message,
    code: "code" in error ? error.code : undefined,
    // The message is repeated at its beginning.
    stack: error.stack?.match(/\n {4}at .*/s)?.[0],
    cause: error.cause === undefined ? undefined : factsOf(error.cause),
  };
}

/**
 * What may be logged of a text that came from elsewhere: runs as long as a token are left out, since
 * an invoice's address that was mistyped, or that a library complains about, opens it all the same.
 */
export function withoutTokens(text: string): string {
  return text.replace(/[\w~%-]{17,}/g, "*").slice(0, 500);
}

/** Makes lines of the log of what libraries write to the console, such as the router's warnings. */
export function logConsole(log: Logger, target: Console = console): void {
  const writeAt = (level: "info" | "warn" | "error") => {
    return (...parts: unknown[]) =>
      log[level]({ from: "console" }, withoutTokens(format(...parts)));
  };
  const info = writeAt("info");
  Object.assign(target, { log: info, info, warn: writeAt("warn"), error: writeAt("error") });
}
