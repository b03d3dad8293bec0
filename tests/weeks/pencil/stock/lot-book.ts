/** Receipts, cuttings, and the cost of each lot (trade.md 15). */
import { amount, Impossible, nearest, sum } from "../sums.ts";

export interface BroughtLine {
  lot: string | undefined;
  /** Undefined if it isn't a product of the shop, such as a side. */
  product: string | undefined;
  lb: number;
  /** Refused goods have no lot and aren't paid. */
  isAccepted: boolean;
  /** Cents per pound, or for the whole invoiced weight; without it, the cost is unknown. */
  price?: { by: "lb" | "total"; cents: number };
  /** Weight on the invoice; as received unless given. */
  billedLb?: number;
  /** Counted pieces of a product kept in pieces. */
  pieces?: number;
}

export interface Brought {
  id: string;
  /** Cents. */
  freight: number;
  lines: BroughtLine[];
}

export interface Cut {
  id: string;
  /** `pieces` are the whole ones of a product kept in pieces. */
  inputs: { lot: string; lb: number; pieces?: number }[];
  /** `price` is the base price of that day. */
  outputs: { lot: string; product: string; lb: number; price: number; pieces?: number }[];
  waste: number;
}

/** Splits cents by weights; the largest remainders get the rounding difference. */
export function shares(cents: number, weights: readonly number[]): number[] {
  const whole = sum(weights);
  if (whole === 0) return weights.map(() => 0);
  const parts = weights.map((weight, at) => {
    const exact = BigInt(cents) * BigInt(weight);
    return { at, share: Number(exact / BigInt(whole)), rest: exact % BigInt(whole) };
  });
  let left = cents - sum(parts.map(({ share }) => share));
  const byRest = [...parts].sort((a, b) =>
    a.rest === b.rest ? a.at - b.at : a.rest > b.rest ? -1 : 1,
  );
  for (const part of byRest) {
    if (left === 0) break;
    part.share += 1;
    left -= 1;
  }
  return parts.map(({ share }) => share);
}

export class LotBook {
  readonly #receipts = new Map<string, Brought>();
  /** In order of entry. */
  readonly #cuts: Cut[] = [];

  received(brought: Brought): void {
    if (this.#receipts.has(brought.id)) throw new Impossible(`${brought.id} came already`);
    this.#receipts.set(brought.id, { ...brought, lines: brought.lines.map((one) => ({ ...one })) });
  }

  line(receipt: string, at: number): BroughtLine {
    const line = this.#receipts.get(receipt)?.lines[at];
    if (!line) throw new Impossible(`${receipt} has no line ${at + 1}`);
    return line;
  }

  corrected(receipt: string, at: number, lb: number): void {
    const line = this.line(receipt, at);
    if (line.lot !== undefined && this.pounds(line.lot) + lb - line.lb <= 0) {
      throw new Impossible(`nothing of ${line.lot} is left`);
    }
    line.lb = lb;
  }

  /** @returns the pounds taken from each lot, and its share of the waste */
  cut(cut: Cut): { lot: string; lb: number; wasted: number }[] {
    this.#cuts.push(cut);
    return this.#partsOf(cut);
  }

  isCut(lot: string): boolean {
    return this.#cuts.some(({ inputs }) => inputs.some((one) => one.lot === lot));
  }

  /** Removes a receipt, as if nothing of it had been delivered. */
  receiptVoided(receipt: string): void {
    if (!this.#receipts.delete(receipt)) throw new Impossible(`${receipt} did not come`);
  }

  /** @returns as `cut` does */
  cutTakenBack(id: string): { lot: string; lb: number; wasted: number }[] {
    const at = this.#cuts.findIndex((one) => one.id === id);
    const [cut] = at < 0 ? [] : this.#cuts.splice(at, 1);
    if (!cut) throw new Impossible(`there is no cutting ${id}`);
    return this.#partsOf(cut);
  }

  all(): string[] {
    const lines = [...this.#receipts.values()].flatMap((one) => one.lines);
    const made = this.#cuts.flatMap(({ outputs }) => outputs);
    return [...new Set([...lines, ...made].flatMap(({ lot }) => lot ?? []))];
  }

  /** Initial weight of a lot. */
  pounds(lot: string): number {
    const made = this.#cuts.flatMap(({ outputs }) => outputs).filter((one) => one.lot === lot);
    return sum([...this.#linesOf(lot).map(({ line }) => line.lb), ...made.map(({ lb }) => lb)]);
  }

  /** Weight that went into other lots, without its share of the waste. */
  cutInto(lot: string): number {
    const parts = this.#cuts.flatMap((cut) => this.#partsOf(cut));
    return sum(parts.filter((one) => one.lot === lot).map(({ lb, wasted }) => lb - wasted));
  }

  /** Cents; undefined (not 0) if any part of the cost is unknown. */
  cost(lot: string): number | undefined {
    const at = this.#cuts.findIndex(({ outputs }) => outputs.some((one) => one.lot === lot));
    const cut = this.#cuts[at];
    if (!cut) return this.#costAsBought(lot);
    const costs = cut.inputs.map((input) => this.#costIn(input.lot, cut));
    if (costs.some((cents) => cents === undefined)) return undefined;
    // Split by value at the base price; waste bears no cost.
    const values = cut.outputs.map(({ lb, price }) => amount(lb, price));
    return shares(sum(costs.map((cents) => cents ?? 0)), values)[
      cut.outputs.findIndex((one) => one.lot === lot)
    ];
  }

  /** The part of a lot's cost for one cutting, by pounds among all cuttings and the rest. */
  #costIn(lot: string, cut: Cut): number | undefined {
    const cents = this.cost(lot);
    if (cents === undefined) return undefined;
    const uses = this.#cuts.flatMap((one) =>
      one.inputs.filter((input) => input.lot === lot).map(({ lb }) => ({ cut: one, lb })),
    );
    const left = Math.max(0, this.pounds(lot) - sum(uses.map(({ lb }) => lb)));
    const parts = shares(cents, [...uses.map(({ lb }) => lb), left]);
    return parts[uses.findIndex((use) => use.cut === cut)];
  }

  #costAsBought(lot: string): number | undefined {
    let cents = 0;
    for (const { line, receipt } of this.#linesOf(lot)) {
      const paid = paidFor(line);
      if (paid === undefined) return undefined;
      const weights = receipt.lines.map(({ isAccepted, lb }) => (isAccepted ? lb : 0));
      cents += paid + (shares(receipt.freight, weights)[receipt.lines.indexOf(line)] ?? 0);
    }
    return cents;
  }

  #linesOf(lot: string) {
    return [...this.#receipts.values()].flatMap((receipt) =>
      receipt.lines.filter((line) => line.lot === lot).map((line) => ({ line, receipt })),
    );
  }

  #partsOf({ inputs, waste }: Cut): { lot: string; lb: number; wasted: number }[] {
    const parts = shares(
      waste,
      inputs.map(({ lb }) => lb),
    );
    return inputs.map(({ lot, lb }, at) => ({ lot, lb, wasted: Math.min(lb, parts[at] ?? 0) }));
  }
}

/** Cost of a line, at most the invoiced amount; short or refused goods are claimed. */
function paidFor({ price, lb, billedLb = lb, isAccepted }: BroughtLine): number | undefined {
  if (!price) return undefined;
  if (!isAccepted) return 0;
  const { by, cents } = price;
  if (by === "lb") return amount(Math.min(lb, billedLb), cents);
  return billedLb > lb ? nearest(cents * lb, billedLb) : cents;
}
