import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { Finding } from "../life/act.ts";
import { isExpected, Skipped, todayOf, type World } from "../life/world.ts";
import type { Asking, WhyNot } from "../pencil/refusal-book.ts";

// Compares what the shop accepts and refuses with the rules, both ways.

export function asking(world: World): Asking {
  return {
    now: world.clock.now,
    today: todayOf(world),
    isClosed: (zone, day) => world.closed.has(`${zone} ${day}`),
    isDone: (line) => world.done.has(line),
  };
}

interface Judged<Done> {
  /** The act in words: "order 3 was moved to 2027-01-04"; also used if it was refused. */
  what: string;
  why: WhyNot[];
  /** Reasons that may forbid it as well. */
  maybe?: WhyNot[];
  act: () => Promise<Done>;
  /** True if it had an effect; by default always. */
  isDone?: (done: Done) => boolean;
}

/**
 * Checks that an accepted act isn't forbidden, and that a refused one is, for the shop's reason.
 * Concurrent acts aren't judged, since the pencil isn't told of the other one yet.
 *
 * @throws Finding; the shop's refusals
 */
export async function judged<Done>(
  world: Pick<World, "isBeside">,
  { what, why, maybe = [], act, isDone = () => true }: Judged<Done>,
): Promise<Done> {
  try {
    const done = await act();
    if (!world.isBeside && isDone(done)) judgeTaken(what, why);
    return done;
  } catch (error) {
    const isRefused = isExpected(error) && !(error instanceof Skipped) && !world.isBeside;
    if (isRefused) judgeRefused(what, error as Error, [...why, ...maybe]);
    throw error;
  }
}

export function judgeTaken(what: string, why: readonly WhyNot[]): void {
  if (why.length > 0) throw new Finding(`${what}, although it is ${why.join(" and ")}`);
}

export function judgeRefused(what: string, error: Error, why: readonly WhyNot[]): void {
  if (why.some((reason) => saysSo(error, reason))) return;
  const known = why.length > 0 ? `it is ${why.join(" and ")}` : "nothing forbids it";
  throw new Finding(`Not so: ${what} (${error.message}), but ${known}`);
}

function saysSo(error: Error, reason: WhyNot): boolean {
  if (error instanceof DayRefusedError) return ofDays[error.reason] === reason;
  return words[reason].test(textOf(error));
}

/** Returns the messages, including those of single fields. */
function textOf(error: Error): string {
  const errors = error instanceof Refusal ? Object.values(error.answer.errors ?? {}) : [];
  return [error.message, ...errors.flatMap((words) => words ?? [])].join(" ");
}

const ofDays = { unserved: "closed", late: "late", left: "late", full: "full" } as const;

const words: Record<WhyNot, RegExp> = {
  "not offered":
    /check the highlighted|not available|no longer available|cannot be ordered any more|not on sale here/i,
  // For an order already on a closed day, the page gives the same reason as for a late one.
  closed: /no longer available|not offered any more|cut-off|has left/,
  late: /cut-off|has left|no longer taken|deadline for credits/,
  full: /is full|has no room/,
  minimum: /The minimum order is/,
  lacking: /is sold out|\b(is|are) left\b/,
  "on hold": /on hold/,
  "more than there": /left by the books/,
  "too little left": /would be too little/,
  "being packed": /being packed/i,
  empty: /at least one line/,
  dearer: /It would cost/,
  "there already": /goes on that day already/,
  "not packed":
    /not packed yet|is already pending|isn’t packed|Not finished at the packing station/,
  "not waiting": /no longer waits/,
  "not due": /is due at this stop/,
  "odd coins": /there are no pennies/i,
  "taken already": /was recorded here/,
  "too much":
    /Only .* (was|were) packed|choose an item|There is not so much in the drawer|Only .* (was|were) (sent|refused)/,
  amount:
    /is due\. This is more|In cash it comes to|is still to be (paid|given back)|is to be given back|can go back to it|can’t be (paid|given) (in cash|by)/,
  "till closed": /was closed|is closed/,
  "no place": /say where it is now/,
  "till open": /was opened on/,
  account: /can’t go on the client’s account/,
  price: /now, not/,
  "given back": /(was|were) given back already|There (is|are) .* to give back|comes to nothing/,
  "other way": /is left of what was paid|There is not so much in the drawer/,
  "billed on": /billed together with others|credited or added to/,
  "not left": /did not leave our hands|was with us all the time/,
  "not refused": /reported nothing of it as refused/,
  "over credited": /can still be credited|without its earlier credits|was not billed/,
  "no room": /there is no room for this package/,
  used: /was packed for an order|was cut or ground into|was counted( since|, or some)|had some of it come back|than its other deliveries|is in a recall/,
  "counted since": /was counted since/,
  "no reason": /say why .+ is left open/,
  "not as seen": /is due now/,
  delivered: /already reported as delivered/,
  brought: /is delivered, not picked up/,
  "sold here": /was sold over the counter/,
  "weighed back": /came back undelivered/,
  "not there": /was packed, cut or thrown away since/,
  "weighed since": /(was|were) weighed back on/,
  "credited since": /was credited on/,
  "counted in": /was counted in the cash-up/,
  "not today": /was not sold today/,
  "not reported": /nothing to take back|Only what was reported today/,
  left: /was sent out|came back already/,
};
