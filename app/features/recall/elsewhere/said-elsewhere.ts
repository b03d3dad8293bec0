import { isAway, lbAt, type TracedCustomer } from "#app/domain/lots/lot-trace.ts";
import {
  formatLb,
  hundredthsLb,
  sumLb,
  toHundredthsLb,
  toPounds,
} from "#app/lib/amounts/weight.ts";
import type { RecallAnswer } from "../recall.ts";

// The same meat may be in two recalls. What its client answered in one of them need not be asked in
// the other, and counts there too, once.

/** What a client answered in another recall of meat that this one has too. Text with two decimals. */
export interface SaidElsewhere {
  /** The number of that recall. */
  number: number;
  /** The pounds of this recall's meat that were used or thrown away, as far as it is certain. */
  goneLb: string;
  /** Those, and what was held: the pounds of this recall's meat that the answer is about. */
  saidLb: string;
}

/** A customer of a recall. */
export interface RecallCustomer extends TracedCustomer {
  /** Their answers in other recalls, newest first; missing for none and in older closed files. */
  saidElsewhere?: SaidElsewhere[];
  /** What was weighed back from them since they answered this recall, if they answered others too. */
  backSinceLb?: string;
}

/** What of a customer says how much of their meat is accounted for. */
export type Accounted = Pick<RecallCustomer, "lines" | "saidElsewhere" | "backSinceLb">;

type Answered = Pick<RecallAnswer, "usedLb" | "heldLb" | "discardedLb">;

/**
 * Returns the part of an answer that is certainly about one recall's meat. An answer is one for all
 * lots of its recall: it may be about the others as long as those could be all that it names.
 *
 * @param outsideLb what the client still has of the lots that only the answer's recall has
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
 * Returns the pounds that a client has used or thrown away by what they said in other recalls, and
 * said nothing of in this one. Their answer here counts first, then the newest elsewhere; each only
 * for what those before it left unsaid, so no pound counts twice.
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

/**
 * Returns the hundredths of a lb that came back since a client answered: where it isn't known, all
 * that ever came back.
 */
function backSince({ lines, backSinceLb }: Omit<Accounted, "saidElsewhere">): number {
  if (backSinceLb !== undefined) return toHundredthsLb(backSinceLb);
  return sumLb(lines.map((line) => (line.place === "client" ? line.backLb : "0")));
}

/**
 * Returns the hundredths of a lb that a client holds by their answer and that are to be got back:
 * less what came back since, and no more than they still have.
 */
export function heldBack(customer: Accounted, answer: Answered): number {
  if (!customer.lines.some(isAway)) return 0;
  const has = toHundredthsLb(lbAt(customer)) - sumElsewhere(customer, answer);
  const unused = Math.max(0, has - sumLb([answer.usedLb, answer.discardedLb]));
  const said = toHundredthsLb(answer.heldLb);
  // Whoever names more than they had still holds what they say, until that much came back.
  return Math.max(Math.min(unused, said), Math.min(has, said - backSince(customer)));
}

/** Returns the hundredths of a lb that a client's answer does not account for. */
export function unaccounted(customer: Accounted, answer: Answered): number {
  if (!customer.lines.some(isAway)) return 0;
  const has = toHundredthsLb(lbAt(customer)) - sumElsewhere(customer, answer);
  const unused = has - sumLb([answer.usedLb, answer.discardedLb]);
  return Math.max(0, unused - heldBack(customer, answer));
}

/** Returns the hundredths of a lb of `goneElsewhere`. */
const sumElsewhere = (customer: Accounted, answer?: Answered | null): number =>
  sumLb(goneElsewhere(customer, answer).map(({ lb }) => lb));

/**
 * Returns the pounds that a client may still have, of which they said nothing elsewhere; with their
 * answer here, those that it is about.
 */
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

/** The recalls in which a client has said what became of all they got; empty if they did not. */
export function answeredElsewhere(customer: Accounted): string {
  const said = goneElsewhere(customer);
  if (said.length === 0 || toHundredthsLb(lbUnsaid(customer)) > 0) return "";
  return said.map(({ number }) => `Recall ${number}`).join(" and ");
}
