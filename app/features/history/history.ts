import { z } from "zod";
import { taxes } from "#app/content/taxes.ts";
import { shortened } from "#app/domain/audit/shortened.ts";
import { categoryText, isCategory } from "#app/domain/catalogue/category.ts";
import {
  invoicePerText,
  poModeText,
  termsKindText,
} from "#app/domain/customers/terms/client-terms.ts";
import {
  freeFromInWords,
  timeInWords,
  weekdayName,
  windowInWords,
} from "#app/domain/delivery/days.ts";
import { refusedWhole } from "#app/domain/delivery/runs/all-refused.ts";
import { runStateText } from "#app/domain/delivery/runs/run-state.ts";
import { formatCents, formatDollars, formatPricePerLb, toCents } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { formatDateTime, formatFullDay } from "#app/lib/dates.ts";
import { ownEntry } from "#app/lib/own-entry.ts";
import { asSentence, structureInWords } from "./structured-words.ts";

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
    | "account"
    | "person"
    | "supplier"
    | "receipt"
    | "recall"
    | "cutting";
  /** The row's id; `section/key` for images, `shop` for settings. */
  entityId: string;
}

export interface HistoryEntry {
  id: number;
  at: Date;
  actorEmail: string;
  /** For example "fulfilled"; `actionInWords` makes it readable. */
  action: string;
  before: unknown;
  after: unknown;
  more?: number;
}

export interface ActivityEntry {
  id: number;
  at: Date;
  /** The kind of thing changed: `order`, `product` and so on. */
  entity: string;
  entityId: string;
  orderNumber: number | null;
  action: string;
}

export const historyLimit = 50;

/** Maximum number of fields shown; some entries have hundreds. */
const fieldLimit = 20;

/** Returns the entry with only its first fields, and the number of the rest. */
export function withFirstFields(entry: HistoryEntry): HistoryEntry {
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)];
  const names = Object.keys({ ...before, ...after });
  if (names.length <= fieldLimit) return entry;
  const shown = new Set(names.slice(0, fieldLimit));
  const first = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => shown.has(name)));
  return {
    ...entry,
    before: entry.before && first(before),
    after: entry.after && first(after),
    more: names.length - fieldLimit,
  };
}

export interface FieldChange {
  field: string;
  /** Undefined if the thing was just created. */
  from: string | undefined;
  to: string;
}

