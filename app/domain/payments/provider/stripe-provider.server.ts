import type { Stripe } from "stripe";
import { sumCents } from "#app/lib/amounts/line-totals.ts";
import {
  type AuthorizationAsk,
  type CardBrowser,
  type CardEvent,
  type CardIntent,
  type CardProvider,
  CardRefusedError,
  CardUnansweredError,
} from "./card-provider.ts";

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  publishableKey: string;
  /** For tests: the URL of a fake provider. */
  apiUrl?: string | undefined;
}

/** In ms; a customer at a browser would not wait longer. */
const patience = 15_000;

/** In seconds, https://docs.stripe.com/webhooks#replay-attack. */
const webhookTolerance = 5 * 60;

const everything = ["latest_charge.refunds", "payment_method"];

/** Stripe's types omit it for a saved card, but Stripe accepts it. */
const onlyCards = { payment_method_types: ["card"] };

/**
 * Stripe as the card provider. Its library takes some 20 MB, so it is loaded only if keys are set.
 *
 * An authorization is a PaymentIntent with manual capture, for an account without extended
 * authorizations, over-capture and increments
 * (docs.stripe.com/payments/place-a-hold-on-a-payment-method). A saved card needs a Stripe
 * customer, so each payment gets its own, without name or address.
 */
export async function stripeProvider(settings: StripeSettings): Promise<CardProvider> {
  const { Stripe: Client } = await import("stripe");
  const stripe = new Client(settings.secretKey, {
    ...serverAt(settings.apiUrl),
    // Jobs retry with the same key; see docs/decisions/0036.
    maxNetworkRetries: 0,
    timeout: patience,
    telemetry: false,
  });
  const { errors } = Client;

  /** Runs a call and classifies its failures: refused, or of unknown outcome. */
  async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    try {
      return await call();
    } catch (error) {
      const isRefusal =
        error instanceof errors.StripeInvalidRequestError ||
        error instanceof errors.StripeCardError ||
        error instanceof errors.StripeIdempotencyError;
      // "In use": an earlier request with the key is still running.
      if (isRefusal && error.code !== "idempotency_key_in_use" && error.statusCode !== 409) {
        throw new CardRefusedError(refusalOf(error), { cause: error });
      }
      throw new CardUnansweredError("The card provider gave no answer", { cause: error });
    }
  }

  async function payerOf({ key, paymentId }: { key: string; paymentId: string }): Promise<string> {
    const payer = await ask(() =>
      stripe.customers.create(
        { metadata: { payment: paymentId } },
        { idempotencyKey: `${key}-payer` },
      ),
    );
    return payer.id;
  }

  async function payment(ref: string): Promise<CardIntent> {
    const intent = await ask(() => stripe.paymentIntents.retrieve(ref, { expand: everything }));
    const { latest_charge: charge } = intent;
    if (charge === null || typeof charge !== "object" || !charge.disputed) return paymentOf(intent);
    const { data } = await ask(() => stripe.disputes.list({ payment_intent: ref, limit: 100 }));
    // An inquiry is only a warning; nothing is taken back.
    const taken = data.filter(({ status }) => !status.startsWith("warning_"));
    const returned = taken.filter(({ status }) => status === "won");
    return {
      ...paymentOf(intent),
      disputedCents: sumCents(taken, ({ amount }) => amount),
      returnedCents: sumCents(returned, ({ amount }) => amount),
    };
  }

  /** Makes a payment that the customer confirms in the browser. */
  async function toConfirm(
    { key, paymentId, cents }: AuthorizationAsk,
    how: Pick<Stripe.PaymentIntentCreateParams, "capture_method" | "setup_future_usage">,
  ): Promise<CardIntent> {
    const customer = await payerOf({ key, paymentId });
    const intent = await ask(() =>
      stripe.paymentIntents.create(
        {
          amount: cents,
          currency: "cad",
          customer,
          ...how,
          allowed_payment_method_types: ["card"],
          metadata: { payment: paymentId },
          expand: everything,
        },
        { idempotencyKey: key },
      ),
    );
    return paymentOf(intent);
  }

  /** Authorizes a saved card. A bank's refusal leaves an intent, which is the answer. */
  async function withSavedCard(
    { key, paymentId, cents, intentRef }: AuthorizationAsk,
    { payerRef, cardRef }: { payerRef: string; cardRef: string },
  ): Promise<CardIntent> {
    const options = { idempotencyKey: key };
    const how = { payment_method: cardRef, off_session: true, expand: everything };
    try {
      const intent = await (intentRef
        ? stripe.paymentIntents.confirm(intentRef, how, options)
        : stripe.paymentIntents.create(
            {
              amount: cents,
              currency: "cad",
              customer: payerRef,
              ...how,
              confirm: true,
              capture_method: "manual",
              allowed_payment_method_types: ["card"],
              metadata: { payment: paymentId },
            },
            options,
          ));
      return paymentOf(intent);
    } catch (error) {
      if (error instanceof errors.StripeCardError && error.payment_intent) {
        const left = await payment(error.payment_intent.id);
        // A replayed refusal may be older than the intent's present state.
        return left.state === "unconfirmed" ? { ...left, refusal: refusalOf(error) } : left;
      }
      return ask(() => Promise.reject(error));
    }
  }

  return {
    isLive: settings.secretKey.includes("_live_"),
    publishableKey: settings.publishableKey,
    browser: browserAt(settings.apiUrl, Client.API_VERSION),
    authorize(asked) {
      return asked.card
        ? withSavedCard(asked, asked.card)
        : toConfirm(asked, { capture_method: "manual", setup_future_usage: "off_session" });
    },
    chargeNow(asked) {
      return toConfirm(asked, { capture_method: "automatic" });
    },
    async setupCard({ key, paymentId }) {
      const customer = await payerOf({ key, paymentId });
      const intent = await ask(() =>
        stripe.setupIntents.create(
          {
            customer,
            usage: "off_session",
            ...onlyCards,
            metadata: { payment: paymentId },
            expand: ["payment_method"],
          },
          { idempotencyKey: key },
        ),
      );
      return setupOf(intent);
    },
    async capture({ key, intentRef, cents }) {
      const intent = await ask(() =>
        stripe.paymentIntents.capture(
          intentRef,
          { amount_to_capture: cents, expand: everything },
          { idempotencyKey: key },
        ),
      );
      return paymentOf(intent);
    },
    async void({ key, intentRef }) {
      const options = { idempotencyKey: key };
      if (isSetup(intentRef)) {
        return setupOf(await ask(() => stripe.setupIntents.cancel(intentRef, {}, options)));
      }
      return paymentOf(
        await ask(() => stripe.paymentIntents.cancel(intentRef, { expand: everything }, options)),
      );
    },
    async refund({ key, intentRef, cents }) {
      await ask(() =>
        stripe.refunds.create(
          { payment_intent: intentRef, amount: cents, metadata: { job: key } },
          { idempotencyKey: key },
        ),
      );
      return payment(intentRef);
    },
    async fetch(ref) {
      try {
        return isSetup(ref)
          ? setupOf(
              await ask(() => stripe.setupIntents.retrieve(ref, { expand: ["payment_method"] })),
            )
          : await payment(ref);
      } catch (error) {
        if (error instanceof CardRefusedError && error.code === "resource_missing") return null;
        throw error;
      }
    },
    async find({ paymentId, payerRef }) {
      const { data } = await ask(() =>
        stripe.paymentIntents.list({ customer: payerRef, limit: 100 }),
      );
      const own = data.find(({ metadata }) => metadata.payment === paymentId);
      return own ? payment(own.id) : null;
    },
    async madeSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      const found: CardIntent[] = [];
      await ask(async () => {
        for await (const intent of stripe.paymentIntents.list({
          created,
          limit: 100,
          expand: everything.map((one) => `data.${one}`),
        })) {
          found.push(paymentOf(intent));
        }
      });
      return found;
    },
    async wasRefunded({ key, intentRef }) {
      const { data } = await ask(() =>
        stripe.refunds.list({ payment_intent: intentRef, limit: 100 }),
      );
      return data.some(({ metadata }) => metadata?.job === key);
    },
    verifyWebhook(body, signature) {
      try {
        const { webhookSecret } = settings;
        return eventOf(
          stripe.webhooks.constructEvent(body, signature, webhookSecret, webhookTolerance),
        );
      } catch {
        return null;
      }
    },
  };
}

