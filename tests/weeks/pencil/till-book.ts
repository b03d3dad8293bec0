/** Counter sales, and what each drawer should hold (trade.md 14). */
import { askedAtDoor } from "./door-book.ts";
import { amount, Impossible, sum, sumByCode, type TaxCode, taxOn, withTax } from "./sums.ts";

export type TillMethod = "cash" | "cheque" | "terminal" | "etransfer";
export type TillMove = "in" | "out" | "drop";

/** Money that was taken at a till, or, less than none, given back. */
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

/** Where cash is that was counted: an open drawer gave it back, or it has no drawer. */
export type CashPlace = { drawer: string } | "never received" | "still here";

/** Of cash that was counted, somebody says where it is. */
export interface Otherwise {
  method: TillMethod;
  today: string;
  cash: CashPlace;
}

export interface SoldLine {
  cents: number;
  tax: TaxCode;
  /** In hundredths of a lb; the price in cents a pound. */
  lb: number;
  price: number;
  /** Its package. */
  package: string;
}

/** The returned part of a line: pounds in hundredths, or all that is left. */
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
  /** Of what went on an account: what is sold and paid here has its lines. */
  tax?: number;
  /** What all notes over it came to. */
  given: number;
}

/** An order that was packed before, and is paid as it is handed over. */
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

