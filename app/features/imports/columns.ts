import { z } from "zod";
import { type FormAnswer, invalidMessage } from "#app/lib/form/submitted-form.ts";
import { type DateFormat, dateFormats } from "#app/lib/spreadsheets/typed-cells.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { kindText } from "./kinds.ts";

/** A file's columns: the position of each field that it has, from 0. */
export interface Columns {
  columns: Record<string, number>;
  dateFormat: DateFormat;
}

const columnsSchema = z.object({
  columns: z.record(z.string(), z.int().nonnegative()),
  dateFormat: z.enum(dateFormats),
});

/** Returns stored columns; null for none or outdated ones. */
export function storedColumns(stored: unknown): Columns | null {
  return columnsSchema
    .nullable()
    .catch(null)
    .parse(stored ?? null);
}

/** Normalizes a heading: "Price per lb (CAD)" and "price_per_LB" are equal. */
function headingKey(heading: string): string {
  return heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\([^()]*\)/g, " ")
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .replace(/\be mail\b/, "email")
    .trim();
}

/** Guesses columns by the headings, each used once; `isCertain` if that is enough to proceed. */
export function guessColumns(
  kind: ImportKind,
  head: readonly string[],
): { columns: Columns; isCertain: boolean } {
  const { fields } = kindText[kind];
  const keys = head.map(headingKey);
  const columns: Record<string, number> = {};
  const taken = new Set<number>();
  const passes = [
    fields.map(({ name, heading }) => ({ name, words: [heading] })),
    fields.map(({ name, also = [] }) => ({ name, words: also })),
  ];
  for (const pass of passes) {
    for (const { name, words } of pass) {
      if (columns[name] !== undefined) continue;
      const wanted = words.map(headingKey);
      const index = keys.findIndex((key, at) => wanted.includes(key) && !taken.has(at));
      if (index < 0) continue;
      columns[name] = index;
      taken.add(index);
    }
  }
  const own = new Set(fields.map(({ heading }) => headingKey(heading)));
  const chosen: Columns = { columns, dateFormat: "ymd" };
  const isOurs = Object.values(columns).every((index) => own.has(keys[index] ?? ""));
  return { columns: chosen, isCertain: isOurs && missingIn(kind, chosen) === undefined };
}

/** Counts a row's headings of a kind, to find the head row of a file. */
export function headingsIn(kind: ImportKind, cells: readonly string[]): number {
  return Object.keys(guessColumns(kind, cells).columns.columns).length;
}

export const columnField = (name: string) => `column-${name}`;

/** Returns the form fields for columns. */
export function columnsFields({ columns, dateFormat }: Columns): Record<string, string> {
  const chosen = Object.entries(columns).map(([name, index]) => [columnField(name), String(index)]);
  return { ...Object.fromEntries(chosen), dateFormat };
}

function missingIn(kind: ImportKind, { columns }: Columns): string | undefined {
  const { identifiedBy, needs, fields } = kindText[kind];
  const heading = (name: string) => fields.find((field) => field.name === name)?.heading ?? name;
  const missing = needs.find((name) => columns[name] === undefined);
  if (missing) return `Please choose the column for “${heading(missing)}”.`;
  if (!identifiedBy.some((name) => columns[name] !== undefined)) {
    const names = identifiedBy.map((name) => `“${heading(name)}”`);
    return `Please choose a column for one of ${names.join(", ")}: it says what a row is about.`;
  }
  return undefined;
}

/** Validates submitted columns for a file with this head row, or returns the errors. */
export function checkColumns(
  kind: ImportKind,
  fields: Record<string, string>,
  head: readonly string[],
): { data: Columns; refused?: never } | { data?: never; refused: FormAnswer } {
  const columns: Record<string, number> = {};
  const errors: Record<string, string[]> = {};
  const users = new Map<number, string>();
  for (const { name, heading } of kindText[kind].fields) {
    const text = fields[columnField(name)] ?? "";
    if (text === "") continue;
    const index = /^\d{1,3}$/.test(text) ? Number(text) : head.length;
    const other = users.get(index);
    if (index >= head.length) errors[columnField(name)] = ["Please choose a column of the file"];
    else if (other) errors[columnField(name)] = [`This column is “${other}” already`];
    else {
      columns[name] = index;
      users.set(index, heading);
    }
  }
  const dateFormat = dateFormats.find((format) => format === (fields.dateFormat ?? "ymd"));
  if (!dateFormat) errors.dateFormat = ["Please choose how the days are written"];
  if (!dateFormat || Object.keys(errors).length > 0) {
    return { refused: { errors, message: invalidMessage, values: fields } };
  }
  const data = { columns, dateFormat };
  const missing = missingIn(kind, data);
  return missing ? { refused: { message: missing, values: fields } } : { data };
}
