/**
 * What is in the cooler on paper (trade.md 9): what came, was cut, packed, thrown away and counted of each
 * product and lot. Weight is in hundredths of a pound; what is counted in pieces has pieces and the pounds
 * that they come to. `lots` says what each cost (15).
 */
import { type Brought, type Cut, LotBook } from "./lot-book.ts";
import { Impossible, nearest, sum } from "./sums.ts";

export type Tracking = "none" | "lb" | "pieces" | "closed";

interface Entry {
  /** Undefined where nobody knows of which. */
  lot: string | undefined;
  kind: "received" | "packed" | "cut" | "waste" | "count" | "returned";
  lb: number;
  pieces: number;
  /** What entered it: a form, a line of a receipt, a cutting. */
  of?: string | undefined;
  /** Taken back, or what takes another back: sums forget both. */
  isOver?: boolean;
}

interface Good {
  /** Hundredths of a pound that a piece has as a rule, of what is sold by the piece. */
  typicalLb?: number | undefined;
  tracking: Tracking;
  /** Of what is closed by hand, the first day on which it can be had. */
  until?: string | undefined;
  entries: Entry[];
}

interface Packed {
  product: string;
  lot: string | undefined;
  lb: number;
  pieces: number;
  /** Its product was counted when it was packed, or its lot was in the stock. */
  isEntered: boolean;
}

interface Coming {
  product: string;
  day: string;
  amount: number;
}

/** Where the pounds of a lot are. */
export interface LotPlaces {
  received: number;
  packed: number;
  wasted: number;
  /** Into other lots. */
  cut: number;
  counted: number;
  /** Brought back, also what was thrown away then. */
  returned: number;
  /** Undefined where nothing of it was ever entered. */
  onHand: number | undefined;
  /** Of what was packed, what left no stock, since neither its product nor its lot was in one. */
  unseen: number;
}

/** What is no product is kept as its own lot. */
const asLot = (lot: string | undefined) => `the lot ${lot}`;

export class StockBook {
  readonly lots = new LotBook();
  readonly #goods = new Map<string, Good>();
  readonly #packed = new Map<string, Packed>();
  readonly #coming = new Map<string, Coming>();
  readonly #onHold = new Set<string>();
  /** Of lots of which nothing is in stock, what was thrown away when they were cut. */
  readonly #wastedUnseen = new Map<string, number>();

  good(product: string, typicalLb?: number): void {
    this.#goods.set(product, { typicalLb, tracking: "none", entries: [] });
  }