function serverAt(apiUrl: string | undefined) {
  if (apiUrl === undefined) return {};
  const { protocol, hostname, port } = new URL(apiUrl);
  return { protocol: protocol === "http:" ? "http" : "https", host: hostname, port } as const;
}

function isSetup(ref: string): boolean {
  return ref.startsWith("seti_");
}

/**
 * Stripe.js of the API's release, and its origins without Google Maps:
 * https://docs.stripe.com/security/guide#content-security-policy.
 */
function browserAt(fakeUrl: string | undefined, apiVersion: string): CardBrowser {
  if (fakeUrl) {
    const policy = { "script-src": [fakeUrl], "frame-src": [fakeUrl], "connect-src": [fakeUrl] };
    return { scriptUrl: `${fakeUrl}/stripe.js`, policy };
  }
  const [, release = ""] = apiVersion.split(".");
  const scripts = ["https://js.stripe.com", "https://*.js.stripe.com"];
  return {
    scriptUrl: `https://js.stripe.com/${release}/stripe.js`,
    policy: {
      "script-src": scripts,
      "frame-src": [...scripts, "https://hooks.stripe.com"],
      "connect-src": ["https://api.stripe.com"],
    },
  };
}

function refusalOf({ code, decline_code: decline }: { code?: string; decline_code?: string }) {
  return (code === "card_declined" ? decline : code) || code || "refused";
}

