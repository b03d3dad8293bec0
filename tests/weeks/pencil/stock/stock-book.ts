/**
 * The stock on paper (trade.md 9): entries of each product by lot, in hundredths of a pound, and in
 * pieces where they are counted. `lots` has the cost of each lot (15).
 */

import { Impossible, nearest, sum } from "../sums.ts";
import { type Brought, type Cut, LotBook } from "./lot-book.ts";

export type Tracking = "none" | "lb" | "pieces" | "closed";

interface Entry {
  /** Undefined if the lot is unknown. */
  lot: string | undefined;
  kind: "received" | "packed" | "cut" | "waste" | "count" | "returned";
  lb: number;
  pieces: number;
  /** The cause of the entry: a form, a receipt line, a cutting. */
  of?: string | undefined;
  /** True if it was reversed, or reverses another; the two add up to nothing. */
  isOver?: boolean;
}

interface Good {
  /** Usual weight of a piece in hundredths of a lb, if sold by the piece. */
  typicalLb?: number | undefined;
  tracking: Tracking;
  /** For a product closed by hand, the first day on which it is available. */
  until?: string | undefined;
  entries: Entry[];
}

interface Packed {
  product: string;
  lot: string | undefined;
  lb: number;
  pieces: number;
  /** True if its product was tracked when it was packed, or its lot was in stock. */
  isEntered: boolean;
  /** Pounds of it that never left the counter, and went back. */
  back?: number;
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
  /** Cut into other lots. */
  cut: number;
  counted: number;
  /** Brought back, including what was wasted then. */
  returned: number;
  /** Undefined if the lot has no entries. */
  onHand: number | undefined;
  /** Packed without a stock entry, because neither its product nor its lot was tracked. */
  unseen: number;
}

/** Stock that isn't a product of the shop is kept by its lot. */
const asLot = (lot: string | undefined) => `the lot ${lot}`;

export class StockBook {
  readonly lots = new LotBook();
  readonly #goods = new Map<string, Good>();
  readonly #packed = new Map<string, Packed>();
  readonly #coming = new Map<string, Coming>();
  readonly #onHold = new Set<string>();
  /** Cutting waste of lots without stock. */
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

