/** Customers' debts and what settled them (trade.md 3). */
import { Impossible, sum } from "./sums.ts";

export type Series = "invoice" | "credit note" | "delivery note" | "reversal";

/** A debt of a customer: an invoice, a debit, or an amount open from earlier books. */
export interface Paper {
  /** "invoice 12"; "opening 3", "charge 4" or "refund 5" if the shop issued no document. */
  id: string;
  /** 0 if the shop issued no document. */
  number: number;
  customer: string;
  orders: string[];
  day: string;
  due: string;
  cents: number;
}

type CreditKind = "payment" | "credit note" | "credit" | "deposit" | "write-off" | "opening";

interface Refund {
  id: string;
  cents: number;
  day: string;
}

/** A payment, credit note or other entry in the customer's favour. */
export interface Credit {
  id: string;
  customer: string;
  kind: CreditKind;
  cents: number;
  day: string;
  /** Reserved for an order's invoice, or for a refund in progress. */
  keptFor?: { order: string } | "refund";
  settles: { paper: string; cents: number }[];
  /** Cash rounding, included in `cents`. */
  rounding?: number;
  refunds: Refund[];
  /** Day of its reversal, from which it settles nothing. */
  reversed?: string;
}

export class Books {
  readonly papers = new Map<string, Paper>();
  readonly credits = new Map<string, Credit>();
  readonly #last = new Map<Series, number>();
  readonly #winners = new Map<string, string>();
  /** Order of entry of documents and refunds; a refund may be owed again much later. */
  readonly #entered = new Map<string, number>();

  /** Sets the next number of a series, which otherwise begins with 1. */
  begin(series: Series, number: number): void {
    if (number <= this.last(series)) throw new Impossible(`${series} ${number} is behind`);
    this.#last.set(series, number - 1);
  }

  last(series: Series): number {
    return this.#last.get(series) ?? 0;
  }

  next(series: Series): number {
    const number = this.last(series) + 1;
    this.#last.set(series, number);
    return number;
  }

  /**
   * Shows the loser's books under the winner's; nothing is rewritten. Without a winner, undoes the
   * merge and the settlements between the two; the freed credit settles each one's own documents.
   */
  merge(loser: string, winner?: string): void {
    if (winner !== undefined) {
      this.#winners.set(loser, winner);
      return;
    }
    const before = this.who(loser);
    this.#winners.delete(loser);
    for (const credit of this.credits.values()) {
      credit.settles = credit.settles.filter(
        ({ paper }) => this.who(this.paper(paper).customer) === this.who(credit.customer),
      );
    }
    for (const customer of [loser, before]) this.#settleAll(customer);
  }

  /** Returns the customer that this one was merged into, or itself. */
  who(customer: string): string {
    const winner = this.#winners.get(customer);
    return winner === undefined ? customer : this.who(winner);
  }

  papersOf(customer: string): Paper[] {
    return [...this.papers.values()]
      .filter((paper) => this.who(paper.customer) === this.who(customer))
      .sort((a, b) => {
        if (a.due !== b.due) return a.due < b.due ? -1 : 1;
        return numbered(a) - numbered(b) || this.#enteredAt(a.id) - this.#enteredAt(b.id);
      });
  }

  /** Returns credits in the order of use: by the day of the money, then by entry. */
  creditsOf(customer: string): Credit[] {
    return [...this.credits.values()]
      .filter((credit) => this.who(credit.customer) === this.who(customer) && !credit.reversed)
      .sort((a, b) => (a.day === b.day ? 0 : a.day < b.day ? -1 : 1));
  }

  paper(id: string): Paper {
    const paper = this.papers.get(id);
    if (!paper) throw new Impossible(`there is no ${id}`);
    return paper;
  }

  credit(id: string): Credit {
    const credit = this.credits.get(id);
    if (!credit) throw new Impossible(`there is no payment or credit ${id}`);
    return credit;
  }

  open(id: string): number {
    let { cents } = this.paper(id);
    for (const { settles } of this.credits.values()) {
      for (const settled of settles) if (settled.paper === id) cents -= settled.cents;
    }
    return cents;
  }

