/**
 * What the shop asks of whoever takes card payments. No card's number ever reaches us: customers give
 * it to the provider's own form. Amounts are cents of Canadian dollars.
 *
 * Each call carries a key, and the provider does what was asked once for all calls with the same
 * key, for 24 hours. All throw `CardUnansweredError` when nobody knows whether it was done, and
 * `CardRefusedError` when it was not and will not be.
 */
export interface CardProvider {
  /** Whether cards are really charged. */
  readonly isLive: boolean;
  /** For the provider's script in the browser; public. */
  readonly publishableKey: string;
  readonly browser: CardBrowser;
  /**
   * Authorizes an amount: with a saved card at once, without the customer; or else once the customer has
   * confirmed it in the browser, with the answer's `clientSecret`. The card is saved for later.
   * A bank's refusal is an answer with a `refusal`, after which the same intent can be tried again.
   */
  authorize(ask: AuthorizationAsk): Promise<CardIntent>;
  /** Takes so much of an authorization, and voids the rest. */
  capture(ask: { key: string; intentRef: string; cents: number }): Promise<CardIntent>;
  /** Gives up an authorization or an intent that nobody has confirmed. */
  void(ask: { key: string; intentRef: string }): Promise<CardIntent>;
  /** Pays back some of what was captured. `key` also names it for `wasRefunded`. */
  refund(ask: { key: string; intentRef: string; cents: number }): Promise<CardIntent>;
  /** As `authorize`, but charges at once. */
  chargeNow(ask: ChargeAsk): Promise<CardIntent>;
  /** Saves a card that the customer gives in the browser, to authorize on a later day. */
  setupCard(ask: { key: string; paymentId: string }): Promise<CardIntent>;
  /** An intent as it is now; null for one that isn't ours. */
  fetch(ref: string): Promise<CardIntent | null>;
  /** The intent of a payment whose call was not answered; null if there is none. */
  find(ask: { paymentId: string; payerRef: string }): Promise<CardIntent | null>;
  /** All payments that were made since a moment, whatever became of them; of cards saved for later, none. */
  madeSince(since: Date): Promise<CardIntent[]>;
  /** Whether the refund of this key was made. */
  wasRefunded(ask: { key: string; intentRef: string }): Promise<boolean>;
  /** What a webhook tells; null unless it is the provider's own and of the last five minutes. */
  verifyWebhook(body: Uint8Array, signature: string): CardEvent | null;
}

/** The provider's part of a page with its card form, and of no other page. */
export interface CardBrowser {
  scriptUrl: string;
  /** What the page's Content-Security-Policy allows beside our own, by directive. */
  policy: Readonly<Record<string, readonly string[]>>;
}

interface ChargeAsk {
  key: string;
  paymentId: string;
  cents: number;
}

export interface AuthorizationAsk extends ChargeAsk {
  /** A saved card, to authorize without the customer. */
  card?: { payerRef: string; cardRef: string } | undefined;
  /** The payment's intent, where it has one: it is tried again. */
  intentRef?: string | undefined;
}

/**
 * What the provider says of a payment or of the saving of a card. `unconfirmed`: waits for its
 * customer. `saved`: the card is. `voided`: nothing is authorized, because
 * we asked for that or it expired.
 */
export interface CardIntent {
  ref: string;
  kind: "payment" | "setup";
  state: "unconfirmed" | "authorized" | "captured" | "voided" | "saved";
  /** The payment it is for; empty for one that isn't ours. */
  paymentId: string;
  cents: number;
  capturedCents: number;
  /** Without what failed, of which the provider may tell days later. */
  refundedCents: number;
  failedRefundCents: number;
  /** What the customer's bank took back because its customer disputes the charge, and what it returned. */
  disputedCents: number;
  returnedCents: number;
  /** Until when it can be captured. */
  captureBefore: Date | null;
  /** Lets the customer's browser confirm it; a secret between it and us. */
  clientSecret: string;
  payerRef: string | null;
  cardRef: string | null;
  /** The same for every payment with the same card. */
  cardPrint: string | null;
  /** For people: "visa", "4242". */
  cardBrand: string;
  cardLast4: string;
  /** The word for why the bank last refused; empty if it has not. */
  refusal: string;
}

/** `objectRef`: the intent it is about; empty if about none. */
export interface CardEvent {
  id: string;
  type: string;
  objectRef: string;
}

/** The bank wants its customer: trying again without them can't succeed. */
export const wantsCustomer = "authentication_required";

/** The provider said no, and nothing was done. */
export class CardRefusedError extends Error {
  override readonly name = "CardRefusedError";
  /** The provider's word, e.g. "charge_expired_for_capture". */
  readonly code: string;

  constructor(code: string, options?: ErrorOptions) {
    super(`The card provider refused: ${code}`, options);
    this.code = code;
  }
}

/** Nobody knows whether it was done: ask again with the same key. */
export class CardUnansweredError extends Error {
  override readonly name = "CardUnansweredError";
}
