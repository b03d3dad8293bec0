/** Who may do what for a customer; see `app/domain/access/capability.ts`. */
export const memberRoles = ["owner", "buyer", "approver", "bookkeeper", "viewer"] as const;
export type MemberRole = (typeof memberRoles)[number];

/** When an invoice is due; `termsDays` says how many days, or which day of the month. */
export const termsKinds = [
  "prepay",
  "on_delivery",
  "net",
  "end_of_month",
  "day_of_next_month",
] as const;
export type TermsKind = (typeof termsKinds)[number];

/** Whether orders carry a purchase order number; `blanket` is one for all until a day. */
export const poModes = ["none", "optional", "required", "blanket"] as const;
export type PoMode = (typeof poModes)[number];

/** Whether each order is invoiced, or all of a month together. */
export const invoicePeriods = ["order", "month"] as const;
export type InvoicePeriod = (typeof invoicePeriods)[number];

/** Whom the shop sells to; `counter` is whoever pays at one of its tills without an account. */
export const customerKinds = ["business", "person", "counter"] as const;

/** Why a client may be sent what advertises: they bought within two years, opened an account within six months, or asked for it (CASL, section 10). */
export const mailConsents = ["bought", "inquired", "asked"] as const;

export type MailConsent = (typeof mailConsents)[number];
