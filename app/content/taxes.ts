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
      "Beef for human consumption is a basic grocery and zero-rated: Excise Tax Act (Canada), Schedule VI, Part III, section 1.",
  },
  E: { label: "GST exempt", rate: "0", reason: "" },
  G: { label: "GST 5%", rate: "5", reason: "" },
  GP: { label: "GST 5% and PST 7%", rate: "12", reason: "" },
} as const;

/** Printed below totals. */
export const currency = "All amounts in Canadian dollars.";
