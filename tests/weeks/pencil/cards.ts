/** What is held and was charged on cards (trade.md 3, 1–4). A card is named by what it pays for. */
import { daysBetween } from "./days.ts";
import { Impossible } from "./sums.ts";

interface Card {
  held: number;
  charged: number;
  refunded: number;
}

export class Cards {
  readonly #cards = new Map<string, Card>();

  /** What is held at this moment, and what was charged and given back so far. */
  of(what: string): Readonly<Card> {
    return this.#cards.get(what) ?? { held: 0, charged: 0, refunded: 0 };
  }

  all(): ReadonlyMap<string, Readonly<Card>> {
    return this.#cards;
  }

  /** In place of what was held before. */
  authorized(what: string, cents: number): void {
    this.#cards.set(what, { ...this.of(what), held: cents });
  }

  /** Released, or run out. */
  released(what: string): void {
    this.authorized(what, 0);
  }

  /** Once, and the rest of the hold is released. */
  captured(what: string, cents: number): void {
    const card = this.of(what);
    if (cents > card.held) throw new Impossible(`${cents} captured of ${card.held} held`);
    this.#cards.set(what, { ...card, held: 0, charged: card.charged + cents });
  }

  /** Without a hold: by link, or from the invoice's page. */
  charged(what: string, cents: number): void {
    const card = this.of(what);
    this.#cards.set(what, { ...card, charged: card.charged + cents });
  }

  refunded(what: string, cents: number): void {
    const card = this.of(what);
    if (card.refunded + cents > card.charged) {
      throw new Impossible(`${card.refunded + cents} given back of ${card.charged} charged`);
    }
    this.#cards.set(what, { ...card, refunded: card.refunded + cents });
  }

  refundFailed(what: string, cents: number): void {
    const card = this.of(what);
    this.#cards.set(what, { ...card, refunded: card.refunded - cents });
  }
}

/** Whether a card is saved at the checkout and held later: packing is too far away to hold it at once. */
export function isFar(delivery: string, today: string): boolean {
  return daysBetween(today, delivery) > 5;
}

/**
 * Whether a saved card waits still: it is held two days before it is packed, which is usually done the day
 * before it goes out. The merchant's own hold would not last longer.
 */
export function isAhead(delivery: string, today: string): boolean {
  return daysBetween(today, delivery) > 3;
}
