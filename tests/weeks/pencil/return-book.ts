/** Refusals at the door, and returned goods (trade.md 14). */
import { type CreditPart, DocumentBook } from "./document-book.ts";
import { type Order, packedLb } from "./order.ts";
import { Impossible, nearest, sum } from "./sums.ts";

interface AtDoor extends Claim {
  order: string;
  line: string;
  /** The stop at which it was reported, and the day. */
  stop: string;
  day: string;
  /** As reported; 0 once the report was undone. */
  lb: number;
  /** Pounds of it that were weighed back. */
  back: number;
}

type BuiltOn = "weighed since" | "credited since";

interface Returned {
  id: string;
  order: string;
  line: string;
  lot: string | undefined;
  lb: number;
  place: "truck" | "client";
}

interface Weighed extends Returned {
  isStock: boolean;
  /** The credit that it belongs to; `worth` is the pounds that it added to it. */
  claim: Claim;
  worth: number;
  isOver?: boolean;
}

/** Credit for returned goods, from a report at the door or a weighing. */
interface Claim {
  id: string;
  state: "open" | "credited" | "declined";
  /** Pounds credited and not taken back. */
  credited: number;
  note?: string | undefined;
}

/** What is left of a credit note for returned goods. */
interface Note {
  cents: number;
  lb: number;
}

interface FromTruck {
  order: string;
  line: string;
  /** True if nobody took any of the order, so that all of it came back. */
  isUndelivered: boolean;
}

/** Tolerance between two scales, in hundredths of a pound. */
const scalesDiffer = 10;

export class ReturnBook extends DocumentBook {
  readonly #atDoor = new Map<string, AtDoor>();
  readonly #returned: Weighed[] = [];
  /** Claims made by a weighing that wait for the invoice. */
  readonly #own = new Map<string, Claim>();
  readonly #returnNotes = new Map<string, Note>();
  /** Entries made because of a delivery, by delivered order. */
  readonly #builtOn = new Map<string, { what: BuiltOn; of: string }[]>();
  /** Credit requests that clients made after the delivery, and their orders. */
  readonly #askedAfter = new Map<string, string>();