/** Words for actions that `asSentence` doesn't word well. */
const actions: Record<string, string> = {
  placed: "Order placed",
  "guest adopted": "Orders seen in an account",
  "card used too often": "Card given up: it has paid for many orders in a day",
  "address changed": "Delivery details changed",
  "catalogue emptied": "Begun with an empty catalogue",
  confirmed: "New client confirmed",
  fulfilled: "Order fulfilled",
  cancelled: "Order cancelled",
  approved: "Order approved by the client",
  "made active": "Made active again",
  delivered: "Order delivered",
  [refusedWhole]: "Everything was refused, so nothing was handed over",
  "kept back: on hold": "Kept back by us: on hold",
  "held and handed over": "Meat on hold was handed over, as the office said",
  "held before the driver knew": "Meat on hold was handed over before the driver could know",
  reopened: "Opened again",
  "document taken back": "Invoice or delivery note taken back",
  "told of arrival": "Told that the driver is ten minutes away",
  "temperature taken": "Product temperature taken at the door",
  "late order added": "Put on a run after its time",
  "stop delivered": "Delivered",
  "stop picked up": "Picked up",
  "stop refused": "Refused as a whole",
  "box moved": "Box moved to another stop",
  "taken at the door": "Payment taken at the door",
  "taken at the door, booked before": "Payment taken at the door, booked by the office before",
  "taken back at the door": "Payment taken back at the door: it was recorded wrong",
  "till cash moved": "Cash moved without a sale",
  "till closed": "Till counted and closed",
  "till counted": "Till counted, not closed: it differed",
  "handed over at the till": "Picked up at the counter",
  "receipt mailed": "Receipt emailed",
  "refund slip mailed": "Refund slip emailed",
  "cash-up taken back": "Cash-up taken back",
  "opened to deliver": "Opened the driver’s page",
  "link made": "Driver’s link made",
  "link revoked": "Driver’s link stopped",
  "given to another driver": "Handed over to another driver",
  "link mailed": "New link emailed",
  "fee passed on": "Pays the delivery now",
  "fee taken off": "Pays no delivery now",
  "credit asked": "Credit requested",
  "credit approved": "Credited",
  "lot held": "Put on hold",
  "lot held again": "Another reason to hold it",
  "lot released": "Hold released",
  "lot corrected": "Lot of packages corrected",
  "clients told": "Clients told by email",
  "clients told again": "Clients who got more told again by email",
  "clients not reached": "Emails became files and reached nobody",
  "client answered": "Client answered by the link",
  "all clear": "All clear",
  "lot cleared": "Lot released",
  "cost basis chosen": "Cost carried down otherwise",
  "yields changed": "Usual yields changed",
  created: "Added",
  "created by import": "Added by an import",
  "edited by import": "Changed by an import",
  "site added by import": "Site added by an import",
  "site edited by import": "Site changed by an import",
  "import undone": "An import was undone",
  "list created": "List added",
  "list days changed": "Last day of the list changed",
  "list replaced": "Replaced by another list",
  "list price changed": "Prices of the list changed",
  "put on home page": "Put on the home page",
  "taken off home page": "Taken off the home page",
  released: "Moved to the inbox",
  "replied by email": "Reply by email begun",
  updated: "Details changed",
  added: "Image added",
  changed: "Image changed",
  "held at packing": "On hold since packing",
  "moved as packed": "Moved to another day, packed",
  "nobody came": "Nobody came for it",
  "nobody there": "Not delivered: no one was there",
  "report not recorded": "Reported by the driver, and not recorded",
  "report settled": "Report that was not recorded: settled",
  "report taken back": "Report from the door taken back",
  "reminded to pick up": "Client reminded to pick it up",
  "not paid in time": "Cancelled: not paid in time",
  "not confirmed in time": "Cancelled: address not confirmed in time",
  "place kept": "Kept, though the address is not confirmed",
  "card refund failed": "Refund did not reach the card",
  "card disputed": "Charge disputed: the bank took money back",
  "card returned": "Dispute won: the bank returned the money",
  "card trouble seen": "Seen what happened to the charge",
  "card refund asked for": "Refund to the card asked for",
  "card job retried": "Asked the card provider again",
  "card released": "Hold on the card released",
  "invoiced early": "Invoiced before the month ended",
  "not ignored": "Taken up again",
  "sheet sent": "Fresh sheet sent",
  "deposit given back": "Deposit given back",
  "deposit asked for again": "Deposit given back, and asked for again",
  "deposit taken back": "Payment of the deposit taken back: waits for it again",
  "looked at": "Looked at what is kept of a person",
  "handed over": "Downloaded what is kept of a person",
  erased: "Erased a person's data",
  "merged into another": "Merged into another client",
  "another merged in": "Another client merged into this one",
  "separated again": "Separated from the client it was merged into",
  "another separated": "A merged client separated again",
  "site photo added": "Photo of a site added",
  "site photo removed": "Photo of a site removed",
  "email added": "Email address added",
  "stock tracking": "Stock tracked in another way",
  "stock expected": "Stock to come noted",
  "stock arrived": "Stock to come has arrived",
  "stock not expected": "Stock to come taken out",
  "received more": "More of it received",
  "lot voided": "Void: it was entered by mistake",
  "receipt voided": "Voided: it was entered by mistake",
  "value chosen": "Value by the pound chosen",
  "claim sent": "Claim sent to the supplier",
  "claim settled": "Claim settled with the supplier",
  "code changed": "What a carton’s code stands for changed",
  joined: "Joined the staff",
  "staff removed": "Removed from the staff",
  "staff signed out": "Signed out everywhere",
  "invitation sent again": "Invitation renewed",
};

