import { isAway, lbAt, type TracedCustomer } from "#app/domain/lots/lot-trace.ts";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { RecallAnswer } from "../recall.ts";

// The same meat may be in two recalls. A client's answer in one of them isn't asked for in the
// other, and counts there too, once.

/** A client's answer in another recall of meat that this one has too. Text with two decimals. */
export interface SaidElsewhere {
  number: number;
  /** Pounds of this recall's meat that were certainly used or thrown away. */
  goneLb: string;
  /** These and held ones: the pounds of this recall's meat that the answer is about. */
  saidLb: string;
}

export interface RecallCustomer extends TracedCustomer {
  /** Newest first; missing for none and in older closed files. */
  saidElsewhere?: SaidElsewhere[];
  /** Weighed back from them since they answered this recall, if they answered others too. */
  backSinceLb?: string;
}

/** The parts of a customer that say how much of their meat is accounted for. */
export type Accounted = Pick<RecallCustomer, "lines" | "saidElsewhere" | "backSinceLb">;

type Answered = Pick<RecallAnswer, "usedLb" | "heldLb" | "discardedLb">;

/**
 * Returns the part of an answer that is certainly about one recall's meat. An answer covers all
 * lots of its recall, so up to `outsideLb`, which the client still has of lots that only that
 * recall has, it may be about those.
 */
export function certainPart(
  { usedLb, heldLb, discardedLb }: Answered,
  outsideLb: string,
): Pick<SaidElsewhere, "goneLb" | "saidLb"> {
  const outside = toHundredthsLb(outsideLb);
  const certain = (...lb: string[]) => toPounds(hundredthsLb(Math.max(0, sumLb(lb) - outside)));
  return { goneLb: certain(usedLb, discardedLb), saidLb: certain(usedLb, heldLb, discardedLb) };
}

/**
 * Returns the pounds that a client has used or thrown away by their answers in other recalls only.
 * Their answer here counts first, then the newest elsewhere, each only for what the previous ones
 * left, so that no pound counts twice.
 */
export function goneElsewhere(
  { lines, saidElsewhere = [], backSinceLb }: Accounted,
  answer?: Answered | null,
): { number: number; lb: string }[] {
  if (saidElsewhere.length === 0) return [];
  const own = answer ? sumLb([answer.usedLb, answer.heldLb, answer.discardedLb]) : 0;
  const gone = answer ? sumLb([answer.usedLb, answer.discardedLb]) : 0;
  const has = toHundredthsLb(lbAt({ lines }));
  // An answer may be older than what came back since, so it is set against both.
  const back = backSince({ lines, backSinceLb });
  const held = Math.max(0, toHundredthsLb(answer?.heldLb ?? "0") - back);
  let unsaid = Math.max(0, has + back - own);
  // What they say they hold is not used, whatever they said before.
  let left = Math.max(0, has - gone - held);
  return saidElsewhere.flatMap(({ number, goneLb, saidLb }) => {
    const lb = Math.min(toHundredthsLb(goneLb), unsaid, left);
    unsaid = Math.max(0, unsaid - toHundredthsLb(saidLb));
    left -= lb;
    return lb > 0 ? [{ number, lb: toPounds(hundredthsLb(lb)) }] : [];
  });
}

/** Returns the hundredths of a lb that came back since an answer, or ever if that isn't known. */
function backSince({ lines, backSinceLb }: Omit<Accounted, "saidElsewhere">): number {
  if (backSinceLb !== undefined) return toHundredthsLb(backSinceLb);
  return sumLb(lines.map((line) => (line.place === "client" ? line.backLb : "0")));
}

/**
 * Returns the hundredths of a lb that a client holds by their answer and has to return: less what
 * came back since, at most what they still have.
 */
export function heldBack(customer: Accounted, answer: Answered): number {
  if (!customer.lines.some(isAway)) return 0;
  const has = toHundredthsLb(lbAt(customer)) - sumElsewhere(customer, answer);
  const unused = Math.max(0, has - sumLb([answer.usedLb, answer.discardedLb]));
  const said = toHundredthsLb(answer.heldLb);
  // A client who names more than they had still holds that, until that much came back.
  return Math.max(Math.min(unused, said), Math.min(has, said - backSince(customer)));
}

/** Returns the hundredths of a lb that a client's answer doesn't account for. */
export function unaccounted(customer: Accounted, answer: Answered): number {
  if (!customer.lines.some(isAway)) return 0;
  const has = toHundredthsLb(lbAt(customer)) - sumElsewhere(customer, answer);
  const unused = has - sumLb([answer.usedLb, answer.discardedLb]);
  return Math.max(0, unused - heldBack(customer, answer));
}

/** The sum of `goneElsewhere`, in hundredths of a lb. */
const sumElsewhere = (customer: Accounted, answer?: Answered | null): number =>
  sumLb(goneElsewhere(customer, answer).map(({ lb }) => lb));

/** Returns the pounds that a client may still have, less `goneElsewhere`. */
export function lbUnsaid(customer: Accounted, answer?: Answered | null): string {
  const unsaid = toHundredthsLb(lbAt(customer)) - sumElsewhere(customer, answer);
  return toPounds(hundredthsLb(unsaid));
}

/** "5 lb used or thrown away, as said in Recall 1", for each recall. */
export function elsewhereInWords(customer: Accounted, answer?: Answered | null): string[] {
  return goneElsewhere(customer, answer).map(
    ({ number, lb }) => `${formatLb(Number(lb))} used or thrown away, as said in Recall ${number}`,
  );
}

/** Names the recalls in which a client has accounted for all they got; empty if they haven't. */
export function answeredElsewhere(customer: Accounted): string {
  const said = goneElsewhere(customer);
  if (said.length === 0 || toHundredthsLb(lbUnsaid(customer)) > 0) return "";
  return said.map(({ number }) => `Recall ${number}`).join(" and ");
}
