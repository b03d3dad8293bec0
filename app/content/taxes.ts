/**
 * Tax codes as printed, with rates in per cent. Raw beef is a basic grocery, which is zero-rated:
 * Excise Tax Act, R.S.C. 1985, c. E-15, Schedule VI, Part III, section 1, and subsection 165(3).
 * PST in British Columbia exempts food for people (Bulletin PST 206).
 */
export const taxes = {
  Z: {
    label: "GST 0%",
    rate: "0",
    reason:
      "Beef for human consumption is a zero-rated basic grocery: Excise Tax Act (Canada), Schedule VI, Part III, section 1.",
  },
  E: { label: "GST exempt", rate: "0", reason: "" },
  G: { label: "GST 5%", rate: "5", reason: "" },
  GP: { label: "GST 5% and PST 7%", rate: "12", reason: "" },
} as const;

/** In the order shown in forms. */
export const taxCodes = Object.keys(taxes) as (keyof typeof taxes)[];

/** True if a tax code charges tax; false if it is unknown. */
export function isTaxed(code: string): boolean {
  return Object.entries(taxes).some((one) => one[0] === code && one[1].rate !== "0");
}

/** Shown wherever staff can fix it. Without a full stop, like the steps of the guide. */
export const taxWithoutNumber =
  "GST is charged, but there is no GST number: an invoice with tax has to show one";

/** Printed below totals. */
export const currency = "All amounts in Canadian dollars.";

/** Longest accepted input, with room for spaces and words around the number. */
const longestGstNumber = 60;

/**
 * Formats a typed GST number for print: "123456789rt0001" → "GST 123456789 RT0001". Null unless
 * it has 9 digits, RT and 4 digits.
 */
export function readGstNumber(typed: string): string | null {
  if (typed.length > longestGstNumber) return null;
  const plain = typed.toUpperCase().replace(/[\s.:#-]/g, "");
  const [, business, account] =
    /^(?:GST|HST|GST\/HST)?(?:NUMBER|NO)?(\d{9})RT(\d{4})$/.exec(plain) ?? [];
  return business && account ? `GST ${business} RT${account}` : null;
}
