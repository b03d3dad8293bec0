import { z } from "zod";
import { formatFullDay } from "#app/lib/dates.ts";
import { checkForm } from "#app/lib/form/check-form.ts";
import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import {
  centsIn,
  type DateFormat,
  dateFormats,
  dayInCell,
} from "#app/lib/spreadsheets/typed-cells.ts";

const column = z.int().nonnegative();

/** Maps the columns of a bank's file, each by its position from 0. */
export const columnsSchema = z.object({
  head: z.array(z.string()),
  date: column,
  dateFormat: z.enum(dateFormats),
  amount: z.union([
    /** Money received is positive. */
    z.object({ kind: z.literal("signed"), column }),
    /** Separate columns for incoming and outgoing money. */
    z.object({ kind: z.literal("separate"), credit: column, debit: column.nullable() }),
  ]),
  sender: column.nullable(),
  /** Joined in this order. */
  message: z.array(column),
});

export type Columns = z.output<typeof columnsSchema>;

export const messageField = (index: number) => `message-${index}`;

/** Returns the form fields for columns. */
export function columnsFields(columns: Partial<Columns>): Record<string, string> {
  const { date, dateFormat, amount, sender, message = [] } = columns;
  return {
    date: textOf(date),
    dateFormat: dateFormat ?? "",
    kind: amount?.kind ?? "signed",
    amount: textOf(amount?.kind === "signed" ? amount.column : undefined),
    credit: textOf(amount?.kind === "separate" ? amount.credit : undefined),
    debit: textOf(amount?.kind === "separate" ? amount.debit : undefined),
    sender: textOf(sender),
    ...Object.fromEntries(message.map((index) => [messageField(index), "on"])),
  };
}

const textOf = (index: number | null | undefined) => String(index ?? "");

/** Validates submitted columns for a file with this head row, or returns the errors. */
export function checkColumns(
  fields: Record<string, string>,
  head: string[],
): { data: Columns; refused?: never } | { data?: never; refused: FormAnswer } {
  const isColumn = (text: string) => /^\d{1,2}$/.test(text) && Number(text) < head.length;
  const required = (message: string) =>
    z.string(message).refine(isColumn, message).transform(Number);
  const optional = z
    .string()
    .prefault("")
    .refine((text) => text === "" || isColumn(text), "Please choose a column")
    .transform((text) => (text === "" ? null : Number(text)));
  const isSeparate = fields.kind === "separate";
  const form = z.object({
    date: required("Please choose the column with the day"),
    dateFormat: z.enum(dateFormats, "Please choose how the days are written"),
    amount: isSeparate ? optional : required("Please choose the column with the amount"),
    credit: isSeparate ? required("Please choose the column with what came in") : optional,
    debit: optional,
    sender: optional,
  });
  const { data, refused } = checkForm(form, fields);
  if (refused) return { refused };
  const { date, dateFormat, amount, credit, debit, sender } = data;
  const message = head.flatMap((_, index) => (messageField(index) in fields ? [index] : []));
  return {
    data: {
      head,
      date,
      dateFormat,
      sender,
      message,
      // The schema requires one or the other.
      amount: isSeparate
        ? { kind: "separate", credit: credit ?? 0, debit }
        : { kind: "signed", column: amount ?? 0 },
    },
  };
}

export type ReadRow =
  | { is: "incoming"; occurredOn: string; cents: number; sender: string; message: string }
  | { is: "outgoing" }
  | { is: "refused"; problem: string };

const longestSender = 320;
const longestMessage = 2000;

/**
 * Reads a row.
 *
 * @param today the Pacific day; later rows are refused
 */
