/** Roles of a customer's members; see `app/domain/access/capability.ts`. */
export const memberRoles = ["owner", "buyer", "approver", "bookkeeper", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** When an invoice is due; `termsDays` has the number of days, or the day of the month. */
export const termsKinds = [
  "prepay",
  "on_delivery",
  "net",
  "end_of_month",
  "day_of_next_month",
] as const;
export type TermsKind = (typeof termsKinds)[number];

/** Whether orders have a purchase order number; `blanket` is one for all until a day. */
export const poModes = ["none", "optional", "required", "blanket"] as const;
export type PoMode = (typeof poModes)[number];

/** Whether orders are invoiced one by one, or all of a month together. */
export const invoicePeriods = ["order", "month"] as const;
export type InvoicePeriod = (typeof invoicePeriods)[number];

/** Kinds of customers; `counter` is a till's walk-in customer, for payments without an account. */
export const customerKinds = ["business", "person", "counter"] as const;

/**
 * Why a client may be sent advertising: they bought within two years, opened an account within six
 * months, or asked for it (CASL, section 10).
 */
export const mailConsents = ["bought", "inquired", "asked"] as const;

export type MailConsent = (typeof mailConsents)[number];
