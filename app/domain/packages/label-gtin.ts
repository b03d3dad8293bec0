import { checkDigitOf } from "#app/lib/amounts/check-digits.ts";

/** The first digit of a GTIN for goods of variable measure: GS1 General Specifications, 2.1.10. */
const variableMeasure = "9";

/** Of the characters that GS1 allows in a lot; at most twenty. */
const lotForm = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/**
 * The GTIN on our labels of a product: its own if it is one of variable measure, otherwise made of
 * the company's prefix and the item number. Null without either, and where the two do not fit into
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

/** Whether a code can say this lot; without it the label would say less than our own. */
export function isLotInCode(lot: string | null): boolean {
  return lot === null || lotForm.test(lot);
}

/** The serial number on a package's label, of at most twenty characters: the start of its id. */
export function labelSerial(packageId: string): string {
  return packageId.replaceAll("-", "").slice(0, 20);
}

/** The ids that a serial number on our labels may stand for, from first to last; null for others. */
export function idsOfSerial(serial: string): { first: string; last: string } | null {
  if (!/^[0-9a-f]{20}$/.test(serial)) return null;
  const uuid = (rest: string) =>
    `${serial}${rest.repeat(12)}`.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { first: uuid("0"), last: uuid("f") };
}
