import type { RunState } from "#db/schema/values/deliveries.ts";

export const runStateText: Record<RunState, string> = {
  planned: "Planned",
  out: "Out",
  done: "Done",
};

/** The outbox topic of the email that nobody was at a stop, by which it can be dropped. */
export const missedTopic = (stopId: string) => `nobody there ${stopId}`;
