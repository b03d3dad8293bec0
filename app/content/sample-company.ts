import type { DocumentWords, OpeningHours } from "./company.ts";

/**
 * The company that a new shop shows until its owner has entered their own. The address, telephone
 * number and links lead nowhere. Only `domain/settings` may import this file, which a test checks.
 */
export const sampleCompany = {
  name: "Hundredweight Beef Co.",
  shortName: "Hundredweight",
  tagline: "AAA Canadian beef, cut and sold by the pound.",
  blurb:
    "AAA-graded beef from British Columbia family farms, cut by hand in {city} and sold by the pound to kitchens of every size.",
  address: {
    street: "100 Sample Road",
    city: "Abbotsford",
    region: "BC",
    postalCode: "V2S 0A0",
    country: "Canada",
  },
  email: "hello@example.com",
  phone: "604-555-0142",
  socialLinks: [
    { name: "Instagram", href: "https://example.com/instagram" },
    { name: "Facebook", href: "https://example.com/facebook" },
    { name: "YouTube", href: "https://example.com/youtube" },
  ],
  logo: null,
  paperLogo: null,
};

export const sampleHours: OpeningHours = {
  printed: [
    { days: "Monday to Friday", hours: "9 am – 5 pm Pacific" },
    { days: "Saturday", hours: "By appointment" },
    { days: "Sunday", hours: "Closed" },
  ],
  times: [
    {
      days: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
      opens: "09:00",
      closes: "17:00",
    },
  ],
};

/** Sample terms, which the owner has to confirm before the shop opens. */
export const sampleDocumentWords: DocumentWords = {
  paymentDays: 30,
  taxNumber: "",
  waysToPay: [
    "Interac e-Transfer to {e-transfer email}, with the invoice number in the message.",
    "Cheque to {name}, {address}.",
    "Bank transfer: call {phone} for our account details.",
  ],
  creditUse: [
    "It settles what is open of the invoice that it corrects.",
    "What remains settles whatever else you owe, the oldest first, or stays on your account. There is nothing to pay.",
  ],
  notAnInvoice: [
    "This is not an invoice. Please don't pay it.",
    "It will be on your next monthly invoice, at the weights above and the prices of the order.",
  ],
  creditAskHours: 24,
  returns: "Short weight, damaged or wrong items: please tell us within 24 hours of delivery.",
};
