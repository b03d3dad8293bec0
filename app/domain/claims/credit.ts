import type { DocumentWords } from "#app/content/company.ts";
import { stillCredited } from "#app/domain/documents/invoice.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents, formatDollars, toCents } from "#app/lib/amounts/money.ts";
import { formatLb, lbLess } from "#app/lib/amounts/weight.ts";
import { daysAfter, startOfDay } from "#app/lib/dates.ts";
import {
  type CreditPayout,
  type CreditReason,
  type CreditSource,
  type CreditStatus,
  leastRefundCents,
} from "#db/schema/values/money.ts";

export const payoutText: Record<"" | CreditPayout, string> = {
  "": `Back to the card from ${formatCents(leastRefundCents)}, less stays as credit`,
  refund: "Back to the card",
  balance: "Stays as credit for another order",
};

/**
 * How a credit reaches its customer. An order without an account has its own customer, whose credit
 * no other order could use, so it is paid back.
 *
 * - `choice`: refunded to the card, or kept for another order
 * - `card`: refunded to the card
 * - `hand`: deducted from what is open; staff pay back what was paid already
 * - `account`: deducted from what is open, and the rest kept for another order
 */
export type CreditRoute = "choice" | "card" | "hand" | "account";

export function creditRoute({
  isByCard,
  isGuest,
}: {
  isByCard: boolean;
  isGuest: boolean;
}): CreditRoute {
  if (isGuest) return isByCard ? "card" : "hand";
  return isByCard ? "choice" : "account";
}

export const routeText: Record<Exclude<CreditRoute, "choice" | "account">, string> = {
  card: "If it is credited, it goes back to the card that paid the order.",
  hand: "If it is credited, it is taken off what is still to pay. What is paid already is given back.",
};

export const reasonText: Record<CreditReason, string> = {
  short: "Short weight",
  quality: "Quality",
  warm: "Too warm",
  wrong_item: "Wrong item",
  price: "Price",
  late: "Late delivery",
  held: "Kept back by us: on hold",
  not_delivered: "Not delivered",
  recalled: "Recalled",
};

export const creditReasons = Object.keys(reasonText) as CreditReason[];

/** Reasons that only the shop gives: meat kept back, and undelivered goods weighed again. */
const ownReasons: readonly CreditReason[] = ["held", "not_delivered"];

export const askedReasons = creditReasons.filter((reason) => !ownReasons.includes(reason));

const statusText: Record<CreditStatus, string> = {
  open: "Waiting for an answer",
  approved: "Credited",
  declined: "Declined",
};

/** Declines requests for what was refused at a door when that report is undone. */
export const takenBackNote = "Taken back with what was reported at the door.";

/** Declines the request for goods that were weighed back by mistake. */
export const weighedByMistakeNote = "Taken back with what was weighed.";

interface Decided {
  status: CreditStatus;
  decisionNote: string;
  lines?: readonly Pick<ClaimedLine, "lb" | "amount" | "granted">[];
  creditNote?: Pick<RequestsNote, "isBilledAgain"> | null;
}

/** True if the report or weighing behind a request was undone, so that nobody declined it. */
export function isTakenBack({
  status,
  decisionNote,
}: Pick<Decided, "status" | "decisionNote">): boolean {
  return status === "declined" && [takenBackNote, weighedByMistakeNote].includes(decisionNote);
}

/** Returns the state of a request in words. */
export function statusInWords(credit: Decided): string {
  if (credit.creditNote?.isBilledAgain) return "Billed again";
  if (isTakenBack(credit)) return "Taken back";
  const isCut = (credit.lines ?? []).some(isGrantedLess);
  return credit.status === "approved" && isCut ? "Credited in part" : statusText[credit.status];
}

export const sourceText: Record<CreditSource, string> = {
  client: "Asked by the client",
  door: "Refused at the door",
  staff: "Recorded by staff",
};

/** A line of a credit request. Dollars and pounds are text, and one of the two is null. */
export interface ClaimedLine {
  position: number;
  productName: string;
  lb: string | null;
  amount: string | null;
  reason: CreditReason;
  note: string;
  photoId: string | null;
  /** Null until decided; both fields null if nothing was credited. */
  granted: Granted | null;
}

export interface Granted {
  lb: string | null;
  amount: string | null;
}

/** True if less was credited than requested; pounds and dollars don't compare. */
function isGrantedLess({ lb, amount, granted }: Pick<ClaimedLine, "lb" | "amount" | "granted">) {
  if (!granted) return false;
  if (granted.lb === null && granted.amount === null) return true;
  if (lb !== null) return granted.lb !== null && lbLess(granted.lb, lb) < 0;
  return granted.amount !== null && toCents(granted.amount) < toCents(amount ?? "0");
}

/** Returns "1 lb credited" or "declined"; empty before a request was approved. */
export function grantedInWords({ granted }: Pick<ClaimedLine, "granted">): string {
  if (!granted) return "";
  const isNothing = granted.lb === null && granted.amount === null;
  return isNothing ? "declined" : `${claimInWords(granted)} credited`;
}

