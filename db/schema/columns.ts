import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { numeric, timestamp } from "drizzle-orm/pg-core";

/**
 * A `timestamptz` column that reads and writes as `Date`.
 * Kept to the millisecond because that is all a `Date` holds: a page cursor made from a row that
 * was read compares equal to the row it came from.
 */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

/** Dollars with two decimals, read and written as text: no binary fraction ever touches money. */
export const dollars = (name: string) => numeric(name, { precision: 12, scale: 2, mode: "string" });

/** Dollars per pound with two decimals, as text. */
export const dollarsPerLb = (name: string) =>
  numeric(name, { precision: 10, scale: 2, mode: "string" });

/** Pounds with two decimals, as text. PostgreSQL rounds a third decimal: the caller refuses it. */
export const pounds = (name: string) => numeric(name, { precision: 10, scale: 2, mode: "string" });

/** Rule: more than white space, and no longer than a form would let anyone type. */
export const filled = (column: AnyColumn, max: number): SQL =>
  sql`${column} ~ '[^[:space:]]' and char_length(${column}) <= ${literal(max)}`;

/** Rule: may be empty, but no longer than `max` characters. */
export const atMost = (column: AnyColumn, max: number): SQL =>
  sql`char_length(${column}) <= ${literal(max)}`;

/** Rule: one of the given words (or null, where the column allows it). */
export const oneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.join(words.map(literal), sql`, `)})`;

/** Rule: within two bounds. The upper one also keeps out 'NaN', which sorts above every number. */
export const within = (column: AnyColumn, least: string | number, most: string | number): SQL =>
  sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`;

/** Rule: an e-mail address in the one form in which addresses are compared. */
export const emailAddress = (column: AnyColumn): SQL =>
  sql`${column} = lower(${column}) and ${column} ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(${column}) <= 320`;

// A check constraint is DDL and takes no parameters, so its values stand in the text.
function literal(value: string | number): SQL {
  return sql.raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);
}
