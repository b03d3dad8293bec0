import { createHash } from "node:crypto";
import { megabytes } from "#app/lib/in-words.ts";
import { csvRowsOf, csvTextOf } from "#app/lib/spreadsheets/csv-text.ts";
import {
  normalizedCell,
  type SheetRow,
  sheetRefusal,
  withoutEmptyEnd,
} from "#app/lib/spreadsheets/sheet.ts";
import { centsIn, dateFormats, dayInCell } from "#app/lib/spreadsheets/typed-cells.ts";
import { maxFileBytes, maxFileRows } from "./bank-file.ts";

const maxColumns = 50;

const csvLimits = {
  rows: maxFileRows + 1,
  rowSize: 20_000,
  tooManyRows: `The file has more than ${maxFileRows.toLocaleString("en-CA")} rows. Please export fewer months at a time.`,
};

export interface CsvFile {
  head: string[];
  /** Identifies the head row, regardless of spacing and capitalization. */
  signature: string;
  rows: SheetRow[];
}

export const tooLargeText = `The file has more than ${megabytes(maxFileBytes)}. Please export fewer months at a time.`;

const noCsv = "This isn't a CSV file. In online banking, or in the spreadsheet, please choose CSV.";

/**
 * Reads a bank's file: UTF-8, UTF-16 LE with a byte order mark, otherwise Windows-1252; with
 * commas, semicolons or tabs.
 *
 * @throws Refusal
 */
export function readCsvFile(bytes: Uint8Array): CsvFile {
  if (bytes.byteLength > maxFileBytes) throw sheetRefusal(tooLargeText);
  const [first, ...rows] = csvRowsOf(csvTextOf(bytes, noCsv), csvLimits);
  const head = first ? withoutEmptyEnd(first.cells.map(normalizedCell)) : [];
  if (head.length === 0) throw sheetRefusal("The file is empty.");
  if (head.some(isValue)) {
    throw sheetRefusal(
      "The first row has a date or an amount, so it is no row of headings. Please export the file with headings, or put a row of them above.",
    );
  }
  if (head.length < 2) {
    throw sheetRefusal(
      "The first row has no columns: they should be separated by commas, semicolons or tabs.",
    );
  }
  if (head.length > maxColumns) {
    throw sheetRefusal(`The file has more than ${maxColumns} columns.`);
  }
  return { head, signature: digest(head.map((name) => name.toLowerCase())), rows };
}

const isValue = (cell: string): boolean =>
  centsIn(cell) !== null || dateFormats.some((format) => dayInCell(cell, format) !== undefined);

function digest(cells: string[]): string {
  return createHash("sha256").update(cells.join("\u001f")).digest("hex");
}

/** Identifies each row: a hash of its cells, and its index among the file's equal rows, from 0. */
export function identified<Row extends { cells: string[] }>(
  rows: readonly Row[],
): (Row & { rowHash: string; ordinal: number })[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const rowHash = digest(withoutEmptyEnd(row.cells.map(normalizedCell)));
    const ordinal = counts.get(rowHash) ?? 0;
    counts.set(rowHash, ordinal + 1);
    return { ...row, rowHash, ordinal };
  });
}
