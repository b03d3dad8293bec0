import type { Lived } from "./life.ts";

/** The number of full-size weeks from which minimums apply. */
const enough = 200;
/** Minimum of successes of each act in `enough` weeks. */
const leastOfAct = 20;
/** Minimums per week. */
const leastOfWeek = { orders: 40, packages: 250, "other acts": 30 };

/** Minimums of standing orders' deliveries in a year. */
const leastOfYear = { placed: 150, "placed and held": 10, refused: 10, closed: 1 };

const orderActs = [
  ...["place", "place two", "order by telephone", "order again", "order by card"],
  "order as a member",
];
const packageActs = ["weigh", "scan", "weigh by cut"];
/** The shop's own steps, and acts that wrap others. */
const notActs = ["night", "noon", "pages", "two at once", "cut off"];

export class Tally {
  lives = 0;
  found = 0;
  readonly done = new Map<string, number>();
  readonly refused = new Map<string, number>();
  readonly #words = new Map<string, number>();
  readonly outcomes = new Map<string, number>();

  add({ done, refused, words, outcomes, finding }: Lived): void {
    this.lives += 1;
    if (finding) this.found += 1;
    add(this.done, done);
    add(this.refused, refused);
    add(this.#words, words);
    add(this.outcomes, outcomes);
  }

  get acts(): number {
    return total(this.done);
  }

  get refusals(): number {
    return total(this.refused);
  }

  /** Returns tables of the counts, with the reasons of refusals if asked for. */
  inWords(withReasons: boolean): string {
    const reasons = withReasons ? `\n\nWhy\n${table(this.#words)}` : "";
    const perWeek = Object.entries(this.#ofWeek()).map(
      ([what, count]) => `${Math.round(count / this.lives)} ${what}`,
    );
    return (
      `\nDone\n${table(this.done)}\n\nRefused\n${table(this.refused)}${reasons}\n\n` +
      `Deliveries of standing orders\n${table(this.outcomes)}\n\n` +
      `${perWeek.join(", ")} a week`
    );
  }

  /**
   * Returns reasons, as sentences, why these lives prove too little; none below `enough` lives.
   *
   * @param kinds the acts that people can do
   */
  shortcomings(kinds: readonly string[]): string[] {
    if (this.lives < enough) return [];
    const rare = kinds
      .map((kind) => ({ kind, count: this.done.get(kind) ?? 0 }))
      .filter(({ count }) => count < leastOfAct)
      .map(({ kind, count }) => `"${kind}" was done ${count} times, not ${leastOfAct}`);
    const ofWeek = this.#ofWeek();
    const thin = Object.entries(leastOfWeek)
      .map(([what, least]) => ({ what, least, count: ofWeek[what as keyof typeof ofWeek] }))
      .filter(({ least, count }) => count < least * this.lives)
      .map(({ what, least, count }) => `a week has ${count / this.lives} ${what}, not ${least}`);
    const share = this.refusals / (this.acts + this.refusals);
    const much = share > 1 / 3 ? [`${Math.round(share * 100)} % of all acts were refused`] : [];
    return [...rare, ...thin, ...much];
  }

  /** Returns reasons, as sentences, why a year proves too little about standing orders. */
  shortcomingsOfYear(): string[] {
    return Object.entries(leastOfYear).flatMap(([what, least]) => {
      const counts = [...this.outcomes].filter(([outcome]) => outcome.startsWith(what));
      const count = total(new Map(counts));
      return count < least ? `${count} deliveries were ${what}, not ${least}` : [];
    });
  }

  #ofWeek() {
    const orders = of(this.done, orderActs) + of(this.done, ["place two"]);
    const packages = of(this.done, packageActs);
    const rest = total(this.done) - of(this.done, [...orderActs, ...packageActs, ...notActs]);
    return { orders, packages, "other acts": rest };
  }
}

function add(sums: Map<string, number>, counts: ReadonlyMap<string, number>): void {
  for (const [what, count] of counts) sums.set(what, (sums.get(what) ?? 0) + count);
}

const total = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const of = (counts: ReadonlyMap<string, number>, kinds: readonly string[]) =>
  kinds.reduce((sum, kind) => sum + (counts.get(kind) ?? 0), 0);

const table = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([what, count]) => `${String(count).padStart(7)}  ${what}`)
    .join("\n");
