import { and, eq, inArray, isNull } from "drizzle-orm";
import { isReachable } from "#app/domain/mail/addressees.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { members } from "#db/schema/customers.ts";

/** The addresses, proved or vouched for, of those who keep a customer's books: its bookkeepers, or its owner. */
export async function readersOf(tx: Database | Transaction, customerId: string): Promise<string[]> {
  const found = await tx
    .select({ email: user.email, role: members.role })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(members.customerId, customerId),
        isReachable,
        isNull(members.siteIds),
        inArray(members.role, ["owner", "bookkeeper"]),
      ),
    );
  const bookkeepers = found.filter(({ role }) => role === "bookkeeper");
  return (bookkeepers.length > 0 ? bookkeepers : found).map(({ email }) => email);
}
