/** Documents issued for packed orders, and their reversals (trade.md 2, 3, 14). */
import { Books, type Credit, type Paper, type Series } from "./books.ts";
import { dueDay, endOfMonth, type Terms } from "./days.ts";
import { DoorBook } from "./door-book.ts";
import { type Charge, goodsEstimate, lineBill, type Order, packedLb } from "./order.ts";
import { OrderBook } from "./order-book.ts";
import { zoneNamed } from "./stops.ts";
import { amount, Impossible, type Sums, sumByCode, withTax } from "./sums.ts";
import { TillBook } from "./till-book.ts";

export interface Customer {
  id: string;
  terms: Terms;
  /** Cents; undefined means no limit. */
  limit?: number;
  graceDays?: number;
  invoicePer?: "order" | "month";
  /** Minimum of goods in cents, besides the zone's. */
  minimum?: number;
}

/** Part of a credit: pounds of a line, cents before tax of a line, or any other charge. */
export type CreditPart = { line: string; lb: number } | { line: string; cents: number } | Charge;

interface Note {
  id: string;
  order: string;
  day: string;
  invoice?: string;
  takenBack?: boolean;
}

export class DocumentBook extends OrderBook {
  readonly books = new Books();
  readonly door = new DoorBook(this.books);
  readonly till = new TillBook();
  readonly #customers = new Map<string, Customer>();
  readonly #notes = new Map<string, Note>();
  readonly #claims = new Map<string, { order: string; parts: CreditPart[] }>();
  readonly #takenBack = new Set<string>();
  /** Credit notes that reversed an order's invoices, by order. */
  readonly #takenBackBy = new Map<string, string[]>();
  /** By "order line". */
  readonly #credited = new Map<string, { lb: number; cents: number }>();
  readonly #creditedOrders = new Set<string>();

  /** Sets a customer's terms; documents keep those they were issued with. */
  customer(customer: Customer): void {
    this.#customers.set(customer.id, customer);
  }

  cancelled(id: string): void {
    this.pending(id).state = "cancelled";
    this.books.letGo(id);
  }

  /** Refunds a counter sale; returns its credit note. */
  givenBackAtTill({
    hasStayed,
    ...at
  }: Omit<Parameters<TillBook["givenBack"]>[0], "number"> & {
    /** True for meat that never left the counter; what a customer had is never sold again. */
    hasStayed: boolean;
  }): string {
    if (hasStayed) {
      for (const { package: id, lb } of this.till.poundsOf(at.sale, at.parts)) {
        this.stock.putBack(id, lb);
      }
    }
    const number = this.books.next("credit note");
    this.till.givenBack({ ...at, number });
    return `credit note ${number}`;
  }

  /** Finishes packing and returns the document, or cancels an order with nothing packed. */
  finished({ id, day }: { id: string; day: string }): string | undefined {
    const order = this.pending(id);
    const open = order.lines.find(({ state }) => state === "open");
    if (open) throw new Impossible(`line ${open.id} of ${id} is open`);
    if (order.lines.every((line) => packedLb(line) === 0)) {
      this.cancelled(id);
      return undefined;
    }
    if (order.holds.size > 0) throw new Impossible(`${id} is held: ${[...order.holds]}`);
    const { cents, tax } = this.feeCharge(id);
    order.fee = { cents, tax, by: order.fee?.by ?? "finishing" };
    order.state = "fulfilled";
    order.paper = this.#document(order, day);
    return order.paper;
  }

  /** Finishes from the order's page: open lines count as ordered; pieces must be weighed. */
  fulfilledWithoutWeights(at: { id: string; day: string }): string | undefined {
    const lines = this.pending(at.id).lines.filter(({ state }) => state === "open");
    const piece = lines.find(({ byPiece }) => byPiece);
    if (piece) throw new Impossible(`${piece.id} is sold by the piece: weigh it first`);
    for (const line of lines) {
      const [id, { product, lb }] = [`${line.id} as ordered`, line];
      line.packages.push({ id, lb, pieces: 1, voided: false });
      this.stock.packed(id, { product, lot: undefined, lb, pieces: 0 });
      line.state = "packed";
    }
    return this.finished(at);
  }

