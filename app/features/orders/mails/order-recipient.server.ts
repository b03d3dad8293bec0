import { and, eq, ne, or, sql } from "drizzle-orm";
import type { MemberRole } from "#app/features/auth/capability.ts";
import type { Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, members } from "#db/schema/customers.ts";

/** Who is told about an order. */
interface Recipient {
  email: string;
  /** Whether the address may be written to: an account's is confirmed, a guest's was just given. */
  isConfirmed: boolean;
  role: MemberRole;
}

/**
 * Who is told about a customer's order: the member who placed it, or else the customer's owner, as
 * for orders that staff took on the telephone; or the guest. Undefined for a customer whom nobody
 * signs in for and that has no address.
 */
export async function recipientOf(
  tx: Transaction,
  { customerId, placedBy }: { customerId: string; placedBy: string | null },
): Promise<Recipient | undefined> {
  const [found] = await tx
    .select({ email: user.email, isConfirmed: user.emailVerified, role: members.role })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(members.customerId, customerId),
        or(eq(members.role, "owner"), placedBy ? eq(members.userId, placedBy) : undefined),
      ),
    )
    .orderBy(sql`${members.userId} is not distinct from ${placedBy}::uuid desc`)
    .limit(1);
  if (found) return found;
  const [guest] = await tx
    .select({ email: customers.guestEmail })
    .from(customers)
    .where(and(eq(customers.id, customerId), ne(customers.guestEmail, "")));
  return guest && { ...guest, isConfirmed: true, role: "owner" };
}
