import { Refusal } from "#app/lib/refusal.ts";

export interface RateRule {
  /** What is counted, e.g. "contact by address"; rules with the same name share counts. */
  name: string;
  times: number;
  seconds: number;
}

/** Rate limits, shared by all processes on one database. */
export interface RateLimits {
  /**
   * Counts an attempt; returns null if it's within the limit, otherwise the seconds until the next
   * one is allowed, at least 1. Refused attempts count too, but never extend the window.
   *
   * @param subject what is counted by, e.g. a network or an email address; only its keyed digest is
   *   stored
   */
  take(rule: RateRule, subject: string): Promise<number | null>;
  /** Counts an attempt under each rule until one refuses; returns the same as `take`. */
  takeAll(counts: readonly Count[]): Promise<number | null>;
  /** Uncounts an attempt that turned out not to matter. */
  giveBack(rule: RateRule, subject: string): Promise<void>;
}

export type Count = readonly [rule: RateRule, subject: string];

/** Uncounts a successful `takeAll`. */
export async function giveBackAll(limits: RateLimits, counts: readonly Count[]): Promise<void> {
  for (const [rule, subject] of counts) await limits.giveBack(rule, subject);
}

/**
 * Counts an action of a user on their own data; `what` names it, as in "changes".
 *
 * @throws Refusal after too many
 */
export async function refuseTooMany(
  limits: Pick<RateLimits, "takeAll">,
  counts: readonly Count[],
  what: string,
): Promise<void> {
  const wait = await limits.takeAll(counts);
  if (wait === null) return;
  const message = `Too many ${what} in a short time. Please try again ${whenAgain(wait)}.`;
  throw new Refusal("too often", message, { wait });
}

/** Describes when to try again: "in a minute", "in 12 minutes". */
export function whenAgain(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "in a minute" : `in ${minutes} minutes`;
}
