import { eq } from "drizzle-orm";
import type { Database, Transaction } from "#db/database.ts";
import { profiles } from "#db/schema/accounts.ts";
import { customerDetails, customers, firstMembership, members } from "#db/schema/customers.ts";

/**
 * Returns an account's profile with the details of its customer, if any; null without a profile.
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
