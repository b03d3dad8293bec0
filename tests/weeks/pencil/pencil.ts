/**
 * An independent model of the shop, written from `trade.md` alone: correct it from that file, never
 * from the shop's code, of which it imports nothing. It is told what happened in a simulated life,
 * and computes balances, the maximum and final amounts of orders, card holds and charges, how full
 * days are, prices and documents.
 *
 * Money is in cents, weight in hundredths of a pound, days are "2026-11-24" in British Columbia,
 * ids are the caller's own strings. Acts are told after they happened, in the order of their
 * commits. An act that trade.md forbids throws `Impossible`: if the shop accepted it, that is a
 * finding.
 *
 * Interpretations, where trade.md leaves a rule open:
 *
 *  1. Tare is subtracted before the one rounding, in lb too (1.1: a rule for kg readings only).
 *  2. GP is one code: 12 % of its sum, rounded once, not 5 % and 7 % separately (11: "per code").
 *  3. Dated tax rates are not simulated. The fee's tax code is told; "as the goods" (11) is told as
 *     the goods' code, by default Z.
 *  4. A substitute has its own promise (1.6) and tolerance. Without consent, the promise is
 *     limited, before tax, to what the replaced line's bill leaves of that line's promise (2). A
 *     substitute taxed higher can therefore break the order's promise, which `brokenPromises`
 *     reports.
 *  5. A line that staff add while packing counts like an ordered one in the estimate, the maximum,
 *     the fee and the run.
 *  6. A short line doesn't lower an order's maximum. A dropped or replaced line may cost its packed
 *     amount. Consent covers what is packed when it is given: weighing more, voiding a package or
 *     reopening the line revokes it.
 *  7. Fees, "free from" and minimums are judged on the estimate of the goods before tax, of all
 *     orders of the site and day that are not cancelled (5, 13). The earliest *placed* order that
 *     is still pending bears the fee, unless an order was finished with one, which it keeps. A fee
 *     that moves to an order raises that order's maximum.
 *  8. A fee set by staff stays; if that order is the earliest, no other bears one.
 *  9. Booked pounds are each line's weight with its tolerance, half up, as ordered or added;
 *     packing doesn't change them. Only cancelled orders are no longer booked.
 * 10. A price's or list's window includes both its days. The list with the lowest rank that names
 *     the product on that day counts; among equal ranks the latest start, then the newest list,
 *     whenever its prices were written. `min_lb` doesn't change a price (4: `price_for` takes no
 *     quantity). The base price is the current one.
 * 11. A list that replaces another ends it the day before its own start, for every customer (4).
 * 12. A move to another day reprices all lines, whoever moves it; a product not offered then keeps
 *     its price. The caller says whether an order being packed keeps its prices.
 * 12a. A line's price set by staff stays, also on another day; pounds added to it cost the day's
 *      price.
 * 13. Prepay and "on delivery" are due on the invoice's day; day D of a shorter month is its last
 *     (4).
 * 14. The rest of a payment or credit beyond the named invoices settles the next oldest due; free
 *     credit settles a new invoice at once, oldest entry first (3). A deposit waits for its order's
 *     invoice; its rest is free then, or all of it when the order is cancelled.
 * 15. Customers owe by documents: an order on a delivery note is not owed before its month's
 *     invoice, but its final amount counts in the exposure (4 speaks of invoices and unfulfilled
 *     orders only).
 * 16. A month's invoice bills every valid, unbilled delivery note up to the month's last day, by
 *     the note's day. Its tax is on the month's sums, and may differ by cents from the orders' own.
 * 17. A refund uses the rest of its credit first, then undoes that credit's latest settlements.
 * 18. A credit "by lb" is rounded like a line, its tax like a document's. A line is never credited
 *     beyond the pounds packed, nor beyond its bill; if it was billed at the promise, pounds are
 *     credited until the bill is used up. Credit notes settle the order's invoice first.
 * 19. A debit and a returned cheque's fee are numbered as invoices. Opening balances have no
 *     number.
 * 20. "Over the limit" means strictly more; "overdue" means past due by more than the grace days,
 *     and by more than $5 in total (3, "small differences"). Both are judged when an order is
 *     placed; the limit alone again when a change, move, added line or consent raises its maximum.
 *     A hold stays until somebody releases it, whatever is paid until then; paying the maximum
 *     releases "prepay" automatically (13, "until settled"), and enough free credit avoids it.
 * 21. A card is authorized at the checkout up to five days before the delivery, and a saved card
 *     three days before, since packing is the day before (3.2). It stays authorized if its order
 *     moves to a day up to five days away, and becomes a saved card if further (3.1). Holds prevent
 *     finishing, not weighing.
 * 22. A merged customer's entries are read through the winner, whose terms and limit count; merging
 *     settles nothing anew.
 * 23. The credit note of a reopened order settles what its invoice has open, and then whatever is
 *     due. What is left of it settles the new invoice before older money does (14).
 * 23a. Approval is decided by the maximum, when a buyer places or raises an order; an approved
 *      order keeps its prices, if all of it is still offered (7).
 * 24. "Added pounds take today's" price (6): the order's pounds of a product split in two prices.
 */
