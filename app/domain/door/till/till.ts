import { penniesInWords, roundedForCash } from "#app/lib/amounts/cash-rounding.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import {
  mostInDrawerCents,
  type TillMethod,
  type TillMoveKind,
  tillMethods,
} from "#db/schema/values/tills.ts";
import { askedFor, differenceInWords } from "../door-receipt.ts";

/** Names of the payment methods at a till: the button's, and within a sentence. */
export const tillMethodText: Record<TillMethod, { title: string; by: string }> = {
  cash: { title: "Cash", by: "in cash" },
  terminal: { title: "Card terminal", by: "by card terminal" },
  etransfer: { title: "E-transfer", by: "by e-transfer" },
  cheque: { title: "Cheque", by: "by cheque" },
};

export const tillMoveText: Record<TillMoveKind, string> = {
  in: "Cash in",
  out: "Cash out",
  drop: "To the safe or the bank",
};

/** Returns "T2-0031" for a till's first browser, offline too; "T2A-0031" for the next. */
export function slipNumber(till: number, { slip, device }: { slip: number; device: number }) {
  return `T${till}${lettersOf(device)}-${String(slip).padStart(4, "0")}`;
}

/** Returns the number of a drawer's report, counted per till in order: "Z2-0031". */
export function reportNumber(till: number, report: number): string {
  return `Z${till}-${String(report).padStart(4, "0")}`;
}

/** Parses a typed slip number, with or without zeros; null if it isn't one. */
export function readSlipNumber(typed: string) {
  const [, till, letters = "", slip] =
    /^T(\d{1,2})([A-Z]{0,2})-?0*(\d{1,7})$/.exec(typed.trim().toUpperCase()) ?? [];
  if (!till || !slip) return null;
  const device = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return { till: Number(till), device, slip: Number(slip) };
}

/** 0 → "", 1 → "A", 26 → "Z", 27 → "AA" */
function lettersOf(device: number): string {
  if (device === 0) return "";
  return lettersOf(Math.floor((device - 1) / 26)) + String.fromCharCode(65 + ((device - 1) % 26));
}

export interface Tender {
  method: TillMethod;
  /** The part of the amount that it pays; rounded for cash. */
  cents: number;
  /** The cash handed over; null for other methods. */
  tenderedCents: number | null;
  reference: string;
}

export interface AcceptedTender extends Tender {
  /** Positive if the shop gained by rounding, negative if it lost. */
  roundingCents: number;
}

export type TendersJudged =
  | { accepted: AcceptedTender[]; changeCents: number; problem?: never }
  | { accepted?: never; problem: string };

/**
 * Checks how an amount is paid: the parts must add up to it exactly, except that a cash part is
 * rounded to five cents. At most one part is cash, and it is the last.
 */
export function judgeTenders(totalCents: number, tenders: readonly Tender[]): TendersJudged {
  if (totalCents <= 0) return problem("Nothing is to be paid.");
  if (tenders.length === 0) return problem(`${formatCents(totalCents)} is still to be paid.`);
  if (tenders.some(({ cents }) => !Number.isInteger(cents) || cents <= 0)) {
    return problem("Each amount has to be more than $0.00.");
  }
  if (tenders.some(({ cents, tenderedCents }) => (tenderedCents ?? cents) > mostInDrawerCents)) {
    return problem(
      `No more than ${formatCents(mostInDrawerCents)} can be taken. Check the amount.`,
    );
  }
  const inCash = tenders.filter(({ method }) => method === "cash");
  const [cash] = inCash;
  if (inCash.length > 1) return problem("Take the cash as one amount.");
  const otherwise = sumCents(
    tenders.filter((one) => one !== cash),
    ({ cents }) => cents,
  );
  const left = totalCents - otherwise;
  if (left < 0 || (cash && left === 0)) {
    return problem(`${formatCents(totalCents)} is due. This is more. Check the amounts.`);
  }
  if (!cash) {
    if (left > 0) return problem(`${formatCents(left)} is still to be paid.`);
    return { accepted: tenders.map((one) => ({ ...one, roundingCents: 0 })), changeCents: 0 };
  }
  const asked = roundedForCash(left);
  if (asked === 0) return problem(`${formatCents(left)} can’t be paid in cash.`);
  if (cash.cents !== asked) {
    return problem(`In cash it comes to ${formatCents(asked)}. Check the amount.`);
  }
  const tendered = cash.tenderedCents ?? cash.cents;
  if (tendered % 5 !== 0) return problem(`${penniesInWords(tendered)}.`);
  if (tendered < asked) {
    return problem(`${formatCents(asked - tendered)} is missing from what was handed over.`);
  }
  const accepted = tenders.map((one) => {
    const isCash = one === cash;
    const roundingCents = isCash ? asked - left : 0;
    return { ...one, tenderedCents: isCash ? tendered : null, roundingCents };
  });
  return { accepted, changeCents: tendered - asked };
}

