import { hasCheckDigit } from "#app/lib/amounts/check-digits.ts";
import { type ElementFormat, identifierAt } from "./gs1-identifiers.ts";
import { isSameWeight, type ReadWeight, weightFrom } from "./read-weight.ts";
import { RefusedScanError } from "./refused-scan.ts";

/** FNC1 as scanners send it between elements: the ASCII group separator. */
export const separator = "\u001d";

interface Element {
  ai: string;
  value: string;
}

/** The contents of a GS1 element string. Days are calendar days: "2026-11-22". */
export interface ElementStringReading {
  /** From (01), else (02), the trade items in a logistic unit; 14 digits. */
  gtin?: string;
  /** First digit of the GTIN; 9 for variable-measure goods. */
  indicator?: number;
  /** Net weight. If kg and lb agree, the one in kg, which labels must state. */
  weight?: ReadWeight;
  /** True for variable-measure goods whose code lacks the weight. */
  needsWeight: boolean;
  /** From (30), else (37). */
  pieces?: number;
  lot?: string;
  serial?: string;
  /** From (13), else (11), the production day. */
  packedOn?: string;
  bestBefore?: string;
  /** From (17), else the day of (7003). */
  expiresOn?: string;
  /** From (00), of a logistic unit. */
  sscc?: string;
  elements: readonly Element[];
}

/**
 * Parses a GS1 element string: AIs and their values in sequence, separated by 0x1D if the length
 * isn't predefined, or as people write them, "(01)…(3202)…". Nothing is guessed: an unknown AI or
 * an invalid value stops the parsing, because after a lost separator the rest could be read as part
 * of a lot, or a lot as a weight.
 *
 * @param text without prefix; separators are 0x1D, neither leading nor doubled
 * @param today decides the century: "2026-11-22"
 * @throws RefusedScanError
 */
export function readElementString(text: string, today: string): ElementStringReading {
  const elements = text.startsWith("(") ? bracketedElements(text) : separatedElements(text);
  const values = valuesOf(elements);
  const dayOf = (ai: string) => {
    const value = values.get(ai);
    return value && calendarDay(ai, value, today);
  };
  const [produced, packed, bestBefore, expires] = ["11", "13", "15", "17"].map(dayOf);
  const gtin = values.get("01") ?? values.get("02");
  const weight = netWeight(values);
  const pieces = values.get("30") ?? values.get("37");
  if (pieces !== undefined && Number(pieces) === 0) {
    throw new RefusedScanError("wrong-value", "The code says 0 pieces. Type the weight.");
  }
  return {
    gtin,
    indicator: gtin === undefined ? undefined : Number(gtin[0]),
    weight,
    needsWeight: gtin?.[0] === "9" && !weight,
    pieces: pieces === undefined ? undefined : Number(pieces),
    lot: values.get("10"),
    serial: values.get("21"),
    packedOn: packed ?? produced,
    bestBefore,
    expiresOn: expires ?? dayOf("7003"),
    sscc: values.get("00"),
    elements: [...values].map(([ai, value]) => ({ ai, value })),
  };
}

function separatedElements(text: string): Element[] {
  const elements: Element[] = [];
  let at = 0;
  while (at < text.length) {
    const { ai, format } = identifierAt(text, at) ?? refuseIdentifier(text.slice(at, at + 4));
    at += ai.length;
    const next = text.indexOf(separator, at);
    const separated = next === -1 ? text.length : next;
    const end =
      format.predefinedLength === undefined
        ? separated
        : Math.min(separated, at + format.predefinedLength);
    elements.push(checkedElement(ai, text.slice(at, end), format));
    // Some printers also put a separator after a value of predefined length.
    at = text[end] === separator ? end + 1 : end;
  }
  return elements;
}

/**
 * Parses text with AIs in parentheses, as people type or paste it; bar codes themselves have none.
 * Values may contain parentheses too: two to four digits in them are always an AI, refused if
 * unknown, and any others belong to the value.
 */
