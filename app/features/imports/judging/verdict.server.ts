import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import type { Wanted } from "../read-row.ts";

/** A readable row, to be compared with the shop's data. */
export interface Candidate {
  line: number;
  label: string;
  wanted: Wanted;
}

/** The fields that differ, or all of a new entity, as shown and logged. */
export type Facts = Record<string, unknown>;

export type Verdict =
  | { state: "refused"; problem: string }
  | { state: "unchanged"; entityId: string | null; label?: string }
  | { state: "changed"; entityId: string; label: string; before: Facts; after: Facts }
  | { state: "new"; label: string; after: Facts };

export type Change = Extract<Verdict, { before: Facts }>;
export type Addition = Extract<Verdict, { state: "new" }>;

export const refused = (problem: string): Verdict => ({ state: "refused", problem });

/** Compares one file's rows with stored data, batch by batch, and remembers earlier rows. */
export type Judge = (tx: Transaction, rows: readonly Candidate[]) => Promise<Verdict[]>;

export interface Actor {
  userId: string | null;
  email: string;
}

export interface AppliedRow {
  state: "new" | "changed";
  entityId: string;
  before: Facts;
  after: Facts;
}

export interface KindWork {
  judge(today: string): Judge;
  /** Keeps others from changing the affected data until the transaction ends. */
  lock(tx: Transaction, importId: string): Promise<void>;
  /** Locks the rows to change like orders do, so that these wait without deadlocks. */
  lockRows?(tx: Transaction, importId: string): Promise<void>;
  /** Stores rows as judged under the lock; returns each one's entity id, in order. */
  write(tx: Transaction, actor: Actor, rows: readonly (Change | Addition)[]): Promise<string[]>;
  /** Undoes rows in reverse order; returns per row why it remains, or null. */
  undo(
    tx: Transaction,
    actor: Actor,
    rows: readonly AppliedRow[],
  ): Promise<{ problem: string | null }[]>;
}

export const editedSince = "It was edited since, and stays.";

/** Remembers the row of a file that named something first. */
export function createSeen() {
  const lines = new Map<string, number>();
  /** Returns the earlier line with this key, which makes this row a duplicate. */
  return function firstLine(key: string, line: number): number | undefined {
    const first = lines.get(key);
    if (first === undefined) lines.set(key, line);
    return first;
  };
}

/** Returns the fields of `wanted` that differ from what is stored. */
export function differing(stored: object, wanted: object): { before: Facts; after: Facts } {
  const values = new Map<string, unknown>(Object.entries(stored));
  const changed = Object.entries(wanted).filter(([name, value]) => values.get(name) !== value);
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, values.get(name) ?? null])),
    after: Object.fromEntries(changed),
  };
}

/** Returns a field's distinct texts, without empty ones. */
export function textsIn(rows: readonly Candidate[], name: string): string[] {
  return rows.flatMap(({ wanted }) => {
    const value = wanted[name];
    return value === null || value === undefined || value === "" ? [] : [String(value)];
  });
}

/**
 * Matches rows where an expression has one of its values. Expressions without values are left out,
 * because they would scan the whole table.
 */
export function anyOf(...ways: [of: SQL, type: string, values: readonly string[]][]): SQL {
  const asked = ways.filter(([, , values]) => values.length > 0);
  if (asked.length === 0) return sql`false`;
  const matches = asked.map(
    ([of, type, values]) => sql`${of} = any(${sql.param(values)}::${sql.raw(type)}[])`,
  );
  return sql`(${sql.join(matches, sql` or `)})`;
}