  /** Returns the cents settled without a payment, such as by a credit note or a write-off. */
  creditedOf(id: string): number {
    const credits = [...this.credits.values()].filter(
      ({ kind }) => kind !== "payment" && kind !== "deposit",
    );
    return sum(
      credits.flatMap(({ settles }) =>
        settles.flatMap(({ paper, cents }) => (paper === id ? cents : [])),
      ),
    );
  }

  /** Returns the unused cents of a payment or credit. */
  left({ cents, settles, refunds, reversed }: Credit): number {
    return reversed ? 0 : cents - sum([...settles, ...refunds].map((one) => one.cents));
  }

  owed(customer: string): number {
    const papers = this.papersOf(customer).map(({ cents }) => cents);
    const credits = this.creditsOf(customer).map(
      ({ cents, refunds }) => cents - sum(refunds.map((refund) => refund.cents)),
    );
    return sum(papers) - sum(credits);
  }

  /** Returns the balance on a statement of that day, by the entries' days. */
  owedOn(customer: string, day: string): number {
    const until = (entries: { cents: number; day: string }[]) =>
      sum(entries.filter((entry) => entry.day <= day).map(({ cents }) => cents));
    const credits = [...this.credits.values()].filter(
      (credit) => this.who(credit.customer) === this.who(customer),
    );
    const back = credits.flatMap(({ reversed, cents }) =>
      reversed ? [{ cents, day: reversed }] : [],
    );
    const refunds = credits.flatMap((credit) => credit.refunds);
    return until(this.papersOf(customer)) - until(credits) + until(back) + until(refunds);
  }

  /** True if anything was entered in a month ("2026-11") or owed before it. */
  hasMoved(customer: string, month: string): boolean {
    const credits = [...this.credits.values()].filter(
      (credit) => this.who(credit.customer) === this.who(customer),
    );
    const days = [
      ...this.papersOf(customer).map(({ day }) => day),
      ...credits.flatMap(({ day, reversed, refunds }) => [
        ...[day, reversed ?? day],
        ...refunds.map((refund) => refund.day),
      ]),
    ];
    const first = `${month}-01`;
    const before = [...new Set(days)]
      .filter((day) => day < first)
      .sort()
      .at(-1);
    const owed = before === undefined ? 0 : this.owedOn(customer, before);
    return owed !== 0 || days.some((day) => day.startsWith(month));
  }

  /** @param first credits that settle it before any others */
  write(paper: Paper, first: readonly string[] = []): void {
    this.#enter(paper.id);
    this.papers.set(paper.id, paper);
    for (const credit of this.creditsOf(paper.customer)) {
      const { keptFor } = credit;
      if (typeof keptFor !== "object" || !paper.orders.includes(keptFor.order)) continue;
      this.#settle(credit, paper);
      credit.keptFor = undefined;
    }
    for (const id of first) this.#settle(this.credit(id), paper);
    this.#settleAll(paper.customer);
  }

  /** Settles the named papers in that order, then the oldest due. */
  receive(credit: Omit<Credit, "settles" | "refunds">, named: string[] = []): void {
    if (this.credits.has(credit.id)) throw new Impossible(`${credit.id} is booked already`);
    if (credit.cents <= 0) throw new Impossible(`${credit.id} is of ${credit.cents} cents`);
    const papers = named.map((id) => this.paper(id));
    const stranger = papers.find(
      ({ customer }) => this.who(customer) !== this.who(credit.customer),
    );
    if (stranger) throw new Impossible(`${stranger.id} is not ${credit.customer}'s`);
    const entry: Credit = { ...credit, settles: [], refunds: [] };
    this.credits.set(credit.id, entry);
    for (const paper of papers) this.#settle(entry, paper);
    this.#settleAll(credit.customer);
  }

  /** Frees the deposit of a cancelled order for other documents. */
  letGo(order: string): void {
    for (const credit of this.credits.values()) {
      if (typeof credit.keptFor !== "object" || credit.keptFor.order !== order) continue;
      credit.keptFor = undefined;
      this.#settleAll(credit.customer);
    }
  }

