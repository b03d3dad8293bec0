/**
 * A bookkeeper's pencil beside the shop: it is told what happened in a simulated life, and says what each
 * customer owes, what an order may cost and came to, what a card was held and charged for, how full a day
 * is, which price is right and which documents there are. It was written from `trade.md` alone and imports
 * nothing of the shop; whoever mends it does so from that file, never from the shop's code.
 *
 * Money is in cents, weight in hundredths of a pound, days are "2026-11-24" in British Columbia, ids are
 * the driver's own strings. Acts are told once they have happened, in the order in which they were
 * committed. What trade.md forbids throws `Impossible`: if the shop took it, that is a finding.
 *
 * `prices` is told price lists, `packing` what happens at the station, `cards` holds; refusal-book.ts says
 * what cannot be had; the rest is here.
 *
 * Readings, where trade.md leaves a rule open:
 *
 *  1. Tare is taken off before the one rounding, in lb too (1.1: a rule for kg readings only).
 *  2. GP is one code: 12 % of its sum, rounded once, not 5 % and 7 % apart (11: "per code").
 *  3. The tax of a code is that of any day; dated rates are not simulated. How the fee is taxed is told;
 *     "as the goods" (11) is told as the goods' code, and its default Z is that of food.
 *  4. A substitute has a promise of its own (1.6), with the tolerance that is told for it. Without a yes it
 *     stays, before tax, within what the bill of the replaced line leaves of that line's promise (2). One
 *     that is taxed higher can therefore break the order's promise, which `brokenPromises` says.
 *  5. A line that staff add while packing counts like an ordered one: in estimate, most, fee and the run.
 *  6. The most of an order stays what was promised while a line is short. A line that is dropped or replaced
 *     may cost what was packed of it. A yes is to what is packed when it is given: weighing more, taking
 *     off or opening the line takes it back.
 *  7. Fees, "free from" and minimums are judged on the goods' estimate before tax, of all orders of the
 *     site and day that are not cancelled (5, 13). The earliest *placed* order that is still pending bears
 *     the fee. A finished order keeps the fee it was finished with, and then no other order bears one.
 *     A fee that moves to an order raises that order's most.
 *  8. A fee that staff said for an order stays said; if that order is the earliest, no other bears one.
 *  9. Booked pounds are each line's weight with its tolerance, half up, as asked for or added;
 *     what is packed changes nothing of it. Fulfilled and delivered orders stay booked, cancelled ones do not.
 * 10. Both days of a price's or list's window belong to it. Ranks come before start days: the list with
 *     the lowest rank that names the product on that day counts; among equal ranks the latest start, then
 *     the newest list, whenever its prices were written. `min_lb` does not change a price (4: `price_for`
 *     is asked no quantity). The base price is the one at the moment of asking.
 * 11. A list that replaces another ends it the day before it starts itself, for every customer (4).
 * 12. A move to another day prices all lines anew, whoever moves; a price "not offered" keeps the old one.
 *     Whoever tells it says whether an order that is being packed keeps its prices.
 * 12a. A price that staff say for a line stays, also on another day; what is added to it costs the day's.
 * 13. Prepay and "on delivery" are due on the invoice's day; day D of a shorter month is its last (4).
 * 14. What a payment or credit has left beyond the invoices named settles the next oldest due; what is
 *     free settles a new invoice at once, oldest entry first (3). A deposit waits for its order's invoice,
 *     and what that leaves, or its order's cancelling, sets it free.
 * 15. Customers owe by documents: an order on a delivery note is not owed before its month's invoice. In
 *     the exposure it counts with what it came to (4 speaks of invoices and unfulfilled orders only).
 * 16. A month's invoice takes every standing delivery note up to the month's last day that none took, by
 *     the note's day; its tax is on the month's sums, so it may differ by cents from the orders' own.
 * 17. A refund takes what its credit has left, then opens again what that credit settled last.
 * 18. A credit "by lb" is rounded like a line, its tax like a document's. A line is never credited beyond
 *     the pounds packed, nor beyond its bill; where it was billed at the promise, pounds are credited until
 *     the bill is used up. Credit notes settle the order's invoice first.
 * 19. A debit and a returned cheque's fee are numbered as invoices. Opening balances have no number of ours.
 * 20. Over the limit is strictly more than it; overdue is more than the grace days past due, and by more
 *     than $5 in sum (3, "small differences"). Judged when an order is placed; the limit alone again when a
 *     change, move, added line or yes raises its most. A hold stays until somebody releases it, whatever is paid meanwhile; paying
 *     the most releases "prepay" by itself (13, "until settled"), and what is free by then does not set it.
 * 21. A card is held at the checkout up to five days before the delivery, and a saved one three days before
 *     it, since packing is the day before (3.2). One that is held stays so when its order moves to a day up
 *     to five days away, and is released to a saved one when that is further (3.1). Holds stop the finishing of an order, not its weighing.
 * 22. A merged customer's entries are read through the winner, whose terms and limit count; nothing is
 *     settled anew by merging.
 * 23. The credit note of a reopened order settles what its invoice has open; the rest is free credit, which
 *     settles whatever is due. What is left of it settles the invoice that is issued anew before older money
 *     does (14).
 * 23a. An approval is judged on the most, when a buyer places or raises an order of theirs; what is approved
 *     keeps the prices that it was placed at, where all of it is still offered (7).
 * 24. "Added pounds take today's" price (6): the order's pounds of a product split in two prices.
 */
