import { type DestinationStream, type Logger, pino } from "pino";

/**
 * One JSON line an event, on standard output unless told otherwise. Lines carry ids, never names,
 * addresses or tokens.
 */
export function createLog(
  level: "info" | "warn" | "silent" = "info",
  destination?: DestinationStream,
): Logger {
  const options = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: factsOf },
  };
  return destination ? pino(options, destination) : pino(options);
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