/** Returns e.g. "2.5 lb asked for, 1 lb credited", for an email or the history. */
export function askedAndGranted(line: Pick<ClaimedLine, "lb" | "amount" | "granted">): string {
  return [`${claimInWords(line)} asked for`, grantedInWords(line)].filter(Boolean).join(", ");
}

interface RequestsNote {
  number: string;
  /** Dollars of the whole note, as stored. */
  total: string;
  url: string | null;
  /** True if it answered other requests of the order too. */
  isShared: boolean;
  /** Invoices that bill again what was credited by mistake, with their totals in dollars. */
  billedAgain: { number: string; total: string }[];
  /** True if nothing of the request stays credited. */
  isBilledAgain: boolean;
}

/** Returns "$12.50 of it billed again with invoice INV-2"; empty for none. */
export function billedAgainInWords({ billedAgain }: Pick<RequestsNote, "billedAgain">): string {
  return billedAgain
    .map(({ number, total }) => `${formatDollars(total)} of it billed again with invoice ${number}`)
    .join(", ");
}

/**
 * Says in lists what a note credited, and what stays credited: "$30.00, $17.66 after $12.34 was
 * billed again". A note of several requests is named ("in CN-7"), since its total covers them all.
 */
export function stillCreditedInWords(note: RequestsNote): string {
  const { number, total, isShared, billedAgain } = note;
  const credited = isShared ? `in ${number}` : formatDollars(total);
  if (billedAgain.length === 0) return credited;
  const again = formatCents(sumCents(billedAgain, (one) => toCents(one.total)));
  if (isShared) return `${credited}, ${again} of it billed again`;
  const left = stillCredited(note, billedAgain);
  if (left <= 0) return `${credited}, all of it billed again`;
  return `${credited}, ${formatCents(left)} after ${again} was billed again`;
}

/** Returns e.g. "$12.50 credited", also saying if that covers several requests. */
export function creditedInWords({ total, isShared }: RequestsNote): string {
  return `${formatDollars(total)} credited${isShared ? " for all that was refused" : ""}`;
}

export interface CreditRequest {
  id: string;
  orderId: string;
  orderNumber: number;
  status: CreditStatus;
  source: CreditSource;
  note: string;
  createdAt: Date;
  decidedAt: Date | null;
  decisionNote: string;
  lines: ClaimedLine[];
  /** Set once approved; without a URL for a member who may not see invoices. */
  creditNote: RequestsNote | null;
}

export interface AdminCreditRequest extends CreditRequest {
  customerId: string;
  companyName: string;
  requestedBy: string;
  decidedBy: string;
  /** The customer's preference, or the staff's decision; null for the default. */
  payout: CreditPayout | null;
  /** True if a credit can be refunded to the card that paid the order. */
  isByCard: boolean;
  isGuest: boolean;
}

export interface ClaimableLine {
  itemId: string;
  productName: string;
  /** What can still be credited: the pounds packed and their price, less earlier credits. */
  packedLb: string;
  amount: string;
  isCredited: boolean;
  /** True if the rest is requested in pounds, false for dollars. */
  isByPound: boolean;
  /** The place of the invoice that it is credited on among the order's, oldest first. */
  invoiceAt: number;
}

/**
 * Returns the lines that a request for a whole order covers: those of the oldest invoice with
 * something left, since a credit note corrects one invoice only.
 */
export function linesOfWholeOrder(lines: readonly ClaimableLine[]): ClaimableLine[] {
  const oldest = Math.min(...lines.map(({ invoiceAt }) => invoiceAt));
  return lines.filter(({ invoiceAt }) => invoiceAt === oldest);
}

/** Returns e.g. "2.5 lb" or "$40.00". */
export function claimInWords({ lb, amount }: Pick<ClaimedLine, "lb" | "amount">): string {
  return lb === null ? formatDollars(amount ?? "0") : formatLb(Number(lb));
}

const hourMs = 60 * 60 * 1000;

export type CreditTerms = Pick<DocumentWords, "creditAskHours">;

/**
 * Returns until when a client can request a credit: within the period of the terms after delivery,
 * or if none was recorded, after the end of the delivery day or the invoice, whichever is later.
 * Staff can do it later.
 *
 * @param order.deliveryDay null for an order without a day
 */
export function askableUntil(
  {
    deliveredAt,
    invoicedAt,
    deliveryDay,
  }: { deliveredAt: Date | null; invoicedAt: Date | null; deliveryDay: string | null },
  { creditAskHours }: CreditTerms,
): Date | null {
  const dayIsOver = deliveryDay === null ? 0 : startOfDay(daysAfter(deliveryDay, 1)).getTime();
  const unnoted = invoicedAt && Math.max(invoicedAt.getTime(), dayIsOver);
  const since = deliveredAt?.getTime() ?? unnoted;
  return since === null ? null : new Date(since + creditAskHours * hourMs);
}

/** The refusal to keep the credit of an order without an account, for guests and staff. */
export const noGuestBalance =
  "An order without an account has nowhere to keep a credit: it is paid back.";