import type { Paper } from "./books.ts";
import { Cards, isAhead } from "./cards.ts";
import { daysBetween, pacificDay } from "./days.ts";
import type { HoldReason } from "./order.ts";
import type { OrderAsked, OrderChange } from "./order-book.ts";
import type { Packing } from "./packing.ts";
import { type Asking, RefusalBook } from "./refusal-book.ts";
import { Impossible, sum } from "./sums.ts";
import type { Part, Taken, TillMethod } from "./till-book.ts";

export class Pencil extends RefusalBook {
  readonly cards = new Cards();

  // An order until it is packed.

  /** Returns the reasons for which the order is held. */
  placed(asked: OrderAsked): HoldReason[] {
    const { id, customer, today, approveOver } = asked;
    const order = this.write(asked);
    for (const reason of this.reasonsToHold(customer, today)) order.holds.add(reason);
    if (this.#isUnpaid(customer)) order.holds.add("prepay");
    if (approveOver !== undefined && this.most(id) > approveOver) order.holds.add("approval");
    return [...order.holds];
  }

  /** Omitted fields stay unchanged. Lines are given as a whole, with their current prices. */
  changed({ approveOver, ...to }: OrderChange & Pick<OrderAsked, "approveOver">): void {
    const before = this.most(to.id);
    this.#rejudged(to, () => this.rewrite(to));
    // A buyer's own change above the approved amount is checked against their limit again.
    if (approveOver === undefined) return;
    const most = this.most(to.id);
    if (most <= approveOver) this.released(to.id, "approval");
    else if (most > before) this.held(to.id, "approval");
  }

  /** Approved by an approver of the same customer. */
  approved(id: string, at: Asking): void {
    const { why } = this.whyNotApproved(id, at);
    if (why.length > 0)
      throw new Impossible(`${id} is approved, although it is ${why.join(" and ")}`);
    this.released(id, "approval");
  }

  /**
   * Cancels unapproved orders after their cut-off, except those being packed. Returns their ids.
   */
  lapsed(at: Asking): string[] {
    const ids = [...this.orders.keys()].filter((id) => this.isLapsing(id, at));
    for (const id of ids) this.cancelled(id);
    return ids;
  }

  /** Staff set a line's price, in cents per pound. */
  priced(at: { id: string; line: string; cents: number; today: string }): void {
    this.#rejudged(at, () => {
      const line = this.order(at.id).lines.find(({ id }) => id === at.line);
      if (!line) throw new Impossible(`there is no line ${at.line}`);
      Object.assign(line, { price: at.cents, isSaid: true });
    });
  }

  /** Moves an order to another day, at that day's prices unless `pricesStay`. */
  moved(to: { id: string; today: string; day: string; zone?: string; pricesStay?: boolean }): void {
    this.#rejudged(to, () => {
      this.rewrite(to);
      if (!to.pricesStay) this.price(to.id);
    });
  }

  /** Moves all orders of a closed day together, because a stop's fee depends on all of them. */
  closedDay(orders: readonly string[], to: { today: string; day: string }): void {
    const before = orders.map((id) => ({ id, most: this.most(id) }));
    for (const id of orders) this.rewrite({ id, ...to });
    for (const { id, most } of before) this.#judgeRaised({ id, most, today: to.today });
  }

  /** Acts of packers that may raise the most of an order. */
  substituted({ today, ...at }: Parameters<Packing["substituted"]>[0] & { today: string }): void {
    this.#rejudged({ id: at.order, today }, () => this.packing.substituted(at));
  }

  added({ today, ...at }: Parameters<Packing["added"]>[0] & { today: string }): void {
    this.#rejudged({ id: at.order, today }, () => this.packing.added(at));
  }

  answered({ today, ...at }: Parameters<Packing["answered"]>[0] & { today: string }): void {
    this.#rejudged({ id: at.order, today }, () => this.packing.answered(at));
  }

  /** Held by staff, or by a rule that the pencil doesn't judge. */
  held(id: string, reason: HoldReason): void {
    this.order(id).holds.add(reason);
  }

  /** Releases one hold and no other. */
  released(id: string, reason: HoldReason): void {
    this.order(id).holds.delete(reason);
  }

  // Money.

  /**
   * `rounding` is the cash rounding, which counts as paid. `named` are papers, settled in that
   * order.
   */
  paid(at: {
    id: string;
    customer: string;
    day: string;
    cents: number;
    named?: string[];
    rounding?: number;
  }): void {
    const { id, customer, day, cents, named, rounding = 0 } = at;
    const credit = { id, customer, kind: "payment", cents: cents + rounding, day } as const;
    this.books.receive({ ...credit, rounding }, named);
  }

  /**
   * A payment for an order without an invoice; one that covers the most releases a prepaid order.
   */
  deposited(at: { id: string; order: string; day: string; cents: number }): void {
    const { id, order, day, cents } = at;
    const { customer } = this.order(order);
    this.books.receive({ id, customer, kind: "deposit", cents, day, keptFor: { order } });
    const kept = this.books.creditsOf(customer).filter(({ keptFor: what }) => {
      return typeof what === "object" && what.order === order;
    });
    const covered = sum(kept.map((credit) => this.books.left(credit)));
    if (covered >= this.most(order)) this.released(order, "prepay");
  }

  /**
   * Releases prepaid orders whose most is covered by free credit less other open amounts, in the
   * order in which they were placed.
   */
  freePrepaid(): void {
    const waiting = [...this.orders.values()].filter(
      ({ state, holds }) => state === "pending" && holds.has("prepay"),
    );
    const held = Map.groupBy(waiting, ({ customer }) => this.books.who(customer));
    for (const [customer, orders] of held) {
      const most = sum(orders.map(({ id }) => this.most(id)));
      let left = most - this.exposure(customer);
      for (const { id } of orders) {
        left -= this.most(id);
        if (left < 0) break;
        this.released(id, "prepay");
      }
    }
  }

  /** Captures an order's hold as a payment of its invoice. */
  captured(at: { id: string; order: string; day: string; cents: number }): void {
    const paper = this.paperOf(at.order);
    if (!paper) throw new Impossible(`${at.order} has no invoice`);
    if (at.cents > this.toCapture(at.order)) {
      throw new Impossible(`${at.cents} captured of ${this.toCapture(at.order)} open`);
    }
    this.cards.captured(at.order, at.cents);
    this.paid({ ...at, customer: paper.customer, named: [paper.id] });
  }

  /**
   * Paid by link or on the invoice's page. The card is named by the order, or by the first paper it
   * pays.
   */
  paidByCard(at: {
    id: string;
    customer: string;
    day: string;
    cents: number;
    order?: string;
    named?: string[];
  }): void {
    this.cards.charged(at.order ?? at.named?.[0] ?? at.id, at.cents);
    const paper = at.order === undefined ? undefined : this.paperOf(at.order);
    if (at.order !== undefined && !paper) this.deposited({ ...at, order: at.order });
    else this.paid({ ...at, named: at.named ?? (paper && [paper.id]) });
  }

  /** Refunds a payment, deposit or credit note; `card` names it as in `paidByCard`. */
  refunded(at: { id: string; of: string; day: string; cents: number; card?: string }): void {
    if (at.card !== undefined) this.cards.refunded(at.card, at.cents);
    this.books.refund(at.of, at);
  }

  refundFailed(at: { id: string; cents: number; card?: string }): void {
    if (at.card !== undefined) this.cards.refundFailed(at.card, at.cents);
    this.books.refundFailed(at.id);
  }

  /** The owner keeps a deposit, which is no longer credit. */
  depositKept(at: { id: string; of: string; day: string; cents: number }): void {
    this.books.refund(at.of, at);
  }

  /**
   * Reverses a payment: a returned cheque, an undo or a dispute; any fee of the owner's is told as
   * a debit.
   */
  reversed(payment: string, day: string): void {
    this.books.reverse(payment, day);
    this.till.bounced(payment);
  }

  /** What of an order is paid where it is picked up: what is open of invoices over it alone, the first due first. */
  dueAtTill(order: string): (Paper & { open: number })[] {
    const { customer } = this.order(order);
    return this.openPapers(customer).filter(
      ({ number, orders }) => number > 0 && orders.length === 1 && orders[0] === order,
    );
  }

  /** Picked up, and paid as a whole; or not at all, for a reason. Returns what was taken. */
  pickedUp(at: { id: string; order: string; drawer: string; parts: Part[]; now: number }): Taken[] {
    const { id, order, drawer, parts, now } = at;
    const [papers, day] = [this.dueAtTill(order), pacificDay(now)];
    const due = sum(papers.map(({ open }) => open));
    const { customer } = this.order(order);
    const named = papers.map((paper) => paper.id);
    const taken =
      parts.length === 0 ? [] : this.till.pickedUp({ id, order, drawer, day, due, parts });
    for (const one of taken) {
      this.paid({ id: one.id, customer, day, cents: one.cents, rounding: -one.rounding, named });
    }
    this.delivered(order, now);
    return taken;
  }

  /** What was picked up was paid in another way: taken back today, and taken anew when it was. */
  pickupPaidOtherwise(id: string, payment: string, to: { method: TillMethod; today: string }) {
    const { day } = this.till.pickup(id);
    const { customer, settles } = this.books.credit(payment);
    const named = settles.filter(({ cents }) => cents > 0).map(({ paper }) => paper);
    const again = this.till.paidOtherwise(id, payment, to);
    const cents = again.cents - again.rounding;
    const credit = { id: again.id, customer, kind: "payment", cents, day } as const;
    this.books.replace(payment, to.today, { ...credit, rounding: -again.rounding }, named);
    return again;
  }

  /**
   * Refunds free credit by hand or to a card, the oldest first; `card` names it as in `paidByCard`.
   */
  paidBack(at: { id: string; customer: string; day: string; cents: number; card?: string }): void {
    const { id, customer, day, cents, card } = at;
    if (card !== undefined) this.cards.refunded(card, cents);
    const missing = this.books.payBack(customer, { id, cents, day });
    if (missing > 0) throw new Impossible(`${cents} given back, ${missing} more than is free`);
  }

  /**
   * What goes back to the card of an order that was opened again, once it is finished anew or cancelled: what
   * took its invoices back has left, as far as the card was charged and nothing else was settled with it (14).
   *
   * @param disputed cents that its bank has taken back
   */
  cardBack(order: string, disputed: number): number {
    const notes = this.takenBackBy(order).map((id) => this.books.left(this.books.credit(id)));
    const { charged, refunded } = this.cards.of(order);
    const { customer } = this.order(order);
    const free = this.books.creditsOf(customer).filter(({ keptFor }) => !keptFor);
    return Math.max(
      0,
      Math.min(
        sum(notes),
        charged - refunded - disputed,
        sum(free.map((credit) => this.books.left(credit))),
      ),
    );
  }

  /** A bank takes money back that a card was charged; what nothing is free for is owed at once. */
  disputed(at: { id: string; customer: string; day: string; cents: number }): void {
    const missing = this.books.payBack(at.customer, at);
    if (missing > 0) this.charged({ ...at, cents: missing });
  }

  /** Charged by staff without a document; due at once. */
  charged(at: { id: string; customer: string; day: string; cents: number }): void {
    this.books.write({ ...at, number: 0, orders: [], due: at.day });
  }

  /** Credited by staff without a document. */
  givenFree(at: { id: string; customer: string; day: string; cents: number }): void {
    this.books.receive({ ...at, kind: "credit" });
  }

  writtenOff(at: { id: string; paper: string; day: string; cents: number }): void {
    const { id, paper, day, cents } = at;
    if (cents > this.books.open(paper)) throw new Impossible(`${paper} has not that much open`);
    const { customer } = this.books.paper(paper);
    this.books.receive({ id, customer, kind: "write-off", cents, day }, [paper]);
  }

  /** Pending, with no hold open. */
  packable(id: string): boolean {
    return this.order(id).state === "pending" && this.order(id).holds.size === 0;
  }

  /** True if its card is saved and not authorized yet. */
  isCardSaved(id: string, today: string): boolean {
    const { day, isCardSaved } = this.order(id);
    return isCardSaved && isAhead(day, today);
  }

  /** A new card for the order, authorized at once. */
  cardGiven(id: string): void {
    this.order(id).isCardSaved = false;
  }

  /** The amount to capture: never more than its invoice has open; 0 releases the hold. */
  toCapture(id: string): number {
    const paper = this.paperOf(id);
    return paper ? Math.min(this.cameTo(id), this.books.open(paper.id)) : 0;
  }

  // What a customer owes.

  /** The balance; negative is credit. `books.owedOn` returns that of an earlier day. */
  owes(customer: string): number {
    return this.books.owed(customer);
  }

  /** The oldest due first. */
  openPapers(customer: string): (Paper & { open: number })[] {
    return this.books
      .papersOf(customer)
      .map((paper) => ({ ...paper, open: this.books.open(paper.id) }))
      .filter(({ open }) => open > 0);
  }

  /** Credit that is free, or kept for an order or a refund. */
  creditLeft(customer: string): number {
    return sum(this.books.creditsOf(customer).map((credit) => this.books.left(credit)));
  }

  /** Cents of papers that are more than so many days overdue. */
  overdue(customer: string, today: string, days = 0): number {
    const late = this.openPapers(customer).filter(({ due }) => daysBetween(due, today) > days);
    return sum(late.map(({ open }) => open));
  }

  /** Cents that are overdue by more than the customer's days of grace. */
  overdueToHold(customer: string, today: string): number {
    const { graceDays = 0 } = this.customerOf(customer);
    return this.overdue(customer, today, graceDays);
  }

  /** Packed and on a delivery note, and on no invoice yet. */
  notInvoiced(customer: string): number {
    return sum(this.unbilled(customer).map(({ order }) => this.cameTo(order)));
  }

  /** The amount that is compared with the credit limit (4). */
  exposure(customer: string): number {
    const pending = [...this.orders.values()].filter(
      (order) => order.state === "pending" && this.same(order.customer, customer),
    );
    const promised = sum(pending.map(({ id }) => this.most(id)));
    const open = sum(this.openPapers(customer).map((paper) => paper.open));
    return open - this.creditLeft(customer) + this.notInvoiced(customer) + promised;
  }

  /** Reasons to hold an order of this customer today, counting all that is placed. */
  reasonsToHold(customer: string, today: string): HoldReason[] {
    const { limit = Infinity } = this.customerOf(customer);
    return [
      ...(this.exposure(customer) > limit ? (["credit"] as const) : []),
      ...(this.overdueToHold(customer, today) > 500 ? (["overdue"] as const) : []),
    ];
  }

  /** True if so much more may go on its account today where nobody can wait for a release (14). */
  mayOwe(customer: string, cents: number, today: string): boolean {
    const { limit = Infinity, terms } = this.customerOf(customer);
    const then = this.exposure(customer) + cents;
    if (this.overdueToHold(customer, today) > 500 || then > limit) return false;
    return terms !== "prepay" || then <= 0;
  }

  /**
   * Sells over the counter on an account: packed, billed and handed over at once. Returns its
   * paper.
   */
  handedOver(asked: OrderAsked, at: number): string {
    const order = this.write(asked);
    // The sale tells its packages to the stock.
    for (const line of order.lines) {
      line.packages.push({ id: `${line.id} sold`, lb: line.lb, pieces: 1, voided: false });
      line.state = "packed";
    }
    const paper = this.finished({ id: asked.id, day: asked.today });
    this.delivered(asked.id, at);
    return paper ?? "";
  }

  /** Judges an order that became larger like a newly placed one. */
  #rejudged({ id, today }: { id: string; today: string }, act: () => void): void {
    const most = this.most(id);
    act();
    this.#judgeRaised({ id, most, today });
  }

  #judgeRaised({ id, most, today }: { id: string; most: number; today: string }): void {
    if (this.most(id) <= most) return;
    const { customer, holds } = this.order(id);
    const reasons = this.reasonsToHold(customer, today);
    if (reasons.includes("credit")) holds.add("credit");
    if (this.#isUnpaid(customer)) holds.add("prepay");
  }

  /**
   * True for a customer who prepays and whose payments don't cover all that is owed and ordered.
   */
  #isUnpaid(customer: string): boolean {
    return this.customerOf(customer).terms === "prepay" && this.exposure(customer) > 0;
  }
}
