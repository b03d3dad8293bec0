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

/**
 * An international telephone number in groups. The sign alone would begin a formula, but numbers with
 * nothing than spaces between them are none, so that a spreadsheet keeps the text as it is.
 */
const phoneInGroups = /^\+\d+(?: \d+)+$/;

/** A telephone number for a cell: "+1 (604) 555-0142", which would be computed, is "+1 604 555 0142". */
export function phoneAsText(typed: string): string {
  if (!/^\s*\+[\d\s().\u2010-\u2015-]+$/.test(typed)) return typed;
  const groups = typed.match(/\d+/g) ?? [];
  const [first = "", ...rest] = groups;
  // North American numbers are often typed in one piece, which a spreadsheet would take for a number.
  const whole = /^1(\d{3})(\d{3})(\d{4})$/.exec(first);
  if (whole && rest.length === 0) return `+1 ${whole.slice(1).join(" ")}`;
  return `+${groups.join(" ")}`;
}

/** The text as a cell that no spreadsheet computes: one that could be a formula gets a `'` before it. */
export function asText(value: string): string {
  return formulaStart.test(value) && !phoneInGroups.test(value) ? `'${value}` : value;
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
