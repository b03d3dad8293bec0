import { raisedCents } from "#app/lib/amounts/line-totals.ts";
import { toCents } from "#app/lib/amounts/money.ts";
import { dayIn } from "#app/lib/day-range.ts";
import { hiddenCharacters } from "#app/lib/form/hidden-characters.ts";
import { baseColumn, cellText, changeInPercent, readCell } from "./price-cell.ts";

// The grid's form has an input for each price of the page, a hidden field with their original
// values, and another with changes made on other pages or to whole columns.

type CellTexts = Record<string, string>;

/** Returns the key of a price from its column and product. */
export function cellKey(column: string, productId: string): string {
  return `${column}.${productId}`;
}

interface PlannedChange {
  column: string;
  productId: string;
  seen: string;
  wanted: string;
  /** E.g. "+3.1%"; empty if there is nothing to compare. */
  percent: string;
}

/** What a form would change, and what is refused. */
export interface GridPlan {
  changes: PlannedChange[];
  /** By `cellKey`. */
  errors: Record<string, string>;
  /** Typed values by `cellKey`, if they differ from those shown. */
  values: CellTexts;
  /** The same prices when the form was rendered. */
  seen: CellTexts;
  /** The day from which catalogue prices apply, as typed; "" for immediately. */
  from: string;
  message?: string;
}

/** Parses the grid's form in linear time; ignores anything that isn't a price of the form. */
export function readGrid(fields: Record<string, string>): GridPlan {
  const onPage = readSeen(fields.seen);
  const elsewhere = readDraft(fields.draft);
  const values = { ...elsewhere.values };
  for (const key of Object.keys(onPage)) {
    values[key] = (fields[`cell.${key}`] ?? onPage[key] ?? "").slice(0, 30);
  }
  const { from = "" } = fields;
  return plan({ values, seen: { ...elsewhere.seen, ...onPage }, from });
}

/**
 * Raises all prices of a column, on every page; those that can't be parsed stay unchanged. `stored`
 * has the column's prices by `cellKey`.
 */
export function raiseColumn(
  grid: GridPlan,
  stored: CellTexts,
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
  for (const [key, before] of Object.entries(stored)) {
    const { cell } = readCell(values[key] ?? before, column);
    if (!cell?.pricePerLb) continue;
    const raised = raisedCents(toCents(cell.pricePerLb), hundredths, Number(step));
    values[key] = cellText({ ...cell, pricePerLb: (raised / 100).toFixed(2) });
  }
  return plan({ ...grid, values, seen: { ...stored, ...grid.seen } });
}

function plan({ values, seen, from }: Pick<GridPlan, "values" | "seen" | "from">): GridPlan {
  const planned: GridPlan = { changes: [], errors: {}, values: {}, seen: {}, from };
  for (const [key, typed] of Object.entries(values)) {
    const before = seen[key] ?? "";
    if (typed.trim() === before) continue;
    const { column, productId } = placeOf(key);
    const { cell, error } = readCell(typed, column);
    const wanted = error === undefined ? cellText(cell) : typed;
    if (wanted === before) continue;
    planned.values[key] = typed;
    planned.seen[key] = before;
    if (error !== undefined) {
      planned.errors[key] = error;
      continue;
    }
    const percent = changeInPercent(readCell(before, column).cell, cell);
    planned.changes.push({ column, productId, seen: before, wanted, percent });
  }
  return planned;
}

export function placeOf(key: string): { column: string; productId: string } {
  const dot = key.indexOf(".");
  return { column: key.slice(0, dot), productId: key.slice(dot + 1) };
}

/**
 * Encodes the typed values for a hidden field: "base.LIST*PRODUCT_0_24.99_25.74_1__no*…", columns
 * by index. Each product id appears once, and no characters need form encoding, so that 1,000
 * products in seven columns fit the server's limit.
 */
export function draftText({ values, seen }: Pick<GridPlan, "values" | "seen">): string {
  const keys = Object.keys(values);
  const columns = [...new Set(keys.map((key) => placeOf(key).column))];
  const products = Map.groupBy(keys, (key) => placeOf(key).productId);
  const plain = (text = "") => text.replace(/[_*]/g, "?");
  const entries = [...products].map(([productId, ofProduct]) =>
    [
      productId,
      ...ofProduct.flatMap((key) => [
        columns.indexOf(placeOf(key).column),
        plain(seen[key]),
        plain(values[key]),
      ]),
    ].join("_"),
  );
  return [columns.join("."), ...entries].join("*");
}

function readDraft(text = ""): Pick<GridPlan, "values" | "seen"> {
  const [head = "", ...entries] = text.split("*");
  const columns = head.split(".");
  const draft: Pick<GridPlan, "values" | "seen"> = { values: {}, seen: {} };
  for (const entry of entries) {
    const [productId = "", ...rest] = entry.split("_", 400);
    for (let at = 0; at + 2 < rest.length; at += 3) {
      const key = cellKey(columns[Number(rest[at])] ?? "", productId);
      if (!keyForm.test(key)) continue;
      draft.seen[key] = (rest[at + 1] ?? "").slice(0, 30);
      draft.values[key] = (rest[at + 2] ?? "").slice(0, 30);
    }
  }
  return draft;
}

export const maxListName = 100;

/** Parses a list name into one line; undefined if empty, too long or with hidden characters. */
export function readListName(typed = ""): string | undefined {
  const name = typed.replace(/[\s\p{Cc}]+/gu, " ").trim();
  const isFine = name !== "" && name.length <= maxListName && !hiddenCharacters.test(name);
  return isFine ? name : undefined;
}

/** Returns the day when catalogue prices apply; null for immediately; undefined if invalid. */
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
    const entries = Object.entries(stored).slice(0, maxCells);
    return Object.fromEntries(
      entries.filter(
        (entry): entry is [string, string] =>
          typeof entry[1] === "string" && keyForm.test(entry[0]),
      ),
    );
  } catch {
    return {};
  }
}

const uuid = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const keyForm = new RegExp(`^(?:${baseColumn}|${uuid})\\.${uuid}$`, "i");

/** In characters; the server accepts such a draft together with a page's inputs. */
export const longestDraft = 170_000;

const maxCells = 2_000;
