/** Random numbers of a seed: the same seed, the same life. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Seeds that are near each other would begin alike.
    for (let turn = 0; turn < 8; turn += 1) this.next();
  }

  /** From 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Undefined of nothing. */
  pick<One>(from: readonly One[]): One | undefined {
    return from[Math.floor(this.next() * from.length)];
  }

  /** Several, each once, in any order. */
  some<One>(from: readonly One[], count: number): One[] {
    const left = [...from];
    const taken: One[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(Math.floor(this.next() * left.length), 1));
    }
    return taken;
  }

  /** One of them, the heavier the likelier. */
  weighed<One extends { weight: number }>(from: readonly One[]): One | undefined {
    let left = this.next() * from.reduce((sum, { weight }) => sum + weight, 0);
    for (const one of from) {
      left -= one.weight;
      if (left < 0) return one;
    }
    return from.at(-1);
  }
}
