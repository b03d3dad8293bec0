import { eq } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import { contacts, customers, invitations, members, shipTos } from "#db/schema/customers.ts";
import { dropSitePhotos } from "./photos/site-photos.server.ts";

/** Replaces the name of an erased person. */
export const erasedName = "Erased";

/**
 * Erases the contact person's name and phone number of a customer without other members. A private
 * person is the customer: all personal data and addresses are erased, and nothing can be ordered
 * for them any more.
 *
 * @param guestEmail the replacement of a guest's address; null for a customer who isn't a guest
 */
export async function eraseCustomer(
  tx: Transaction,
  id: string,
  { isPrivate, guestEmail }: { isPrivate: boolean; guestEmail: string | null },
): Promise<void> {
  const contact = { contactName: "", phone: "" };
  const person = {
    companyName: erasedName,
    accountingName: "",
    notes: "",
    holdNote: "",
    poMode: "optional",
    poBlanket: "",
    poBlanketEndsOn: null,
    inactiveAt: new Date(),
  } as const;
  await tx
    .update(customers)
    .set({
      ...contact,
      ...(isPrivate && person),
      ...(guestEmail !== null && { guestEmail, guestProvedAt: null, guestNetwork: "" }),
    })
    .where(eq(customers.id, id));
  const place = { address: "", postalCode: "", notes: "", name: "", gateCode: "" };
  await tx
    .update(shipTos)
    .set({ ...contact, ...(isPrivate && place) })
    .where(eq(shipTos.customerId, id));
  if (!isPrivate) return;
  const sites = await tx.select({ id: shipTos.id }).from(shipTos).where(eq(shipTos.customerId, id));
  await dropSitePhotos(
    tx,
    sites.map((site) => site.id),
  );
}

export async function eraseFromCustomers(tx: Transaction, email: string): Promise<void> {
  await tx.delete(contacts).where(eq(contacts.email, email));
  await tx.delete(invitations).where(eq(invitations.email, email));
}

export async function leaveCustomers(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(members).where(eq(members.userId, userId));
}
