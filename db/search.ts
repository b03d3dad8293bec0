import { type Column, or, type SQL, sql } from "drizzle-orm";
import { user } from "./schema/accounts.ts";
import { profiles } from "./schema/profiles.ts";

/** Matches if a text contains a LIKE pattern, ignoring case and accents. */
export function foldedLike(text: Column | SQL, pattern: string): SQL {
  return sql`folded(${text}) like folded(${pattern})`;
}

/**
 * Matches clients in the back office's search: by part of the company, contact name, e-mail address
 * or phone number. For queries of `user` and `profiles`.
 *
 * @param pattern the LIKE pattern of the search text
 * @param digits its digits, if it may be a phone number
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
