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

/**
 * A delivery note is no receivable: what it lists is on the month's invoice, unless a reversal takes the note
 * back.
 */
export const documentKinds = ["invoice", "credit_note", "delivery_note", "note_reversal"] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** What a line's price is for. Fees and corrections are `each`. */
export const documentUnits = ["lb", "each"] as const;
export type DocumentUnit = (typeof documentUnits)[number];

export const creditSources = ["client", "door", "staff"] as const;
export type CreditSource = (typeof creditSources)[number];

export const creditStatuses = ["open", "approved", "declined"] as const;
export type CreditStatus = (typeof creditStatuses)[number];

export const creditReasons = ["short", "quality", "wrong_item", "price", "late"] as const;
export type CreditReason = (typeof creditReasons)[number];

/** What becomes of a credit: paid back to the card, or kept for what is owed next. */
export const creditPayouts = ["refund", "balance"] as const;
export type CreditPayout = (typeof creditPayouts)[number];

/** `open` is to be decided, `ignored` is no payment of a customer. */
export const bankRowStates = ["open", "booked", "ignored"] as const;
export type BankRowState = (typeof bankRowStates)[number];

export const accountingPrograms = ["quickbooks", "xero", "generic"] as const;

/** Where a price comes from. */
const priceSources = ["base", "list", "customer"] as const;
export type PriceSource = (typeof priceSources)[number];

/** Where the price of an order's line comes from: also from staff, for that line alone. */
export const linePriceSources = [...priceSources, "desk"] as const;
export type LinePriceSource = (typeof linePriceSources)[number];
