import type { RunState } from "#db/schema/values/deliveries.ts";

/** The state of a run, as badges and its history say it. */
export const runStateText: Record<RunState, string> = {
  planned: "Planned",
  out: "Out",
  done: "Done",
};

/**
 * The outbox topic of the email that nobody was at a stop, so that it can be dropped while queued.
 */
export const missedTopic = (stopId: string) => `nobody there ${stopId}`;