/**
 * Checks how a part of an amount is paid. Cash is rounded only if it pays all of it: the cents of a
 * part are the coins that were handed over.
 */
export function judgePart(totalCents: number, tenders: readonly Tender[]): TendersJudged {
  const whole = judgeTenders(totalCents, tenders);
  const partCents = sumCents(tenders, ({ cents }) => cents);
  return whole.accepted || partCents >= totalCents ? whole : judgeTenders(partCents, tenders);
}

const problem = (text: string) => ({ problem: text });

/** Returns the amount to ask for; cash is rounded to five cents, as at the door. */
export function askedAtTill(dueCents: number, method: TillMethod): number {
  return askedFor(dueCents, method === "cash" ? "cash" : "terminal");
}

/** Money at a till, reduced to what affects the drawer. */
export interface TillMoney {
  method: TillMethod;
  /** Negative for a refund. */
  cents: number;
  isTakenBack: boolean;
}

export type BySum = Record<TillMethod, number>;

/** Returns payments less refunds by method, without reversed ones. */
export function sumByTillMethod(money: readonly TillMoney[]): BySum {
  const of = (method: TillMethod) =>
    sumCents(
      money.filter((one) => one.method === method && !one.isTakenBack),
      ({ cents }) => cents,
    );
  return Object.fromEntries(tillMethods.map((method) => [method, of(method)])) as BySum;
}

/** Returns the expected cash in a drawer: float + in − out − drops + cash taken − cash refunded. */
export function expectedInDrawer({
  floatCents,
  moves,
  money,
}: {
  floatCents: number;
  moves: readonly { kind: TillMoveKind; cents: number }[];
  money: readonly TillMoney[];
}): number {
  const moved = sumCents(moves, ({ kind, cents }) => (kind === "in" ? cents : -cents));
  return floatCents + moved + sumByTillMethod(money).cash;
}

/**
 * Returns the counts of a drawer's transactions as a version: if it changed, its sum may have too.
 * The page of someone about to count may contain it, as it doesn't reveal the sum.
 */
export function drawerVersion({
  moves,
  money,
}: {
  moves: readonly unknown[];
  money: readonly TillMoney[];
}): string {
  const cash = money.filter(({ method }) => method === "cash");
  const takenBack = cash.filter(({ isTakenBack }) => isTakenBack);
  return [moves.length, cash.length, takenBack.length].join("-");
}

/** Returns "$5.00 short", "$5.00 over", or that it is right. */
export const countedInWords = (differenceCents: number) =>
  differenceInWords(differenceCents) || "Exactly right";

/** Says a counted drawer's difference, and today's if later money changed it: "$5.00 short". */
export function differenceThenAndNow({
  expectedCents,
  countedCents,
  expectedNowCents,
}: {
  expectedCents: number;
  countedCents: number;
  expectedNowCents: number;
}): string {
  const then = countedInWords(countedCents - expectedCents);
  if (expectedNowCents === expectedCents) return then;
  return `${countedInWords(countedCents - expectedNowCents)} (when counted: ${then.toLowerCase()})`;
}
