/** How a client pays whoever brings an order. */
export const doorMethods = ["cash", "cheque", "terminal"] as const;
export type DoorMethod = (typeof doorMethods)[number];

/** More than anybody pays at a door, in cents: a slip of the thumb. */
export const mostAtDoorCents = 10_000_000;

/** More than a run brings home, in cents. */
export const mostOnRunCents = 1_000_000_000;

/** Where goods were when they came back: refused before they were handed over, or brought back by a client. */
export const returnPlaces = ["truck", "client"] as const;
export type ReturnPlace = (typeof returnPlaces)[number];

/** What became of returned goods. */
export const returnOutcomes = ["stock", "waste"] as const;
export type ReturnOutcome = (typeof returnOutcomes)[number];
