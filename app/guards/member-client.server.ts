import { and, eq, inArray, sql } from "drizzle-orm";
import { type Client, staffMay } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { profiles, user } from "#db/schema/accounts.ts";
import { members, recordsOf } from "#db/schema/customers.ts";
import { capabilitiesOf, onBehalfOf } from "./capabilities.server.ts";

/**
 * Returns the capability of a member to order for a customer, for orders that the shop places in
 * their name: the member who requested them, or else the owner. For a customer without logins, that
 * of the staff who requested them on its behalf, while they may take orders. Null if nobody is left
 * who may. The caller must have checked that one of them requested it.
 */
export async function orderingMember(
  db: Database,
  customerId: string,
  userId: string | null,
  designatedEmail: string,
): Promise<Client | null> {
  const [found] = await db
    .select({
      userId: members.userId,
      email: user.email,
      role: members.role,
      siteIds: members.siteIds,
      records: recordsOf(members.customerId),
    })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(members.customerId, customerId),
        inArray(members.role, ["owner", "buyer", "approver"]),
      ),
    )
    .orderBy(
      sql`${members.userId} is not distinct from ${userId}::uuid desc, ${members.role} = 'owner' desc`,
    )
    .limit(1);
  if (!found) return orderingStaff(db, customerId, userId, designatedEmail);
  const { userId: id, email, ...rights } = found;
  const membership = { customerId, ...rights };
  return capabilitiesOf({ userId: id, email, isAdmin: false, membership }, "").client;
}

async function orderingStaff(
  db: Database,
  customerId: string,
  userId: string | null,
  designatedEmail: string,
): Promise<Client | null> {
  // Staff don't replace members who lost the right to order.
  const isSignedInFor = (await db.$count(members, eq(members.customerId, customerId))) > 0;
  if (userId === null || isSignedInFor) return null;
  const [found] = await db
    .select({
      email: user.email,
      isAdmin: profiles.isAdmin,
      staffRole: profiles.staffRole,
      records: recordsOf(customerId),
    })
    .from(user)
    .leftJoin(profiles, eq(profiles.id, user.id))
    .where(eq(user.id, userId));
  if (!found) return null;
  const { records, ...rights } = found;
  const account = { userId, ...rights, membership: null };
  const { staff } = capabilitiesOf(account, designatedEmail);
  return staff && staffMay(staff, "sell")
    ? onBehalfOf(staff, { customerId, records, siteId: null })
    : null;
}
