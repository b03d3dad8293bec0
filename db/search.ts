import { type Column, eq, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "./database.ts";
import { user } from "./schema/accounts.ts";
import { customers, members, ownerOfCustomer } from "./schema/customers.ts";

/**
 * Returns a query of the ids of the customers that the back office's search finds, with all records
 * merged with them. Its arguments are those of `isClientLike`.
 */
export function customersLike(db: Database, pattern: string, digits: string | null) {
  const record = alias(customers, "record");
  return db
    .select({ id: record.id })
    .from(customers)
    .innerJoin(record, eq(record.accountId, customers.accountId))
    .leftJoin(members, ownerOfCustomer)
    .leftJoin(user, eq(user.id, members.userId))
    .where(isClientLike(pattern, digits));
}

/** Matches if a text contains a LIKE pattern, ignoring case and accents. */
export function foldedLike(text: Column | SQL, pattern: string): SQL {
  return sql`folded(${text}) like folded(${pattern})`;
}

/**
 * Matches clients in the back office's search: by part of the company, contact name, email address
 * or phone number, also that of a site. For queries of `customers` and of their owners in `user`.
 *
 * @param pattern the LIKE pattern of the search text
 * @param digits its digits, if it may be a phone number
 */
export function isClientLike(pattern: string, digits: string | null): SQL | undefined {
  return or(
    foldedLike(customers.companyName, pattern),
    foldedLike(customers.contactName, pattern),
    foldedLike(user.email, pattern),
    foldedLike(customers.guestEmail, pattern),
    digits
      ? sql`regexp_replace(${customers.phone}, '\\D', '', 'g') like ${`%${digits}%`} or exists (
          select from ship_tos site where site.customer_id = ${customers.id}
            and regexp_replace(site.phone, '\\D', '', 'g') like ${`%${digits}%`})`
      : undefined,
  );
}
