import { deliveryPage, importPage, settingsPage } from "../navigation.ts";

interface SettingsPage {
  to: string;
  title: string;
  text: string;
  /** Synonyms for the search. */
  words?: string;
}

export const settingsPages: readonly SettingsPage[] = [
  {
    to: `${settingsPage.to}/company`,
    title: "Company",
    text: "Name, address, phone, email, social links.",
  },
  {
    to: `${settingsPage.to}/hours`,
    title: "Opening hours",
    text: "As printed, and for search engines.",
  },
  {
    to: `${settingsPage.to}/notices`,
    title: "Notices",
    text: "A line at the top of the shop, such as “Closed on Monday”, from one day to another.",
  },
  {
    to: `${settingsPage.to}/words`,
    title: "Words",
    text: "What the public pages say: home, Our Story, FAQs, policies and the others.",
  },
  {
    to: `${settingsPage.to}/claims`,
    title: "Claims to confirm",
    text: "What the shop says of its beef and itself, and you should be able to prove.",
  },
  {
    to: `${settingsPage.to}/documents`,
    title: "Invoices and taxes",
    text: "GST number, terms, how to pay, and the other texts of documents.",
  },
  {
    to: `${settingsPage.to}/mail`,
    title: "Email",
    text: "From whom mails come, with a test.",
  },
  {
    to: deliveryPage.to,
    title: "Delivery",
    text: "Zones, days, cut-offs, minimums and fees.",
  },
  {
    to: `${settingsPage.to}/packed`,
    title: "When clients are notified",
    text: "Whether the email of a packed order, and the charge of its card, wait until it leaves.",
    words: "invoice mail capture run",
  },
  {
    to: `${settingsPage.to}/undelivered`,
    title: "Second deliveries",
    text: "Whether an order pays its delivery again when nobody was there the first time.",
  },
  {
    to: `${settingsPage.to}/door`,
    title: "At the door",
    text: "Whether drivers measure temperatures, and are paid for older invoices too.",
    words: "payments temperature driver",
  },
  {
    to: `${settingsPage.to}/boxes`,
    title: "Boxes",
    text: "How many pounds go into a box, by which a delivery day’s boxes are counted until it is packed.",
    words: "capacity run truck",
  },
  {
    to: `${settingsPage.to}/office`,
    title: "Office",
    text: "Up to what amount the office releases held orders, and by how much it changes a price.",
  },
  {
    to: `${settingsPage.to}/receiving`,
    title: "Receiving",
    text: "How warm chilled and frozen meat may be when it comes.",
  },
  {
    to: `${settingsPage.to}/labels`,
    title: "Package labels",
    text: "The printer in your network, names in French, how long products keep, prices on labels.",
  },
  {
    to: `${settingsPage.to}/retention`,
    title: "How long data is kept",
    text: "When messages, sent mails and guests’ names and addresses are deleted.",
  },
  {
    to: "/admin/personal-data",
    title: "A person's data",
    text: "What is kept of somebody who asks: to show, download, correct or erase.",
    words: "personal information privacy",
  },
  {
    to: `${settingsPage.to}/payments`,
    title: "Ways of paying",
    text: "How customers without an account pay. Until you switch one on, the shop has no checkout.",
  },
  {
    to: `${settingsPage.to}/reminders`,
    title: "Reminders",
    text: "Mails to clients whose invoices are due or overdue, in your words. Off until you switch them on.",
  },
  {
    to: `${settingsPage.to}/tolerance`,
    title: "Tolerance for packed weights",
    text: "How much heavier than ordered a packed weight may be.",
  },
  {
    to: `${settingsPage.to}/scans`,
    title: "Scales and scans",
    text: "What the codes on your scale's labels mean, and whether your own labels carry a GTIN.",
  },
  {
    to: `${settingsPage.to}/scale-file`,
    title: "File for counter scales",
    text: "Which columns your scales’ program expects of your products, and how.",
    words: "PLU item file CSV",
  },
  {
    to: `${settingsPage.to}/sign-in`,
    title: "Signing in",
    text: "Whether staff need a second factor, such as a code from their phone.",
  },
  {
    to: importPage.to,
    title: importPage.label,
    text: "Bring products, prices, clients and balances from a spreadsheet, or take everything the shop holds away.",
  },
];
