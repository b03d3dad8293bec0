/** How often something may be done within a while. */
export interface RateRule {
  /** Says what is counted, e.g. "contact by address"; rules of one name share their counts. */
  name: string;
  times: number;
  seconds: number;
}

/** Counts what people do, for all processes on one database together. */
export interface RateLimits {
  /**
   * Counts one more time, and answers null while that is within the rule; else in how many seconds
   * it will be again, at least 1. What is refused counts too, but never prolongs the while.
   *
   * @param subject whose doing it is: a network, an e-mail address; only its keyed digest is stored
   */
  take(rule: RateRule, subject: string): Promise<number | null>;
  /** Counts under every rule until one of them refuses; answers as `take` does. */
  takeAll(counts: readonly Count[]): Promise<number | null>;
  /** Takes one time back, because it turned out to be none of those that are counted. */
  giveBack(rule: RateRule, subject: string): Promise<void>;
}

/** Whose doing counts under which rule. */
export type Count = readonly [rule: RateRule, subject: string];

/** Takes back what `takeAll` has counted, where nobody refused. */
export async function giveBackAll(limits: RateLimits, counts: readonly Count[]): Promise<void> {
  for (const [rule, subject] of counts) await limits.giveBack(rule, subject);
}
