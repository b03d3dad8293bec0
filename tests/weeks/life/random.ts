/** Random numbers of a seed: the same seed, the same life. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
    // Otherwise, nearby seeds would begin alike.
    for (let turn = 0; turn < 8; turn += 1) this.next();
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number between both ends, which are included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** One of them; undefined for an empty list. */
  pick<One>(from: readonly One[]): One | undefined {
    return from[Math.floor(this.next() * from.length)];
  }

  /** Several different ones, in random order. */
  some<One>(from: readonly One[], count: number): One[] {
    const left = [...from];
    const taken: One[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(Math.floor(this.next() * left.length), 1));
    }
    return taken;
  }

  /** One of them, with a probability by weight. */
  weighed<One extends { weight: number }>(from: readonly One[]): One | undefined {
    let left = this.next() * from.reduce((sum, { weight }) => sum + weight, 0);
    for (const one of from) {
      left -= one.weight;
      if (left < 0) return one;
    }
    return from.at(-1);
  }
}
