export const creditSources = ["client", "door", "staff"] as const;
export type CreditSource = (typeof creditSources)[number];

export const creditStatuses = ["open", "approved", "declined"] as const;
export type CreditStatus = (typeof creditStatuses)[number];

export const creditReasons = ["short", "quality", "wrong_item", "price", "late"] as const;
export type CreditReason = (typeof creditReasons)[number];

/** What becomes of a credit: paid back to the card, or kept for what is owed next. */
export const creditPayouts = ["refund", "balance"] as const;
export type CreditPayout = (typeof creditPayouts)[number];