function paymentOf(intent: Stripe.PaymentIntent): CardIntent {
  const { latest_charge: latest, last_payment_error: refused } = intent;
  const charge = typeof latest === "object" ? latest : null;
  const card = charge?.payment_method_details?.card;
  const until = card?.capture_before;
  const state = paymentStates[intent.status] ?? "unconfirmed";
  return {
    ref: intent.id,
    kind: "payment",
    state,
    cents: intent.amount,
    paymentId: intent.metadata.payment ?? "",
    capturedCents: intent.amount_received,
    ...refundsOf(charge),
    disputedCents: 0,
    returnedCents: 0,
    captureBefore: state === "authorized" && until ? new Date(until * 1000) : null,
    clientSecret: intent.client_secret ?? "",
    payerRef: idOf(intent.customer),
    ...cardOf(intent.payment_method),
    refusal: refused ? refusalOf(refused) : "",
  };
}

function refundsOf(charge: Stripe.Charge | null) {
  const { data = [], has_more: hasMore = false } = charge?.refunds ?? {};
  const isFailed = ({ status }: Stripe.Refund) => status === "failed" || status === "canceled";
  const failedRefundCents = sumCents(data.filter(isFailed), ({ amount }) => amount);
  const listedCents = sumCents(data, ({ amount }) => amount) - failedRefundCents;
  return {
    failedRefundCents,
    refundedCents: hasMore ? (charge?.amount_refunded ?? 0) : listedCents,
  };
}

function setupOf(intent: Stripe.SetupIntent): CardIntent {
  const { last_setup_error: refused } = intent;
  return {
    ref: intent.id,
    kind: "setup",
    cents: 0,
    capturedCents: 0,
    refundedCents: 0,
    failedRefundCents: 0,
    disputedCents: 0,
    returnedCents: 0,
    state: setupStates[intent.status] ?? "unconfirmed",
    paymentId: intent.metadata?.payment ?? "",
    captureBefore: null,
    clientSecret: intent.client_secret ?? "",
    payerRef: idOf(intent.customer),
    ...cardOf(intent.payment_method),
    refusal: refused ? refusalOf(refused) : "",
  };
}

// https://docs.stripe.com/payments/paymentintents/lifecycle. Any other status is unconfirmed.
const paymentStates: Record<string, CardIntent["state"]> = {
  requires_capture: "authorized",
  succeeded: "captured",
  canceled: "voided",
};

const setupStates: Record<string, CardIntent["state"]> = {
  succeeded: "saved",
  canceled: "voided",
};

function cardOf(method: string | Stripe.PaymentMethod | null) {
  const card = typeof method === "object" ? method?.card : undefined;
  return {
    cardRef: idOf(method),
    cardPrint: card?.fingerprint ?? null,
    cardBrand: card?.brand ?? "",
    cardLast4: card?.last4 ?? "",
  };
}

function idOf(thing: string | { id: string } | null): string | null {
  return typeof thing === "string" ? thing : (thing?.id ?? null);
}

function eventOf({ id, type, data }: Stripe.Event): CardEvent {
  const about = data.object as { id?: string; object?: string; payment_intent?: unknown };
  const isIntent = about.object === "payment_intent" || about.object === "setup_intent";
  const ref = isIntent ? about.id : about.payment_intent;
  return { id, type, objectRef: typeof ref === "string" ? ref : "" };
}
