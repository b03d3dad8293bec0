/**
 * The shop's interface to a card provider. No card number reaches us: customers enter it in the
 * provider's own form. Amounts are in Canadian cents. Each call has an idempotency key, valid for
 * 24 hours.
 *
 * All calls throw `CardUnansweredError` if the outcome is unknown, and `CardRefusedError` if it was
 * not done and will not be.
 */
export interface CardProvider {
  readonly isLive: boolean;
  readonly publishableKey: string;
  readonly browser: CardBrowser;
  /**
   * Authorizes an amount: a saved card at once, otherwise once the customer has confirmed it in the
   * browser with the answer's `clientSecret`. Saves the card for later. A bank's refusal is an
   * answer with a `refusal`, after which the same intent can be retried.
   */
  authorize(ask: AuthorizationAsk): Promise<CardIntent>;
  /** Captures part or all of an authorization, and voids the rest. */
  capture(ask: { key: string; intentRef: string; cents: number }): Promise<CardIntent>;
  void(ask: { key: string; intentRef: string }): Promise<CardIntent>;
  /** Refunds part or all of a capture. `key` also identifies the refund for `wasRefunded`. */
  refund(ask: { key: string; intentRef: string; cents: number }): Promise<CardIntent>;
  /** Like `authorize`, but charges at once. */
  chargeNow(ask: ChargeAsk): Promise<CardIntent>;
  /** Saves a card that the customer enters in the browser, to authorize on a later day. */
  setupCard(ask: { key: string; paymentId: string }): Promise<CardIntent>;
  /** Returns null for an intent that isn't ours. */
  fetch(ref: string): Promise<CardIntent | null>;
  /** Returns the intent of a payment whose call was not answered; null if there is none. */
  find(ask: { paymentId: string; payerRef: string }): Promise<CardIntent | null>;
  /** Returns all payments made since then, in any state, but no setups of cards. */
  madeSince(since: Date): Promise<CardIntent[]>;
  wasRefunded(ask: { key: string; intentRef: string }): Promise<boolean>;
  /** Returns a webhook's event; null unless the provider signed it in the last five minutes. */
  verifyWebhook(body: Uint8Array, signature: string): CardEvent | null;
}

/** The provider's additions to a page with its card form. */
export interface CardBrowser {
  scriptUrl: string;
  /** Additions to the Content-Security-Policy, by directive. */
  policy: Readonly<Record<string, readonly string[]>>;
}

interface ChargeAsk {
  key: string;
  paymentId: string;
  cents: number;
}

export interface AuthorizationAsk extends ChargeAsk {
  /** A saved card, authorized without the customer. */
  card?: { payerRef: string; cardRef: string } | undefined;
  /** The payment's existing intent, to be retried. */
  intentRef?: string | undefined;
}

/**
 * The provider's view of a payment or a card setup. `unconfirmed`: waits for the customer. `saved`:
 * the card is saved. `voided`: at our request, or because it expired.
 */
export interface CardIntent {
  ref: string;
  kind: "payment" | "setup";
  state: "unconfirmed" | "authorized" | "captured" | "voided" | "saved";
  /** Empty if it isn't ours. */
  paymentId: string;
  cents: number;
  capturedCents: number;
  /** Without failed refunds, which the provider may report days later. */
  refundedCents: number;
  failedRefundCents: number;
  /** What the customer's bank withdrew over disputes, and how much of it was returned. */
  disputedCents: number;
  returnedCents: number;
  captureBefore: Date | null;
  /** The secret with which the customer's browser confirms it. */
  clientSecret: string;
  payerRef: string | null;
  cardRef: string | null;
  /** The same for every payment with the same card. */
  cardPrint: string | null;
  /** E.g. "visa" and "4242". */
  cardBrand: string;
  cardLast4: string;
  /** The code of the bank's last refusal; empty if none. */
  refusal: string;
}

/** `objectRef`: the intent it is about; empty if none. */
export interface CardEvent {
  id: string;
  type: string;
  objectRef: string;
}

/** The bank requires the customer; retrying without them can't succeed. */
export const wantsCustomer = "authentication_required";

/** The provider refused, and nothing was done. */
export class CardRefusedError extends Error {
  override readonly name = "CardRefusedError";
  /** The provider's code, e.g. "charge_expired_for_capture". */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`The card provider refused: ${code}`, options);
    this.code = code;
  }
}

/** The outcome is unknown: retry with the same key. */
export class CardUnansweredError extends Error {
  override readonly name = "CardUnansweredError";
}
