/** Payment methods at a till, besides on account. */
export const tillMethods = ["cash", "terminal", "etransfer", "cheque"] as const;
export type TillMethod = (typeof tillMethods)[number];

/** Cash moved into or out of a drawer without a sale: `drop` takes it to the safe. */
export const tillMoveKinds = ["in", "out", "drop"] as const;
export type TillMoveKind = (typeof tillMoveKinds)[number];

/** In cents, above what a drawer ever holds: guards against typos. */
export const mostInDrawerCents = 10_000_000;

/** Browsers per till: one without letters, and those from A to ZZ. */
export const mostTillDevices = 1 + 26 + 26 * 26;
