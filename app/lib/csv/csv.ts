import { stringify } from "csv-stringify/sync";

/**
 * Headings, and functions for each row's values. Amounts are plain decimals as text, e.g. "249.90",
 * without currency sign or grouping.
 */
export type CsvColumns<Row> = Record<string, (row: Row) => string | number | null>;

/**
 * Generates a CSV file for spreadsheets, headings first: RFC 4180, in UTF-8 with a byte order mark,
 * without which Excel misreads accents. Returns the number of rows.
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
 * Matches text that a spreadsheet may interpret as a formula: formula characters in ASCII and full
 * width, also after spaces and invisible characters; and tabs and line breaks, which are dropped
 * before a cell is parsed. OWASP, CSV Injection:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const formulaStart = /^(?:[\t\r\n]|[\s\p{Cf}\p{Cc}]*[=+\-@＝＋－＠])/u;

/**
 * An international telephone number in groups. A leading plus sign starts a formula, but digits
 * separated only by spaces aren't a valid one, so spreadsheets keep the text.
 */
const phoneInGroups = /^\+\d+(?: \d+)+$/;

/** Formats a number for a cell: "+1 (604) 555-0142", a formula, becomes "+1 604 555 0142". */
export function phoneAsText(typed: string): string {
  if (!/^\s*\+[\d\s().\u2010-\u2015-]+$/.test(typed)) return typed;
  const groups = typed.match(/\d+/g) ?? [];
  const [first = "", ...rest] = groups;
  // North American numbers are often typed without spaces, and would be parsed as a number.
  const whole = /^1(\d{3})(\d{3})(\d{4})$/.exec(first);
  if (whole && rest.length === 0) return `+1 ${whole.slice(1).join(" ")}`;
  return `+${groups.join(" ")}`;
}

/** A negative amount; as a formula it evaluates to itself. */
const negativeNumber = /^-\d+(?:\.\d+)?$/;

/**
 * Escapes text that a spreadsheet might evaluate as a formula by prefixing it with `'`; also text
 * that looks escaped already, so that `fromText` is the exact inverse.
 */
export function asText(value: string): string {
  const isHarmless = phoneInGroups.test(value) || negativeNumber.test(value);
  return formulaStart.test(value.replace(/^'+/, "")) && !isHarmless ? `'${value}` : value;
}

/** Reverts `asText`; any other text stays as it is. */
export function fromText(cell: string): string {
  return cell.startsWith("'") && asText(cell.slice(1)) === cell ? cell.slice(1) : cell;
}

/** Formats rows as CSV text like `csvOf`, without a byte order mark. */
export function csvText(rows: (string | number | null)[][], delimiter = ","): string {
  return stringify(rows, {
    delimiter,
    record_delimiter: "\r\n",
    cast: { string: asText },
    // Quote everything except words and numbers, so that text can't start a new cell, whatever
    // separator a spreadsheet is set to.
    quoted_match: /[^\p{L}\p{N}.:-]/u,
  });
}
