/** Counter sales, and what each drawer should hold (trade.md 14). */
import { askedAtDoor } from "./door-book.ts";
import { amount, Impossible, sum, sumByCode, type TaxCode, taxOn, withTax } from "./sums.ts";

export type TillMethod = "cash" | "cheque" | "terminal" | "etransfer";
export type TillMove = "in" | "out" | "drop";

/** Money taken at a till; negative if it was refunded. */
export interface Taken {
  id: string;
  sale: string;
  method: TillMethod;
  cents: number;
  rounding: number;
  isTakenBack: boolean;
  /** True for cash that was there when its drawer was counted, though taken back later. */
  wasThere?: boolean;
}

interface Drawer {
  float: number;
  moved: number;
  taken: Taken[];
  closed?: { expected: number; counted: number };
  /** The figures at the count, which stay. */
  signed?: { by: Record<TillMethod, number>; report: Report };
}

interface Report {
  forOrders: number;
  sold: number;
  onAccount: number;
  givenBack: number;
  rounding: number;
  tax: number;
}

/** Where a reversed payment's counted cash is: an open drawer paid it out, or it has no drawer. */
export type CashPlace = { drawer: string } | "never received" | "still here";

/** The correction of a payment; `cash` says where counted cash is. */
export interface Otherwise {
  method: TillMethod;
  today: string;
  cash: CashPlace;
}

export interface SoldLine {
  cents: number;
  tax: TaxCode;
  /** Hundredths of a lb; the price is in cents per lb. */
  lb: number;
  price: number;
  package: string;
}

/** The returned part of a line: hundredths of a lb, or null for all that is left. */
export interface GivenPart {
  at: number;
  lb: number | null;
}

interface Sale {
  id: string;
  drawer: string;
  /** Number in the counter's own series; none for a sale on an account. */
  number?: number;
  day: string;
  cents: number;
  lines: (SoldLine & { leftCents: number; leftLb: number })[];
  /** Of a sale on an account; other sales have lines. */
  tax?: number;
  /** Total of its credit notes. */
  given: number;
}

/** An order packed before, and paid when it is handed over. */
interface Pickup {
  order: string;
  drawer: string;
  day: string;
}

interface Note {
  number: number;
  day: string;
  cents: number;
  tax: number;
  drawer: string;
}

export interface Part {
  method: TillMethod;
  cents: number;
}

const tillWays: TillMethod[] = ["cash", "cheque", "terminal", "etransfer"];

/** The amount asked for: only cash is rounded, to five cents. */
export const askedAtTill = (due: number, method: TillMethod) =>
  askedAtDoor(due, method === "cash" ? "cash" : "terminal");

/** Splits a payment over several methods; the last takes the rest. */
export function partsOf(cents: number, methods: readonly TillMethod[], share: number): Part[] {
  const [first = "cash", second] = methods;
  if (second === undefined) return [{ method: first, cents: askedAtTill(cents, first) }];
  const part = Math.max(1, Math.min(cents - 3, Math.floor(cents * share)));
  return [
    { method: first, cents: part },
    { method: second, cents: askedAtTill(cents - part, second) },
  ];
}

export class TillBook {
  readonly #drawers = new Map<string, Drawer>();
  readonly #sales = new Map<string, Sale>();
  readonly #pickups = new Map<string, Pickup>();
  readonly #notes: Note[] = [];
  /** A reversed payment counts on the day of the reversal; its replacement on the sale's day. */
  readonly #corrections: { day: string; cents: number }[] = [];
  #last = 0;

  opened(id: string, float: number): void {
    this.#drawers.set(id, { float, moved: 0, taken: [] });
  }

  isOpen(id: string): boolean {
    return this.drawer(id).closed === undefined;
  }

  drawer(id: string): Drawer {
    const drawer = this.#drawers.get(id);
    if (!drawer) throw new Impossible(`there is no drawer ${id}`);
    return drawer;
  }

