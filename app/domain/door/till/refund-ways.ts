import { roundedForCash } from "#app/lib/amounts/cash-rounding.ts";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import { formatCents } from "#app/lib/amounts/money.ts";
import { type TillMethod, tillMethods } from "#db/schema/values/tills.ts";
import { type BySum, tillMethodText } from "./till.ts";

/** Ways to pay out a refund at a till, in the order in which they are proposed. */
export const refundMethods = ["terminal", "etransfer", "cash"] as const;

export type RefundMethod = (typeof refundMethods)[number];

export interface RefundPart {
  method: RefundMethod;
  cents: number;
}

/** Returns the rest of all payments, in cents. */
export const paidLeft = (left: BySum) => sumCents(tillMethods, (method) => left[method]);

/** Returns the cash for the rest of a refund: rounded to five cents, but at most what is left. */
function cashBack(restCents: number, leftCents: number): number {
  return Math.min(roundedForCash(restCents), Math.floor(leftCents / 5) * 5);
}

/**
 * Proposes how a credited amount goes back: each method up to its part in the payment, cards first,
 * but never by cheque. `left` is payments less refunds, by method.
 */
export function proposedBack(creditedCents: number, left: BySum): RefundPart[] {
  let rest = Math.min(creditedCents, paidLeft(left));
  let total = paidLeft(left);
  const parts: RefundPart[] = [];
  for (const method of refundMethods) {
    const most = Math.max(0, left[method]);
    const part = Math.min(most, method === "cash" ? cashBack(rest, total) : rest);
    if (part > 0) parts.push({ method, cents: part });
    rest -= part;
    total -= part;
  }
  return parts;
}

/**
 * Returns the parts of a refund with the typed amounts unchanged; the offered ways fill up the
 * rest, each up to its part in the payment, but cash without a limit. `left` is payments less
 * refunds, by method.
 */
export function filledBack(
  creditedCents: number,
  left: BySum,
  { typed, ways }: { typed: Partial<Record<RefundMethod, number>>; ways: readonly RefundMethod[] },
): RefundPart[] {
  const total = paidLeft(left);
  const given = sumCents(refundMethods, (method) => typed[method] ?? 0);
  let rest = Math.min(creditedCents, total) - given;
  let most = total - given;
  // Cash that comes as close as coins can leaves nothing for the others.
  if (typed.cash && cashBack(rest + typed.cash, most + typed.cash) === typed.cash) rest = 0;
  const parts: RefundPart[] = [];
  for (const method of refundMethods.filter((one) => ways.includes(one))) {
    const own = method === "cash" ? cashBack(rest, most) : Math.min(left[method], rest);
    const cents = typed[method] ?? Math.max(0, own);
    if (cents > 0) parts.push({ method, cents });
    if (typed[method] !== undefined) continue;
    rest -= cents;
    most -= cents;
  }
  return parts;
}

export type RefundJudged =
  | {
      /** The parts, with the cents that the shop gained or lost by rounding. */
      accepted: (RefundPart & { roundingCents: number })[];
      /** Sentences about methods that took less than goes back by them. */
      unusual: string[];
      problem?: never;
    }
  | { accepted?: never; unusual?: never; problem: string };

const problem = (text: string) => ({ problem: text });

/**
 * Checks how a credited amount goes back: the parts must add up to it, except that cash is rounded
 * to five cents, and never exceed what was paid, nor a card's part what that paid. `left` is
 * payments less refunds, by method.
 */
export function judgeRefund(
  creditedCents: number,
  parts: readonly RefundPart[],
  left: BySum,
): RefundJudged {
  const total = paidLeft(left);
  const owed = Math.min(creditedCents, total);
  if (owed <= 0) return problem("All that was paid was given back already.");
  if (parts.some(({ cents }) => !Number.isInteger(cents) || cents <= 0)) {
    return problem("Each amount has to be more than $0.00.");
  }
  const cash = parts.find(({ method }) => method === "cash");
  const otherwise = sumCents(
    parts.filter((one) => one !== cash),
    ({ cents }) => cents,
  );
  const rest = owed - otherwise;
  if (rest < 0 || (cash && rest === 0)) {
    return problem(`${formatCents(owed)} is to be given back. This is more. Check the amounts.`);
  }
  const inCash = cashBack(rest, total - otherwise);
  if (cash && inCash === 0) return problem(`${formatCents(rest)} can’t be given in cash.`);
  if (cash && cash.cents !== inCash) {
    const off = inCash - cash.cents;
    const how = `${formatCents(Math.abs(off))} ${off > 0 ? "is missing" : "is too much"}`;
    return problem(`In cash it comes to ${formatCents(inCash)}: ${how}. Check the amount.`);
  }
  // Cents that were paid in cash, and are too few for a coin, are rounded away.
  const isRoundedAway = otherwise > 0 && left.cash > 0 && inCash === 0;
  if (!cash && rest > 0 && !isRoundedAway) {
    return problem(`${formatCents(rest)} is still to be given back.`);
  }
  const toCard = parts.find(({ method }) => method === "terminal");
  if (toCard && toCard.cents > Math.max(0, left.terminal)) {
    return problem(
      `Only ${formatCents(Math.max(0, left.terminal))} of what was paid by card can go back to it.`,
    );
  }
  const last = cash ?? parts.at(-1);
  const given = otherwise + (cash?.cents ?? 0);
  return {
    accepted: parts.map((one) => ({
      ...one,
      roundingCents: one === last ? creditedCents - given : 0,
    })),
    unusual: parts
      .filter(({ method, cents }) => cents > Math.max(0, left[method]))
      .map(({ method }) =>
        left[method] > 0
          ? `Only ${formatCents(left[method])} is left of what was paid ${tillMethodText[method].by}.`
          : `Nothing is left of what was paid ${tillMethodText[method].by}.`,
      ),
  };
}

/** Returns "$50.00 by card terminal and $73.95 in cash". */
export function partsInWords(parts: readonly { method: TillMethod; cents: number }[]): string {
  const words = parts.map(
    ({ method, cents }) => `${formatCents(cents)} ${tillMethodText[method].by}`,
  );
  const last = words.pop() ?? "";
  return words.length > 0 ? `${words.join(", ")} and ${last}` : last;
}
