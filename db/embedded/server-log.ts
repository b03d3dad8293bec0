import type { Log } from "../database.ts";

/** Puts the backend type before each line, for `readLine`. */
export const linePrefix = "%b\t";

interface ServerLine {
  /** The backend type: `postmaster`, `checkpointer`, … */
  process: string;
  severity: string;
  message: string;
}

/** Parses a log line; undefined for client statements, whose text may contain user input. */
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

/** Writes a server log line to the shop's log. */
export function passOn({ process, severity, message }: ServerLine, log: Log): void {
  log[levels[severity] ?? "info"]({ process }, `postgres: ${message}`);
}
