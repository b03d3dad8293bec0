import { type Column, or, type SQL, sql } from "drizzle-orm";
import { user } from "./schema/accounts.ts";
import { profiles } from "./schema/profiles.ts";

/** Holds where a text contains what a LIKE pattern says, whatever the case and the accents. */
export function foldedLike(text: Column | SQL, pattern: string): SQL {
  return sql`folded(${text}) like folded(${pattern})`;
}

/**
 * Holds for the clients that the back office searches for: by part of the company, the contact's name,
 * the e-mail address or the telephone number. In a query of `user` and `profiles`.
 *
 * @param pattern the LIKE pattern of what was typed
 * @param digits those of a telephone number, where it may be one
 */
export function isClientLike(pattern: string, digits: string | null): SQL | undefined {
  return or(
    foldedLike(profiles.companyName, pattern),
    foldedLike(profiles.contactName, pattern),
    foldedLike(user.email, pattern),
    digits
      ? sql`regexp_replace(${profiles.phone}, '\\D', '', 'g') like ${`%${digits}%`}`
      : undefined,
  );
}
