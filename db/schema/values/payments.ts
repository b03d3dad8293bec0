/**
 * `confirming`: the customer is at the card form. `to_hold`: the card is saved, authorized on a
 * later day. `needs_customer`: the bank refused, or asks for its customer. `failed`: given up, with
 * nothing authorized.
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

/** What has happened to a charge behind the shop's back, until somebody has seen it. */
export const paymentTroubles = ["refund failed", "disputed"] as const;
export type PaymentTrouble = (typeof paymentTroubles)[number];

/** States from which no money can come any more. */
export const endedStates = ["captured", "released", "failed"] as const;

export const paymentActions = ["hold", "capture", "release", "refund"] as const;
export type PaymentAction = (typeof paymentActions)[number];

/**
 * `waiting`: to be sent, or sent without an answer. `refused`: the provider said no. `stuck`: not
 * answered for a day, and for staff to look at.
 */
export const paymentJobStates = ["waiting", "done", "refused", "stuck"] as const;
export type PaymentJobState = (typeof paymentJobStates)[number];
