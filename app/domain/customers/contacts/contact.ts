/** The emails a contact may get, by the names of the form's checkboxes. */
export const contactKinds = ["orders", "invoices", "statements"] as const;

export type ContactKind = (typeof contactKinds)[number];

/** An address that gets a customer's emails in addition to its members. */
export interface Contact {
  email: string;
  name: string;
  gets: readonly ContactKind[];
}

/** More than any business has; stops endless additions. */
export const mostContacts = 10;

export const kindText: Record<ContactKind, string> = {
  orders: "Orders",
  invoices: "Invoices and what is due",
  statements: "Monthly statements",
};