  /** Refunds unused credit first, then undoes the latest settlements. */
  refund(credit: string, refund: { id: string; cents: number; day: string }): void {
    const entry = this.credit(credit);
    const given = sum(entry.refunds.map(({ cents }) => cents)) + refund.cents;
    if (refund.cents <= 0 || given > entry.cents || entry.reversed) {
      throw new Impossible(`${given} cents given back of the ${entry.cents} of ${credit}`);
    }
    let missing = refund.cents - this.left(entry);
    while (missing > 0) {
      const last = entry.settles.at(-1);
      if (!last) break;
      const taken = Math.min(missing, last.cents);
      last.cents -= taken;
      missing -= taken;
      if (last.cents === 0) entry.settles.pop();
    }
    this.#enter(refund.id);
    entry.refunds.push({ id: refund.id, cents: refund.cents, day: refund.day });
    if (this.left(entry) === 0 && entry.keptFor === "refund") entry.keptFor = undefined;
    this.#settleAll(entry.customer);
  }

  /** Refunds free credit, the oldest first; returns the cents that it doesn't cover. */
  payBack(customer: string, refund: Refund): number {
    this.#enter(refund.id);
    let missing = refund.cents;
    for (const credit of this.creditsOf(customer)) {
      if (credit.keptFor) continue;
      const cents = Math.min(missing, this.left(credit));
      if (cents > 0) credit.refunds.push({ ...refund, cents });
      missing -= cents;
    }
    return missing;
  }

  /** Undoes a credit's settlement of a document, and settles both anew. */
  unsettle(credit: string, paper: string): void {
    const entry = this.credit(credit);
    entry.settles = entry.settles.filter((settled) => settled.paper !== paper);
    this.#settleAll(entry.customer);
  }

  /** Turns a failed refund into the customer's credit again. */
  refundFailed(id: string): void {
    const entry = [...this.credits.values()].find(({ refunds }) =>
      refunds.some((refund) => refund.id === id),
    );
    if (!entry) throw new Impossible(`there is no refund ${id}`);
    entry.refunds = entry.refunds.filter((refund) => refund.id !== id);
    this.#settleAll(entry.customer);
  }

  /** Reverses a payment, such as a returned cheque; what was refunded of it is owed again. */
  reverse(id: string, day: string): void {
    this.#undo(id, day);
    this.#settleAll(this.credit(id).customer);
  }

  /** Replaces a payment by another, which first settles the named documents. */
  replace(id: string, day: string, by: Parameters<Books["receive"]>[0], named: string[]): void {
    this.#undo(id, day);
    this.receive(by, named);
  }

  #undo(id: string, day: string): void {
    const entry = this.credit(id);
    if (entry.reversed) throw new Impossible(`${id} was reversed before`);
    for (const refund of entry.refunds) this.#owedBack(entry.customer, refund);
    entry.settles = [];
    entry.refunds = [];
    entry.reversed = day;
  }

  #enter(id: string): void {
    if (!this.#entered.has(id)) this.#entered.set(id, this.#entered.size);
  }

  #enteredAt(id: string): number {
    return this.#entered.get(id) ?? this.#entered.size;
  }

  #owedBack(customer: string, { id, cents, day }: Refund): void {
    const paper = this.papers.get(id);
    if (paper) paper.cents += cents;
    else this.papers.set(id, { id, number: 0, customer, orders: [], day, due: day, cents });
  }

  #settle(credit: Credit, paper: Paper): void {
    const cents = Math.min(this.left(credit), this.open(paper.id));
    if (cents <= 0) return;
    const before = credit.settles.find((one) => one.paper === paper.id);
    if (before) before.cents += cents;
    else credit.settles.push({ paper: paper.id, cents });
  }

  /** Settles open papers with free credit: the oldest credit first, the oldest due date first. */
  #settleAll(customer: string): void {
    for (const credit of this.creditsOf(customer)) {
      if (credit.keptFor || this.left(credit) === 0) continue;
      for (const paper of this.papersOf(customer)) this.#settle(credit, paper);
    }
  }
}

/** Sort key: documents without a number come last among those due on one day, in order of entry. */
const numbered = ({ number }: Paper) => (number === 0 ? Number.MAX_SAFE_INTEGER : number);