  isTakenBack(paper: string): boolean {
    return this.#takenBack.has(paper);
  }

  /** True if an order shares its document with others, or was credited or debited since (14). */
  protected isBilledOn(id: string): boolean {
    const { paper } = this.order(id);
    const isOnMonth = paper !== undefined && this.#notes.get(paper)?.invoice !== undefined;
    const more = [...this.books.papers.values()].some(
      (one) => one.orders.includes(id) && one.id !== paper && !this.isTakenBack(one.id),
    );
    return isOnMonth || more || this.#creditedOrders.has(id);
  }

  /**
   * Reopens an order before it leaves and reverses its whole document; returns the credit note or
   * reversal. The fee is judged anew, except one that the customer agreed to at the checkout: that
   * stays with its tax, even if the order was moved after nobody was home.
   */
  reopened({ id, day, keepsFee = false }: { id: string; day: string; keepsFee?: boolean }): string {
    const order = this.order(id);
    if (order.state !== "fulfilled" || order.paper === undefined) {
      throw new Impossible(`${id} is ${order.state}`);
    }
    const note = this.#notes.get(order.paper);
    if (note?.invoice) throw new Impossible(`${id} is on ${note.invoice}`);
    const invoice = note ? undefined : this.books.paper(order.paper);
    const notes = [...this.#credited].filter(([key]) => key.startsWith(`${id} `));
    if (notes.length > 0) throw new Impossible(`${id} was credited in part`);
    if (note) note.takenBack = true;
    else this.#takenBack.add(order.paper);
    order.state = "pending";
    order.paper = undefined;
    if (order.fee?.by === "finishing")
      order.fee = keepsFee ? { ...order.fee, by: "customer" } : undefined;
    else if (order.fee?.by === "staff") order.fee.tax = undefined;
    if (!invoice) return `reversal ${this.books.next("reversal")}`;
    const by = this.#creditNote(order.customer, day, invoice.cents, [invoice.id]);
    this.#takenBackBy.set(id, [...(this.#takenBackBy.get(id) ?? []), by]);
    return by;
  }

  protected takenBackBy(order: string): readonly string[] {
    return this.#takenBackBy.get(order) ?? [];
  }

  delivered(id: string): void {
    const order = this.order(id);
    if (order.state !== "fulfilled") throw new Impossible(`${id} is ${order.state}`);
    order.state = "delivered";
  }

  deliveryUndone(id: string): void {
    const order = this.order(id);
    if (order.state !== "delivered") throw new Impossible(`${id} is ${order.state}`);
    order.state = "fulfilled";
  }

  /** Moves a packed order to another day. A second fee is told as a debit. */
  nobodyHome(to: { id: string; day: string; zone?: string }): void {
    const order = this.order(to.id);
    if (order.state !== "fulfilled") throw new Impossible(`${to.id} is ${order.state}`);
    Object.assign(order, { day: to.day, zone: to.zone ?? order.zone });
  }

  /** Returns the fee of a redelivery: that of a separate stop on the new day (5, 13). */
  secondFee(id: string): Charge {
    const order = this.order(id);
    const { fee, freeFrom = Infinity, feeTax = "Z" } = zoneNamed(this.zones, order.zone);
    return { cents: goodsEstimate(order) >= freeFrom ? 0 : fee, tax: feeTax };
  }

  /** Bills a month ("2026-11"); returns the invoice, or none if there was nothing to bill. */
  monthInvoiced(customer: string, month: string): string | undefined {
    const day = endOfMonth(`${month}-01`);
    const notes = this.unbilled(customer).filter((note) => note.day <= day);
    return this.#billNotes(customer, notes, day);
  }

  /** Bills before the month ends, as staff may; dated that day. */
  billedNow({ customer, day }: { customer: string; day: string }): string | undefined {
    return this.#billNotes(customer, this.unbilled(customer), day);
  }

  /** Debits a fee or an amount billed too low. Cents are before tax. */
  debited(at: { customer: string; order?: string; day: string; parts: Charge[] }): string {
    const orders = at.order === undefined ? [] : [at.order];
    return this.#invoice(at.customer, orders, at.day, withTax(sumByCode(at.parts)));
  }

  /** Enters a balance of earlier books; a negative one is credit. */
  openingBalance(at: {
    id: string;
    customer: string;
    day: string;
    due?: string;
    cents: number;
  }): void {
    const { id, customer, day, due = day, cents } = at;
    if (cents < 0) this.books.receive({ id, customer, kind: "opening", cents: -cents, day });
    else
      this.books.write({ id: `opening ${id}`, number: 0, customer, orders: [], day, due, cents });
  }

  /** Records a customer's credit request or a refusal at the door, which books nothing yet. */
  creditAsked(claim: { id: string; order: string; parts: CreditPart[] }): void {
    this.#claims.set(claim.id, claim);
  }

  /** Returns an undecided request, or an empty one if there is none. */
  claimed(id: string): { order: string; parts: CreditPart[] } {
    return this.#claims.get(id) ?? { order: "", parts: [] };
  }

  /** Grants a request in full or in `parts`; an empty list declines it. Returns the credit note. */
  creditDecided(at: {
    claim: string;
    day: string;
    parts?: CreditPart[];
    by?: "balance" | "refund";
  }): string | undefined {
    const claim = this.#claims.get(at.claim);
    if (!claim) throw new Impossible(`${at.claim} is decided already`);
    this.#claims.delete(at.claim);
    const { parts = claim.parts } = at;
    return parts.length === 0 ? undefined : this.credited({ ...at, order: claim.order, parts });
  }

  /** Credits without a request; "refund" reserves what the invoice doesn't absorb for a refund. */
  credited(at: {
    order: string;
    day: string;
    parts: CreditPart[];
    by?: "balance" | "refund";
  }): string {
    const order = this.order(at.order);
    const parts = at.parts.map((part) => this.#creditPart(order, part));
    const paper = this.paperOf(at.order);
    const cents = withTax(sumByCode(parts));
    this.#creditedOrders.add(at.order);
    return this.#creditNote(order.customer, at.day, cents, paper ? [paper.id] : [], at.by);
  }

  /**
   * Bills again, at their price, pounds of a line that were credited by mistake; they can be
   * credited again. Returns the cents billed.
   *
   * @param at.rest cents left of the note, if nothing of it stays
   */
  creditTakenBack(at: {
    order: string;
    day: string;
    line: string;
    lb: number;
    rest?: number | undefined;
  }): number {
    const order = this.order(at.order);
    const line = order.lines.find(({ id }) => id === at.line);
    const before = this.#credited.get(`${at.order} ${at.line}`);
    if (!line || !before || at.lb > before.lb) {
      throw new Impossible(`${at.lb} of ${at.line} were not credited`);
    }
    const cents = amount(at.lb, line.price);
    this.#credited.set(`${at.order} ${at.line}`, {
      lb: before.lb - at.lb,
      cents: before.cents - cents,
    });
    const total = at.rest ?? withTax(sumByCode([{ cents, tax: line.tax }]));
    this.#invoice(order.customer, [at.order], at.day, total);
    return total;
  }

