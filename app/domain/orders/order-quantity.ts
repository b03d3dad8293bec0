import {
  formatLb,
  hundredthsLb,
  isNoWeight,
  lbLess,
  poundsOfPieces,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { SalesUnit } from "#db/schema/values/products.ts";

/** Pounds of one product in an order; the table enforces it too. */
const maxQuantityLb = 10_000;

/** Pieces of one product in an order; the table enforces it too. */
const maxPieces = 10_000;

/**
 * The unit of a quantity box: "lb" for pounds, "piece 1.25" for pieces of about 1.25 lb. Equal
 * units mean that customer and shop agree on the unit.
 */
type OrderUnit = string;

export const poundUnit: OrderUnit = "lb";

const pieceUnit = /^piece (\d{1,4}\.\d{2})$/;

interface SoldAs {
  soldBy: SalesUnit;
  /** Pounds with two decimals; never null if sold by the piece. */
  typicalPieceLb: string | null;
  /** Pounds with two decimals, of which orders by the pound are multiples. */
  orderStepLb: string;
}

export function unitOf({ soldBy, typicalPieceLb }: Omit<SoldAs, "orderStepLb">): OrderUnit {
  return soldBy === "piece" ? `piece ${typicalPieceLb}` : poundUnit;
}

/** True if a text sent by the browser is a unit. */
export function isUnit(text: string): boolean {
  return text === poundUnit || !isNoWeight(pieceWeight(text) ?? "0");
}

/** Returns the pounds of a typical piece, e.g. "1.25"; null for pounds. */
export function pieceWeight(unit: OrderUnit): string | null {
  return pieceUnit.exec(unit)?.[1] ?? null;
}

/** A valid quantity: pounds as stored, e.g. "12.50", and pieces unless sold by the pound. */
interface Quantity {
  pounds: string;
  pieces: number | null;
}

type Reading = Quantity | { error: string };

const errors = {
  number: "Enter the weight in pounds, for instance 12.5.",
  decimals: "Use at most 2 decimals, for instance 12.75.",
  none: "Enter more than 0 lb.",
  much: "Enter at most 10,000 lb.",
  grouped: "Write thousands without a comma, for instance 1000.",
  whole: "Enter whole pieces, for instance 3.",
  noPiece: "Enter at least 1 piece.",
};

/** Parses a quantity typed in a unit, in browser and server; `stepError` checks the step. */
export function readQuantity(typed: string, unit: OrderUnit): Reading {
  const pieceLb = pieceWeight(unit);
  return pieceLb === null ? readPounds(typed) : readPieces(typed, pieceLb);
}

/**
 * Parses a weight in pounds: digits with at most two decimals after a point or a comma, more than 0
 * and at most 10,000; a unit may follow, as in "18.3 lb".
 */
function readPounds(typed: string): Reading {
  const number = readNumber(typed, /(?:lbs?|pounds?)\.?$/i);
  if (number === "grouped") return { error: errors.grouped };
  if (number === null) return { error: errors.number };
  const { sign, whole, fraction } = number;
  if (sign || isNothing(number)) return { error: errors.none };
  if (fraction.length > 2) return { error: errors.decimals };
  if (whole.length > 5) return { error: errors.much };
  const hundredths = toHundredthsLb(`${whole || "0"}.${fraction.padEnd(2, "0")}`);
  if (hundredths > maxQuantityLb * 100) return { error: errors.much };
  return { pounds: toPounds(hundredths), pieces: null };
}

/** Parses a number of pieces: whole, at least 1, together at most 10,000 lb; "pcs" may follow. */
function readPieces(typed: string, pieceLb: string): Reading {
  const number = readNumber(typed, /(?:pcs?|pieces?)\.?$/i);
  if (number === "grouped") return { error: errors.grouped };
  if (number === null) return { error: errors.whole };
  const { sign, whole, fraction } = number;
  if (sign || isNothing(number)) return { error: errors.noPiece };
  if (/[1-9]/.test(fraction)) return { error: errors.whole };
  const most = mostPieces(pieceLb);
  if (whole.length > 5 || Number(whole) > most) {
    return { error: `Enter at most ${most.toLocaleString("en-CA")} pieces.` };
  }
  const pieces = Number(whole);
  return { pounds: poundsOfPieces(pieces, pieceLb), pieces };
}

interface TypedNumber {
  sign: string;
  /** Without leading zeros. */
  whole: string;
  fraction: string;
}

function readNumber(typed: string, unit: RegExp): TypedNumber | "grouped" | null {
  const text = typed.trim().replace(unit, "").trimEnd();
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) return "grouped";
  const [, sign, digits = "", fraction = ""] = /^(-?)(\d*)(?:[.,](\d*))?$/.exec(text) ?? [];
  if (sign === undefined || !/\d/.test(text)) return null;
  // Not part of the pattern above: `0*(\d*)` takes quadratic time to reject a long run of zeros.
  return { sign, whole: digits.replace(/^0+/, ""), fraction };
}

function isNothing({ whole, fraction }: TypedNumber): boolean {
  return /^0*$/.test(whole + fraction);
}

/** True if a quantity box is empty or zero. */
export function isNone(typed: string): boolean {
  return /^0*(?:[.,]0*)?$/.test(typed.trim());
}

/** Says why pounds don't match the steps a product is sold in; null if they do. */
export function stepError(pounds: string, orderStepLb: string): string | null {
  if (toHundredthsLb(pounds) % toHundredthsLb(orderStepLb) === 0) return null;
  const nearest = formatPounds(nearestStep(pounds, orderStepLb));
  return `Order in steps of ${formatPounds(orderStepLb)} lb, for instance ${nearest}.`;
}

