export const tillMethods = ["cash", "terminal", "etransfer", "cheque"] as const;
export type TillMethod = (typeof tillMethods)[number];

/** Cash moved into or out of a drawer without a sale: `drop` takes it to the safe. */
export const tillMoveKinds = ["in", "out", "drop"] as const;
export type TillMoveKind = (typeof tillMoveKinds)[number];

/**
 * Where the cash of a payment is that was taken back after its drawer was counted: out of an open
 * drawer again, never there, or still here, to be recorded for something else.
 */
export const cashPlaces = ["given back", "never received", "still here"] as const;
export type CashPlace = (typeof cashPlaces)[number];

/** In cents, above what a drawer ever holds: guards against typos. */
export const mostInDrawerCents = 10_000_000;

/** Browsers per till: one without letters, and those from A to ZZ. */
export const mostTillDevices = 1 + 26 + 26 * 26;
