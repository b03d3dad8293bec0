import { hasCheckDigit } from "#app/lib/amounts/check-digits.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type ElementStringReading, readElementString, separator } from "./gs1-element-strings.ts";
import { type RefusalReason, RefusedScanError } from "./refused-scan.ts";
import { type InStoreReading, readInStoreCode, type ScanRule } from "./scan-rules.ts";

export type Scan =
  /** Our own package label, with the package's id. */
  | { kind: "package"; id: string; number?: never }
  /** Our own package label's bar code, with the package's unique number. */
  | { kind: "package"; number: number; id?: never }
  | { kind: "box"; number: number }
  /** A label of a scale in the shop: item and either weight or price. */
  | ({ kind: "in-store" } & InStoreReading)
  /** Only a product's number, 14 digits; the weight must be asked for. */
  | { kind: "gtin"; gtin: string }
  | ({ kind: "element-string" } & ElementStringReading)
  /** The scan changes nothing; the message tells the packer why and what to do. */
  | { kind: "refused"; reason: RefusalReason; message: string };

export interface ScanSettings {
  rules: readonly ScanRule[];
  /** What the scanner sends for the separator FNC1, besides 0x1D; must not occur in labels. */
  standIns?: readonly string[];
  today: string;
}

/** In characters; more than any label in the trade has. */
const maxLength = 512;

export const usualStandIns: readonly string[] = ["<GS>", "~", "|"];

/**
 * Parses a bar code that was scanned, typed or pasted. Handles any text, in linear time, and never
 * guesses: a second scan costs less than a wrong lot or weight.
 */
export function parseScan(text: string, settings: ScanSettings): Scan {
  try {
    return read(text, settings);
  } catch (error) {
    if (!(error instanceof RefusedScanError)) throw error;
    return { kind: "refused", reason: error.reason, message: error.message };
  }
}

function read(
  scanned: string,
  { rules, standIns = usualStandIns, today }: ScanSettings,
): Exclude<Scan, { kind: "refused" }> {
  if (scanned.length > maxLength) {
    throw new RefusedScanError("too-long", "This code is longer than that of any label for meat.");
  }
  const { symbol, isGs1 } = withoutPrefix(trimmed(scanned));
  const text = separated(symbol, standIns);
  if (text === "") throw new RefusedScanError("empty", "Nothing was scanned.");
  if (text.startsWith(packagePrefix)) {
    const rest = text.slice(packagePrefix.length);
    // Ids are longer.
    if (/^\d{6,9}$/.test(rest)) return { kind: "package", number: Number(rest) };
    return { kind: "package", id: packageId(rest) };
  }
  if (text.startsWith(boxPrefix)) return { kind: "box", number: boxNumber(text) };
  // A GS1 prefix rules out a product number: some element strings have the same length.
  if (!isGs1 && /^(?:\d{8}|\d{12,14})$/.test(text)) {
    // Don't try it as an element string: a product number with a wrong digit would become a serial.
    if (!hasCheckDigit(text)) {
      throw new RefusedScanError(
        "wrong-check-digit",
        "The check digit is wrong. Scan it again, or choose the product and type the weight.",
      );
    }
    // UPC-A is EAN-13 without the leading 0.
    const ean = text.length === 12 ? `0${text}` : text;
    if (ean.length === 13 && /^(?:02|2)/.test(ean)) {
      return { kind: "in-store", ...readInStoreCode(ean, rules) };
    }
    return { kind: "gtin", gtin: text.padStart(14, "0") };
  }
  if (!/^(?:\d{2}|\()/.test(text)) {
    throw new RefusedScanError(
      "unknown-code",
      "This is not a code we know. Choose the product and type the weight.",
    );
  }
  return { kind: "element-string", ...readElementString(text, today) };
}

/** Trims BOM, line ends, NUL and blanks. A regular expression for the end would be quadratic. */
function trimmed(text: string): string {
  const isAround = (character: string | undefined) =>
    character !== undefined && /[\s\0]/.test(character);
  let [start, end] = [0, text.length];
  while (isAround(text[start])) start += 1;
  while (end > start && isAround(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Removes the AIM prefix, by which scanners report the symbology (ISO 15424). */
function withoutPrefix(text: string): { symbol: string; isGs1: boolean } {
  // GS1-128, DataBar and composite, DataMatrix, QR code and DotCode.
  const [prefix = "", gs1] = /^\](?:(C1|e\d|d2|Q3|J1)|[A-Za-z]\d)/.exec(text) ?? [];
  return { symbol: text.slice(prefix.length), isGs1: gs1 !== undefined };
}

/** Replaces each stand-in with 0x1D, and drops leading and repeated separators. */
function separated(text: string, standIns: readonly string[]): string {
  return standIns
    .filter((standIn) => standIn !== "")
    .reduce((changed, standIn) => changed.replaceAll(standIn, separator), text)
    .split(separator)
    .filter((part) => part !== "")
    .join(separator);
}

const packagePrefix = "PKG-";

/** Returns a package label's bar code, as `parseScan` reads it: "PKG-100001". */
export function packageCode(labelNumber: number): string {
  return `${packagePrefix}${labelNumber}`;
}

const boxPrefix = "BOX-";

/** Returns a box label's bar code, as `parseScan` reads it: "BOX-100001". */
export function boxCode(labelNumber: number): string {
  return `${boxPrefix}${labelNumber}`;
}

function boxNumber(text: string): number {
  const [, digits] = /^BOX-(\d{6,9})$/.exec(text) ?? [];
  if (digits) return Number(digits);
  throw new RefusedScanError(
    "unknown-code",
    "This is the label of a box, but part of its code is missing. Scan it again.",
  );
}

function packageId(id: string): string {
  if (isUuid(id)) return id.toLowerCase();
  if (/^[\w-]{22,64}$/.test(id)) return id;
  throw new RefusedScanError(
    "unknown-code",
    "This is one of our labels, but part of its code is missing. Scan it again.",
  );
}
