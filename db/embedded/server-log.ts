import type { Log } from "../database.ts";

/** The backend's kind before each line, so that `readLine` can tell whose it is. */
export const linePrefix = "%b\t";

interface ServerLine {
  /** What wrote it: `postmaster`, `checkpointer`, … */
  process: string;
  severity: string;
  message: string;
}

/**
 * A line of the server's log, or undefined for what people's statements caused: whoever sent one is
 * told of its failure, and its text may hold what people typed.
 */
export function readLine(line: string): ServerLine | undefined {
  const [, process = "", severity = "", message = ""] =
    /^([^\t]+)\t(LOG|WARNING|ERROR|FATAL|PANIC): {2}(.*)$/.exec(line) ?? [];
  if (!severity || (process === "client backend" && severity !== "PANIC")) return undefined;
  return { process, severity, message };
}

const levels: Record<string, keyof Log> = {
  LOG: "info",
  WARNING: "warn",
  ERROR: "error",
  FATAL: "error",
  PANIC: "error",
};

/** Writes a line of the server's into the shop's log. */
export function passOn({ process, severity, message }: ServerLine, log: Log): void {
  log[levels[severity] ?? "info"]({ process }, `postgres: ${message}`);
}
