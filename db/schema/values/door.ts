/** How a client pays at the door. */
export const doorMethods = ["cash", "cheque", "terminal"] as const;
export type DoorMethod = (typeof doorMethods)[number];

/** In cents, above any payment at a door: guards against typos. */
export const mostAtDoorCents = 10_000_000;

/** In cents, above what any run brings in. */
export const mostOnRunCents = 1_000_000_000;

/**
 * Where goods were when they came back: refused before handover, returned by a client, or all the
 * time at the counter, whose sale was keyed wrongly.
 */
export const returnPlaces = ["truck", "client", "counter"] as const;
/** The places of goods that are weighed when they come back. */
export const weighedPlaces = ["truck", "client"] as const satisfies readonly ReturnPlace[];
export type ReturnPlace = (typeof returnPlaces)[number];

/** Outcomes of returned goods. */
export const returnOutcomes = ["stock", "waste"] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];