  keep(product: string, tracking: Tracking, until?: string): void {
    if (tracking === "pieces" && this.#good(product).typicalLb === undefined) {
      throw new Impossible(`${product} is sold by the pound and counted in pieces`);
    }
    Object.assign(this.#good(product), { tracking, until });
  }

  kept(product: string): { tracking: Tracking; until?: string | undefined } {
    const { tracking, until } = this.#good(product);
    return { tracking, until };
  }

  /** Counted in pounds or pieces. */
  counted(): string[] {
    return [...this.#goods.keys()].filter((product) => this.#isCounted(product));
  }

  // What came and went.

  /** A supplier's delivery. What is no product of the shop is in the stock as its lot. */
  received(brought: Brought): void {
    this.lots.received(brought);
    for (const [at, { lot, product, lb, isAccepted }] of brought.lines.entries()) {
      if (!isAccepted) continue;
      this.#enterLb(product ?? asLot(lot), lot, "received", lb, `${brought.id} ${at}`);
    }
  }

  /** A line came to so many pounds after all. */
  corrected(receipt: string, line: number, lb: number): void {
    const { lot, product, lb: before, isAccepted } = this.lots.line(receipt, line);
    this.lots.corrected(receipt, line, lb);
    if (!isAccepted || lb === before) return;
    const of = `${receipt} ${line}`;
    this.#enterLb(product ?? asLot(lot), lot, "received", lb - before, of);
  }

  /** Each lot's share of the waste is by what went in of it. It leaves as what most of it is. */
  cut(cut: Cut): void {
    const parts = this.lots.cut(cut);
    for (const { lot, lb, wasted } of parts) {
      const product = this.productOf(lot);
      if (product === undefined) {
        this.#wastedUnseen.set(lot, (this.#wastedUnseen.get(lot) ?? 0) + wasted);
        continue;
      }
      this.#enterLb(product, lot, "cut", wasted - lb, cut.id);
      this.#enterLb(product, lot, "waste", -wasted, cut.id);
    }
    for (const { lot, product, lb } of cut.outputs) {
      this.#enterLb(product, lot, "received", lb, cut.id);
    }
  }

  // What was entered by mistake is taken back by entries, and both stay to be read.

  /** Whether anything was done with a lot: packed, cut, counted, thrown away or brought back. */
  isUsed(lot: string): boolean {
    const isDone = ({ kind, isOver }: Entry) =>
      !isOver && (kind === "waste" || kind === "count" || kind === "returned");
    return (
      [...this.#packed.values()].some((one) => one.lot === lot) ||
      this.lots.isCut(lot) ||
      this.#entries().some(({ entry }) => entry.lot === lot && isDone(entry))
    );
  }

  /** Whether somebody counted the same after it was entered, which has set it right. */
  isCountedSince(of: string, isOfLot: (lot: string | undefined) => boolean = () => true): boolean {
    return [...this.#goods.values()].some(({ entries }) =>
      entries.some((one, at) => {
        if (one.of !== of || one.isOver || !isOfLot(one.lot)) return false;
        return entries
          .slice(at + 1)
          .some(
            ({ kind, lot, isOver, of: other }) =>
              kind === "count" && lot === one.lot && !isOver && other !== of,
          );
      }),
    );
  }

  /** Whether anything is left to take back of what was entered so. */
  isEntered(of: string): boolean {
    return this.#entries().some(({ entry }) => entry.of === of && !entry.isOver);
  }

  takenBack(of: string): void {
    for (const { good, entry } of this.#entries()) {
      if (entry.of !== of || entry.isOver) continue;
      entry.isOver = true;
      good.entries.push({ ...entry, lb: -entry.lb, pieces: -entry.pieces });
    }
  }

  /** A receipt as a whole. */
  receiptVoided(receipt: string, lines: number): void {
    for (let at = 0; at < lines; at += 1) this.takenBack(`${receipt} ${at}`);
    this.lots.receiptVoided(receipt);
  }

  cutTakenBack(id: string): void {
    for (const { lot, wasted } of this.lots.cutTakenBack(id)) {
      const unseen = this.#wastedUnseen.get(lot);
      if (unseen !== undefined && !this.isEntered(id)) {
        this.#wastedUnseen.set(lot, unseen - wasted);
      }
    }
    this.takenBack(id);
  }

  #entries(): { good: Good; entry: Entry }[] {
    return [...this.#goods.values()].flatMap((good) =>
      good.entries.map((entry) => ({ good, entry })),
    );
  }

  /** As which product a lot's stock is counted: the one of which most is there. */
  productOf(lot: string): string | undefined {
    const all = [...this.#goods].flatMap(([product, { entries }]) => {
      const own = entries.filter((entry) => entry.lot === lot);
      return own.length === 0 ? [] : [{ product, lb: sum(own.map(({ lb }) => lb)) }];
    });
    return all.sort((one, other) => other.lb - one.lb)[0]?.product;
  }

  /** Packing never stops for stock (9): it may go below nothing. */
  packed(id: string, what: Omit<Packed, "isEntered">): void {
    const { product, lot, lb, pieces } = what;
    const isOfLot = lot !== undefined && this.productOf(lot) !== undefined;
    const isEntered = this.#isCounted(product) || isOfLot;
    this.#packed.set(id, { ...what, isEntered });
    if (!isEntered) return;
    this.#good(product).entries.push({ lot, kind: "packed", lb: -lb, pieces: -pieces });
  }

  /** Taken off again, it comes back where it left. */
  unpacked(id: string): void {
    const was = this.#packed.get(id);
    if (!was) return;
    this.#packed.delete(id);
    const { product, lot, lb, pieces, isEntered } = was;
    if (isEntered) this.#good(product).entries.push({ lot, kind: "packed", lb, pieces });
  }

  /** Brought back by whoever had ordered it: to its lot, or to the waste, where both can be read. */
  returned({ isStock, ...back }: Omit<Packed, "isEntered"> & { isStock: boolean }): void {
    const { product, lot, lb, pieces } = back;
    const { entries } = this.#good(product);
    entries.push({ lot, kind: "returned", lb, pieces });
    if (!isStock) entries.push({ lot, kind: "waste", lb: -lb, pieces: -pieces });
  }

  /** Of which lot a package is, if anybody knows. */
  lotOf(id: string): string | undefined {
    return this.#packed.get(id)?.lot;
  }

  /** What was thrown away, in what the product is counted in. */
  wasted(product: string, lot: string | undefined, amount: number, of?: string): void {
    this.#enterAmount(product, lot, "waste", -amount, of);
  }

  /** What somebody saw of lots, and of what is of no known one. */
  countedAs(
    product: string,
    rows: readonly { lot: string | undefined; amount: number }[],
    of?: string,
  ): void {
    for (const { lot, amount } of rows) {
      const { lb, pieces } = this.#there(product, lot);
      const { tracking, typicalLb = 0, entries } = this.#good(product);
      const isPieces = tracking === "pieces";
      if (amount === (isPieces ? pieces : lb)) continue;
      entries.push({
        ...{ lot, kind: "count", pieces: isPieces ? amount - pieces : 0, of },
        lb: (isPieces ? amount * typicalLb : amount) - lb,
      });
    }
  }

  coming(id: string, what: Coming): void {
    this.#coming.set(id, what);
  }

  /** It is here, or not expected any more. */
  came(id: string, isThere: boolean): void {
    const what = this.#coming.get(id);
    if (!what) throw new Impossible(`${id} was not to come`);
    this.#coming.delete(id);
    if (isThere) this.#enterAmount(what.product, undefined, "received", what.amount);
  }

  // What is there.

  /** Pieces of what is counted in pieces, else hundredths of a pound: the sum of entries (9). */
  onHand(product: string): number {
    return sum(this.#good(product).entries.map((entry) => this.#inUnit(product, entry)));
  }

  /** Doubtful, or good after all. */
  holds(lot: string, isHeld: boolean): void {
    if (isHeld) this.#onHold.add(lot);
    else this.#onHold.delete(lot);
  }

  /** What of it nobody may be promised: it is of lots on hold, and no more than there is in all. */
  onHold(product: string): number {
    const held = [...this.byLot(product)].filter(([lot]) => lot && this.#onHold.has(lot));
    const there = sum([...this.byLot(product)].map(([, amount]) => amount));
    return Math.min(sum(held.map(([, amount]) => Math.max(0, amount))), Math.max(0, there));
  }

  /** By lot; those of no known one under undefined. */
  byLot(product: string): Map<string | undefined, number> {
    const lots = Map.groupBy(this.#good(product).entries, ({ lot }) => lot);
    return new Map(
      [...lots].map(([lot, own]) => [lot, sum(own.map((entry) => this.#inUnit(product, entry)))]),
    );
  }

  /** In pounds, whatever it is counted in. */
  poundsByLot(product: string): Map<string | undefined, number> {
    const lots = Map.groupBy(this.#good(product).entries, ({ lot }) => lot);
    return new Map([...lots].map(([lot, own]) => [lot, sum(own.map(({ lb }) => lb))]));
  }

  /** By day, from today on: what has not come by then is not counted on. */
  incoming(product: string, today: string): Map<string, number> {
    const days = new Map<string, number>();
    for (const { product: what, day, amount } of this.#coming.values()) {
      if (what === product && day >= today) days.set(day, (days.get(day) ?? 0) + amount);
    }
    return days;
  }

  /** So many pounds, or pieces, in what the product is counted in. */
  amountOf(product: string, lb: number): number {
    const { tracking, typicalLb } = this.#good(product);
    return tracking === "pieces" && typicalLb ? Math.round(lb / typicalLb) : lb;
  }

  placesOf(lot: string): LotPlaces {
    const own = [...this.#goods.values()].flatMap(({ entries }) =>
      entries.filter((entry) => entry.lot === lot),
    );
    const of = (kind: Entry["kind"]) =>
      sum(own.filter((entry) => entry.kind === kind).map(({ lb }) => lb));
    const packed = [...this.#packed.values()].filter((one) => one.lot === lot);
    return {
      received: this.lots.pounds(lot),
      packed: sum(packed.map(({ lb }) => lb)),
      wasted: (this.#wastedUnseen.get(lot) ?? 0) - of("waste"),
      cut: this.lots.cutInto(lot),
      counted: of("count"),
      returned: of("returned"),
      onHand: own.length === 0 ? undefined : sum(own.map(({ lb }) => lb)),
      unseen: sum(packed.filter(({ isEntered }) => !isEntered).map(({ lb }) => lb)),
    };
  }

  /** What of a lot should be left, whoever counts it: received − packed − cut − wasted ± counted + brought back. */
  leftOf(lot: string): number {
    const { received, packed, wasted, cut, counted, returned } = this.placesOf(lot);
    return received - packed - cut - wasted + counted + returned;
  }

  #isCounted(product: string): boolean {
    const { tracking } = this.#good(product);
    return tracking === "lb" || tracking === "pieces";
  }

  #inUnit(product: string, { lb, pieces }: Entry): number {
    return this.#good(product).tracking === "pieces" ? pieces : lb;
  }

  /** Of what is sold by the piece, the pieces that pounds come to as a rule. */
  #enterLb(
    product: string,
    lot: string | undefined,
    kind: Entry["kind"],
    lb: number,
    of?: string,
  ): void {
    const { typicalLb, entries } = this.#good(product);
    const pieces = typicalLb === undefined ? 0 : nearest(lb, typicalLb);
    if (lb !== 0) entries.push({ lot, kind, lb, pieces, of });
  }

  #enterAmount(
    product: string,
    lot: string | undefined,
    kind: Entry["kind"],
    amount: number,
    of?: string,
  ): void {
    const { tracking, typicalLb = 0, entries } = this.#good(product);
    const isPieces = tracking === "pieces";
    const lb = isPieces ? amount * typicalLb : amount;
    entries.push({ lot, kind, lb, pieces: isPieces ? amount : 0, of });
  }

  #there(product: string, lot: string | undefined): { lb: number; pieces: number } {
    const own = this.#good(product).entries.filter((entry) => entry.lot === lot);
    return { lb: sum(own.map(({ lb }) => lb)), pieces: sum(own.map(({ pieces }) => pieces)) };
  }

  #good(product: string): Good {
    const good = this.#goods.get(product) ?? { tracking: "none", entries: [] };
    this.#goods.set(product, good);
    return good;
  }
}
