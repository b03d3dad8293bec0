import { taxes } from "#app/content/taxes.ts";
import { categoryText, isCategory } from "#app/features/catalog/category.ts";
import {
  invoicePerText,
  poModeText,
  termsKindText,
} from "#app/features/clients/terms/terms-words.ts";
import { formatDateTime, formatFullDay } from "#app/lib/dates.ts";
import { formatCents, formatPricePerLb, toCents } from "#app/lib/money.ts";
import { formatLb } from "#app/lib/weight.ts";
import { shortened } from "./shortened.ts";

/** A thing with an audit history. */
export interface HistorySubject {
  entity:
    | "order"
    | "product"
    | "client"
    | "image"
    | "inquiry"
    | "lot"
    | "setting"
    | "delivery"
    | "price"
    | "run"
    | "credit"
    | "bank"
    | "staff"
    | "account";
  /** The row's id; `section/key` for images, `shop` for settings. */
  entityId: string;
}

/** One change: who, when and what. */
export interface HistoryEntry {
  id: number;
  at: Date;
  actorEmail: string;
  /** The logged action, e.g. "fulfilled"; `actionInWords` makes it readable. */
  action: string;
  /** The changed fields before; null or undefined if there were none. */
  before: unknown;
  /** The same fields after. */
  after: unknown;
}

/** One change, in the list of what somebody did. */
export interface Deed {
  id: number;
  at: Date;
  /** What was changed: `order`, `product` and so on. */
  entity: string;
  entityId: string;
  /** As of a `HistoryEntry`. */
  action: string;
}

/** Maximum number of entries in a history. */
export const historyLimit = 50;

/** One field of a change, in words. */
export interface FieldChange {
  field: string;
  /** Undefined if there was no previous value because the thing was just created. */
  from: string | undefined;
  to: string;
}

const actions: Record<string, string> = {
  placed: "Order placed",
  "guest adopted": "Orders seen in an account",
  "card used too often": "Card given up: it has paid for many orders in a day",
  "order changed": "Order changed",
  "address changed": "Delivery details changed",
  confirmed: "New client confirmed",
  fulfilled: "Order fulfilled",
  cancelled: "Order cancelled",
  delivered: "Order delivered",
  "delivery taken back": "Delivery taken back",
  "refused at the door": "Refused at the door",
  "link made": "Driver’s link made",
  "link revoked": "Driver’s link stopped",
  "day changed": "Day changed",
  "fee passed on": "Pays the delivery now",
  "credit asked": "Credit asked for",
  "credit approved": "Credited",
  "credit declined": "Credit declined",
  created: "Added",
  edited: "Edited",
  "created by import": "Added by an import",
  "edited by import": "Changed by an import",
  "site added by import": "Site added by an import",
  "site edited by import": "Site changed by an import",
  "import undone": "An import was undone",
  activated: "Activated",
  deactivated: "Deactivated",
  "image changed": "Image changed",
  released: "Moved to the inbox",
  updated: "Details changed",
  added: "Image added",
  changed: "Image changed",
  "hold released": "Hold released",
  "terms changed": "Terms changed",
  "difference billed": "Difference billed",
  "card accepted": "Card accepted",
  "not paid in time": "Cancelled: not paid in time",
  "card charged": "Card charged",
  "card refund asked for": "Refund to the card asked for",
  "card job retried": "Asked the card provider again",
  "card released": "Hold on the card released",
  "invoiced early": "Invoiced before the month ended",
  "not ignored": "Taken up again",
  "invited to the staff": "Invited to the staff",
  joined: "Joined the staff",
  "staff removed": "Removed from the staff",
  "signed in from a new browser": "Signed in from a new browser",
};