function bracketedElements(text: string): Element[] {
  const [before, ...parts] = text.split(/\((\d{2,4})\)/);
  if (before !== "" || parts.length === 0) refuseIdentifier(text.slice(0, 4));
  const elements: Element[] = [];
  for (let index = 0; index < parts.length; index += 2) {
    const [ai = "", value = ""] = parts.slice(index, index + 2);
    const found = identifierAt(ai, 0);
    if (found?.ai !== ai) refuseIdentifier(ai);
    elements.push(checkedElement(ai, value.trim(), found.format));
  }
  return elements;
}

function checkedElement(ai: string, value: string, format: ElementFormat): Element {
  if (!format.pattern.test(value)) {
    throw new RefusedScanError(
      "wrong-value",
      `The part of the code after (${ai}) is cut short or runs into the next. Scan it again, or type the weight.`,
    );
  }
  if (format.checkedDigits && !hasCheckDigit(value.slice(0, format.checkedDigits))) {
    throw new RefusedScanError(
      "wrong-check-digit",
      `The check digit of the number after (${ai}) is wrong. Scan it again, or type the weight.`,
    );
  }
  return { ai, value };
}

/** Returns the values by AI. One may repeat with the same value, as on two labels of a carton. */
function valuesOf(elements: readonly Element[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const { ai, value } of elements) {
    if ((values.get(ai) ?? value) !== value) refuseContradiction(`two values of (${ai})`);
    values.set(ai, value);
  }
  return values;
}

/** Gross weights, (330n) and (340n), are ignored. */
function netWeight(values: ReadonlyMap<string, string>): ReadWeight | undefined {
  const inUnit = (stem: string, unit: ReadWeight["unit"]) => {
    const [weight, another] = [...values]
      .filter(([ai]) => ai.length === 4 && ai.startsWith(stem))
      .map(([ai, value]) => weightFrom(value, Number(ai[3]), unit));
    if (another) refuseContradiction(`two weights in ${unit}`);
    return weight;
  };
  const [kg, lb] = [inUnit("310", "kg"), inUnit("320", "lb")];
  if (kg && lb && !isSameWeight(kg, lb)) refuseContradiction(`${kg.value} kg and ${lb.value} lb`);
  return kg ?? lb;
}

/**
 * Parses a day written as YYMMDD; any rest is ignored. Day 00 is the last of the month. The century
 * puts the year between 49 years before and 50 years after today's: GS1 General Specifications,
 * section 7.12.
 */
function calendarDay(ai: string, value: string, today: string): string {
  const [yy, mm, dd] = [0, 2, 4].map((at) => Number(value.slice(at, at + 2))) as [
    number,
    number,
    number,
  ];
  const thisYear = Number(today.slice(0, 4));
  const inThisCentury = thisYear - (thisYear % 100) + yy;
  const ahead = inThisCentury - thisYear;
  const year = inThisCentury + (ahead > 50 ? -100 : ahead < -49 ? 100 : 0);
  const date = new Date(Date.UTC(year, dd === 0 ? mm : mm - 1, dd));
  const isDay = mm >= 1 && mm <= 12 && date.getUTCMonth() === mm - 1;
  // An expiry time has no day 00.
  if (!isDay || (ai === "7003" && dd === 0)) {
    throw new RefusedScanError(
      "wrong-value",
      `The date after (${ai}) does not exist. Scan it again, or type the weight.`,
    );
  }
  return date.toISOString().slice(0, 10);
}

function refuseIdentifier(start: string): never {
  // Other characters that a scanner may send aren't readable.
  const named = /^[!-~]+$/.test(start) ? ` "${start}"` : "";
  throw new RefusedScanError(
    "unknown-identifier",
    `The code cannot be read from${named || " some part"} on. Scan it again, or choose the product and type the weight.`,
  );
}

function refuseContradiction(what: string): never {
  throw new RefusedScanError(
    "contradiction",
    `The code contradicts itself: ${what}. Weigh the package.`,
  );
}
