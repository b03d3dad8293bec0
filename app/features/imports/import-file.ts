import type { ImportKind, ImportRowState, ImportState } from "#db/schema/values/imports.ts";
import type { Columns } from "./columns.ts";
import { undoTime } from "./import-limits.ts";
import { kindText } from "./kinds.ts";

/** Rows in each state, and those changed since they were compared. */
export type RowCounts = Record<ImportRowState | "stale" | "kept", number>;

export interface ImportSummary {
  id: string;
  kind: ImportKind;
  state: ImportState;
  fileName: string;
  createdAt: Date;
  appliedAt: Date | null;
  undoneAt: Date | null;
  createdBy: string | null;
  counts: RowCounts;
}

export interface ImportDetails extends ImportSummary {
  head: string[];
  samples: string[][];
  rowCount: number;
  /** Number of rows read, applied or undone so far. */
  doneCount: number;
  problem: string;
  invites: boolean;
  /** Known from files with the same headings. */
  columns: Columns | null;
  canUndo: boolean;
  /** Later imports that may build on this one, to be undone first; newest first. */
  undoFirst: { fileName: string; kind: ImportKind }[];
}

export interface ImportRow {
  line: number;
  state: ImportRowState;
  label: string;
  problem: string;
  isStale: boolean;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export const rowFilters = ["new", "changed", "unchanged", "refused", "stale", "kept"] as const;

export type RowFilter = (typeof rowFilters)[number];

export const rowFilterText: Record<RowFilter, string> = {
  new: "New",
  changed: "Changed",
  unchanged: "Unchanged",
  refused: "Refused",
  stale: "Changed by others",
  kept: "Not undone",
};

/** Undefined for all rows. */
export function rowFilterIn(value: string | null): RowFilter | undefined {
  return rowFilters.find((filter) => filter === value);
}

const unseen = new Set(["entity", "product", "newList", "customerId"]);

const first = ["price", "amount", "pricePerLb", "email", "address", "itemNumber", "category"];

/** Returns the facts of a row that are shown, the most interesting first. */
export function shownFacts(facts: Record<string, unknown> | null): Record<string, unknown> | null {
  if (!facts) return null;
  const shown = Object.entries(facts).filter(([name]) => !unseen.has(name));
  const rank = ([name]: [string, unknown]) =>
    first.includes(name) ? first.indexOf(name) : first.length;
  return Object.fromEntries(shown.sort((one, other) => rank(one) - rank(other)));
}

/** Why an action on a file is refused, with a 404 or 409. */
export type ImportRefusal =
  | "gone"
  | "at work"
  | "refused rows"
  | "nothing to do"
  | "too late"
  | "used since";

export const importRefusalText: Record<ImportRefusal, string> = {
  gone: "This file no longer exists.",
  "at work": "A colleague has gone on with this file meanwhile. What it says now is below.",
  "refused rows":
    "Some rows are refused. Please correct them in the file and upload it again: a file is imported as a whole.",
  "nothing to do": "The shop has all of this already; there is nothing to import.",
  "too late": `An import can be undone for ${undoTime}. Please make the changes by hand.`,
  "used since":
    "Later imports may use what this one brought. Undo them first, or tick that this one is to be undone all the same.",
};

export const importFailed = "This could not be done. Please try again.";

export const brokenOffText = {
  reading: "The rows could not be compared: the work was broken off. Please try again.",
  applying: "Nothing was imported: the work was broken off. Please try again.",
  undoing: "Nothing was undone: the work was broken off. Please try again.",
} as const;

/** "3 new, 2 changed", without zero counts. */
export function newAndChanged({ new: added, changed }: RowCounts): string {
  return [
    ...(added > 0 ? [`${added.toLocaleString("en-CA")} new`] : []),
    ...(changed > 0 ? [`${changed.toLocaleString("en-CA")} changed`] : []),
  ].join(", ");
}

/** Says what was imported, without counts once its rows are deleted. */
export function importedInWords(counts: RowCounts): string {
  const words = newAndChanged(counts);
  return words === "" ? "Imported" : `Imported: ${words}`;
}

/** Names the imports to undo before another one, in order. */
export function undoFirstInWords(first: ImportDetails["undoFirst"]): string {
  const files = first.map(
    ({ fileName, kind }) => `${fileName} (${kindText[kind].label.toLowerCase()})`,
  );
  return `Imported since, and to be undone first: ${files.join(", then ")}. Until then, whatever they use stays as it is.`;
}
