import { cartonsIn, lineFields, rowsIn } from "#app/domain/receiving/receipt-form.ts";
import { type Carton, mostLines } from "#app/domain/receiving/receiving.ts";
import {
  degrees,
  exceededLimit,
  formatDegrees,
  type ReceivingSettings,
} from "#app/domain/receiving/receiving-settings.ts";
import { sumLb, toPounds } from "#app/lib/amounts/weight.ts";
import type { Storage } from "#db/schema/values/products.ts";
import { type CartonReading, isSameCarton } from "./carton-scan.ts";

type LineField = (typeof lineFields)[number];

/** A line of the form as typed, with its number there. */
export type Row = { row: number } & Record<LineField, string>;

const blank = Object.fromEntries(lineFields.map((name) => [name, ""])) as Record<LineField, string>;

export const emptyRow = (row: number): Row => ({
  row,
  ...blank,
  decision: "accept",
  pricedBy: "lb",
});

/** Submitted to add another line without JavaScript. */
export const anotherLine = "anotherLine";

/** Returns the submitted rows after a refusal, plus one if requested; by default one empty row. */
export function rowsFrom(values: Record<string, string> | undefined): Row[] {
  const sent = rowsIn(values ?? {}).map((row) => ({
    ...emptyRow(row),
    ...Object.fromEntries(
      lineFields.flatMap((name) => {
        const value = values?.[`${name}${row}`];
        return value ? [[name, value]] : [];
      }),
    ),
  }));
  return sent.length === 0 || values?.[anotherLine] ? withAnother(sent) : sent;
}

/** Returns the form fields of a row. */
export function fieldsOf(line: Row): Record<string, string> {
  return Object.fromEntries(lineFields.map((name) => [`${name}${line.row}`, line[name]]));
}

/** Adds an empty row, unless the form is full. */
export function withAnother(rows: readonly Row[], over: Partial<Row> = {}): Row[] {
  const taken = new Set(rows.map(({ row }) => row));
  for (let row = 1; row <= mostLines; row += 1) {
    if (!taken.has(row)) return [...rows, { ...emptyRow(row), ...over, row }];
  }
  return [...rows];
}

/** True if nothing was entered in a row. */
export function isEmpty(line: Row): boolean {
  return rowsIn(fieldsOf(line)).length === 0;
}

/** Returns the row that already has this carton; undefined if none. */
export function rowWithCarton(rows: readonly Row[], carton: Carton): Row | undefined {
  return rows.find((line) => cartonsIn(line.cartons).some((one) => isSameCarton(carton, one)));
}

type CartonScan = Extract<CartonReading, { kind: "carton" }>;

/**
 * Adds a scanned carton to the row with the same code, lot and date, else to the first empty row,
 * else to a new one. Returns the rows, and the one it went into; null if the form is full.
 */
export function withCarton(
  rows: readonly Row[],
  { code, lot, expiresOn, carton }: CartonScan,
  productOf: (code: string) => string,
): { rows: Row[]; into: Row } | null {
  const same = rows.find(
    (line) =>
      line.code === code && line.theirLot === lot && line.expires === expiresOn && !isEmpty(line),
  );
  const started = same ?? rows.find(isEmpty);
  const base = started ? [...rows] : withAnother(rows);
  const line = started ?? base.at(-1);
  if (!line || (!started && base.length === rows.length)) return null;
  const cartons = [...cartonsIn(line.cartons), ...(carton ? [carton] : [])];
  const wasSum = line.lb === "" || line.lb === sumOf(cartonsIn(line.cartons));
  const into: Row = {
    ...line,
    ...(!same && { code, lot, theirLot: lot, expires: expiresOn, product: productOf(code) }),
    boxes: String(Number(/^\d{1,5}$/.test(line.boxes) ? line.boxes : 0) + 1),
    cartons: cartons.length > 0 ? JSON.stringify(cartons) : "",
    lb: carton && wasSum ? sumOf(cartons) : line.lb,
    pieces: recounted(line, cartons),
  };
  return { rows: base.map((one) => (one.row === into.row ? into : one)), into };
}

/**
 * Says that a line is too warm and what to do about it; null if it is cold enough or wasn't
 * measured. `ofAll` is the delivery's temperature, for a line without its own.
 */
export function warmInWords(
  { temp, decision }: Pick<Row, "temp" | "decision">,
  ofAll: string,
  storage: Storage | null,
  limits: ReceivingSettings,
): string | null {
  const measured = temp.trim() || ofAll.trim();
  const limit = measured === "" ? null : exceededLimit(measured, storage, limits);
  if (limit === null) return null;
  const isRefused = decision === "refuse";
  return `${measured} °C is above your limit of ${formatDegrees(degrees(limit))}: say why${isRefused ? "" : ", or refuse it"}`;
}

/** Removes the carton scanned last. */
export function withoutLastCarton(line: Row): Row {
  const cartons = cartonsIn(line.cartons);
  const left = cartons.slice(0, -1);
  return {
    ...line,
    boxes: String(Math.max(0, Number(line.boxes) - 1)),
    cartons: left.length > 0 ? JSON.stringify(left) : "",
    lb: line.lb === sumOf(cartons) ? (left.length > 0 ? sumOf(left) : "") : line.lb,
    pieces: recounted(line, left),
  };
}

/** If each carton counted as a piece, so does one more or less. */
function recounted({ pieces, cartons: before }: Row, cartons: readonly Carton[]): string {
  const were = cartonsIn(before).length;
  return were > 0 && pieces === String(were) ? String(cartons.length || "") : pieces;
}

const sumOf = (cartons: readonly Carton[]) => toPounds(sumLb(cartons.map(({ lb }) => lb)));
