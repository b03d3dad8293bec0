import { dayIn } from "#app/lib/day-range.ts";
import { raisedCents } from "#app/lib/line-totals.ts";
import { toCents } from "#app/lib/money.ts";
import { baseColumn, cellText, changeInPercent, readCell } from "./price-cell.ts";

// The grid's form: a box for each price, and in one hidden field what all of them were.

/** Texts of prices by `cellKey`. */
type CellTexts = Record<string, string>;

/** A price by its column and product. */
export function cellKey(column: string, productId: string): string {
  return `${column}.${productId}`;
}

/** A price that would change. */
interface PlannedChange {
  column: string;
  productId: string;
  seen: string;
  wanted: string;
  /** For example "+3.1%"; empty where there is nothing to compare. */
  percent: string;
}

/** The form as it was read: what would change, and what is refused. */
export interface GridPlan {
  changes: PlannedChange[];
  /** By `cellKey`. */
  errors: Record<string, string>;
  /** As typed, by `cellKey`. */
  values: CellTexts;
  /** As they were when the form was drawn. */
  seen: CellTexts;
  /** The day from which the catalogue's prices apply, as typed; "" for at once. */
  from: string;
  message?: string;
}

/** Reads the grid's form. Runs in linear time; what is not a price of the form is ignored. */
export function readGrid(fields: Record<string, string>): GridPlan {
  const seen = readSeen(fields.seen);
  const values: CellTexts = {};
  for (const key of Object.keys(seen)) {
    values[key] = (fields[`cell.${key}`] ?? seen[key] ?? "").slice(0, 30);
  }
  const { from = "" } = fields;
  return plan({ values, seen, from });
}

/** Raises all prices of a column; those that can't be read stay as they are. */
export function raiseColumn(
  grid: GridPlan,
  { column, percent, step }: { column: string; percent: string; step: string },
): GridPlan {
  const match = /^\s*([+-]?)(\d{1,2})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(percent);
  if (!match || !["1", "5", "10", "25", "50", "100"].includes(step)) {
    const message = "Please enter per cent between -99 and 99, for instance 3 or -2.5.";
    return { ...grid, message };
  }
  const [, sign, whole = "0", part = ""] = match;
  const hundredths = (sign === "-" ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, "0")));
  const values = { ...grid.values };
  for (const [key, text] of Object.entries(values)) {
    if (!key.startsWith(`${column}.`)) continue;
    const { cell } = readCell(text, column);
    if (!cell?.pricePerLb) continue;
    const raised = raisedCents(toCents(cell.pricePerLb), hundredths, Number(step));
    values[key] = cellText({ ...cell, pricePerLb: (raised / 100).toFixed(2) });
  }
  return plan({ ...grid, values });
}

function plan({ values, seen, from }: Pick<GridPlan, "values" | "seen" | "from">): GridPlan {
  const changes: PlannedChange[] = [];
  const errors: Record<string, string> = {};
  for (const [key, typed] of Object.entries(values)) {
    const before = seen[key] ?? "";
    if (typed.trim() === before) continue;
    const dot = key.indexOf(".");
    const [column, productId] = [key.slice(0, dot), key.slice(dot + 1)];
    const { cell, error } = readCell(typed, column);
    if (error !== undefined) {
      errors[key] = error;
      continue;
    }
    const wanted = cellText(cell);
    if (wanted === before) continue;
    const percent = changeInPercent(readCell(before, column).cell, cell);
    changes.push({ column, productId, seen: before, wanted, percent });
  }
  return { changes, errors, values, seen, from };
}

/** The day from which the catalogue's prices apply; null for at once; undefined for no such day. */
export function dayOfBases(from: string, today: string): string | null | undefined {
  if (from.trim() === "") return null;
  const day = dayIn(from);
  if (!day || day < today) return undefined;
  return day === today ? null : day;
}

function readSeen(text = ""): CellTexts {
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null) return {};
    const entries = Object.entries(stored).slice(0, 2_000);
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === "string" && new RegExp(keyForm, "i").test(entry[0]),
      ),
    );
  } catch {
    return {};
  }
}

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const keyForm = `^(?:${baseColumn}|${uuid})\\.${uuid}$`;
