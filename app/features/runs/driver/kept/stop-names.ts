import type { Run } from "../../run.ts";
import { stored } from "./report-queue.ts";

// The stops that a run had, by id, for reports of stops that have left it since.

const namesKey = (runId: string) => `run-stop-names:${runId}`;

/** Returns the clients' names at the stops that this phone has seen on a run, by stop. */
export function keptStopNames(runId: string): Record<string, string> {
  return readNames(stored(namesKey(runId)).read());
}

/** Stores the names at a run's stops, in addition to those of stops that were on it before. */
export function keepStopNames({ id, stops }: Pick<Run, "id" | "stops">): void {
  const names = keptStopNames(id);
  const isKnown = stops.every((stop) => names[stop.id] === stop.name);
  if (isKnown) return;
  for (const stop of stops) names[stop.id] = stop.name;
  stored(namesKey(id)).write(JSON.stringify(names));
}

/** The stored text may be corrupt or not ours. */
function readNames(text: string | null): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(
      Object.entries(value).filter(([, name]) => typeof name === "string" && name !== ""),
    );
  } catch {
    return {};
  }
}
