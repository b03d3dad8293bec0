/**
 * The shop's interface to a card provider. No card number ever reaches us: customers enter it in
 * the provider's own form. Amounts are in Canadian cents.
 *
 * Each call carries an idempotency key, valid for 24 hours. All throw `CardUnansweredError` if
 * nobody knows whether it was done, and `CardRefusedError` if it was not and will not be.
 */
export interface CardProvider {
  /** True if cards are really charged. */
  readonly isLive: boolean;
  /** For the provider's script in the browser; public. */
  readonly publishableKey: string;
  readonly browser: CardBrowser;
  /**
   * Authorizes an amount: a saved card at once, without the customer; otherwise once the customer
   * has confirmed it in the browser with the answer's `clientSecret`. Saves the card for later. A
   * bank's refusal is an answer with a `refusal`, after which the same intent can be retried.
   */
  authorize(ask: AuthorizationAsk): Promise<CardIntent>;
  /** Captures part or all of an authorization, and voids the rest. */
  capture(ask: { key: string; intentRef: string; cents: number }): Promise<CardIntent>;
  /** Voids an authorization or an unconfirmed intent. */
  void(ask: { key: string; intentRef: string }): Promise<CardIntent>;
  /** Refunds part or all of what was captured. `key` also identifies it for `wasRefunded`. */
  refund(ask: { key: string; intentRef: string; cents: number }): Promise<CardIntent>;
  /** Like `authorize`, but charges at once. */
  chargeNow(ask: ChargeAsk): Promise<CardIntent>;
  /** Saves a card that the customer enters in the browser, to authorize on a later day. */
  setupCard(ask: { key: string; paymentId: string }): Promise<CardIntent>;
  /** Returns an intent's present state; null if it isn't ours. */
  fetch(ref: string): Promise<CardIntent | null>;
  /** Returns the intent of a payment whose call was not answered; null if there is none. */
  find(ask: { paymentId: string; payerRef: string }): Promise<CardIntent | null>;
  /** Returns all payments made since a moment, in any state; not the saving of cards. */
  madeSince(since: Date): Promise<CardIntent[]>;
  /** Returns whether the refund with this key was made. */
  wasRefunded(ask: { key: string; intentRef: string }): Promise<boolean>;
  /** Returns a webhook's event; null unless the provider signed it in the last five minutes. */
  verifyWebhook(body: Uint8Array, signature: string): CardEvent | null;
}

/** The provider's additions to a page with its card form; other pages have none. */
export interface CardBrowser {
  scriptUrl: string;
  /** Additions to the page's Content-Security-Policy, by directive. */
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
 * The provider's view of a payment or of saving a card. `unconfirmed`: waits for the customer.
 * `saved`: the card is saved. `voided`: nothing is authorized, because we asked for that or it
 * expired.
 */
export interface CardIntent {
  ref: string;
  kind: "payment" | "setup";
  state: "unconfirmed" | "authorized" | "captured" | "voided" | "saved";
  /** The payment it is for; empty if it isn't ours. */
  paymentId: string;
  cents: number;
  capturedCents: number;
  /** Without failed refunds, which the provider may report days later. */
  refundedCents: number;
  failedRefundCents: number;
  /** Amount that the customer's bank withdrew over disputes, and how much of it was returned. */
  disputedCents: number;
  returnedCents: number;
  captureBefore: Date | null;
  /** A secret with which the customer's browser confirms it. */
  clientSecret: string;
  payerRef: string | null;
  cardRef: string | null;
  /** The same for every payment with the same card. */
  cardPrint: string | null;
  /** For display: "visa", "4242". */
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

/** The bank requires the customer: retrying without them can't succeed. */
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

/** Nobody knows whether it was done: retry with the same key. */
export class CardUnansweredError extends Error {
  override readonly name = "CardUnansweredError";
}
