import { type AnyColumn, type SQL, sql } from "drizzle-orm";
import { customType, jsonb, numeric, timestamp } from "drizzle-orm/pg-core";
import { mostWishNote, type Wish } from "./values/wishes.ts";

/**
 * A `timestamptz` column read and written as `Date`. Its precision is a `Date`'s millisecond, so
 * that a page cursor made from a row compares equal to the row.
 */
export const instant = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: "date" });

export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** Dollars with two decimals, as text: money never becomes binary floating point. */
export const dollars = (name: string) => numeric(name, { precision: 12, scale: 2, mode: "string" });

/** Dollars per pound with two decimals, as text. */
export const dollarsPerLb = (name: string) =>
  numeric(name, { precision: 10, scale: 2, mode: "string" });

/** Pounds with two decimals, as text. PostgreSQL rounds a third one, so callers must reject it. */
export const pounds = (name: string) => numeric(name, { precision: 10, scale: 2, mode: "string" });

/** How a line is to be cut and packed; null for no wish. */
export const wish = () => jsonb("wish").$type<Wish>();

/** Rule: a wish with all its parts, or null. */
export const isWish = (column: AnyColumn): SQL =>
  sql`${column} is null or (jsonb_typeof(${column}) = 'object'
    and ${column} ?& array['thickness', 'perPack', 'trim', 'note']
    and char_length(${column} ->> 'note') <= ${literal(mostWishNote)}
    and pg_column_size(${column}) < 1000)`;

/** Rule: not blank, and no longer than a form allows. */
export const filled = (column: AnyColumn, max: number): SQL =>
  sql`${column} ~ '[^[:space:]]' and char_length(${column}) <= ${literal(max)}`;

/** Rule: may be empty, but no longer than `max` characters. */
export const atMost = (column: AnyColumn, max: number): SQL =>
  sql`char_length(${column}) <= ${literal(max)}`;

/** Rule: one of the given words (or null, if the column allows it). */
export const oneOf = (column: AnyColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.join(words.map(literal), sql`, `)})`;

/** Rule: within bounds. The upper one also excludes 'NaN', which sorts above every number. */
export const within = (column: AnyColumn, least: string | number, most: string | number): SQL =>
  sql`${column} between ${sql.raw(String(least))} and ${sql.raw(String(most))}`;

/** Rule: an email address, normalized for comparison. */
export const emailAddress = (column: AnyColumn): SQL =>
  sql`${column} = lower(${column}) and ${column} ~ '^[^@[:space:]]+@[^@[:space:]]+$' and char_length(${column}) <= 320`;

// A check constraint is DDL and takes no parameters, so its values are inlined.
function literal(value: string | number): SQL {
  return sql.raw(typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`);
}