  drawers(): string[] {
    return [...this.#drawers.keys()];
  }

  /** Float + in − out − drops + cash taken − cash refunded; a counted drawer's stays as counted. */
  expected(id: string): number {
    const { float, moved, closed } = this.drawer(id);
    return closed?.expected ?? float + moved + this.by(id).cash;
  }

  /** The cash that should have been counted, by what is known since. */
  expectedSince(id: string): number {
    const { float, moved, taken } = this.drawer(id);
    const there = taken.filter(
      ({ method, isTakenBack, wasThere }) => method === "cash" && (!isTakenBack || wasThere),
    );
    return float + moved + sum(there.map(({ cents }) => cents));
  }

  /** Takings less refunds, by method; a counted drawer's stay as at its count. */
  by(id: string): Record<TillMethod, number> {
    const { signed } = this.drawer(id);
    if (signed) return signed.by;
    const of = (method: TillMethod) =>
      sum(
        standing(this.drawer(id))
          .filter((one) => one.method === method)
          .map(({ cents }) => cents),
      );
    return {
      cash: of("cash"),
      terminal: of("terminal"),
      etransfer: of("etransfer"),
      cheque: of("cheque"),
    };
  }

  moved(id: string, kind: TillMove, cents: number): void {
    if (kind !== "in" && cents > this.expected(id)) {
      throw new Impossible(`${cents} taken out of the ${this.expected(id)} of ${id}`);
    }
    this.drawer(id).moved += kind === "in" ? cents : -cents;
  }

  closed(id: string, counted: number): void {
    const signed = { by: this.by(id), report: this.report(id) };
    Object.assign(this.drawer(id), { closed: { expected: this.expected(id), counted }, signed });
  }

  /** Records a sale paid at once; returns its number, from one series without gaps. */
  sold(at: { id: string; drawer: string; day: string; lines: SoldLine[]; parts: Part[] }): number {
    const { id, drawer, day, parts } = at;
    const lines = at.lines.map((line) => ({ ...line, leftCents: line.cents, leftLb: line.lb }));
    const cents = withTax(sumByCode(lines));
    this.#last += 1;
    this.#sales.set(id, { id, drawer, day, lines, cents, number: this.#last, given: 0 });
    this.#pay({ id, drawer, cents, parts });
    return this.#last;
  }

  /** Records a sale on an account, which the drawer's report shows separately. */
  soldOnAccount(id: string, drawer: string, at: { day: string; cents: number; tax: number }): void {
    this.#sales.set(id, { id, drawer, ...at, lines: [], given: 0 });
  }

  /** Records what was paid for an order when it was picked up; returns the payments. */
  pickedUp(at: Pickup & { id: string; due: number; parts: Part[] }): Taken[] {
    const { id, order, drawer, day, due, parts } = at;
    this.#pickups.set(id, { order, drawer, day });
    return this.#pay({ id, drawer, cents: due, parts });
  }

  pickup(id: string): Pickup {
    const pickup = this.#pickups.get(id);
    if (!pickup) throw new Impossible(`nothing was picked up as ${id}`);
    return pickup;
  }

  pickups(): string[] {
    return [...this.#pickups.keys()];
  }

  /** Payments for an order at any till that weren't taken back. */
  takenFor(order: string): Taken[] {
    const own = new Set(this.pickups().filter((id) => this.pickup(id).order === order));
    const all = [...this.#drawers.values()].flatMap(standing);
    return all.filter(({ sale }) => own.has(sale));
  }

  /** The cents of a cash payment that was counted with its drawer; null for any other payment. */
  countedCash(payment: string): number | null {
    for (const { taken, closed } of this.#drawers.values()) {
      const found = taken.find(({ id, isTakenBack }) => id === payment && !isTakenBack);
      if (found) return closed && found.method === "cash" ? found.cents : null;
    }
    return null;
  }

  /** Reverses a payment, which an open drawer forgets; `cash` says where counted cash is. */
  takenBack(payment: string, cash: CashPlace): void {
    const counted = this.countedCash(payment);
    for (const { taken } of this.#drawers.values()) {
      const found = taken.find(({ id, isTakenBack }) => id === payment && !isTakenBack);
      if (!found) continue;
      found.isTakenBack = true;
      found.wasThere = counted !== null && cash !== "never received";
    }
    if (counted !== null && typeof cash === "object") this.moved(cash.drawer, "out", counted);
  }

  sale(id: string): Sale {
    const sale = this.#sales.get(id);
    if (!sale) throw new Impossible(`there is no sale ${id}`);
    return sale;
  }

  drawerOf(id: string): string {
    return (this.#pickups.get(id) ?? this.sale(id)).drawer;
  }

  /** Payments of a sale or pickup that weren't taken back, the first first. */
  paymentsOf(id: string): Taken[] {
    return standing(this.drawer(this.drawerOf(id))).filter(
      ({ sale, cents }) => sale === id && cents > 0,
    );
  }

  /** Cents that a method took for a sale and has not refunded, at any till. */
  #leftBy(id: string, method: TillMethod): number {
    const all = [...this.#drawers.values()].flatMap((drawer) => standing(drawer));
    const own = all.filter((one) => one.sale === id && one.method === method);
    return sum(own.map(({ cents }) => cents));
  }

  /**
   * Splits a refund: all by one method or, without one, by those that took the money, the card
   * first; never more than was paid. A part in cash is rounded to five cents.
   */
  partsBack(id: string, worth: number, method?: TillMethod): Part[] {
    const ways = method ? [method] : (["terminal", "etransfer", "cash"] as const);
    let paid = sum(tillWays.map((way) => this.#leftBy(id, way)));
    let rest = Math.min(worth, paid);
    const parts: Part[] = [];
    for (const way of ways) {
      const asked =
        way === "cash" ? Math.min(askedAtTill(rest, way), Math.floor(paid / 5) * 5) : rest;
      const cents = method ? asked : Math.min(asked, Math.max(0, this.#leftBy(id, way)));
      if (cents > 0) parts.push({ method: way, cents });
      rest -= Math.max(0, cents);
      paid -= Math.max(0, cents);
    }
    return parts;
  }

  /**
   * Says if nothing is left to refund, if the parts are too little or too much by card, and if they
   * are odd: more than their method took, or than the drawer has.
   */
  whyNotBack(id: string, worth: number, parts: readonly Part[], drawer: string) {
    const paid = sum(tillWays.map((way) => this.#leftBy(id, way)));
    const rest = Math.min(worth, paid) - sum(parts.map(({ cents }) => cents));
    const inCash = parts.find(({ method }) => method === "cash")?.cents ?? 0;
    const isPaidInCash = this.#leftBy(id, "cash") > 0;
    // Up to four cents may be missing if it was paid in cash; a cheque's part is refunded another
    // way. A terminal refunds a card only what it paid.
    const isTooMuchByCard = parts.some(
      ({ method, cents }) =>
        method === "terminal" && cents > Math.max(0, this.#leftBy(id, "terminal")),
    );
    const isLost =
      isTooMuchByCard ||
      rest > 4 ||
      (inCash === 0 && rest > 0 && (parts.length === 0 || !isPaidInCash));
    return {
      isAll: paid <= 0,
      isLost,
      isOdd:
        parts.some(({ method, cents }) => cents > Math.max(0, this.#leftBy(id, method))) ||
        (inCash > 0 && inCash > this.expected(drawer)),
    };
  }

  /** The parts' amounts before tax; the last part of a line takes what is left of it. */
  #parts(id: string, parts: readonly GivenPart[]) {
    return parts.map(({ at, lb: wanted }) => {
      const line = this.sale(id).lines[at];
      if (!line || line.leftCents <= 0) throw new Impossible(`line ${at} of ${id} is given back`);
      const lb = wanted ?? line.leftLb;
      if (lb > line.leftLb) throw new Impossible(`${lb} given back of ${line.leftLb}`);
      const worth = Math.min(line.leftCents, amount(lb, line.price));
      return { line, lb, cents: lb === line.leftLb ? line.leftCents : worth, tax: line.tax };
    });
  }

  /** The hundredths of a lb of each part, and the package in which they were sold. */
  poundsOf(id: string, parts: readonly GivenPart[]): { package: string; lb: number }[] {
    return this.#parts(id, parts).map(({ line, lb }) => ({ package: line.package, lb }));
  }

  /** The amount of parts with tax, as on their credit note; a sale's notes add up to the sale. */
  worth(id: string, wanted: readonly GivenPart[]): number {
    const parts = this.#parts(id, wanted);
    const sale = this.sale(id);
    const left = sale.cents - sale.given;
    const isRest = sale.lines.every(
      (line) => line.leftCents === (parts.find((part) => part.line === line)?.cents ?? 0),
    );
    return isRest ? left : Math.min(left, withTax(sumByCode(parts)));
  }

  givenBack(at: {
    sale: string;
    drawer: string;
    parts: readonly GivenPart[];
    back: readonly Part[];
    day: string;
    number: number;
  }): void {
    const { sale: id, drawer, back, day, number } = at;
    const cents = this.worth(id, at.parts);
    const parts = this.#parts(id, at.parts);
    for (const { line, lb, cents: part } of parts) {
      line.leftLb -= lb;
      line.leftCents -= part;
    }
    this.sale(id).given += cents;
    const tax = taxOn(sumByCode(parts));
    this.#notes.push({ number, day, cents, tax, drawer });
    let left = cents;
    for (const [nth, { method, cents: part }] of back.entries()) {
      left -= part;
      const rounding = nth === back.length - 1 ? left : 0;
      const key = `note ${number} ${nth}`;
      this.#take(drawer, { id: key, sale: id, method, cents: -part, rounding });
    }
  }

  /** Corrects a payment's method at its till, even after the count, whose figures stay. */
  paidOtherwise(id: string, payment: string, to: Otherwise): Taken {
    const { method, today } = to;
    const drawer = this.drawerOf(id);
    const taken = this.drawer(drawer).taken.find((one) => one.id === payment && !one.isTakenBack);
    if (!taken) throw new Impossible(`there is no payment ${payment}`);
    this.takenBack(payment, to.cash);
    const due = taken.cents - taken.rounding;
    const cents = askedAtTill(due, method);
    const again = { id: `${payment}, ${method}`, sale: id, method, cents, rounding: cents - due };
    // Pickups aren't on the counter's account.
    const { day } = this.#sales.get(id) ?? {};
    if (day !== undefined) {
      this.#corrections.push({ day: today, cents: due }, { day, cents: -due });
    }
    return this.#take(drawer, again);
  }

  /** Cents by which corrections moved the counter's account between two days, both included. */
  accountMoved(from: string, to: string): number {
    const those = this.#corrections.filter(({ day }) => from <= day && day <= to);
    return sum(those.map(({ cents }) => cents));
  }

  /** The figures of a drawer's report; a counted drawer's stay as at its count. */
  report(id: string): Report {
    const { signed } = this.drawer(id);
    if (signed) return signed.report;
    const sales = [...this.#sales.values()].filter(({ drawer }) => drawer === id);
    const taken = standing(this.drawer(id));
    const paidHere = ({ sale }: Taken) => this.#pickups.has(sale);
    return {
      forOrders: sum(taken.filter(paidHere).map(({ cents, rounding }) => cents - rounding)),
      sold: sum(sales.map(({ cents }) => cents)),
      onAccount: sum(sales.filter((one) => one.number === undefined).map(({ cents }) => cents)),
      // Without cash rounding, which is listed separately.
      givenBack: sum(
        taken.filter(({ cents }) => cents < 0).map(({ cents, rounding }) => rounding - cents),
      ),
      rounding: sum(taken.map(({ rounding }) => rounding)),
      tax:
        sum(sales.map(({ lines, tax }) => tax ?? taxOn(sumByCode(lines)))) -
        sum(this.#notes.filter(({ drawer }) => drawer === id).map(({ tax }) => tax)),
    };
  }

  /** Receipts and their credit notes, as exported to the accounting program. */
  papers(): { id: string; day: string; cents: number }[] {
    return [
      ...[...this.#sales.values()].flatMap(({ number, day, cents }) =>
        number === undefined ? [] : [{ id: `receipt ${number}`, day, cents }],
      ),
      ...this.#notes.map(({ number, day, cents }) => ({
        id: `credit note ${number}`,
        day,
        cents: -cents,
      })),
    ];
  }

  lastReceipt(): number {
    return this.#last;
  }

  /** Books the parts in turn; cash settles all that is left, whatever its rounding. */
  #pay(at: { id: string; drawer: string; cents: number; parts: Part[] }): Taken[] {
    const { id, drawer, cents, parts } = at;
    let left = cents;
    const taken = parts.map(({ method, cents: part }, nth) => {
      const due = method === "cash" ? left : part;
      left -= due;
      const money = { method, cents: part, rounding: part - due };
      return this.#take(drawer, { id: `${id} ${nth}`, sale: id, ...money });
    });
    if (left !== 0) throw new Impossible(`${id} is paid with ${left} left to pay`);
    return taken;
  }

  #take(drawer: string, money: Omit<Taken, "isTakenBack">): Taken {
    const taken = { ...money, isTakenBack: false };
    this.drawer(drawer).taken.push(taken);
    return taken;
  }
}

const standing = ({ taken }: Drawer) => taken.filter(({ isTakenBack }) => !isTakenBack);
