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
