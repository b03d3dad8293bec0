import type { Log } from "../../db/database.ts";

export const silentLog: Log = { info() {}, warn() {}, error() {} };

/** A log that records its lines. */
export function recordingLog() {
  const lines: { level: keyof Log; facts: object; message: string }[] = [];
  const at = (level: keyof Log) => (facts: object, message: string) => {
    lines.push({ level, facts, message });
  };
  return { lines, log: { info: at("info"), warn: at("warn"), error: at("error") } satisfies Log };
}
