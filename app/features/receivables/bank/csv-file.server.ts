import { createHash } from "node:crypto";
import { type CsvError, parse } from "csv-parse/sync";
import { centsIn, dateFormats, dayInCell } from "./bank-cells.ts";

/** Longest file, in bytes; a year of a busy account is a tenth of it. */
export const maxFileBytes = 5 * 1024 * 1024;

export const maxFileRows = 20_000;

const maxColumns = 50;

/** Characters in a row. */
const maxRowSize = 20_000;

/** A row of a bank's file. */
interface CsvRow {
  /** In the file, from 1. */
  line: number;
  cells: string[];
}

/** A bank's file: what its columns are called, and the rows below. */
export interface CsvFile {
  head: string[];
  /** Of the head row, however it is spaced or capitalized. */
  signature: string;
  rows: CsvRow[];
}

/** Why a file can't be taken; the message is for whoever sent it. */
export class BankFileRefusedError extends Error {
  override readonly name = "BankFileRefusedError";
}

export const tooLargeText = "The file has more than 5 MB. Please export fewer months at a time.";

/**
 * Reads a bank's file: UTF-8, UTF-16 LE with a byte order mark, otherwise Windows-1252; with commas,
 * semicolons or tabs.
 *
 * @throws BankFileRefusedError
 */
export function readCsvFile(bytes: Uint8Array): CsvFile {
  if (bytes.byteLength > maxFileBytes) throw new BankFileRefusedError(tooLargeText);
  const text = textOf(bytes);
  const [first, ...rows] = rowsOf(text, separatorOf(text));
  const head = first ? withoutEmptyEnd(first.cells.map(normalized)) : [];
  if (head.length === 0) throw new BankFileRefusedError("The file is empty.");
  if (head.some(isValue)) {
    throw new BankFileRefusedError(
      "The first row has a date or an amount, so it is no row of headings. Please export the file with headings, or put a row of them above.",
    );
  }
  if (head.length < 2) {
    throw new BankFileRefusedError(
      "The first row has no columns: they should be separated by commas, semicolons or tabs.",
    );
  }
  if (head.length > maxColumns) {
    throw new BankFileRefusedError(`The file has more than ${maxColumns} columns.`);
  }
  return { head, signature: digest(head.map((name) => name.toLowerCase())), rows };
}

function textOf(bytes: Uint8Array): string {
  const text = decoded(bytes);
  // As in spreadsheets and PDFs. (Those above are what Windows-1252 leaves free.)
  if (/(?![\s\u0080-\u009f])\p{Cc}/u.test(text)) {
    throw new BankFileRefusedError(
      "This is no CSV file. In online banking, or in the spreadsheet, please choose CSV.",
    );
  }
  return text;
}

/** A byte order mark is left out by the decoder. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) {
    return new TextDecoder("utf-16le").decode(bytes);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

const separators = [",", ";", "\t"];

/** That which makes the most columns of the first row. */
function separatorOf(text: string): string {
  const start = text.trimStart().slice(0, maxRowSize);
  const columns = separators.map((separator) => {
    // Within quotes there may be anything.
    const line = start.replace(/"[^"]*"/g, "x").split(/\r?\n|\r/, 1)[0] ?? "";
    return line.split(separator).length;
  });
  return separators[columns.indexOf(Math.max(...columns))] ?? ",";
}

function rowsOf(text: string, delimiter: string): CsvRow[] {
  let found: { record: string[]; info: { lines: number } }[];
  try {
    found = parse(text, {
      delimiter,
      info: true,
      max_record_size: maxRowSize,
      relax_column_count: true,
      // Banks don't quote a quote within a text.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: maxFileRows + 2,
    }) as unknown as typeof found;
  } catch (error) {
    throw new BankFileRefusedError(problemOf(error as CsvError));
  }
  if (found.length > maxFileRows + 1) {
    throw new BankFileRefusedError(
      `The file has more than ${maxFileRows.toLocaleString("en-CA")} rows. Please export fewer months at a time.`,
    );
  }
  return found.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

function problemOf({ code, lines }: CsvError): string {
  const where = typeof lines === "number" ? ` in line ${lines}` : "";
  if (code === "CSV_QUOTE_NOT_CLOSED") {
    return `The file is cut off, or a quotation mark is missing: the one${where} is not closed.`;
  }
  if (code === "CSV_MAX_RECORD_SIZE") return `A row${where} is too long for a bank's file.`;
  return `The file could not be read as CSV: something is wrong${where}.`;
}

const isValue = (cell: string): boolean =>
  centsIn(cell) !== null || dateFormats.some((format) => dayInCell(cell, format) !== undefined);

/** A cell in one spelling: composed, without spaces around or doubled. */
const normalized = (cell: string): string => cell.normalize().replace(/\s+/g, " ").trim();

function withoutEmptyEnd(cells: string[]): string[] {
  return cells.slice(0, cells.findLastIndex((cell) => cell !== "") + 1);
}

function digest(cells: string[]): string {
  return createHash("sha256").update(cells.join("\u001f")).digest("hex");
}

/**
 * What a row is known by when it comes again: a hash of its cells, and which of the file's rows with
 * such cells it is, from 0.
 */
export function identified<Row extends { cells: string[] }>(
  rows: readonly Row[],
): (Row & { rowHash: string; ordinal: number })[] {
  const counts = new Map<string, number>();
  return rows.map((row) => {
    const rowHash = digest(withoutEmptyEnd(row.cells.map(normalized)));
    const ordinal = counts.get(rowHash) ?? 0;
    counts.set(rowHash, ordinal + 1);
    return { ...row, rowHash, ordinal };
  });
}
