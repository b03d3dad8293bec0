import { toCents } from "../amounts/money.ts";
import { dayIn } from "../day-range.ts";

// Parses cells of foreign files: a bank's, a spreadsheet. Ambiguous values are refused.

export const dateFormats = ["ymd", "dmy", "mdy", "named"] as const;

export type DateFormat = (typeof dateFormats)[number];

export const dateFormatText: Record<DateFormat, string> = {
  ymd: "2026-11-22 (year, month, day)",
  dmy: "22/11/2026 (day, month, year)",
  mdy: "11/22/2026 (month, day, year)",
  named: "22 Nov 2026, Nov 22, 2026",
};

/** In cents; more than any payment. */
const most = 999_999_999;

/** Longer cells aren't parsed. */
const longest = 60;

const spaces = /[\s\u00a0\u202f]/g;

/** An opening bracket or sign, a currency, grouped digits, and a closing bracket or sign. */
const amount = /^([-+(]?) ?(?:CA?\$|\$|CAD)? ?([-+]?) ?([\d., ]*\d) ?(?:\$|CAD)? ?([-+)]?)$/i;

/** 1,234.56 · 1 234.56 · 1234.56 · .56 */
const pointed = /^(?:\d{1,3}(?:([, ])\d{3}(?:\1\d{3})*)?|\d+|(?=\.))(?:\.\d{1,2})?$/;

/** 1.234,56 · 1 234,56 · 1234,56; a comma before three digits separates thousands. */
const comma = /^(?:\d{1,3}(?:([. ])\d{3}(?:\1\d{3})*)?|\d+),\d{1,2}$/;

/**
 * Parses an amount as banks write it into cents, with its sign: "$1,234.56", "1 234,56", "(12.00)",
 * "12.00-". Null for anything else, and for ambiguous amounts such as "1.234".
 */
export function centsIn(cell: string): number | null {
  if (cell.length > longest) return null;
  const text = cell.replace(spaces, " ").replaceAll("−", "-").trim();
  const [, before = "", inner = "", digits = "", after = ""] = amount.exec(text) ?? [];
  const around = before + inner + after;
  // Two signs are ambiguous.
  if (!["", "+", "-", "()"].includes(around)) return null;
  const plain = pointed.test(digits)
    ? digits.replace(/[, ]/g, "")
    : comma.test(digits)
      ? digits.replace(/[. ]/g, "").replace(",", ".")
      : "";
  if (plain === "" || plain.length > 15) return null;
  const cents = toCents(plain.replace(/^\./, "0."));
  if (cents > most) return null;
  return around === "-" || around === "()" ? 0 - cents : cents;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

const monthNames = [
  ...["january", "february", "march", "april", "may", "june", "july", "august", "september"],
  ...["october", "november", "december"],
];

const shapes: Record<DateFormat, { pattern: RegExp; order: string }[]> = {
  ymd: [
    { pattern: /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/, order: "y-md" },
    { pattern: /^(\d{4})(\d\d)(\d\d)$/, order: "ymd" },
  ],
  dmy: [{ pattern: /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/, order: "d-my" }],
  mdy: [{ pattern: /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/, order: "m-dy" }],
  named: [
    { pattern: /^(\d{1,2})[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/, order: "dmy" },
    { pattern: /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/, order: "mdy" },
  ],
};

/** A time of day after the date; one with a zone could be on another day here. */
const time = /[ t]\d{1,2}:\d\d(?::\d\d(?:\.\d{1,6})?)?(?: ?[ap]\.?m\.?)?$/;

/** Parses a cell's day in a format, ignoring a time after it; undefined for anything else. */
export function dayInCell(cell: string, format: DateFormat): string | undefined {
  if (cell.length > longest) return undefined;
  const text = cell.replace(spaces, " ").trim().toLowerCase().replace(time, "");
  for (const { pattern, order } of shapes[format]) {
    const [, ...parts] = pattern.exec(text) ?? [];
    if (parts.length === 0) continue;
    const part = (name: string) => parts[order.indexOf(name)] ?? "";
    const month = monthOf(part("m"));
    return dayIn(`${part("y")}-${month}-${part("d").padStart(2, "0")}`);
  }
  return undefined;
}

function monthOf(text: string): string {
  if (/^\d+$/.test(text)) return text.padStart(2, "0");
  const named = text === "sept" ? 8 : Math.max(months.indexOf(text), monthNames.indexOf(text));
  return String(named + 1).padStart(2, "0");
}
