import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "./database.ts";
import { profiles } from "./schema/accounts.ts";
import {
  customerDetails,
  customers,
  firstMembership,
  members,
  shipTos,
} from "./schema/customers.ts";

// The specification's profile (section 3): an account's row and the business details of the customer
// that it acts for.

interface Details {
  companyName?: string | undefined;
  contactName?: string | undefined;
  phone?: string | undefined;
  /** Of the default site. */
  address?: string | undefined;
  /** Of the default site, e.g. "V3G1A2". */
  postalCode?: string | undefined;
  notes?: string | undefined;
}

/** A profile to insert; missing details become the empty string. */
export interface NewProfile extends Details {
  isAdmin?: boolean | undefined;
}

/**
 * An account's profile, whose id is the account's, with the details of its customer, empty for a
 * member of none; null for an account without a profile.
 */
export async function readProfile(db: Database | Transaction, userId: string) {
  const [found] = await db
    .select({
      id: profiles.id,
      isAdmin: profiles.isAdmin,
      staffRole: profiles.staffRole,
      details: customerDetails,
    })
    .from(profiles)
    .leftJoin(members, eq(members.userId, profiles.id))
    .leftJoin(customers, eq(customers.id, members.customerId))
    .where(eq(profiles.id, userId))
    .orderBy(...firstMembership)
    .limit(1);
  if (!found) return null;
  const { details, ...profile } = found;
  const unknown = { companyName: "", contactName: "", phone: "", address: "", notes: "" };
  return { ...profile, ...(details ?? unknown) };
}

/**
 * Inserts an account's profile, and a customer of the same id with one site, owned by the account.
 */
export async function insertProfile(
  tx: Database | Transaction,
  id: string,
  { isAdmin, address, postalCode, ...details }: NewProfile,
): Promise<void> {
  await tx.insert(profiles).values({ id, isAdmin });
  await tx.insert(customers).values({ id, ...details });
  await tx.insert(shipTos).values({ customerId: id, address, postalCode, isDefault: true });
  await tx.insert(members).values({ customerId: id, userId: id, role: "owner" });
}

/** Updates the given details of a customer. */
export async function updateDetails(
  tx: Database | Transaction,
  customerId: string,
  { address, postalCode, ...details }: Details,
): Promise<void> {
  if (Object.keys(details).length > 0) {
    await tx.update(customers).set(details).where(eq(customers.id, customerId));
  }
  if (address !== undefined || postalCode !== undefined) {
    const isDefault = and(eq(shipTos.customerId, customerId), eq(shipTos.isDefault, true));
    await tx.update(shipTos).set({ address, postalCode }).where(isDefault);
  }
}
