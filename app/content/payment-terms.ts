import { site } from "./site.ts";

/**
 * The fixed text of an invoice. The terms are the company's own, to be confirmed before it opens;
 * the tax is set by law.
 */
export const invoiceWords = {
  /** Payment is due this many days after the invoice's date. */
  paymentDays: 30,
  /** Printed below the seller's address once there is one, e.g. "GST 123456789 RT0001". */
  taxNumber: "" as string,
  /**
   * Tax codes as printed, with rates in per cent. Raw beef is a basic grocery, on which GST is
   * charged at 0%: Excise Tax Act, R.S.C. 1985, c. E-15, Schedule VI (zero-rated supplies),
   * Part III, section 1, by subsection 165(3). GST is 5% by that subsection; PST in British Columbia
   * 7%, from which food for people is exempt (Bulletin PST 206).
   */
  taxes: {
    Z: {
      label: "GST 0%",
      rate: "0",
      reason:
        "Beef for human consumption is a basic grocery and zero-rated: Excise Tax Act (Canada), Schedule VI, Part III, section 1.",
    },
    E: { label: "GST exempt", rate: "0", reason: "" },
    G: { label: "GST 5%", rate: "5", reason: "" },
    GP: { label: "GST 5% and PST 7%", rate: "12", reason: "" },
  },
  /** Payment methods, in the company's order of preference. */
  waysToPay: [
    `Interac e-Transfer to ${site.email}, with the invoice number in the message.`,
    `Cheque to ${site.name}, ${site.address.street}, ${site.address.city}, ${site.address.region} ${site.address.postalCode}.`,
    `Bank transfer: call ${site.phone.display} for our account details.`,
  ],
  /** Printed on credit notes. */
  creditUse: [
    "It settles what is open of the invoice that it corrects.",
    "What remains is kept on your account for your next invoice. There is nothing to pay.",
  ],
  /** Printed on delivery notes. */
  notAnInvoice: [
    "This is not an invoice. Please don't pay it.",
    "It will be on your next monthly invoice, at the weights above and the prices of the order.",
  ],
  currency: "All amounts in Canadian dollars.",
  /** How long after delivery a client can ask for a credit, in hours. */
  creditAskHours: 24,
  returns: "Damaged or wrong items: please tell us within 24 hours of delivery.",
} as const;
