import type { Random } from "../../life/random.ts";

/** A lot in the cooler, in hundredths of a lb. */
export interface CoolLot {
  id: string;
  code: string;
  supplier: string;
  lb: number;
  expiresOn: string;
}

export interface Taken {
  lot: CoolLot;
  lb: number;
}

/** Hundredths of a lb; less of a lot makes no package. */
const crumbs = 40;

/** The meat that the staff know of, by product or by what is to be cut, in hundredths of a lb. */
export class Cooler {
  #lots = new Map<string, CoolLot[]>();
  /** Packed amounts of each product by week. */
  #sold = new Map<string, number[]>();
  /** Packages of an unknown lot. */
  unknown = 0;

  add(what: string, lot: CoolLot): void {
    this.#lots.set(what, [...this.of(what), lot]);
  }

  /** Lots of a product or primal, first to expire first. */
  of(what: string): CoolLot[] {
    const all = this.#lots.get(what) ?? [];
    return all.toSorted(
      (one, other) =>
        (one.expiresOn < other.expiresOn ? -1 : 1) * Number(one.expiresOn !== other.expiresOn),
    );
  }

  left(what: string): number {
    return this.of(what).reduce((sum, { lb }) => sum + lb, 0);
  }

  /** Sets a lot's weight after a count or waste. */
  set(what: string, id: string, lb: number): void {
    const lots = this.of(what).map((lot) => (lot.id === id ? { ...lot, lb } : lot));
    this.#lots.set(
      what,
      lots.filter((lot) => lot.lb > 0),
    );
  }

  /** Takes from at most `most` lots, the first to expire first; less if there is no more. */
  take(what: string, wanted: number, most = Number.POSITIVE_INFINITY): Taken[] {
    const taken: Taken[] = [];
    let open = wanted;
    for (const lot of this.of(what)) {
      const isEnough = open <= (taken.length > 0 ? crumbs : 0);
      if (isEnough || taken.length === most) break;
      if (lot.lb < crumbs) {
        this.set(what, lot.id, 0);
        continue;
      }
      // Takes a small rest along.
      const lb = lot.lb - open < crumbs ? lot.lb : open;
      taken.push({ lot, lb });
      open -= lb;
      this.set(what, lot.id, lot.lb - lb);
    }
    return taken;
  }

  /** Takes a package's parts by lot; what is lacking is added to the last one. */
  pack(slug: string, wanted: number, week: number): { lotId: string | null; lb: number }[] {
    const weeks = this.#sold.get(slug) ?? [];
    weeks[week] = (weeks[week] ?? 0) + wanted;
    this.#sold.set(slug, weeks);
    const taken = this.take(slug, wanted).map(({ lot, lb }) => ({ lotId: lot.id, lb }));
    const lacks = wanted - taken.reduce((sum, { lb }) => sum + lb, 0);
    const last = taken.at(-1);
    if (lacks <= 0) return taken;
    if (lacks > crumbs) this.unknown += 1;
    if (!last) return [{ lotId: null, lb: wanted }];
    return [...taken.slice(0, -1), { ...last, lb: last.lb + lacks }];
  }

  /** Pieces of one package, taken as whole pieces from each lot. */
  packPieces(
    slug: string,
    { pieces, lb, week }: { pieces: number; lb: number; week: number },
  ): { lotId: string | null; lb: number; pieces: number }[] {
    const [first, second] = this.of(slug);
    const each = lb / pieces;
    const ofFirst = first ? Math.round(first.lb / each) : 0;
    if (!first || !second || ofFirst >= pieces) {
      return this.pack(slug, lb, week)
        .slice(0, 1)
        .map(({ lotId }) => ({ lotId, lb, pieces }));
    }
    this.set(slug, first.id, 0);
    const rest = { pieces: pieces - ofFirst, lb: lb - Math.round(each * ofFirst), week };
    if (ofFirst === 0) return this.packPieces(slug, { pieces, lb, week });
    // The last pieces of a lot weigh what is left of it.
    return [{ lotId: first.id, lb: first.lb, pieces: ofFirst }, ...this.packPieces(slug, rest)];
  }

  /** Returns weekly sales, averaged over the last three weeks; at first a guess. */
  weekly(slug: string, week: number, guess: number): number {
    const last = (this.#sold.get(slug) ?? []).slice(Math.max(0, week - 3), week);
    const known = Array.from({ length: Math.min(week, 3) }, (_, at) => last[at] ?? 0);
    const all = [...known, ...Array.from({ length: 3 - known.length }, () => guess)];
    return Math.max(guess * 0.5, all.reduce((sum, lb) => sum + lb, 0) / 3);
  }
}

/** Varies a weight by a few per cent. */
export const about = (lb: number, random: Random, off = 0.03) =>
  Math.round(lb * (1 - off + 2 * off * random.next()));

export const inText = (hundredths: number) => (hundredths / 100).toFixed(2);
