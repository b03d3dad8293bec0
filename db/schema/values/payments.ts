/**
 * `confirming`: the customer is at the card form. `to_hold`: the card is saved, to be authorized on
 * a later day. `needs_customer`: the bank refused, or requires the customer. `failed`: given up,
 * with nothing authorized.
 */
export const paymentStates = [
  "confirming",
  "to_hold",
  "holding",
  "held",
  "capturing",
  "captured",
  "released",
  "needs_customer",
  "failed",
] as const;
export type PaymentState = (typeof paymentStates)[number];

/** A problem with a charge outside the shop, until somebody has seen it. */
export const paymentTroubles = ["refund failed", "disputed"] as const;
export type PaymentTrouble = (typeof paymentTroubles)[number];

export const endedStates = ["captured", "released", "failed"] as const;

export const paymentActions = ["hold", "capture", "release", "refund"] as const;
export type PaymentAction = (typeof paymentActions)[number];

/**
 * `waiting`: to be sent, or sent without an answer. `refused`: the provider refused. `stuck`: not
 * answered for a day, and left to staff.
 */
export const paymentJobStates = ["waiting", "done", "refused", "stuck"] as const;
export type PaymentJobState = (typeof paymentJobStates)[number];

/** How long a guest's order by e-transfer waits for the address to be confirmed by default. */
export const usualConfirmHours = 24;
