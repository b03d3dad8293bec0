/** What a contact of a customer may get, by the names of the form's check boxes. */
export const contactKinds = ["orders", "invoices", "statements"] as const;

export type ContactKind = (typeof contactKinds)[number];

/** An address that gets a customer's mails beside those who sign in for it. */
export interface Contact {
  email: string;
  name: string;
  gets: readonly ContactKind[];
}

/** More than any business has; whoever adds them without end stops here. */
export const mostContacts = 10;

export const kindText: Record<ContactKind, string> = {
  orders: "Orders",
  invoices: "Invoices and what is due",
  statements: "Monthly statements",
};
