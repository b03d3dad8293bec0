/**
 * The states of an order. The driver's page or staff sets `delivered`. A retail order is
 * `awaiting_payment` while its customer is at the card form: it has its place on the run, and
 * counts nowhere else.
 */
export const orderStatuses = [
  "awaiting_payment",
  "pending",
  "fulfilled",
  "delivered",
  "cancelled",
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/**
 * Packing states of a line. `short` is less than was ordered, `substituted` was replaced by another
 * line, `dropped` is not available.
 */
export const packStates = ["open", "packed", "short", "substituted", "dropped"] as const;
export type PackState = (typeof packStates)[number];

/**
 * Who bears the amount packed beyond the promised maximum. `unasked` is charged; it dates from
 * before a replaced line needed a decision too.
 */
export const overDecisions = ["bill_promise", "customer_agreed", "unasked"] as const;
export type OverDecision = (typeof overDecisions)[number];

/**
 * Why an order is held before packing: over the credit limit, something overdue, by hand, its card
 * was refused, or a prepayment, an approval or a deposit is missing. `lot` is not set yet.
 */
export const holdReasons = [
  "credit",
  "overdue",
  "manual",
  "card",
  "prepay",
  "approval",
  "deposit",
  "lot",
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** How an order came in: from a client, from anybody at the checkout, or over the counter. */
export const orderChannels = ["wholesale", "retail", "counter"] as const;
export type OrderChannel = (typeof orderChannels)[number];

/** How a retail order is paid: by card, at pickup or the door, or by e-transfer once packed. */
export const paymentWays = ["card", "door", "etransfer"] as const;
export type PaymentWay = (typeof paymentWays)[number];

export const chargeKinds = ["delivery_fee", "minimum"] as const;
export type ChargeKind = (typeof chargeKinds)[number];

/**
 * The outcome of one delivery of a standing order: being placed, placed, skipped by the client, on
 * a day without delivery, or refused.
 */
export const occurrenceStates = ["placing", "placed", "skipped", "closed", "refused"] as const;

export type OccurrenceState = (typeof occurrenceStates)[number];
