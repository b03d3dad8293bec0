import { and, eq, inArray, isNull } from "drizzle-orm";
import { isReachable } from "#app/domain/mail/addressees.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { accountOf, members } from "#db/schema/customers.ts";
import { contactsFor } from "./contacts/contacts.server.ts";

/**
 * Returns the addresses that get a customer's invoices or statements: its bookkeepers, else its
 * owner, if proved or vouched for, and the contacts for that kind.
 */
export async function readersOf(
  tx: Database | Transaction,
  customerId: string,
  kind: "invoices" | "statements" = "invoices",
): Promise<string[]> {
  const found = await tx
    .select({ email: user.email, role: members.role })
    .from(members)
    .innerJoin(user, eq(user.id, members.userId))
    .where(
      and(
        eq(members.customerId, accountOf(customerId)),
        isReachable,
        isNull(members.siteIds),
        inArray(members.role, ["owner", "bookkeeper"]),
      ),
    );
  const bookkeepers = found.filter(({ role }) => role === "bookkeeper");
  const readers = (bookkeepers.length > 0 ? bookkeepers : found).map(({ email }) => email);
  const others = await contactsFor(tx, customerId, [kind], readers);
  return [...readers, ...others.map(({ email }) => email)];
}