/** Words for fields that `asSentence` doesn't word well. */
const fields: Record<string, string> = {
  routeRank: "Place on the route",
  accountingName: "Name in accounting",
  dueOn: "Due",
  startsOn: "First day",
  endsOn: "Last day",
  replacedBy: "New list",
  appliesOn: "For deliveries from",
  minLb: "At least",
  rank: "Place",
  totalPrice: "Total",
  pricePerLb: "Price",
  isActive: "Status",
  featuredRank: "Place on the home page",
  imageUrl: "Image",
  url: "Image",
  lede: "Introduction",
  imageAlt: "The image in words",
  unanswered: "Beside the questions",
  callToAction: "At the end",
  plates: "What a cook notices",
  intros: "Above the cuts",
  isAdmin: "Administrator",
  needsSecondFactor: "Second factor needed",
  wantsOrderReminders: "Reminders to order",
  wantsFreshSheets: "Fresh sheets",
  deliveryDay: "Day",
  standing: "Standing order",
  override: "Limits overridden",
  typicalPieceLb: "Typical piece",
  overCapPct: "Tolerance",
  tareG: "Packaging",
  gtin: "GTIN",
  taxCode: "Tax",
  isTraced: "Traced",
  termsKind: "Invoices due",
  termsDays: "Days of terms",
  graceDays: "Days of grace",
  packRank: "Rank when short",
  printer: "Label printer",
  waits: "Waits until it leaves",
  delimiter: "Between columns",
  hasHeadings: "Headings",
  hasMark: "Mark for spreadsheets",
  isHeld: "New orders held",
  holdNote: "Reason for the hold",
  hold: "On hold",
  poMode: "Purchase order number",
  poNumber: "PO number",
  poBlanket: "Number for all orders",
  poBlanketEndsOn: "Last day of that number",
  invoicePer: "Invoices",
  minOrder: "Minimum order",
  wantsStatements: "Monthly statement",
  reason: "Why",
  takenBack: "Invoice or delivery note",
  by: "Taken back by",
  outputs: "Lots that came of it",
  costBy: "Cost carried down by",
  answeredBy: "Who answered",
  supplierLot: "Supplier's lot",
  animalNumber: "Animal or carcass",
  slaughteredOn: "Killed",
  receivedAt: "Received",
  receivedLb: "Received pounds",
  temperatureC: "Temperature",
  refusedLb: "Refused pounds",
  minutesOut: "Minutes out of the cold",
  invoiceNumber: "Supplier’s invoice",
  freightCents: "Freight",
  creditedCents: "Credited",
  creditedNote: "Credit number, or why less",
  sentHow: "To whom, or how",
  chilledMost: "Chilled meat at most",
  frozenMost: "Frozen meat at most",
  establishment: "Establishment number",
  expiresOn: "Best before",
  scanRules: "Codes of scales",
  scanStandIns: "Stand-ins for FNC1",
  gtinCompanyPrefix: "GS1 company prefix",
  meat: "The meat",
  backInStock: "Back in stock",
  goodsItem: "QuickBooks item for beef",
  feeItem: "QuickBooks item for fees",
  goodsAccount: "Xero account for beef",
  feeAccount: "Xero account for fees",
  takesDoor: "Pay at pickup or at the door",
  takesEtransfer: "E-transfer",
  takesCard: "Card",
  etransferEmail: "E-transfers go to",
  etransferNote: "Note on e-transfers",
  blurb: "What you do",
  paperLogo: "Logo on papers",
  printed: "Hours as printed",
  times: "Hours for search engines",
  taxNumber: "GST number",
  isKept: "Opening catalogue kept",
  arePricesOurs: "Its prices are ours",
  paymentDays: "Days until an invoice is due",
  releaseUpToCents: "The office releases orders up to",
  answeredMonths: "Messages are kept (months)",
  mailMonths: "Sent mails are known for (months)",
  guestYears: "Guests are kept (years)",
  changePricePct: "The office changes prices by up to (%)",
  teamRole: "Role",
  approvalOver: "Approval above",
  gateCode: "Gate or door code",
  takesOlder: "Older invoices paid at the door",
  temperature: "Temperature at the door",
  lbPerBox: "Pounds per box",
  orderNumber: "Order",
  secondFee: "Delivery fee again when nobody was there",
  driversMove: "Drivers choose another day",
  neighbours: "Left with neighbours",
  creditAskHours: "Hours to ask for a credit",
  waysToPay: "How to pay",
  returns: "What is wrong with a delivery",
  creditUse: "On credit notes",
  notAnInvoice: "On delivery notes",
  replyTo: "Answers go to",
  paymentWay: "Payment",
  cutOffTime: "Order by",
};

