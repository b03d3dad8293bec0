import { and, eq, inArray, sql } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { members } from "#db/schema/customers.ts";
import { capabilitiesOf } from "./capabilities.server.ts";

/**
 * The capability of a member who may order for a customer, for what the shop does in their name: the one
 * who asked for it, or else the owner. Null where nobody is left who may. The caller must have seen that
 * one of them asked for it.
 */
export async function orderingMember(
  db: Database,
  customerId: string,
  userId: string | null,
): Promise<Client | null> {
  const [found] = await db
    .select({
      userId: members.userId,
      email: user.email,
      role: members.role,
      siteIds: members.siteIds,
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
  if (!found) return null;
  const { userId: id, email, role, siteIds } = found;
  const membership = { customerId, role, siteIds };
  return capabilitiesOf({ userId: id, email, isAdmin: false, membership }, "").client;
}