  isCredited(order: string): boolean {
    return this.#creditedOrders.has(order);
  }

  /** Returns the invoice that bills an order, if any. */
  paperOf(order: string): Paper | undefined {
    const { paper } = this.order(order);
    const invoice = paper === undefined ? undefined : (this.#notes.get(paper)?.invoice ?? paper);
    return invoice === undefined ? undefined : this.books.papers.get(invoice);
  }

  lastNumber(series: Series | "receipt"): number {
    return series === "receipt" ? this.till.lastReceipt() : this.books.last(series);
  }

  /** True if what is delivered is due where it is handed over (14). */
  isDueAtDoor(customer: string, openHere: number): boolean {
    const { terms, invoicePer } = this.customerOf(customer);
    return (
      (terms === "prepay" && openHere > 0) || (terms === "on delivery" && invoicePer !== "month")
    );
  }

  protected customerOf(id: string): Customer {
    const customer = this.#customers.get(this.books.who(id));
    if (!customer) throw new Impossible(`there is no customer ${id}`);
    return customer;
  }

  protected same(one: string, other: string): boolean {
    return this.books.who(one) === this.books.who(other);
  }

  protected unbilled(customer: string): Note[] {
    return [...this.#notes.values()].filter(
      ({ order, invoice, takenBack }) =>
        !invoice && !takenBack && this.same(this.order(order).customer, customer),
    );
  }

  #billNotes(customer: string, notes: Note[], day: string): string | undefined {
    if (notes.length === 0) return undefined;
    const sums: Sums = {};
    for (const { order } of notes) {
      for (const [code, cents] of Object.entries(this.billed(order)) as [keyof Sums, number][]) {
        sums[code] = (sums[code] ?? 0) + cents;
      }
    }
    const orders = notes.map(({ order }) => order);
    const invoice = this.#invoice(customer, orders, day, withTax(sums));
    for (const note of notes) note.invoice = invoice;
    return invoice;
  }