const taxLabels: ReadonlyMap<string, string> = new Map(
  Object.entries(taxes).map(([code, { label }]) => [code, label]),
);

const pounds = (lb: string) => formatLb(Number(lb));

const dollars = (amount: string) => formatDollars(amount);

const words = (known: Record<string, string>) => (value: string) => known[value] ?? value;

const ways: Record<string, string> = {
  card: "Card",
  etransfer: "E-transfer",
  door: "At pickup or at the door",
};

const yesOrNo = (value: string) => (value === "true" || value === "yes" ? "Yes" : "No");

/** A zone's weekday as logged. Numbers are cents and hundredths of a lb, texts are decimal. */
const loggedDays = z.array(
  z.object({
    weekday: z.number().int().min(1).max(7),
    cutOffDaysBefore: z.number(),
    cutOffTime: z.string(),
    windowFrom: z.string(),
    windowTo: z.string(),
    capStops: z.number().nullable(),
    capLb: z.union([z.number(), z.string()]).nullable(),
    // Absent in days stored before boxes were counted.
    capBoxes: z.number().nullable().default(null),
    minOrder: z.union([z.number(), z.string()]),
    fee: z.union([z.number(), z.string()]),
    feeTaxCode: z.string().nullable(),
    freeFrom: z.union([z.number(), z.string()]).nullable(),
  }),
);

const inCents = (amount: number | string) =>
  typeof amount === "number" ? amount : toCents(amount);

/** "Thursday, 8 a.m. to noon, order by 2 p.m. 1 day before, fee $12.00"; each day in full. */
function daysInWords(json: string): string {
  const read = loggedDays.safeParse(JSON.parse(json));
  if (!read.success) return structureInWords(JSON.parse(json));
  return read.data
    .map(({ weekday, cutOffDaysBefore: before, cutOffTime, windowFrom, windowTo, ...terms }) => {
      const { capStops, capLb, capBoxes, minOrder, fee, feeTaxCode, freeFrom } = terms;
      const ahead =
        before === 0 ? "the same day" : `${before} ${before === 1 ? "day" : "days"} before`;
      return [
        weekdayName(weekday),
        windowInWords({ from: windowFrom, to: windowTo }),
        `order by ${timeInWords(cutOffTime)} ${ahead}`,
        ...(capStops === null ? [] : [`${capStops} ${capStops === 1 ? "stop" : "stops"} at most`]),
        ...(capLb === null ? [] : [`${formatLb(inCents(capLb) / 100)} at most`]),
        ...(capBoxes === null ? [] : [`${capBoxes} ${capBoxes === 1 ? "box" : "boxes"} at most`]),
        ...(inCents(minOrder) > 0 ? [`minimum ${formatCents(inCents(minOrder))}`] : []),
        inCents(fee) > 0 ? `fee ${formatCents(inCents(fee))}` : "no fee",
        ...(freeFrom === null ? [] : [freeFromInWords(inCents(freeFrom))]),
        ...(feeTaxCode === null ? [] : [taxLabels.get(feeTaxCode) ?? feeTaxCode]),
      ].join(", ");
    })
    .join("; ");
}

