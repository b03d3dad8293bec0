import type { DocumentWords } from "#app/content/company.ts";
import { formatDollars } from "#app/lib/amounts/money.ts";
import { formatLb } from "#app/lib/amounts/weight.ts";
import { daysAfter, startOfDay } from "#app/lib/dates.ts";
import type {
  CreditPayout,
  CreditReason,
  CreditSource,
  CreditStatus,
} from "#db/schema/values/money.ts";

/** To choose from; without a choice it is the usual. */
export const payoutText: Record<"" | CreditPayout, string> = {
  "": "Back to the card from $5.00, less stays as credit",
  refund: "Back to the card",
  balance: "Stays as credit for another order",
};

/**
 * How a credit reaches its customer. Each order without an account has a customer of its own, whose
 * credit no other order could use: it is paid back.
 *
 * - `choice`: back to the card, or kept for another order
 * - `card`: back to the card that paid
 * - `hand`: off what is open; what is paid already, staff give back
 * - `account`: off what is open, and the rest is kept for another order
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

/** What whoever asks is told of it. */
export const routeText: Record<Exclude<CreditRoute, "choice" | "account">, string> = {
  card: "If it is credited, it goes back to the card that paid the order.",
  hand: "If it is credited, it is taken off what is still to pay. What is paid already is given back.",
};

/** As printed and shown. */
export const reasonText: Record<CreditReason, string> = {
  short: "Short weight",
  quality: "Quality",
  wrong_item: "Wrong item",
  price: "Price",
  late: "Late delivery",
};

export const creditReasons = Object.keys(reasonText) as CreditReason[];

export const statusText: Record<CreditStatus, string> = {
  open: "Waiting for an answer",
  approved: "Credited",
  declined: "Declined",
};

export const sourceText: Record<CreditSource, string> = {
  client: "Asked by the client",
  door: "Refused at the door",
  staff: "Recorded by staff",
};

/** What is claimed of one line; dollars and pounds are text, and one of both is null. */
export interface ClaimedLine {
  position: number;
  productName: string;
  lb: string | null;
  amount: string | null;
  reason: CreditReason;
  note: string;
  photoId: string | null;
}

/** A credit that was asked for, as its client sees it. */
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
  /** Once it is approved; without its address for a member who may not see invoices. */
  creditNote: { number: string; total: string; url: string | null } | null;
}

/** As the back office sees it. */
export interface AdminCreditRequest extends CreditRequest {
  customerId: string;
  companyName: string;
  requestedBy: string;
  decidedBy: string;
  /** What its customer prefers, or staff decided; null for the usual. */
  payout: CreditPayout | null;
  /** Whether its order was paid by card, so that it can be paid back. */
  isByCard: boolean;
  /** Whether its order was placed without an account. */
  isGuest: boolean;
}

/** A line that a credit can be asked for. */
export interface ClaimableLine {
  itemId: string;
  productName: string;
  packedLb: string;
  amount: string;
}

/** "2.5 lb", "$40.00". */
export function claimInWords({ lb, amount }: Pick<ClaimedLine, "lb" | "amount">): string {
  return lb === null ? formatDollars(amount ?? "0") : formatLb(Number(lb));
}

const hourMs = 60 * 60 * 1000;

/** The part of the documents' terms that is about credits. */
export type CreditTerms = Pick<DocumentWords, "creditAskHours">;

/**
 * Until when a client can ask for a credit: within the terms' time of delivery. While none was noted, of
 * the end of the day on which it is to be brought, or of the invoice where that is later. Staff may later.
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

/** The answer to a guest's, or to staff, who would keep a credit of an order without an account. */
export const creditKeptByNobody =
  "An order without an account has nowhere to keep a credit: it is paid back.";