  /** Reasons of this order why its delivery must stay; others at its stop may have more. */
  builtOn(order: string): BuiltOn[] {
    return [...new Set((this.#builtOn.get(order) ?? []).map(({ what }) => what))];
  }

  override delivered(id: string): void {
    super.delivered(id);
    this.#builtOn.set(id, []);
  }

  override deliveryUndone(id: string): void {
    super.deliveryUndone(id);
    this.#builtOn.delete(id);
    for (const [claim, order] of this.#askedAfter) if (order === id) this.#askedAfter.delete(claim);
  }

  override creditAsked(claim: Parameters<DocumentBook["creditAsked"]>[0]): void {
    super.creditAsked(claim);
    if (this.#builtOn.has(claim.order)) this.#askedAfter.set(claim.id, claim.order);
  }

  /** Records a refusal at the door and requests its credit; the meat stays in the truck. */
  refusedAtDoor(at: Pick<AtDoor, "id" | "order" | "line" | "lb" | "day">): void {
    const { id, order, line, lb } = at;
    this.creditAsked({ id, order, parts: [{ line, lb }] });
    const stop = this.#stopOf(order);
    this.#atDoor.set(id, { ...at, stop, state: "open", credited: 0, back: 0 });
  }

  override creditDecided(at: Parameters<DocumentBook["creditDecided"]>[0]): string | undefined {
    const { order, parts: asked } = this.claimed(at.claim);
    const parts = at.parts ?? asked;
    const note = super.creditDecided(at);
    if (note !== undefined && this.#askedAfter.has(at.claim)) {
      this.#builtOn.get(order)?.push({ what: "credited since", of: at.claim });
    }
    const claim = this.#atDoor.get(at.claim) ?? this.#own.get(at.claim);
    if (claim) this.#isDecided(claim, parts, note);
    return note;
  }

  #isDecided(claim: Claim, parts: CreditPart[], note: string | undefined): void {
    const lb = sum(parts.map((part) => ("lb" in part ? part.lb : 0)));
    Object.assign(claim, {
      state: parts.length > 0 ? "credited" : "declined",
      credited: lb,
      note,
    });
    if (note === undefined) return;
    this.#returnNotes.set(note, { cents: this.books.credit(note).cents, lb });
  }

  /** Undoes the day's reports at the order's present stop; those of earlier stops and days stay. */
  reportsTakenBack(order: string, day: string): void {
    const stop = this.#stopOf(order);
    for (const report of this.#atDoor.values()) {
      if (report.order === order && report.stop === stop && report.day === day) report.lb = 0;
    }
  }

  refusedAt(order: string, line: string): number {
    return sum(this.#reportsOf(order, line).map(({ lb }) => lb));
  }

  /** Returns the pounds of a line sent and not returned, by lot. */
  sentOf(order: string, line: string): Map<string | undefined, number> {
    const { packages = [] } = this.order(order).lines.find(({ id }) => id === line) ?? {};
    const sent = new Map<string | undefined, number>();
    for (const { id, lb, voided } of packages) {
      const lot = this.stock.lotOf(id);
      if (!voided) sent.set(lot, (sent.get(lot) ?? 0) + lb);
    }
    for (const { lot, lb } of this.#backOf(order, line)) sent.set(lot, (sent.get(lot) ?? 0) - lb);
    return sent;
  }

  /** True if anything of an order came back, which means that it had left. */
  isReturned(order: string): boolean {
    return this.#returned.some((one) => one.order === order && !one.isOver);
  }

  /** True if more of an order came back than was reported as refused at its door. */
  isBack(key: string): boolean {
    return this.order(key).lines.some(({ id }) => {
      const back = sum(this.#backOf(key, id).map(({ lb }) => lb));
      return back - scalesDiffer > this.refusedAt(key, id);
    });
  }

  /** True if the whole order came back on the truck, where each line may have lost 5 %. */
  isBackWhole(key: string): boolean {
    const isLineBack = (line: Order["lines"][number]) => {
      const onTruck = this.#backOf(key, line.id).filter(({ place }) => place === "truck");
      return 20 * sum(onTruck.map(({ lb }) => lb)) >= 19 * packedLb(line);
    };
    return this.isBack(key) && this.order(key).lines.every(isLineBack);
  }

  /** Pounds that the truck may still bring back, plus the tolerance between two scales. */
  protected mostFromTruck({ order, line, isUndelivered }: FromTruck): number {
    const back = this.#backOf(order, line).filter(({ place }) => place === "truck");
    const refused = this.#neverTaken({ order, line, isUndelivered });
    return refused + scalesDiffer - sum(back.map(({ lb }) => lb));
  }

  #neverTaken({ order, line, isUndelivered }: FromTruck): number {
    const found = this.order(order).lines.find(({ id }) => id === line);
    return isUndelivered && found ? packedLb(found) : this.refusedAt(order, line);
  }

  /**
   * Weighs a return into its lot or the waste and credits it, unless the office has already
   * credited as much for the refusal. A refusal that lost at most 5 % is credited as refused,
   * anything else at its weight. Credit for goods not invoiced yet waits.
   */
  weighedBack(
    at: Returned & { isUndelivered: boolean; isStock: boolean; claim: string; day: string },
  ): {
    isOpen: boolean;
  } {
    const { id: back, order: key, line: id, lot, lb, place, isStock, claim, day } = at;
    const order = this.order(key);
    const line = order.lines.find((one) => one.id === id);
    if (line) {
      const live = line.packages.filter(({ voided }) => !voided);
      const packed = line.byPiece ? sum(live.map(({ pieces }) => pieces)) : 0;
      const pieces = nearest(packed * lb, packedLb(line));
      this.stock.returned({ product: line.product, lot, lb, pieces, isStock, of: back });
    }
    const awaited = this.mostFromTruck(at) - scalesDiffer;
    const isSlight =
      place === "truck" && lb < awaited && 20 * (awaited - lb) <= this.#neverTaken(at);
    const worth = isSlight ? awaited : lb;
    const store = (of: Claim, added: number) =>
      this.#returned.push({
        id: back,
        order: key,
        line: id,
        lot,
        lb,
        place,
        isStock,
        claim: of,
        worth: added,
      });
    this.#builtOn.get(key)?.push({ what: "weighed since", of: back });
    const reports = this.#reportsOf(key, id);
    const settled = reports.find(
      ({ state, credited, back }) => state === "credited" && credited - back >= worth,
    );
    if (settled) {
      settled.back += lb;
      store(settled, 0);
      return { isOpen: false };
    }
    // A report that waits for the invoice claims all that was weighed back so far.
    const open = reports.find(({ state }) => state === "open");
    const parts: CreditPart[] = [{ line: id, lb: (open?.back ?? 0) + worth }];
    const isOpen = !this.paperOf(key);
    const own: Claim = open ?? { id: claim, state: "open", credited: 0 };
    if (isOpen) {
      this.creditAsked({ id: own.id, order: key, parts });
      if (!open) this.#own.set(own.id, own);
    } else if (open) this.creditDecided({ claim: open.id, day, parts });
    else this.#isDecided(own, parts, this.credited({ order: key, day, parts }));
    if (open) open.back += lb;
    store(own, worth);
    return { isOpen };
  }

  /** Weighings that weren't taken back. */
  standingReturns(): readonly Readonly<Weighed>[] {
    return this.#returned.filter(({ isOver }) => !isOver);
  }

  /**
   * Takes back a weighing entered by mistake: its meat leaves the stock, and what it alone credited
   * is billed again. A waiting claim falls back to the other weighings, else to the report at the
   * door; a claim of the weighing's own ends. Returns the pounds of the claim if it still waits.
   */
  returnTakenBack({ id, day }: { id: string; day: string }): number | undefined {
    const back = this.#standing(id);
    const { order, lb, claim, worth } = back;
    back.isOver = true;
    this.stock.takenBack(id);
    const others = sum(
      this.standingReturns()
        .filter((one) => one.claim === claim)
        .map((one) => one.worth),
    );
    const report = this.#atDoor.get(claim.id);
    if (report) report.back -= lb;
    let ended = [id];
    let waits: number | undefined;
    if (claim.state === "open") waits = this.#claimAgain(back, others, report?.lb);
    else if (claim.state === "credited" && worth > 0 && claim.credited > others) {
      this.#creditTakenBack(back, claim.credited - others, day);
      if (others === 0) ended = [id, claim.id];
    }
    const built = this.#builtOn.get(order);
    if (built)
      this.#builtOn.set(
        order,
        built.filter(({ of }) => !ended.includes(of)),
      );
    return waits;
  }

  #claimAgain(
    { order, line, claim }: Weighed,
    others: number,
    reported: number | undefined,
  ): number | undefined {
    const [part] = this.claimed(claim.id).parts;
    const claimed = part && "lb" in part ? part.lb : 0;
    const lb = others > 0 ? Math.min(others, claimed) : reported;
    if (lb === undefined) this.creditDecided({ claim: claim.id, day: "", parts: [] });
    else this.creditAsked({ id: claim.id, order, parts: [{ line, lb }] });
    return lb;
  }

  #creditTakenBack({ order, line, claim }: Weighed, lb: number, day: string): void {
    const note = this.#returnNotes.get(claim.note ?? "");
    if (!note) throw new Impossible(`there is no note of ${claim.id}`);
    const rest = note.lb === lb ? note.cents : undefined;
    note.cents -= this.creditTakenBack({ order, day, line, lb, rest });
    note.lb -= lb;
    claim.credited -= lb;
  }

  #standing(id: string): Weighed {
    const back = this.#returned.find((one) => one.id === id && !one.isOver);
    if (!back) throw new Impossible(`${id} was not weighed back`);
    return back;
  }

  #stopOf(order: string): string {
    const { zone, day } = this.order(order);
    return `${zone} ${day}`;
  }

  #reportsOf(order: string, line: string): AtDoor[] {
    return [...this.#atDoor.values()].filter((one) => one.order === order && one.line === line);
  }

  #backOf(order: string, line: string): readonly Weighed[] {
    return this.#returned.filter((one) => one.order === order && one.line === line && !one.isOver);
  }
}
