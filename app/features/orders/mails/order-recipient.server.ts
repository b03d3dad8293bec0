import { and, eq, ne, or, sql } from "drizzle-orm";
import type { Shop } from "#app/content/company.ts";
import type { MemberRole } from "#app/features/auth/capability.ts";
import { makeOrderLink } from "#app/features/payments/order-links.server.ts";
import type { Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers, members } from "#db/schema/customers.ts";

/** Who is told about an order. */
export interface Recipient {
  email: string;
  /** Whether the address may be written to: an account's is confirmed, a guest's was just given. */
  isConfirmed: boolean;
  role: MemberRole;
  /** Somebody who ordered without an account: opens the order by a link. */
  isGuest: boolean;
}

/**
 * Who is told about a customer's order: the member who placed it, or else the customer's owner, as
 * for orders that staff took on the telephone. Of a guest's order, the address that it was placed with.
 * Undefined for any other customer whom nobody signs in for.
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
  if (found) return { ...found, isGuest: false };
  const [guest] = await tx
    .select({ email: customers.guestEmail })
    .from(customers)
    .where(and(eq(customers.id, customerId), ne(customers.guestEmail, "")));
  // Nobody confirms it: who typed somebody else's address has told them of the order at once.
  return guest && { ...guest, isConfirmed: true, role: "owner", isGuest: true };
}

/** A link to the order for a mail to a guest; null for members, who find it in their account. */
export async function guestUrlFor(
  tx: Transaction,
  { isGuest }: Pick<Recipient, "isGuest">,
  orderId: string,
  shop: Shop,
): Promise<string | null> {
  return isGuest ? shop.siteUrl + (await makeOrderLink(tx, orderId)) : null;
}
