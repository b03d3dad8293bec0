/**
 * Postal codes of British Columbia: "V" + digit + letter + digit + letter + digit. The letters D,
 * F, I, O, Q and U never occur in a Canadian postal code; a 0 in the second place is a rural area,
 * whose first three characters (FSA) may cover hundreds of kilometres.
 */

/** The parsed code, "V3G1A2", or why it isn't one. */
export type PostalCodeRead =
  | { ok: true; postalCode: string }
  | { ok: false; reason: "missing" | "malformed" | "outside"; words: string };

/** Shown before asking anything else of somebody whose postal code isn't in BC. */
const outsideBc = "We ship within British Columbia";

/** More than anyone types for six characters, with spaces and dashes. */
const longestInput = 24;

const digitLetter = "[0-9][ABCEGHJ-NPRSTV-Z]";
const wholePattern = new RegExp(`^V(?:${digitLetter}){2}[0-9]$`);
const canadianPattern = new RegExp(`^[ABCEGHJ-NPRSTVXY](?:${digitLetter}){2}[0-9]$`);
const prefixPattern = new RegExp(`^V(?:${digitLetter}){0,2}[0-9]?$`);

export function readPostalCode(typed: string): PostalCodeRead {
  const text = plain(typed);
  if (!text) return refused("missing", "Enter your postal code, such as V3G 1A2.");
  if (/^[A-CEGHJ-NPR-TXY](\d|$)/.test(text) && text.length <= 6) {
    return refused("outside", `${outsideBc}.`);
  }
  if (!text.startsWith("V")) {
    return refused("malformed", "Postal codes in British Columbia begin with V, such as V3G 1A2.");
  }
  const [, unused] = /([DFIOQU])/.exec(text) ?? [];
  if (unused) {
    return refused("malformed", `The letter ${unused} is not used in postal codes. Check yours.`);
  }
  if (text.length !== 6) {
    const count = text.length < 6 ? `only ${text.length}` : "more";
    return refused(
      "malformed",
      `A postal code has six characters, such as V3G 1A2; this has ${count}.`,
    );
  }
  if (!wholePattern.test(text)) {
    return refused(
      "malformed",
      "A postal code is letter, digit, letter, digit, letter, digit: V3G 1A2.",
    );
  }
  return { ok: true, postalCode: text };
}

/** Returns the postal code in an address: "1 Sample Quay, Vancouver v6b 1a1" → "V6B1A1". */
export function postalCodeIn(address: string): string | null {
  const [found] = /\bV\d[A-Z][ -]?\d[A-Z]\d\b/i.exec(address) ?? [];
  const read = found ? readPostalCode(found) : null;
  return read?.ok ? read.postalCode : null;
}

/** Parses any Canadian postal code, for the company's own: "v2s-oa0" → "V2S 0A0"; else null. */
export function readCanadianPostalCode(typed: string): string | null {
  const text = plain(typed);
  return canadianPattern.test(text) ? formatPostalCode(text) : null;
}

/** Parses the first 1 to 6 characters of postal codes, as typed by staff: "v3g" → "V3G". */
export function readPrefix(typed: string): string | undefined {
  const text = plain(typed);
  return prefixPattern.test(text) ? text : undefined;
}

/** Formats a postal code: "V3G1A2" → "V3G 1A2". */
export function formatPostalCode(postalCode: string): string {
  return `${postalCode.slice(0, 3)} ${postalCode.slice(3)}`;
}

/** Returns the forward sortation area, the unit in which demand is counted: "V3G1A2" → "V3G". */
export function fsaOf(postalCode: string): string {
  return postalCode.slice(0, 3);
}

/** Returns the value for the longest prefix of a postal code; `byPrefix` is keyed by prefix. */
export function longestMatch<Value>(
  postalCode: string,
  byPrefix: ReadonlyMap<string, Value>,
): Value | undefined {
  for (let length = postalCode.length; length > 0; length--) {
    const match = byPrefix.get(postalCode.slice(0, length));
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Returns upper case without spaces and dashes, with 0 for the letter O in a digit's place. */
function plain(typed: string): string {
  if (typed.length > longestInput) return typed.slice(0, longestInput).toUpperCase();
  const text = typed
    .normalize("NFKC")
    .replaceAll(/[\s.\-–—]/g, "")
    .toUpperCase();
  return [...text].map((character, at) => (at % 2 && character === "O" ? "0" : character)).join("");
}

function refused(
  reason: "missing" | "malformed" | "outside",
  words: string,
): PostalCodeRead & { ok: false } {
  return { ok: false, reason, words };
}