/**
 * Says why a quantity is below the price list's minimum (`least`, in pounds; null for none); null
 * if it isn't. Pieces count with their typical weight.
 */
export function leastError(
  pounds: string,
  least: string | null,
  { soldBy, typicalPieceLb }: Omit<SoldAs, "orderStepLb">,
): string | null {
  if (least === null || lbLess(pounds, least) >= 0) return null;
  const asked = `The price list asks for at least ${formatLb(Number(least))} of this`;
  if (soldBy === "lb") return `${asked}.`;
  const pieces = Math.ceil(
    toHundredthsLb(least) / Math.max(1, toHundredthsLb(typicalPieceLb ?? "0")),
  );
  return `${asked}, which is ${piecesInWords(pieces)}.`;
}

/**
 * Returns the smallest allowed quantity as it would be typed: the price list's minimum (`least`, in
 * pounds; null for none), or a piece or about a pound.
 */
export function firstQuantity(least: string | null, product: SoldAs): string {
  const one = stepQuantity("", 1, product);
  if (least === null) return one;
  const unit = product.soldBy === "piece" ? (product.typicalPieceLb ?? "0") : product.orderStepLb;
  const units = Math.ceil(toHundredthsLb(least) / Math.max(1, toHundredthsLb(unit)));
  if (product.soldBy === "piece") return String(Math.max(1, units));
  return String(Math.max(Number(one), (units * toHundredthsLb(unit)) / 100));
}

/** Returns the nearest pounds that can be ordered, at least one step. */
function nearestStep(pounds: string, orderStepLb: string): string {
  const step = toHundredthsLb(orderStepLb);
  const steps = Math.max(1, Math.round(toHundredthsLb(pounds) / step));
  return toPounds(hundredthsLb(Math.min(steps, Math.floor((maxQuantityLb * 100) / step)) * step));
}

/**
 * Returns the quantity after pressing minus or plus: a piece or about a pound fewer or more, in the
 * product's steps and within the allowed range. "" at zero; an invalid quantity counts as zero.
 */
export function stepQuantity(typed: string, by: 1 | -1, product: SoldAs): string {
  const reading = readQuantity(typed, unitOf(product));
  if (product.soldBy === "piece") {
    const before = "error" in reading ? 0 : (reading.pieces ?? 0);
    const after = Math.min(mostPieces(product.typicalPieceLb ?? "0"), Math.max(0, before + by));
    return after === 0 ? "" : String(after);
  }
  const step = toHundredthsLb(product.orderStepLb);
  const before = "error" in reading ? 0 : toHundredthsLb(reading.pounds);
  const wanted = Math.round((before + by * Math.ceil(100 / step) * step) / step);
  const after = Math.min(Math.floor((maxQuantityLb * 100) / step), Math.max(0, wanted)) * step;
  return after === 0 ? "" : String(after / 100);
}

function mostPieces(pieceLb: string): number {
  return Math.min(
    maxPieces,
    Math.floor((maxQuantityLb * 100) / Math.max(1, toHundredthsLb(pieceLb))),
  );
}

/** Formats a quantity as it would be typed: "12.50" lb becomes "12.5", pieces "3". */
export function typedQuantity({ pounds, pieces }: Quantity): string {
  return pieces === null ? formatPounds(pounds) : String(pieces);
}

/**
 * Converts a quantity to a product's current unit: the nearest whole number of pieces, at least
 * one, or the nearest pounds in its steps. The number of pieces stays if only their typical weight
 * changed.
 */
export function convertQuantity({ pounds, pieces }: Quantity, product: SoldAs): Quantity {
  if (product.soldBy === "lb") {
    const isOrdered = pieces === null;
    return { pounds: isOrdered ? pounds : nearestStep(pounds, product.orderStepLb), pieces: null };
  }
  const pieceLb = product.typicalPieceLb ?? "0";
  const nearest = Math.round(toHundredthsLb(pounds) / Math.max(1, toHundredthsLb(pieceLb)));
  const converted = Math.min(mostPieces(pieceLb), Math.max(1, pieces ?? nearest));
  return { pounds: poundsOfPieces(converted, pieceLb), pieces: converted };
}

/** Adds two quantities of a product, capped at the maximum for a line. */
export function addQuantities(one: Quantity, other: Quantity, product: SoldAs): Quantity {
  if (product.soldBy === "piece") {
    const pieceLb = product.typicalPieceLb ?? "0";
    const sum = (one.pieces ?? 0) + (other.pieces ?? 0);
    const pieces = Math.min(mostPieces(pieceLb), sum);
    return { pounds: poundsOfPieces(pieces, pieceLb), pieces };
  }
  const sum = Math.min(sumLb([one.pounds, other.pounds]), maxQuantityLb * 100);
  return { pounds: toPounds(hundredthsLb(sum)), pieces: null };
}

/** Returns a line's quantity: "3 pieces, about 3.75 lb" or "12.5 lb". */
export function orderedInWords(line: { orderedPieces: number | null; quantity: string }): string {
  const weight = formatLb(Number(line.quantity));
  return line.orderedPieces === null
    ? weight
    : `${piecesInWords(line.orderedPieces)}, about ${weight}`;
}

/** Returns `orderedInWords` for a typed quantity; unchanged if it can't be parsed. */
export function typedInWords(typed: string, unit: OrderUnit): string {
  const reading = readQuantity(typed, unit);
  if ("error" in reading) return typed;
  return orderedInWords({ orderedPieces: reading.pieces, quantity: reading.pounds });
}

/** Returns a number of pieces in words: "1 piece", "3 pieces". */
export function piecesInWords(pieces: number): string {
  return pieces === 1 ? "1 piece" : `${pieces.toLocaleString("en-CA")} pieces`;
}

function formatPounds(pounds: string): string {
  return String(Number(pounds));
}
