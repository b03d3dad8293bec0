/** How a sale or an order is paid at a till, besides on account. */
export const tillMethods = ["cash", "terminal", "etransfer", "cheque"] as const;
export type TillMethod = (typeof tillMethods)[number];

/** Money that goes into a drawer or out of it without a sale: `drop` takes it to the safe. */
export const tillMoveKinds = ["in", "out", "drop"] as const;
export type TillMoveKind = (typeof tillMoveKinds)[number];

/** More than a drawer ever holds, in cents: a slip of the thumb. */
export const mostInDrawerCents = 10_000_000;

/** Browsers that may sell at a till: one without letters, and those of A to ZZ. */
export const mostTillDevices = 1 + 26 + 26 * 26;
