import { withStorage } from "#app/lib/browser/browser-storage.ts";
import type { GateCodes } from "../../run.ts";
import { stored } from "./report-queue.ts";

// Codes of gates and doors on the driver's phone. They are stored apart from the run and its page,
// which stay there, and deleted once the run is closed, its link has ended or its day is over.

const prefix = "run-codes:";

/** Stores the codes of a run; null deletes them. */
export function keepGateCodes(runId: string, codes: GateCodes | null): void {
  const isEmpty = codes === null || Object.keys(codes.byStop).length === 0;
  stored(prefix + runId).write(isEmpty ? null : JSON.stringify(codes));
}

/** Returns the stored codes of a run by stop, and deletes expired codes of all runs. */
export function keptGateCodes(runId: string, now: number): Record<string, string> {
  const all = withStorage((storage) =>
    Object.keys(storage).filter((key) => key.startsWith(prefix)),
  );
  let own: Record<string, string> = {};
  for (const key of all ?? []) {
    const codes = read(stored(key).read());
    if (!codes || codes.until <= now) stored(key).write(null);
    else if (key === prefix + runId) own = codes.byStop;
  }
  return own;
}

function read(text: string | null): GateCodes | null {
  try {
    const { byStop, until } = JSON.parse(text ?? "{}") as Partial<GateCodes>;
    return byStop && typeof until === "number" ? { byStop, until } : null;
  } catch {
    return null;
  }
}
