import { lbAt, type TracedCustomer } from "#app/domain/lots/lot-trace.ts";
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
}

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
  { lines, saidElsewhere = [] }: Pick<RecallCustomer, "lines" | "saidElsewhere">,
  answer?: Answered | null,
): { number: number; lb: string }[] {
  if (saidElsewhere.length === 0) return [];
  const own = answer ? sumLb([answer.usedLb, answer.heldLb, answer.discardedLb]) : 0;
  const gone = answer ? sumLb([answer.usedLb, answer.discardedLb]) : 0;
  const has = toHundredthsLb(lbAt({ lines }));
  // An answer may be older than what came back since, so it is set against both.
  const back = sumLb(lines.map((line) => (line.place === "client" ? line.backLb : "0")));
  let unsaid = Math.max(0, has + back - own);
  let left = Math.max(0, has - gone);
  return saidElsewhere.flatMap(({ number, goneLb, saidLb }) => {
    const lb = Math.min(toHundredthsLb(goneLb), unsaid, left);
    unsaid = Math.max(0, unsaid - toHundredthsLb(saidLb));
    left -= lb;
    return lb > 0 ? [{ number, lb: toPounds(hundredthsLb(lb)) }] : [];
  });
}

/** Returns the hundredths of a lb of `goneElsewhere`. */
export const sumElsewhere = (
  customer: Pick<RecallCustomer, "lines" | "saidElsewhere">,
  answer?: Answered | null,
): number => sumLb(goneElsewhere(customer, answer).map(({ lb }) => lb));

/** Returns the pounds that a client may still have, of which they said nothing elsewhere. */
export function lbUnsaid(customer: Pick<RecallCustomer, "lines" | "saidElsewhere">): string {
  return toPounds(hundredthsLb(toHundredthsLb(lbAt(customer)) - sumElsewhere(customer)));
}

/** "5 lb used or thrown away, as said in Recall 1", for each recall. */
export function elsewhereInWords(
  customer: Pick<RecallCustomer, "lines" | "saidElsewhere">,
  answer?: Answered | null,
): string[] {
  return goneElsewhere(customer, answer).map(
    ({ number, lb }) => `${formatLb(Number(lb))} used or thrown away, as said in Recall ${number}`,
  );
}

/** The recalls in which a client has said what became of all they got; empty if they did not. */
export function answeredElsewhere(
  customer: Pick<RecallCustomer, "lines" | "saidElsewhere">,
): string {
  const said = goneElsewhere(customer);
  if (said.length === 0 || toHundredthsLb(lbUnsaid(customer)) > 0) return "";
  return said.map(({ number }) => `Recall ${number}`).join(" and ");
}