  /** Products tracked in pounds or pieces. */
  counted(): string[] {
    return [...this.#goods.keys()].filter((product) => this.#isCounted(product));
  }

  received(brought: Brought): void {
    this.lots.received(brought);
    for (const [at, { lot, product, lb, isAccepted, pieces }] of brought.lines.entries()) {
      if (!isAccepted) continue;
      const of = `${brought.id} ${at}`;
      this.#enterLb(product ?? asLot(lot), lot, "received", { lb, pieces, of });
    }
  }

  /** Corrects the pounds of a receipt's line; pieces that were counted stay. */
  corrected(receipt: string, line: number, lb: number): void {
    const { lot, product, lb: before, isAccepted, pieces: were } = this.lots.line(receipt, line);
    this.lots.corrected(receipt, line, lb);
    if (!isAccepted || lb === before) return;
    const of = `${receipt} ${line}`;
    const pieces = were === undefined ? undefined : 0;
    this.#enterLb(product ?? asLot(lot), lot, "received", { lb: lb - before, pieces, of });
  }

  /** Splits the waste by input; each lot leaves the product that most of it counts as. */
  cut(cut: Cut): void {
    const parts = this.lots.cut(cut);
    for (const { lot, lb, wasted } of parts) {
      const product = this.productOf(lot);
      if (product === undefined) {
        this.#wastedUnseen.set(lot, (this.#wastedUnseen.get(lot) ?? 0) + wasted);
        continue;
      }
      const { pieces } = cut.inputs.find((one) => one.lot === lot) ?? {};
      const gone = pieces === undefined ? undefined : -pieces;
      this.#enterLb(product, lot, "cut", { lb: wasted - lb, pieces: gone, of: cut.id });
      this.#enterLb(product, lot, "waste", { lb: -wasted, of: cut.id });
    }
    for (const { lot, product, lb, pieces } of cut.outputs) {
      this.#enterLb(product, lot, "received", { lb, pieces, of: cut.id });
    }
  }

  // Mistakes, which further entries reverse.

  /** True if a lot was packed, cut, counted, wasted or returned. */
  isUsed(lot: string): boolean {
    const isDone = ({ kind, isOver }: Entry) =>
      !isOver && (kind === "waste" || kind === "count" || kind === "returned");
    return (
      [...this.#packed.values()].some((one) => one.lot === lot) ||
      this.lots.isCut(lot) ||
      this.#entries().some(({ entry }) => entry.lot === lot && isDone(entry))
    );
  }

  /**
   * True if a receipt's lots were used, so that it can't be voided. A lot that other deliveries
   * brought too is used if it was counted since, or less is left than this receipt brought; "maybe"
   * if the books and the entries disagree on what is left.
   */
  isReceiptUsed(receipt: string, lines: number): boolean | "maybe" {
    const brought = Array.from({ length: lines }, (_, at) => ({
      ...this.lots.line(receipt, at),
      of: `${receipt} ${at}`,
    })).filter(({ isAccepted }) => isAccepted);
    const found = [...Map.groupBy(brought, ({ lot }) => lot)].map(([lot, own]) => {
      if (lot === undefined) return false;
      const lb = sum(own.map((line) => line.lb));
      if (this.lots.pounds(lot) <= lb) return this.isUsed(lot);
      if (own.some(({ of }) => this.isCountedSince(of))) return true;
      const isLess = [this.leftOf(lot), this.placesOf(lot).onHand ?? 0].map((left) => left < lb);
      return isLess.every((is) => is) || (isLess.some((is) => is) && "maybe");
    });
    return found.includes(true) || (found.includes("maybe") && "maybe");
  }

  /** True if the lot of an entry of that cause was counted since. */
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

  /** True if an entry of that cause can still be reversed. */
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

  /** The product that a lot's stock counts as: the one with the most of it. */
  productOf(lot: string): string | undefined {
    const all = [...this.#goods].flatMap(([product, { entries }]) => {
      const own = entries.filter((entry) => entry.lot === lot);
      return own.length === 0 ? [] : [{ product, lb: sum(own.map(({ lb }) => lb)) }];
    });
    return all.sort((one, other) => other.lb - one.lb)[0]?.product;
  }

  /** Records a package. Packing never stops for stock (9), which may become negative. */
  packed(id: string, what: Omit<Packed, "isEntered">): void {
    const { product, lot, lb, pieces } = what;
    const isOfLot = lot !== undefined && this.productOf(lot) !== undefined;
    const isEntered = this.#isCounted(product) || isOfLot;
    this.#packed.set(id, { ...what, isEntered });
    if (!isEntered) return;
    this.#good(product).entries.push({ lot, kind: "packed", lb: -lb, pieces: -pieces, of: id });
  }

  /**
   * Returns meat that never left the counter to its lot, with pieces by weight: the last pound
   * brings back the last piece. With neither a stock entry nor a lot, nothing goes back.
   */
  putBack(id: string, lb: number): void {
    const was = this.#packed.get(id);
    if (!was) throw new Impossible(`${id} was not packed`);
    const { product, lot, isEntered, back = 0 } = was;
    if (back + lb > was.lb) throw new Impossible(`${back + lb} put back of ${was.lb}`);
    was.back = back + lb;
    if (!isEntered && lot === undefined) return;
    const sold = isEntered ? was.pieces : 0;
    const upTo = (pounds: number) => nearest(sold * pounds, was.lb);
    const pieces = upTo(back + lb) - upTo(back);
    this.#good(product).entries.push({ lot, kind: "returned", lb, pieces });
  }

  /** Voids a package, returning it to the stock that it left. */
  unpacked(id: string): void {
    const was = this.#packed.get(id);
    if (!was) return;
    this.#packed.delete(id);
    const { product, lot, lb, pieces, isEntered } = was;
    if (isEntered) this.#good(product).entries.push({ lot, kind: "packed", lb, pieces });
  }

  /** Records a customer's return to its lot; what is wasted is a second entry. */
  returned({
    isStock,
    of,
    ...back
  }: Omit<Packed, "isEntered"> & { isStock: boolean; of?: string }): void {
    const { product, lot, lb, pieces } = back;
    const { entries } = this.#good(product);
    entries.push({ lot, kind: "returned", lb, pieces, of });
    if (!isStock) entries.push({ lot, kind: "waste", lb: -lb, pieces: -pieces, of });
  }

  /**
   * Returns the pounds left of a lot by the books and by its entries, which differ if it was packed
   * before it was tracked. Without a lot, those of a tracked product; empty if nobody knows.
   */
  leftHere(product: string, lot: string | undefined): number[] {
    if (lot !== undefined) return [this.leftOf(lot), this.placesOf(lot).onHand ?? 0];
    return this.#isCounted(product) ? [sum([...this.poundsByLot(product).values()])] : [];
  }

  lotOf(id: string): string | undefined {
    return this.#packed.get(id)?.lot;
  }

  /** Enters waste, in the product's unit. */
  wasted(product: string, lot: string | undefined, amount: number, of?: string): void {
    this.#enterAmount(product, lot, "waste", -amount, of);
  }

  countedAs(
    product: string,
    rows: readonly { lot: string | undefined; amount: number }[],
    of?: string,
  ): void {
    for (const { lot, amount } of rows) {
      const { lb, pieces } = this.#there(product, lot);
      const { tracking, entries } = this.#good(product);
      const isPieces = tracking === "pieces";
      // A count that agrees is an entry too, so that nothing before it can be taken back.
      if (amount === (isPieces ? pieces : lb)) {
        entries.push({ lot, kind: "count", lb: 0, pieces: 0, of });
        continue;
      }
      entries.push({
        lot,
        kind: "count",
        pieces: isPieces ? amount - pieces : 0,
        of,
        lb: (isPieces ? this.#weightOf(product, lot, amount) : amount) - lb,
      });
    }
  }

  coming(id: string, what: Coming): void {
    this.#coming.set(id, what);
  }

  /** Records that a load arrived, or is no longer expected. */
  came(id: string, isThere: boolean): void {
    const what = this.#coming.get(id);
    if (!what) throw new Impossible(`${id} was not to come`);
    this.#coming.delete(id);
    if (isThere) this.#enterAmount(what.product, undefined, "received", what.amount);
  }

  /** The sum of its entries (9), in the product's unit: pieces, or hundredths of a pound. */
  onHand(product: string): number {
    return sum(this.#good(product).entries.map((entry) => this.#inUnit(product, entry)));
  }

  holds(lot: string, isHeld: boolean): void {
    if (isHeld) this.#onHold.add(lot);
    else this.#onHold.delete(lot);
  }

  /** Stock on hold, which can't be promised; at most the stock on hand. */
  onHold(product: string): number {
    const held = [...this.byLot(product)].filter(([lot]) => lot && this.#onHold.has(lot));
    const there = sum([...this.byLot(product)].map(([, amount]) => amount));
    return Math.min(sum(held.map(([, amount]) => Math.max(0, amount))), Math.max(0, there));
  }

  /** `onHand` by lot; undefined for stock without a known lot. */
  byLot(product: string): Map<string | undefined, number> {
    const lots = Map.groupBy(this.#good(product).entries, ({ lot }) => lot);
    return new Map(
      [...lots].map(([lot, own]) => [lot, sum(own.map((entry) => this.#inUnit(product, entry)))]),
    );
  }

  poundsByLot(product: string): Map<string | undefined, number> {
    const lots = Map.groupBy(this.#good(product).entries, ({ lot }) => lot);
    return new Map([...lots].map(([lot, own]) => [lot, sum(own.map(({ lb }) => lb))]));
  }

  /** Incoming stock by day from today on, without overdue loads. */
  incoming(product: string, today: string): Map<string, number> {
    const days = new Map<string, number>();
    for (const { product: what, day, amount } of this.#coming.values()) {
      if (what === product && day >= today) days.set(day, (days.get(day) ?? 0) + amount);
    }
    return days;
  }

  /** Converts pounds to the product's unit. */
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

  /** Expected rest of a lot: received − packed − cut − wasted ± counted + brought back. */
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

  /** Enters counted pieces; where none are kept, the usual number of a product by the piece. */
  #enterLb(
    product: string,
    lot: string | undefined,
    kind: Entry["kind"],
    { lb, pieces: counted, of }: { lb: number; pieces?: number | undefined; of?: string },
  ): void {
    const { typicalLb, tracking, entries } = this.#good(product);
    const isGuessed = typicalLb !== undefined && tracking !== "pieces";
    const pieces = counted ?? (isGuessed ? nearest(lb, typicalLb) : 0);
    if (lb !== 0 || pieces !== 0) entries.push({ lot, kind, lb, pieces, of });
  }

  /** The usual number of pieces of so many pounds; undefined if pieces aren't kept. */
  piecesOf(product: string | undefined, lb: number): number | undefined {
    const { typicalLb, tracking } = this.#good(product ?? "");
    return tracking === "pieces" && typicalLb !== undefined ? nearest(lb, typicalLb) : undefined;
  }

  #enterAmount(
    product: string,
    lot: string | undefined,
    kind: Entry["kind"],
    amount: number,
    of?: string,
  ): void {
    const { tracking, entries } = this.#good(product);
    const isPieces = tracking === "pieces";
    const lb = isPieces ? this.#weightOf(product, lot, amount) : amount;
    entries.push({ lot, kind, lb, pieces: isPieces ? amount : 0, of });
  }

  /** Pieces weigh what those of their lot weighed when received, else the usual weight. */
  #weightOf(product: string, lot: string | undefined, pieces: number): number {
    const { typicalLb = 0, entries } = this.#good(product);
    const came = entries.filter((one) => lot && one.lot === lot && one.kind === "received");
    const lb = sum(came.map((one) => one.lb));
    const counted = sum(came.map((one) => one.pieces));
    return lb > 0 && counted > 0 ? nearest(pieces * lb, counted) : pieces * typicalLb;
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