/** What is asked for in one way: in coins it ends on five cents. */
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

  /** Float + in − out − drops + cash taken − cash given back; of a counted drawer, at its count. */
  expected(id: string): number {
    const { float, moved, closed } = this.drawer(id);
    return closed?.expected ?? float + moved + this.by(id).cash;
  }

  /** What should have been there when it was counted, by what is known since. */
  expectedSince(id: string): number {
    const { float, moved, taken } = this.drawer(id);
    const there = taken.filter(
      ({ method, isTakenBack, wasThere }) => method === "cash" && (!isTakenBack || wasThere),
    );
    return float + moved + sum(there.map(({ cents }) => cents));
  }

  /** Takings less refunds, by method; of a counted drawer, at its count. */
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

  /** Only the difference is recorded. */
  closed(id: string, counted: number): void {
    const signed = { by: this.by(id), report: this.report(id) };
    Object.assign(this.drawer(id), { closed: { expected: this.expected(id), counted }, signed });
  }

  /** A sale paid at once. Returns its number: one series without gaps, regardless of refusals. */
  sold(at: { id: string; drawer: string; day: string; lines: SoldLine[]; parts: Part[] }): number {
    const { id, drawer, day, parts } = at;
    const lines = at.lines.map((line) => ({ ...line, leftCents: line.cents, leftLb: line.lb }));
    const cents = withTax(sumByCode(lines));
    this.#last += 1;
    this.#sales.set(id, { id, drawer, day, lines, cents, number: this.#last, given: 0 });
    this.#pay({ id, drawer, cents, parts });
    return this.#last;
  }

  /** On an account, which the drawer's report says beside what was taken. */
  soldOnAccount(id: string, drawer: string, at: { day: string; cents: number; tax: number }): void {
    this.#sales.set(id, { id, drawer, ...at, lines: [], given: 0 });
  }

  /** An order is paid as a whole as it is picked up. Returns what was taken. */
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

  /** What was taken for an order at any till and stands. */
  takenFor(order: string): Taken[] {
    const own = new Set(this.pickups().filter((id) => this.pickup(id).order === order));
    const all = [...this.#drawers.values()].flatMap(standing);
    return all.filter(({ sale }) => own.has(sale));
  }

  /** The cents of cash that were counted with its drawer; null for any other payment. */
  countedCash(payment: string): number | null {
    for (const { taken, closed } of this.#drawers.values()) {
      const found = taken.find(({ id, isTakenBack }) => id === payment && !isTakenBack);
      if (found) return closed && found.method === "cash" ? found.cents : null;
    }
    return null;
  }

  /**
   * A payment is taken back: in an open drawer it never was. Of counted cash somebody says where it
   * is.
   */
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

  /** Of a sale, or of what was picked up. */
  drawerOf(id: string): string {
    return (this.#pickups.get(id) ?? this.sale(id)).drawer;
  }

  /** What was paid of it and stands, the first first. */
  paymentsOf(id: string): Taken[] {
    return standing(this.drawer(this.drawerOf(id))).filter(
      ({ sale, cents }) => sale === id && cents > 0,
    );
  }

  /** What each way took of a sale and has not given back, at whichever till. */
  #leftBy(id: string, method: TillMethod): number {
    const all = [...this.#drawers.values()].flatMap((drawer) => standing(drawer));
    const own = all.filter((one) => one.sale === id && one.method === method);
    return sum(own.map(({ cents }) => cents));
  }

  /**
   * How so much goes back: by one way as a whole or, without one, by those that took it, the card
   * first; never more than was paid. In coins to five cents, of what is left.
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

  /** Why parts can't go back so: nothing is left, they don't make it up, or nobody says why. */
  whyNotBack(id: string, worth: number, parts: readonly Part[], drawer: string) {
    const paid = sum(tillWays.map((way) => this.#leftBy(id, way)));
    const rest = Math.min(worth, paid) - sum(parts.map(({ cents }) => cents));
    const inCash = parts.find(({ method }) => method === "cash")?.cents ?? 0;
    const isPaidInCash = this.#leftBy(id, "cash") > 0;
    // Less than a coin may be missing, of what was paid in cash: a cheque's part goes back another way.
    // Terminals refund a card only what it paid.
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

  /** What parts of lines come to before tax: the last of a line takes what is left of it. */
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

  /** The pounds of each part, and the package that they were sold in. */
  poundsOf(id: string, parts: readonly GivenPart[]): { package: string; lb: number }[] {
    return this.#parts(id, parts).map(({ line, lb }) => ({ package: line.package, lb }));
  }

  /** What parts come to with tax, as on their credit note; all notes together equal the sale. */
  worth(id: string, wanted: readonly GivenPart[]): number {
    const parts = this.#parts(id, wanted);
    const sale = this.sale(id);
    const left = sale.cents - sale.given;
    const isRest = sale.lines.every(
      (line) => line.leftCents === (parts.find((part) => part.line === line)?.cents ?? 0),
    );
    return isRest ? left : Math.min(left, withTax(sumByCode(parts)));
  }

  /** Refunded from an open drawer. */
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

  /**
   * It was paid in another way than was typed: taken back as a whole and taken anew at the same till,
   * also after its count, whose figures stay.
   */
  paidOtherwise(id: string, payment: string, to: Otherwise): Taken {
    const { method, today } = to;
    const drawer = this.drawerOf(id);
    const taken = this.drawer(drawer).taken.find((one) => one.id === payment && !one.isTakenBack);
    if (!taken) throw new Impossible(`there is no payment ${payment}`);
    this.takenBack(payment, to.cash);
    const due = taken.cents - taken.rounding;
    const cents = askedAtTill(due, method);
    const again = { id: `${payment}, ${method}`, sale: id, method, cents, rounding: cents - due };
    // Of the counter's account, which what was picked up is not on.
    const { day } = this.#sales.get(id) ?? {};
    if (day !== undefined) {
      this.#corrections.push({ day: today, cents: due }, { day, cents: -due });
    }
    return this.#take(drawer, again);
  }

  /** What the counter's accounts moved by on these days, both included; must be 0. */
  accountMoved(from: string, to: string): number {
    const those = this.#corrections.filter(({ day }) => from <= day && day <= to);
    return sum(those.map(({ cents }) => cents));
  }

  /** Sales, refunds, rounding and tax on a drawer's report; of a counted one, at its count. */
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
      // To the cent of the notes; cash rounding is listed separately.
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

  /** One way after another; cash settles what is left, whatever it was rounded by. */
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