  #document({ id, customer }: Order, day: string): string {
    if (this.customerOf(customer).invoicePer !== "month") {
      return this.#invoice(customer, [id], day, this.cameTo(id), this.#takenBackBy.get(id));
    }
    const note = `delivery note ${this.books.next("delivery note")}`;
    this.#notes.set(note, { id: note, order: id, day });
    return note;
  }

  #invoice(
    customer: string,
    orders: string[],
    day: string,
    cents: number,
    first: readonly string[] = [],
  ): string {
    const number = this.books.next("invoice");
    const due = dueDay(this.customerOf(customer).terms, day);
    const id = `invoice ${number}`;
    // The credit notes of the order's earlier invoices settle the replacement first.
    this.books.write({ id, number, customer, orders, day, due, cents }, first);
    return id;
  }

  #creditNote(
    customer: string,
    day: string,
    cents: number,
    named: string[],
    by: "balance" | "refund" = "balance",
  ): string {
    if (cents <= 0) throw new Impossible(`a credit note of ${cents} cents`);
    const id = `credit note ${this.books.next("credit note")}`;
    const keptFor: Credit["keptFor"] = by === "refund" ? "refund" : undefined;
    this.books.receive({ id, customer, kind: "credit note", cents, day, keptFor }, named);
    return id;
  }

  /** Returns the pounds credited by weight, and all cents credited. */
  protected creditedOfLine(order: string, line: string): { lb: number; cents: number } {
    return this.#credited.get(`${order} ${line}`) ?? { lb: 0, cents: 0 };
  }

  #creditPart(order: Order, part: CreditPart): Charge {
    if (!("line" in part)) return part;
    const line = order.lines.find(({ id }) => id === part.line);
    if (!line) throw new Impossible(`${order.id} has no line ${part.line}`);
    const key = `${order.id} ${line.id}`;
    const before = this.creditedOfLine(order.id, line.id);
    const lb = before.lb + ("lb" in part ? part.lb : 0);
    const rest = lineBill(line) - before.cents;
    const cents = "lb" in part ? Math.min(amount(part.lb, line.price), rest) : part.cents;
    if (lb > packedLb(line) || cents > rest) {
      throw new Impossible(`${cents} cents credited of ${rest} that ${line.id} has left`);
    }
    this.#credited.set(key, { lb, cents: before.cents + cents });
    return { cents, tax: line.tax };
  }
}