const fields: Record<string, string> = {
  routeRank: "Place on the route",
  accountingName: "Name in accounting",
  asOf: "As of",
  dueOn: "Due",
  startsOn: "Starts on",
  totalPrice: "Total",
  pricePerLb: "Price",
  isActive: "Status",
  imageUrl: "Image",
  url: "Image",
  lede: "Introduction",
  imageAlt: "The image in words",
  unanswered: "Beside the questions",
  callToAction: "At the end",
  plates: "What a cook notices",
  intros: "Above the cuts",
  isAdmin: "Administrator",
  email: "E-mail",
  needsSecondFactor: "Second factor needed",
  codesLeft: "Codes left",
  companyName: "Company name",
  wantsOrderReminders: "Reminders to order",
  contactName: "Contact name",
  cutType: "Cut type",
  otherNames: "Other names",
  deliveryDay: "Day",
  override: "Limits passed over",
  typicalPieceLb: "Typical piece",
  overCapPct: "Tolerance",
  tareG: "Packaging",
  gtin: "GTIN",
  taxCode: "Tax",
  isTraced: "Traced",
  termsKind: "Invoices due",
  termsDays: "Days of terms",
  creditLimit: "Credit limit",
  graceDays: "Days of grace",
  isHeld: "New orders held",
  holdNote: "Why they are held",
  hold: "On hold",
  poMode: "Purchase order number",
  poNumber: "PO number",
  poBlanket: "Number for all orders",
  poBlanketEndsOn: "Last day of that number",
  invoicePer: "Invoices",
  minOrder: "Minimum order",
  wantsStatements: "Monthly statement",
  supplierLot: "Supplier's lot",
  animalNumber: "Animal or carcass",
  slaughteredOn: "Killed",
  receivedAt: "Received",
  receivedLb: "Received pounds",
  temperatureC: "Temperature",
  expiresOn: "Expiry",
  scanRules: "Codes of scales",
  scanStandIns: "Stand-ins for FNC1",
  gtinCompanyPrefix: "GS1 company prefix",
  goodsItem: "QuickBooks item for beef",
  feeItem: "QuickBooks item for fees",
  goodsAccount: "Xero account for beef",
  feeAccount: "Xero account for fees",
  takesDoor: "Pay at pick-up or at the door",
  takesEtransfer: "E-transfer",
  takesCard: "Card",
  etransferEmail: "E-transfers go to",
  etransferNote: "Note on e-transfers",
  shortName: "Short name",
  blurb: "What you do",
  paperLogo: "Logo on papers",
  phone: "Telephone",
  socialLinks: "Social links",
  printed: "Hours as printed",
  times: "Hours for search engines",
  taxNumber: "GST number",
  paymentDays: "Days until an invoice is due",
  creditAskHours: "Hours to ask for a credit",
  waysToPay: "How to pay",
  returns: "What is wrong with a delivery",
  creditUse: "On credit notes",
  notAnInvoice: "On delivery notes",
  replyTo: "Answers go to",
};

const taxLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(taxes).map(([code, { label }]) => [code, label]),
);

const pounds = (lb: string) => formatLb(Number(lb));

const dollars = (amount: string) => formatCents(toCents(amount));

const words = (known: Record<string, string>) => (value: string) => known[value] ?? value;

const yesOrNo = (value: string) => (value === "true" || value === "yes" ? "Yes" : "No");

const values: Record<string, (value: string) => string> = {
  role: asSentence,
  paperLogo: (digest) => `Drawing ${digest.slice(0, 8)}`,
  termsKind: words(termsKindText),
  creditLimit: dollars,
  isHeld: yesOrNo,
  poMode: words(poModeText),
  poBlanketEndsOn: formatFullDay,
  startsOn: formatFullDay,
  asOf: formatFullDay,
  dueOn: formatFullDay,
  invoicePer: words(invoicePerText),
  minOrder: dollars,
  wantsStatements: yesOrNo,
  totalPrice: (dollars) => formatCents(toCents(dollars)),
  pricePerLb: (dollars) => formatPricePerLb(toCents(dollars)),
  isActive: (value) => (value === "true" ? "Active" : "Inactive"),
  category: (value) => (isCategory(value) ? categoryText[value].label : value),
  status: asSentence,
  soldBy: (unit) => (unit === "piece" ? "By the piece" : "By the pound"),
  typicalPieceLb: pounds,
  orderStepLb: pounds,
  overCapPct: (percent) => `${percent}%`,
  tareG: (grams) => `${grams} g`,
  storage: asSentence,
  taxCode: (code) => taxLabels.get(code) ?? code,
  slaughteredOn: formatFullDay,
  receivedAt: (moment) => formatDateTime(new Date(moment)),
  receivedLb: pounds,
  temperatureC: (degrees) => `${degrees} °C`,
  expiresOn: formatFullDay,
  deliveryDay: formatFullDay,
};

/** Describes an action, e.g. "Order fulfilled"; unknown actions are made readable. */
export function actionInWords(action: string): string {
  return actions[action] ?? asSentence(action);
}

/** Describes the changed fields; unknown fields are made readable. */
export function changesInWords({
  before,
  after,
}: Pick<HistoryEntry, "before" | "after">): FieldChange[] {
  const earlier = fieldsOf(before);
  const later = fieldsOf(after);
  const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])];
  return names.flatMap((name) => {
    const field = fields[name] ?? asSentence(name);
    const [from, to] = [valueInWords(name, earlier[name]), valueInWords(name, later[name])];
    const [shortFrom, shortTo] = shortened(from, to);
    if (name in earlier) return { field, from: shortFrom || "empty", to: shortTo || "empty" };
    return to === "" ? [] : { field, from: undefined, to: shortTo };
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  const isRecord = typeof value === "object" && !Array.isArray(value);
  return isRecord ? { ...value } : { value };
}

/** Describes a field's value; empty if there is none. */
export function valueInWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  try {
    const inWords = values[name]?.(text);
    if (inWords !== undefined) return inWords;
  } catch (error) {
    // Entries from older code may hold an invalid amount, which is shown as is.
    if (!(error instanceof RangeError)) throw error;
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return text;
}

/** "imageUrl", "image url" and "image_url" → "Image url". */
function asSentence(name: string): string {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[\s_-]+/g, " ")
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}
