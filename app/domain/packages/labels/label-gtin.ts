import { checkDigitOf } from "#app/lib/amounts/check-digits.ts";

/** First digit of a GTIN for variable-measure goods: GS1 General Specifications, 2.1.10. */
const variableMeasure = "9";

/** Lots that GS1 allows: at most twenty of these characters. */
const lotForm = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/**
 * Returns the GTIN for our labels of a product: its own if that is a variable-measure one, else one
 * built from the company's prefix and the item number. Null without either, or if they exceed
 * twelve digits.
 */
export function labelGtin(
  gtinCompanyPrefix: string,
  { gtin, itemNumber }: { gtin: string | null; itemNumber: number | null },
): string | null {
  if (!gtinCompanyPrefix) return null;
  if (gtin?.startsWith(variableMeasure)) return gtin;
  if (itemNumber === null) return null;
  const room = 12 - gtinCompanyPrefix.length;
  const item = String(itemNumber).padStart(room, "0");
  if (item.length > room) return null;
  const body = `${variableMeasure}${gtinCompanyPrefix}${item}`;
  return `${body}${checkDigitOf(body)}`;
}

/** True if a code can hold this lot; otherwise the coded label would say less than our own. */
export function isLotInCode(lot: string | null): boolean {
  return lot === null || lotForm.test(lot);
}

/** Returns a package's serial number for its label: up to twenty characters of its id. */
export function labelSerial(packageId: string): string {
  return packageId.replaceAll("-", "").slice(0, 20);
}

/** Returns the range of ids that a serial number on our labels may stand for; null for others. */
export function idsOfSerial(serial: string): { first: string; last: string } | null {
  if (!/^[0-9a-f]{20}$/.test(serial)) return null;
  const uuid = (rest: string) =>
    `${serial}${rest.repeat(12)}`.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { first: uuid("0"), last: uuid("f") };
}
