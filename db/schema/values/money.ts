export const entryKinds = [
  "invoice",
  "payment",
  "credit",
  "refund",
  "write_off",
  "adjustment",
] as const;
export type EntryKind = (typeof entryKinds)[number];

export const paymentMethods = ["card", "etransfer", "cheque", "cash", "eft", "terminal"] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** A delivery note is no receivable: the monthly invoice bills it, unless it is reversed. */
export const documentKinds = ["invoice", "credit_note", "delivery_note", "note_reversal"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The unit of a line's price. Fees and corrections are `each`. */
export const documentUnits = ["lb", "each"] as const;
export type DocumentUnit = (typeof documentUnits)[number];

export const creditSources = ["client", "door", "staff"] as const;
export type CreditSource = (typeof creditSources)[number];

export const creditStatuses = ["open", "approved", "declined"] as const;
export type CreditStatus = (typeof creditStatuses)[number];

export const creditReasons = [
  "short",
  "quality",
  "warm",
  "wrong_item",
  "price",
  "late",
  "held",
  "not_delivered",
  "recalled",
] as const;
export type CreditReason = (typeof creditReasons)[number];

/** How a credit is paid out: refunded to the card, or kept for later debts. */
export const creditPayouts = ["refund", "balance"] as const;
export type CreditPayout = (typeof creditPayouts)[number];

/** A smaller credit stays for the next order, unless a refund is asked for. In cents. */
export const leastRefundCents = 5_00;

/** `open`: not decided yet. `ignored`: not a customer's payment. */
export const bankRowStates = ["open", "booked", "ignored"] as const;
export type BankRowState = (typeof bankRowStates)[number];

export const accountingPrograms = ["quickbooks", "xero", "generic"] as const;

const priceSources = ["base", "list", "customer"] as const;
export type PriceSource = (typeof priceSources)[number];

/** Staff may also set a price for that line only (`desk`). */
export const linePriceSources = [...priceSources, "desk"] as const;
export type LinePriceSource = (typeof linePriceSources)[number];
