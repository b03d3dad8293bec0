import type { LegalText } from "./legal-text.ts";

/** Plain terms for both kinds of customer (specification, section 2). */
export const terms: LegalText = {
  title: "Terms of Service",
  lede: "What you can expect of us, and what we ask of you, in words we would use across the counter.",
  sections: [
    {
      id: "ordering",
      title: "Ordering and payment",
      paragraphs: [
        "Prices are in Canadian dollars per pound. Shipping and taxes are worked out at checkout and shown before you pay. An order is agreed once we confirm it; until then, either of us may withdraw.",
        "Card payments, where we offer them, are handled by a payment provider, and card numbers never reach us. Wholesale orders are invoiced when they are fulfilled.",
        "Meat is cut by hand, so the weight of a piece varies. The price per pound does not.",
      ],
    },
    {
      id: "accounts",
      title: "Wholesale accounts",
      paragraphs: [
        "An account is for a business and for the people it trusts with it. Keep the password to yourselves, keep the details up to date, and tell us at once if someone else may be using it.",
      ],
    },
    {
      id: "shipping",
      title: "Shipping",
      paragraphs: [
        "We currently ship across British Columbia, refrigerated, to most regions of the province. Orders are processed in 1 to 2 business days and shipped Monday to Friday. Local pickup is for wholesale clients.",
        "Someone should be there to take the parcel in, and it should go straight into the freezer. From the moment it is handed over, keeping it cold is in your hands.",
      ],
    },
    {
      id: "returns",
      title: "Returns and refunds",
      paragraphs: [
        "Food that has left the cold chain cannot be sold again, so we do not take back beef for a change of mind. We do put mistakes right.",
        "If something arrives damaged, or is not what you ordered, tell us within 24 hours of delivery: the order number, what is wrong, and a photograph if you have one. We replace it or refund it, as you prefer.",
      ],
    },
    {
      id: "quality",
      title: "Quality",
      paragraphs: [
        "Every pack is vacuum-sealed, flash-frozen and labelled before it leaves us. If one is not, that is a mistake, and the section above applies.",
        "Cooking advice on this site is given with care, together with Health Canada’s safe temperatures. Storing and cooking the beef safely once it is yours is up to you.",
      ],
    },
    {
      id: "site",
      title: "This site",
      paragraphs: [
        "We check what we publish, and we still make mistakes. If a price or description is plainly wrong, we tell you before anything is cut, and you may cancel. Nothing here takes away a right that the law gives you as a customer.",
        "These terms are governed by the laws of British Columbia and of Canada as they apply there.",
      ],
    },
    {
      id: "changes",
      title: "Changes",
      paragraphs: [
        "We may change these terms. An order is governed by those on this page on the day it was placed.",
      ],
    },
  ],
};
