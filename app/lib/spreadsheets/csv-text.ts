import { type CsvError, parse } from "csv-parse/sync";
import { type SheetRow, sheetRefusal } from "./sheet.ts";

interface CsvLimits {
  /** Including the row of headings. */
  rows: number;
  /** In characters. */
  rowSize: number;
  tooManyRows: string;
}

/**
 * Decodes a CSV file: UTF-8, UTF-16 LE with a byte order mark, otherwise Windows-1252.
 *
 * @param otherwise the error for a file that isn't text, such as a spreadsheet or a PDF
 * @throws Refusal
 */
export function csvTextOf(bytes: Uint8Array, otherwise: string): string {
  const text = decoded(bytes);
  // As in spreadsheets and PDFs. (The excluded range is what Windows-1252 leaves unused.)
  if (/(?![\s\u0080-\u009f])\p{Cc}/u.test(text)) throw sheetRefusal(otherwise);
  return text;
}

/** The decoder removes a byte order mark. */
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

/**
 * Returns the rows of a CSV text with commas, semicolons or tabs; skips empty ones.
 *
 * @throws Refusal
 */
export function csvRowsOf(text: string, { rows, rowSize, tooManyRows }: CsvLimits): SheetRow[] {
  let found: { record: string[]; info: { lines: number } }[];
  try {
    found = parse(text, {
      delimiter: separatorOf(text, rowSize),
      info: true,
      max_record_size: rowSize,
      relax_column_count: true,
      // Banks don't escape quotes within a text.
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      to: rows + 1,
    }) as unknown as typeof found;
  } catch (error) {
    throw sheetRefusal(problemOf(error as CsvError));
  }
  if (found.length > rows) throw sheetRefusal(tooManyRows);
  return found.map(({ record, info }) => ({ line: info.lines, cells: record }));
}

const separators = [",", ";", "\t"];

/** Returns the separator that splits the first row into the most columns. */
function separatorOf(text: string, rowSize: number): string {
  const start = text.trimStart().slice(0, rowSize);
  const columns = separators.map((separator) => {
    // Ignore quoted text.
    const line = start.replace(/"[^"]*"/g, "x").split(/\r?\n|\r/, 1)[0] ?? "";
    return line.split(separator).length;
  });
  return separators[columns.indexOf(Math.max(...columns))] ?? ",";
}

function problemOf({ code, lines }: CsvError): string {
  const where = typeof lines === "number" ? ` in line ${lines}` : "";
  if (code === "CSV_QUOTE_NOT_CLOSED") {
    return `The file is cut off, or a quotation mark is missing: the one${where} is not closed.`;
  }
  if (code === "CSV_MAX_RECORD_SIZE")
    return `A row${where} is too long, or a quotation mark before it is not closed.`;
  return `The file could not be read as CSV: something is wrong${where}.`;
}
