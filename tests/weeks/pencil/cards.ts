/** Card authorizations and charges (trade.md 3, 1–4). A card is named by what it pays for. */
import { daysBetween } from "./days.ts";
import { Impossible } from "./sums.ts";

interface Card {
  held: number;
  charged: number;
  refunded: number;
}

export class Cards {
  readonly #cards = new Map<string, Card>();

  of(what: string): Readonly<Card> {
    return this.#cards.get(what) ?? { held: 0, charged: 0, refunded: 0 };
  }

  all(): ReadonlyMap<string, Readonly<Card>> {
    return this.#cards;
  }

  authorized(what: string, cents: number): void {
    this.#cards.set(what, { ...this.of(what), held: cents });
  }

  released(what: string): void {
    this.authorized(what, 0);
  }

  /** Captures once; the rest of the hold is released. */
  captured(what: string, cents: number): void {
    const card = this.of(what);
    if (cents > card.held) throw new Impossible(`${cents} captured of ${card.held} held`);
    this.#cards.set(what, { ...card, held: 0, charged: card.charged + cents });
  }

  /** Charges without a hold: by link, or on the invoice's page. */
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

/** True if the checkout only saves a card, because the delivery is too far away. */
export function isFar(delivery: string, today: string): boolean {
  return daysBetween(today, delivery) > 5;
}

/** True until a saved card is authorized, three days before the delivery because holds expire. */
export function isAhead(delivery: string, today: string): boolean {
  return daysBetween(today, delivery) > 3;
}