export function readRow(cells: string[], columns: Columns, today: string): ReadRow {
  const refused = (problem: string): ReadRow => ({ is: "refused", problem });
  const name = (index: number) => columns.head[index] || `Column ${index + 1}`;
  const { date, dateFormat, amount } = columns;
  const needed = [date, amount.kind === "signed" ? amount.column : amount.credit];
  const missing = needed.find((index) => cells[index] === undefined);
  if (missing !== undefined) return refused(`The row has no column “${name(missing)}”.`);
  const cents = amountIn(cells, amount);
  if (typeof cents === "string") return refused(cents);
  if (cents <= 0) return { is: "outgoing" };
  const occurredOn = dayInCell(cells[date] ?? "", dateFormat);
  if (!occurredOn) return refused(`“${shown(cells[date])}” is no day in the chosen format.`);
  if (occurredOn > today) return refused(`${formatFullDay(occurredOn)} is in the future.`);
  const text = (index: number) => (cells[index] ?? "").replace(/\s+/g, " ").trim();
  return {
    is: "incoming",
    occurredOn,
    cents,
    sender: cut(columns.sender === null ? "" : text(columns.sender), longestSender),
    message: cut(columns.message.map(text).filter(Boolean).join(" · "), longestMessage),
  };
}

function amountIn(cells: string[], amount: Columns["amount"]): number | string {
  if (amount.kind === "signed") return centsOrProblem(cells[amount.column]);
  const [credit = "", debit = ""] = [
    cells[amount.credit],
    amount.debit === null ? "" : cells[amount.debit],
  ].map((cell) => (cell ?? "").trim());
  const [came, went] = [credit, debit].map((cell) => (cell === "" ? 0 : centsOrProblem(cell)));
  if (typeof came === "string") return came;
  if (typeof went === "string") return went;
  if (came && went) return "The row has money that came in and money that went out.";
  // Without a debit column, an empty cell means an outgoing payment.
  if (credit === "" && debit === "" && amount.debit !== null) return "The row has no amount.";
  return came || -Math.abs(went ?? 0);
}

function centsOrProblem(cell: string | undefined): number | string {
  if (!cell?.trim()) return "The row has no amount.";
  return centsIn(cell) ?? `“${shown(cell)}” is no amount such as 1,234.56.`;
}

const shown = (cell = "") => (cell.length > 40 ? `${cut(cell, 40)}…` : cell);

/** Returns a text's first characters without splitting one. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
}

/** Guesses the columns by headings and first rows. A date format must be the only one that fits. */
export function guessColumns(head: string[], samples: string[][]): Partial<Columns> {
  const named = (pattern: RegExp) => head.findIndex((name) => pattern.test(name));
  const found = (...patterns: RegExp[]) => {
    const index = patterns.map(named).find((at) => at >= 0);
    return index ?? null;
  };
  const date = found(/^date$/i, /transaction date|date posted|posted/i, /date/i);
  const credit = found(/^credits?\b/i, /deposit|money in|credit amount|paid in/i);
  const debit = found(/^debits?\b/i, /withdrawal|money out|debit amount|paid out/i);
  const amount = found(/^(cad ?\$?|amount)$/i, /amount/i, /cad|value/i);
  const sender = found(/^(sender|payer|from|payee|name)$/i, /sender|payer|contact name|from/i);
  const messages = head.flatMap((name, index) =>
    /descri|message|memo|detail|remark|reference|note/i.test(name) ? [index] : [],
  );
  const formats = date === null ? [] : dateFormats.filter((format) => fits(samples, date, format));
  return {
    head,
    ...(date !== null && { date }),
    ...(formats.length === 1 && { dateFormat: formats[0] }),
    ...(credit !== null && amount === null
      ? { amount: { kind: "separate", credit, debit } }
      : amount !== null && { amount: { kind: "signed", column: amount } }),
    sender,
    message: messages.filter((index) => index !== sender),
  };
}

function fits(samples: string[][], date: number, format: DateFormat): boolean {
  const days = samples.map((cells) => cells[date] ?? "").filter((cell) => cell.trim() !== "");
  return days.length > 0 && days.every((day) => dayInCell(day, format) !== undefined);
}
