export const doorMethods = ["cash", "cheque", "terminal"] as const;
export type DoorMethod = (typeof doorMethods)[number];

/** In cents, above any payment at a door: guards against typos. */
export const mostAtDoorCents = 10_000_000;

/** In cents, above what any run brings in. */
export const mostOnRunCents = 1_000_000_000;

/**
 * Where goods were when they came back: refused before handover, returned by a client, or at the
 * counter all along, whose sale was keyed wrongly.
 */
export const returnPlaces = ["truck", "client", "counter"] as const;
/** The places of goods that are weighed on return. */
export const weighedPlaces = ["truck", "client"] as const satisfies readonly ReturnPlace[];
export type ReturnPlace = (typeof returnPlaces)[number];

export const returnOutcomes = ["stock", "waste"] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];
