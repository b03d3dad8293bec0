import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#db/database.ts";
import type { Wanted } from "../read-row.ts";

/** A readable row, to be compared with the shop's data. */
export interface Candidate {
  line: number;
  label: string;
  wanted: Wanted;
}

/** Fields as shown and logged: those that differ, or all of a new entity. */
export type Facts = Record<string, unknown>;

/** What a row would do. */
export type Verdict =
  | { state: "refused"; problem: string }
  | { state: "unchanged"; entityId: string | null; label?: string }
  | { state: "changed"; entityId: string; label: string; before: Facts; after: Facts }
  | { state: "new"; label: string; after: Facts };

export type Change = Extract<Verdict, { before: Facts }>;
export type Addition = Extract<Verdict, { state: "new" }>;

export const refused = (problem: string): Verdict => ({ state: "refused", problem });

/** Compares the rows of one file with stored data, batch by batch; remembers earlier rows. */
export type Judge = (tx: Transaction, rows: readonly Candidate[]) => Promise<Verdict[]>;

/** Who imports, for the audit log. */
export interface Actor {
  userId: string | null;
  email: string;
}

/** An applied row, to be undone. */
export interface AppliedRow {
  state: "new" | "changed";
  entityId: string;
  before: Facts;
  after: Facts;
}

/** How a kind's rows are compared, stored and undone. */
export interface KindWork {
  judge(today: string): Judge;
  /** Keeps others from changing the affected data until the transaction ends. */
  lock(tx: Transaction, importId: string): Promise<void>;
  /**
   * Locks the rows to be changed, once that is certain, in the order in which orders lock them.
   * Orders then wait without deadlocking.
   */
  lockRows?(tx: Transaction, importId: string): Promise<void>;
  /** Stores rows as judged under the lock; returns the id of each one's entity, in order. */
  write(tx: Transaction, actor: Actor, rows: readonly (Change | Addition)[]): Promise<string[]>;
  /** Undoes rows in reverse order; returns for each why it remains, or null. */
  undo(
    tx: Transaction,
    actor: Actor,
    rows: readonly AppliedRow[],
  ): Promise<{ problem: string | null }[]>;
}

export const editedSince = "It was edited since, and stays.";

/** Remembers which row of a file named something first. */
export function createSeen() {
  const lines = new Map<string, number>();
  /** Returns the earlier line that named it, which makes this row a duplicate. */
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

/** Returns a field's texts in the rows, without empty ones. */
export function textsIn(rows: readonly Candidate[], name: string): string[] {
  return rows.flatMap(({ wanted }) => {
    const value = wanted[name];
    return value === null || value === undefined || value === "" ? [] : [String(value)];
  });
}

/**
 * Matches rows where any of the expressions has one of its values. Expressions without values are
 * left out, because they would cause a scan of the whole table.
 */
export function anyOf(...ways: [of: SQL, type: string, values: readonly string[]][]): SQL {
  const asked = ways.filter(([, , values]) => values.length > 0);
  if (asked.length === 0) return sql`false`;
  const matches = asked.map(
    ([of, type, values]) => sql`${of} = any(${sql.param(values)}::${sql.raw(type)}[])`,
  );
  return sql`(${sql.join(matches, sql` or `)})`;
}