const values: Record<string, (value: string) => string> = {
  role: asSentence,
  paymentWay: words(ways),
  days: daysInWords,
  // Some kinds are logged as words.
  kind: (kind) => (/^[a-z_ ]+$/.test(kind) ? asSentence(kind) : kind),
  state: words(runStateText),
  paperLogo: (digest) => `Drawing ${digest.slice(0, 8)}`,
  termsKind: words(termsKindText),
  creditLimit: dollars,
  isHeld: yesOrNo,
  approvalOver: dollars,
  releaseUpToCents: (cents) => formatCents(Number(cents)),
  poMode: words(poModeText),
  poBlanketEndsOn: formatFullDay,
  startsOn: formatFullDay,
  endsOn: formatFullDay,
  appliesOn: formatFullDay,
  asOf: formatFullDay,
  dueOn: formatFullDay,
  invoicePer: words(invoicePerText),
  minOrder: dollars,
  wantsStatements: yesOrNo,
  totalPrice: (dollars) => formatDollars(dollars),
  // A decimal is money; a stock amount has a unit.
  amount: (text) => (/^-?\d+\.\d\d$/.test(text) ? formatDollars(text) : text),
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
  refusedLb: pounds,
  freightCents: (cents) => formatCents(Number(cents)),
  creditedCents: (cents) => formatCents(Number(cents)),
  chilledMost: (tenths) => `${Number(tenths) / 10} °C`,
  frozenMost: (tenths) => `${Number(tenths) / 10} °C`,
  temperatureC: (degrees) => `${degrees} °C`,
  // In returns; a place may also be an address.
  place: words({
    truck: "Refused at the truck",
    client: "Brought back by the client",
    counter: "Never left the counter",
  }),
  outcome: words({ stock: "Back in stock", waste: "Waste" }),
  expiresOn: formatFullDay,
  deliveryDay: formatFullDay,
};

/** Words for corrected lines of a receipt: "Line 1: killed". */
const lineValues: typeof values = {
  killed: formatFullDay,
  "best before": formatFullDay,
  pounds,
  "pounds on the invoice": pounds,
};

/** Undefined if the value is shown as it is. */
function wordingOf(name: string): ((value: string) => string) | undefined {
  const [, ofLine] = /^Line \d+: (.+)$/.exec(name) ?? [];
  return ofLine === undefined ? ownEntry(values, name) : ownEntry(lineValues, ofLine);
}

/** Fields that connect entries, of no interest to a reader. */
const ties = new Set(["reportId", "runId", "handedOverTo", "report", "linkId", "orderIds", "how"]);

/** Describes an action, e.g. "Order fulfilled"; unknown actions are made readable. */
export function actionInWords(action: string): string {
  return ownEntry(actions, action) || asSentence(action);
}

/** Describes the changed fields; unknown fields are made readable. */
export function changesInWords({
  action,
  before,
  after,
}: Partial<Pick<HistoryEntry, "action">> & Pick<HistoryEntry, "before" | "after">): FieldChange[] {
  // The state is "delivered", which didn't happen.
  if (action === refusedWhole) return [];
  const earlier = fieldsOf(before);
  const later = fieldsOf(after);
  const names = [...new Set([...Object.keys(earlier), ...Object.keys(later)])];
  return names.flatMap((name) => {
    if (ties.has(name)) return [];
    const field = ownEntry(fields, name) || asSentence(name);
    const [from, to] = [valueInWords(name, earlier[name]), valueInWords(name, later[name])];
    const [shortFrom, shortTo] = shortened(from, to);
    if (Object.hasOwn(earlier, name))
      return { field, from: shortFrom || "empty", to: shortTo || "empty" };
    return to === "" ? [] : { field, from: undefined, to: shortTo };
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {};
  const isRecord = typeof value === "object" && !Array.isArray(value);
  return isRecord ? { ...value } : { value };
}

/** Describes a field's value; empty for none. */
export function valueInWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  try {
    const inWords = wordingOf(name)?.(text);
    if (inWords !== undefined) return inWords;
  } catch (error) {
    // Entries of older code may hold an invalid amount, which is shown as it is.
    if (!(error instanceof RangeError)) throw error;
  }
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "object" ? structureInWords(value) : text;
}
