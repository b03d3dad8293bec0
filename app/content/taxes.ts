/**
 * Tax codes as printed, with rates in per cent. Raw beef is a basic grocery, on which GST is
 * charged at 0%: Excise Tax Act, R.S.C. 1985, c. E-15, Schedule VI (zero-rated supplies),
 * Part III, section 1, by subsection 165(3). GST is 5% by that subsection; PST in British Columbia
 * 7%, from which food for people is exempt (Bulletin PST 206).
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

/** In the order in which forms offer them. */
export const taxCodes = Object.keys(taxes) as (keyof typeof taxes)[];

/** True if a tax code charges tax; false for an unknown code. */
export function isTaxed(code: string): boolean {
  return Object.entries(taxes).some((one) => one[0] === code && one[1].rate !== "0");
}

/**
 * Said where somebody can do something about it; without a full stop, as steps of the guide are.
 */
export const taxWithoutNumber =
  "GST is charged, but there is no GST number: an invoice with tax has to show one";

/** Printed below totals. */
export const currency = "All amounts in Canadian dollars.";

/** Longer than anybody writes a GST number, with its spaces and words. */
const longestGstNumber = 60;

/**
 * Formats a typed GST number for print: "123456789rt0001" → "GST 123456789 RT0001". Null for
 * anything but 9 digits, RT and 4 digits.
 */
export function readGstNumber(typed: string): string | null {
  if (typed.length > longestGstNumber) return null;
  const plain = typed.toUpperCase().replace(/[\s.:#-]/g, "");
  const [, business, account] =
    /^(?:GST|HST|GST\/HST)?(?:NUMBER|NO)?(\d{9})RT(\d{4})$/.exec(plain) ?? [];
  return business && account ? `GST ${business} RT${account}` : null;
}
