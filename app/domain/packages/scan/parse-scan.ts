import { hasCheckDigit } from "#app/lib/amounts/check-digits.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type ElementStringReading, readElementString, separator } from "./element-strings.ts";
import { type RefusalReason, RefusedScanError } from "./refused-scan.ts";
import { type InStoreReading, readInStoreCode, type ScanRule } from "./scan-rules.ts";

/** What was scanned. */
export type Scan =
  /** A label of our own; its id is that of the package. */
  | { kind: "package"; id: string; number?: never }
  /** The bars of such a label, with the number of that package alone. */
  | { kind: "package"; number: number; id?: never }
  /** A label of our own on a box; the number is that box's alone. */
  | { kind: "box"; number: number }
  /** A label of a scale in the shop: item and either weight or price. */
  | ({ kind: "in-store" } & InStoreReading)
  /** A product's number, 14 digits, and nothing else: the weight is asked for. */
  | { kind: "gtin"; gtin: string }
  /** A supplier's label or carton. */
  | ({ kind: "element-string" } & ElementStringReading)
  /** Nothing is to change. The message says why and what to do, for the packer. */
  | { kind: "refused"; reason: RefusalReason; message: string };

/** What the meaning of a scan depends on. */
export interface ScanSettings {
  rules: readonly ScanRule[];
  /** What the scanner sends for the separator FNC1, besides 0x1D; none occurs in what labels say. */
  standIns?: readonly string[];
  /** The Pacific calendar day: "2026-11-22". */
  today: string;
}

/** In characters, more than any label of the trade has. */
const maxLength = 512;

/** What most scanners are set to send for FNC1. */
export const usualStandIns: readonly string[] = ["<GS>", "~", "|"];

/**
 * What a bar code says that was scanned, or typed or pasted in its place. Answers every text, in
 * time proportional to its length, and never with a guess: a second scan costs less than a wrong
 * lot or weight.
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
    // Shorter than any id.
    if (/^\d{6,9}$/.test(rest)) return { kind: "package", number: Number(rest) };
    return { kind: "package", id: packageId(rest) };
  }
  if (text.startsWith(boxPrefix)) return { kind: "box", number: boxNumber(text) };
  // A prefix for GS1 rules out the others: some element strings are as long as a product's number.
  if (!isGs1 && /^(?:\d{8}|\d{12,14})$/.test(text)) {
    // Not tried as an element string: a product's number with a wrong digit would become a serial.
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

/** Without BOM, line ends, NUL and blanks around it. A pattern for the end would be quadratic. */
function trimmed(text: string): string {
  const isAround = (character: string | undefined) =>
    character !== undefined && /[\s\0]/.test(character);
  let [start, end] = [0, text.length];
  while (isAround(text[start])) start += 1;
  while (end > start && isAround(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

/** Removes the AIM prefix, with which a scanner may say what kind of symbol it read (ISO 15424). */
function withoutPrefix(text: string): { symbol: string; isGs1: boolean } {
  // GS1-128, DataBar and composite, DataMatrix, QR code and DotCode.
  const [prefix = "", gs1] = /^\](?:(C1|e\d|d2|Q3|J1)|[A-Za-z]\d)/.exec(text) ?? [];
  return { symbol: text.slice(prefix.length), isGs1: gs1 !== undefined };
}

/** With 0x1D for each stand-in, none at the start and none twice running. */
function separated(text: string, standIns: readonly string[]): string {
  return standIns
    .filter((standIn) => standIn !== "")
    .reduce((changed, standIn) => changed.replaceAll(standIn, separator), text)
    .split(separator)
    .filter((part) => part !== "")
    .join(separator);
}

/** What our codes of a package start with; its id follows, or in bars its number. */
const packagePrefix = "PKG-";

/** What the label of a package says as a bar code, as `parseScan` reads it: "PKG-100001". */
export function packageCode(labelNumber: number): string {
  return `${packagePrefix}${labelNumber}`;
}

/** What the bar code of a box starts with; its number follows. */
const boxPrefix = "BOX-";

/** What the label of a box says as a bar code, as `parseScan` reads it: "BOX-100001". */
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