import type { Paper } from "./books.ts";
import { Cards, isAhead, isFar } from "./cards.ts";
import { daysBetween, pacificDay } from "./days.ts";
import type { HoldReason } from "./order.ts";
import type { OrderAsked, OrderChange } from "./order-book.ts";
import type { Packing } from "./packing.ts";
import { type Asking, RefusalBook } from "./refusal-book.ts";
import { Impossible, sum } from "./sums.ts";
import type { CashPlace, Otherwise, Part, Taken } from "./till-book.ts";

export class Pencil extends RefusalBook {
  readonly cards = new Cards();

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
    // A buyer who raises an order above their limit needs a new approval.
    if (approveOver === undefined) return;
    const most = this.most(to.id);
    if (most <= approveOver) this.released(to.id, "approval");
    else if (most > before) this.held(to.id, "approval");
  }

  approved(id: string, at: Asking): void {
    const { why } = this.whyNotApproved(id, at);
    if (why.length > 0)
      throw new Impossible(`${id} is approved, although it is ${why.join(" and ")}`);
    this.released(id, "approval");
  }

  /** Cancels unapproved orders past their cut-off, except those being packed; returns their ids. */
  lapsed(at: Asking): string[] {
    const ids = [...this.orders.keys()].filter((id) => this.isLapsing(id, at));
    for (const id of ids) this.cancelled(id);
    return ids;
  }

  /** Sets a line's price by staff, in cents per pound. */
  priced(at: { id: string; line: string; cents: number; today: string }): void {
    this.#rejudged(at, () => {
      const line = this.order(at.id).lines.find(({ id }) => id === at.line);
      if (!line) throw new Impossible(`there is no line ${at.line}`);
      Object.assign(line, { price: at.cents, isSaid: true });
    });
  }

  /** Moves an order, at the new day's prices unless `pricesStay`. */
  moved(to: { id: string; today: string; day: string; zone?: string; pricesStay?: boolean }): void {
    this.#rejudged(to, () => {
      this.rewrite(to);
      if (!to.pricesStay) this.price(to.id);
    });
  }

  /** Moves all orders of a closed day together, because a stop's fee depends on all of them. */
  closedDay(orders: readonly string[], to: { today: string; day: string }): void {
    const before = orders.map((id) => ({ id, most: this.most(id) }));
    for (const id of orders) {
      const { fee } = this.order(id);
      this.rewrite({ id, ...to });
      // A customer's fee stays, since the customer didn't ask for this move.
      if (fee?.by === "customer") this.order(id).fee = fee;
    }
    for (const { id, most } of before) this.#judgeRaised({ id, most, today: to.today });
  }

  /** Like the next two, an act of a packer that may raise the order's maximum. */
  substituted({ today, ...at }: Parameters<Packing["substituted"]>[0] & { today: string }): void {
    this.#rejudged({ id: at.order, today }, () => this.packing.substituted(at));
  }

  added({ today, ...at }: Parameters<Packing["added"]>[0] & { today: string }): void {
    this.#rejudged({ id: at.order, today }, () => this.packing.added(at));
  }

  answered({ today, ...at }: Parameters<Packing["answered"]>[0] & { today: string }): void {
    this.#rejudged({ id: at.order, today }, () => this.packing.answered(at));
  }

  /** Adds a hold by staff, or by a rule that the pencil doesn't judge. */
  held(id: string, reason: HoldReason): void {
    this.order(id).holds.add(reason);
  }

  released(id: string, reason: HoldReason): void {
    this.order(id).holds.delete(reason);
  }

  /** Settles the `named` documents first, in that order. Cash rounding counts as paid. */
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

  /** Books a deposit for an order; deposits that cover its maximum release a prepaid order. */
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

  /** Releases prepaid orders, in order, while credit covers them and all other open amounts. */
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

  captured(at: { id: string; order: string; day: string; cents: number }): void {
    const paper = this.paperOf(at.order);
    if (!paper) throw new Impossible(`${at.order} has no invoice`);
    if (at.cents > this.toCapture(at.order)) {
      throw new Impossible(`${at.cents} captured of ${this.toCapture(at.order)} open`);
    }
    this.cards.captured(at.order, at.cents);
    this.paid({ ...at, customer: paper.customer, named: [paper.id] });
  }

  /** Books a card payment; the card is named by the order or by the first document that it pays. */
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

  /** Removes a deposit from the customer's credit, because the owner keeps it. */
  depositKept(at: { id: string; of: string; day: string; cents: number }): void {
    this.books.refund(at.of, at);
  }

  /** Reverses a payment: a returned cheque, an undo or a dispute. The owner's fee is a debit. */
  reversed(payment: string, day: string, cash: CashPlace = "never received"): void {
    this.books.reverse(payment, day);
    this.till.takenBack(payment, cash);
  }

  /** Returns the open invoices of this order alone, due at its pickup; the first due first. */
  dueAtTill(order: string): (Paper & { open: number })[] {
    const { customer } = this.order(order);
    return this.openPapers(customer).filter((paper) => isOwn(paper, order));
  }

  /** True if the order's customer has time to pay, so that a part payment needs no reason. */
  paysLater(order: string): boolean {
    const { terms } = this.customerOf(this.order(order).customer);
    return terms !== "prepay" && terms !== "on delivery";
  }

  /**
   * Hands over an order paid in full, in part or, for a reason, not at all; returns the payments.
   * Only a full payment is rounded to coins.
   */
  pickedUp(at: {
    id: string;
    order: string;
    drawer: string;
    parts: Part[];
    isPart?: boolean;
    now: number;
  }): Taken[] {
    const { id, order, drawer, parts, isPart, now } = at;
    const [papers, day] = [this.dueAtTill(order), pacificDay(now)];
    const open = sum(papers.map((paper) => paper.open));
    const due = isPart ? sum(parts.map(({ cents }) => cents)) : open;
    if (isPart && due >= open) throw new Impossible(`${due} is no part of ${open}`);
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

  /**
   * Corrects the method of a pickup's payment: reverses it today and books it anew on its own day,
   * for the order's own invoices, even if those that it settled were reversed since.
   */
  pickupPaidOtherwise(id: string, payment: string, to: Otherwise) {
    const { day, order } = this.till.pickup(id);
    const { customer } = this.books.credit(payment);
    const own = this.books.papersOf(customer).filter((paper) => isOwn(paper, order));
    const named = own.map((paper) => paper.id);
    const again = this.till.paidOtherwise(id, payment, to);
    const cents = again.cents - again.rounding;
    const credit = { id: again.id, customer, kind: "payment", cents, day } as const;
    this.books.replace(payment, to.today, { ...credit, rounding: -again.rounding }, named);
    return again;
  }

  /** Refunds free credit by hand or to a card, the oldest first; `card` as in `paidByCard`. */
  paidBack(at: { id: string; customer: string; day: string; cents: number; card?: string }): void {
    const { id, customer, day, cents, card } = at;
    if (card !== undefined) this.cards.refunded(card, cents);
    const missing = this.books.payBack(customer, { id, cents, day });
    if (missing > 0) throw new Impossible(`${cents} given back, ${missing} more than is free`);
  }

  /**
   * Returns the cents to refund to a reopened order's card once it is finished again or cancelled:
   * what is left of the credit notes that reversed its invoices, at most what the card was charged,
   * and at most the customer's free credit (14).
   *
   * @param disputed cents that its bank has withdrawn
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

  /** Records a disputed card charge; what free credit doesn't cover is owed at once. */
  disputed(at: { id: string; customer: string; day: string; cents: number }): void {
    const missing = this.books.payBack(at.customer, at);
    if (missing > 0) this.charged({ ...at, cents: missing });
  }

  /** Adds a charge by staff without a document; due at once. */
  charged(at: { id: string; customer: string; day: string; cents: number }): void {
    this.books.write({ ...at, number: 0, orders: [], due: at.day });
  }

  /** Adds a credit by staff without a document. */
  givenFree(at: { id: string; customer: string; day: string; cents: number }): void {
    this.books.receive({ ...at, kind: "credit" });
  }

  writtenOff(at: { id: string; paper: string; day: string; cents: number }): void {
    const { id, paper, day, cents } = at;
    if (cents > this.books.open(paper)) throw new Impossible(`${paper} has not that much open`);
    const { customer } = this.books.paper(paper);
    this.books.receive({ id, customer, kind: "write-off", cents, day }, [paper]);
  }

  packable(id: string): boolean {
    return this.order(id).state === "pending" && this.order(id).holds.size === 0;
  }

  isCardSaved(id: string, today: string): boolean {
    const { day, isCardSaved } = this.order(id);
    return isCardSaved && isAhead(day, today);
  }

  /** Records a new card, which is authorized at once as at the checkout, unless the day is far. */
  cardGiven(id: string, today: string): void {
    const order = this.order(id);
    order.isCardSaved = isFar(order.day, today);
  }

  /** Returns the cents to capture, at most what the invoice has open; 0 releases the hold. */
  toCapture(id: string): number {
    const paper = this.paperOf(id);
    return paper ? Math.min(this.cameTo(id), this.books.open(paper.id)) : 0;
  }

  /** Returns the balance in cents; negative is credit. */
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

  /** Returns unused credit: free, or reserved for an order or a refund. */
  creditLeft(customer: string): number {
    return sum(this.books.creditsOf(customer).map((credit) => this.books.left(credit)));
  }

  /** Returns open cents of documents that are more than `days` days overdue. */
  overdue(customer: string, today: string, days = 0): number {
    const late = this.openPapers(customer).filter(({ due }) => daysBetween(due, today) > days);
    return sum(late.map(({ open }) => open));
  }

  /** Returns the cents that are overdue by more than the customer's days of grace. */
  overdueToHold(customer: string, today: string): number {
    const { graceDays = 0 } = this.customerOf(customer);
    return this.overdue(customer, today, graceDays);
  }

  /** Returns the cents on delivery notes that are not invoiced yet. */
  notInvoiced(customer: string): number {
    return sum(this.unbilled(customer).map(({ order }) => this.cameTo(order)));
  }

  /** Returns the amount that is compared with the credit limit (4). */
  exposure(customer: string): number {
    const pending = [...this.orders.values()].filter(
      (order) => order.state === "pending" && this.same(order.customer, customer),
    );
    const promised = sum(pending.map(({ id }) => this.most(id)));
    const open = sum(this.openPapers(customer).map((paper) => paper.open));
    return open - this.creditLeft(customer) + this.notInvoiced(customer) + promised;
  }

  /** Returns reasons to hold an order of this customer today, judged with all placed orders. */
  reasonsToHold(customer: string, today: string): HoldReason[] {
    const { limit = Infinity } = this.customerOf(customer);
    return [
      ...(this.exposure(customer) > limit ? (["credit"] as const) : []),
      ...(this.overdueToHold(customer, today) > 500 ? (["overdue"] as const) : []),
    ];
  }

  /** True if its account may take this amount today where a hold isn't possible (14). */
  mayOwe(customer: string, cents: number, today: string): boolean {
    const { limit = Infinity, terms } = this.customerOf(customer);
    const then = this.exposure(customer) + cents;
    if (this.overdueToHold(customer, today) > 500 || then > limit) return false;
    return terms !== "prepay" || then <= 0;
  }

  /** Packs, bills and hands over a counter sale on an account; returns its document. */
  handedOver(asked: OrderAsked, at: number): string {
    const order = this.write(asked);
    // The caller tells the stock what was sold.
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

  /** True for a prepaying customer whose payments don't cover everything owed and ordered. */
  #isUnpaid(customer: string): boolean {
    return this.customerOf(customer).terms === "prepay" && this.exposure(customer) > 0;
  }
}

const isOwn = ({ number, orders }: Paper, order: string) =>
  number > 0 && orders.length === 1 && orders[0] === order;
