/** A static text: sections with an anchor each, of paragraphs and lists. */
export interface LegalText {
  title: string;
  lede: string;
  /** For search engines. */
  description: string;
  sections: LegalSection[];
}

export interface LegalSection {
  /** The anchor, for instance `/terms#shipping`. */
  id: string;
  title: string;
  paragraphs: string[];
  /** Shown as a list after the paragraphs. */
  points?: string[];
}

/** States what the shop stores: update it whenever that changes. */
export const privacy: LegalText = {
  title: "Privacy Policy",
  description:
    "What we collect when you look around, order or write to us, what we use it for, who sees it, how long we keep it, and your rights.",
  lede: "We keep what it takes to sell you beef and to answer you, and nothing for its own sake.",
  sections: [
    {
      id: "collected",
      title: "What we collect",
      paragraphs: ["What reaches us depends on what you do here."],
      points: [
        "If you only look around: the address of each page you request, the time and the outcome, in our server’s log. What you type into the search is not written to it.",
        "Your cart: kept in your own browser. It asks our server what the products in it cost today, without saying whose cart it is.",
        "If you write or call: your name, how to reach you, and what you tell us. The contact form asks for name, email and message; the wholesale inquiry for company, contact, email, phone, kind of business, weekly volume, delivery or pickup, and notes.",
        "If you send a form: a count of how often forms were sent from your internet address and your email address within the hour, to keep robots out. It is kept under a code from which neither can be read.",
        "If you open a wholesale account: company name, contact name, email, phone, address, notes, and your password in a form that nobody, including us, can read back.",
        "If you sign in: when, when you were last here, what your browser says it is, and roughly from which network, without the last part of your internet address.",
        "If you order: the products, weights, prices, dates and notes of each order, and its invoice.",
      ],
    },
    {
      id: "used",
      title: "What we use it for",
      paragraphs: [
        "To cut, pack, deliver and invoice orders; to answer questions; to keep accounts safe; and to keep the books that the law asks us to keep. We do not sell personal information, we do not rent it, and we build no profiles from it.",
      ],
    },
    {
      id: "cookies",
      title: "Cookies",
      paragraphs: [
        "Two are set when you sign in: one keeps you signed in, and one lets us know this browser again for a year, so that you get in while someone else is guessing at your password. Our staff, and nobody else, get a third for ten minutes while they prove a second time who they are. A browser without JavaScript keeps its cart in a cookie for a month, and in the checkout another one that keeps the cart from being ordered twice. There are no cookies for advertising and none that follow you to other sites.",
      ],
    },
    {
      id: "shared",
      title: "Who else sees it",
      paragraphs: [
        "Those who do a part of the work for us, and only their part: the carrier gets the name, address and phone number for a delivery; a payment provider, where one is used, handles the card, whose number we never see; the firms that host this site and carry its mail. And authorities, where the law requires it.",
      ],
    },
    {
      id: "kept",
      title: "How long we keep it",
      paragraphs: [
        "Orders and invoices for as long as tax law requires business records to be kept, at present six years from the end of the tax year. Accounts for as long as you want one.",
        "Messages and wholesale inquiries until they are dealt with and for one year after that; then they are deleted. Anything that looks as if a robot sent it is deleted after 30 days. The email that notifies us of them stays in our mailbox for as long as the correspondence does. For each email this site sends, we keep the recipient, the time and the subject for two years, not what it said. Whoever ordered without an account is forgotten seven years after their last order.",
      ],
    },
    {
      id: "rights",
      title: "Your rights",
      paragraphs: [
        "British Columbia’s Personal Information Protection Act lets you ask what we hold about you, have it corrected, and withdraw your consent. Write or call, and we will see to it. If our answer does not satisfy you, the Information and Privacy Commissioner for British Columbia can look into it.",
      ],
    },
    {
      id: "changes",
      title: "Changes",
      paragraphs: [
        "When what we keep or why we keep it changes, this page changes first. The version you are reading is the one that applies.",
      ],
    },
  ],
};

/** Plain terms for both kinds of customer. */
export const terms: LegalText = {
  title: "Terms of Service",
  description:
    "Ordering and payment, shipping across British Columbia, returns within 24 hours of delivery, quality and changes, in plain words.",
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
