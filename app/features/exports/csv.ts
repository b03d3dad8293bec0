import { stringify } from "csv-stringify/sync";

/**
 * The columns of a file: what stands at the head of each, and what a row has there. Amounts are
 * plain decimals as text, e.g. "249.90", without a sign of currency or grouping.
 */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | null>;

/**
 * A file for a spreadsheet, piece by piece, the first of them with the heads: RFC 4180, in UTF-8
 * with a byte order mark, without which Excel reads accents wrongly. Answers at its end how many rows
 * it wrote.
 */
export async function* csvOf<Row>(
  columns: CsvColumns<Row>,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<string, number> {
  const cells = Object.values(columns);
  let pending = `\uFEFF${csvText([Object.keys(columns)])}`;
  let count = 0;
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    count += rows.length;
    yield pending + csvText(rows.map((row) => cells.map((cell) => cell(row))));
    pending = "";
  }
  if (pending) yield pending;
  return count;
}

/**
 * What a spreadsheet could take for a formula if it stood at the beginning of a cell, in ASCII and in
 * full width, behind spaces and invisible characters too; and the tab and the line breaks, which are
 * dropped before a cell is read. OWASP, CSV Injection:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])/u;

/** The text as a cell that no spreadsheet computes: one that could be a formula gets a `'` before it. */
export function asText(value: string): string {
  return formulaStart.test(value) ? `'${value}` : value;
}

function csvText(rows: (string | number | null)[][]): string {
  return stringify(rows, {
    record_delimiter: "\r\n",
    cast: { string: asText },
    // Quoted is whatever is more than a word or a number, so that no other separator that a
    // spreadsheet may be set to begins a new cell within a text.
    quoted_match: /[^\p{L}\p{N}.:-]/u,
  });
}
