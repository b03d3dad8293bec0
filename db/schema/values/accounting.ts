/** `open` is to be decided, `ignored` is no payment of a customer. */
export const bankRowStates = ["open", "booked", "ignored"] as const;
export type BankRowState = (typeof bankRowStates)[number];

export const accountingPrograms = ["quickbooks", "xero", "generic"] as const;
