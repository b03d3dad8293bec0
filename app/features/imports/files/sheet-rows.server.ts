import { fromText } from "#app/lib/csv/csv.ts";
import { csvRowsOf, csvTextOf } from "#app/lib/spreadsheets/csv-text.ts";
import { normalizedCell, sheetRefusal, withoutEmptyEnd } from "#app/lib/spreadsheets/sheet.ts";
import { centsIn, dateFormats, dayInCell } from "#app/lib/spreadsheets/typed-cells.ts";
import type { ImportKind } from "#db/schema/values/imports.ts";
import { headingsIn } from "../columns.ts";
import { maxImportBytes, maxImportRows, tooLargeText } from "../import-limits.ts";
import { isOldWorkbook, isZip, type XlsxRow, xlsxRows } from "./xlsx.server.ts";

const maxColumns = 200;

/** Number of first rows that may include the head row, below titles and dates. */
const headSearch = 10;

const batchRows = 500;

const tooManyRows = `The file has more than ${maxImportRows.toLocaleString("en-CA")} rows. Please split it.`;

const csvLimits = { rows: maxImportRows + headSearch, rowSize: 200_000, tooManyRows };

const noSheet =
  "This is neither a CSV file nor an Excel workbook (.xlsx). In the spreadsheet, please save it as one of these.";

interface OpenSheet {
  head: string[];
  batches: AsyncGenerator<XlsxRow[]>;
}

/**
 * Opens a CSV or XLSX file. The row with the most headings of the kind is the head row; rows above
 * it are skipped. @throws Refusal, also while reading the rows
 */
export async function openSheet(kind: ImportKind, bytes: Buffer): Promise<OpenSheet> {
  if (bytes.length > maxImportBytes) throw sheetRefusal(tooLargeText);
  if (isOldWorkbook(bytes)) {
    throw sheetRefusal(
      "This is a workbook of an old Excel, or one with a password. Please save it as .xlsx or CSV.",
    );
  }
  const all = isZip(bytes) ? xlsxRows(bytes) : csvBatches(bytes);
  const first: XlsxRow[] = [];
  while (first.length < headSearch) {
    const { done, value } = await all.next();
    if (done) break;
    first.push(...value);
  }
  const at = headIndex(kind, first.slice(0, headSearch));
  const head = withoutEmptyEnd((first[at]?.cells ?? []).map(normalizedCell));
  if (head.length === 0) throw sheetRefusal("The file is empty.");
  if (head.length > maxColumns) {
    throw sheetRefusal(`The file has more than ${maxColumns} columns.`);
  }
  if (headingsIn(kind, head) === 0 && head.some(isValue)) {
    throw sheetRefusal(
      "The first row has a date or an amount, so it is no row of headings. Please put a row of headings above.",
    );
  }
  return { head, batches: below(head, first.slice(at + 1), all) };
}

async function* csvBatches(bytes: Buffer): AsyncGenerator<XlsxRow[]> {
  const rows = csvRowsOf(csvTextOf(bytes, noSheet), csvLimits);
  for (let start = 0; start < rows.length; start += batchRows) {
    yield rows.slice(start, start + batchRows);
  }
}

/** Returns the index of the row with the most headings, else of the first with several cells. */
function headIndex(kind: ImportKind, rows: XlsxRow[]): number {
  const counts = rows.map(({ cells }) => headingsIn(kind, cells.map(normalizedCell)));
  const most = Math.max(0, ...counts);
  if (most > 0) return counts.indexOf(most);
  return Math.max(
    0,
    rows.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== "").length > 1),
  );
}

const isValue = (cell: string): boolean =>
  centsIn(cell) !== null || dateFormats.some((format) => dayInCell(cell, format) !== undefined);

/** Yields the rows below the head row, without repetitions of it, with their line numbers. */
async function* below(
  head: string[],
  first: XlsxRow[],
  rest: AsyncGenerator<XlsxRow[]>,
): AsyncGenerator<XlsxRow[]> {
  const isHead = ({ cells }: XlsxRow) =>
    head.every((name, index) => normalizedCell(cells[index] ?? "") === name);
  let count = 0;
  let last = 0;
  function kept(rows: XlsxRow[]): XlsxRow[] {
    const own = rows.filter((row) => !isHead(row));
    count += own.length;
    if (count > maxImportRows) throw sheetRefusal(tooManyRows);
    return own.map((row) => {
      last = Math.max(row.line, last + 1);
      // Spreadsheets keep the escapes that an export has written.
      return { ...row, cells: row.cells.slice(0, head.length).map(fromText), line: last };
    });
  }
  let waiting = kept(first);
  for await (const rows of rest) {
    waiting.push(...kept(rows));
    while (waiting.length >= batchRows) {
      yield waiting.slice(0, batchRows);
      waiting = waiting.slice(batchRows);
    }
  }
  if (waiting.length > 0) yield waiting;
}
