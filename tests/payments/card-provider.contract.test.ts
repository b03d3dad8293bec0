import { randomUUID } from "node:crypto";
import { Stripe } from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type CardProvider,
  CardRefusedError,
  CardUnansweredError,
} from "#app/domain/payments/provider/card-provider.ts";
import { stripeProvider } from "#app/domain/payments/provider/stripe-provider.server.ts";
import { type FakeStripe, secretKey, startFakeStripe, webhookSecret } from "./fake-stripe.ts";

// The behaviour that the shop relies on, through the provider's own library: always against the
// fake, and with STRIPE_TEST_KEY=sk_test_… against Stripe's sandbox too. Tests that need the fake's
// clock or lost answers run only against the fake.

const hour = 3600_000;

interface Tried {
  provider: CardProvider;
  /** Acts as the customer's browser with the client secret. */
  confirm(ref: string, card: string): Promise<void>;
}

const testKey = process.env.STRIPE_TEST_KEY;

let fake: FakeStripe;
beforeAll(async () => {
  fake = await startFakeStripe();
});
afterAll(() => fake.close());

async function withFake(): Promise<Tried> {
  const settings = { secretKey, webhookSecret, publishableKey: "pk_test_fake", apiUrl: fake.url };
  return {
    provider: await stripeProvider(settings),
    confirm: async (ref, card) => void fake.confirm(ref, card),
  };
}

async function withSandbox(): Promise<Tried> {
  if (!testKey?.startsWith("sk_test_")) throw new Error("STRIPE_TEST_KEY must be a test key");
  const stripe = new Stripe(testKey);
  return {
    provider: await stripeProvider({ secretKey: testKey, webhookSecret, publishableKey: "" }),
    async confirm(ref, card) {
      const how = { payment_method: card, return_url: "https://shop.example.com/" };
      await (ref.startsWith("seti_")
        ? stripe.setupIntents.confirm(ref, how)
        : stripe.paymentIntents.confirm(ref, how)
      ).catch(() => undefined);
    },
  };
}

const against: [string, () => Promise<Tried>][] = [["the fake", withFake]];
if (testKey) against.push(["Stripe's sandbox", withSandbox]);

describe.each(against)("a card provider: %s", (_name, open) => {
  let tried: Tried;
  beforeAll(async () => {
    tried = await open();
  });

  const ask = (cents = 103_08) => ({ key: randomUUID(), paymentId: randomUUID(), cents });

  async function held(cents = 103_08, card = "pm_card_visa") {
    const asked = ask(cents);
    const { ref } = await tried.provider.authorize(asked);
    await tried.confirm(ref, card);
    const intent = await tried.provider.fetch(ref);
    if (!intent) throw new Error("The authorization is gone");
    return intent;
  }

  async function saved(card = "pm_card_visa") {
    const { ref } = await tried.provider.setupCard({ key: randomUUID(), paymentId: randomUUID() });
    await tried.confirm(ref, card);
    const intent = await tried.provider.fetch(ref);
    if (!intent?.payerRef || !intent.cardRef) throw new Error("The card was not saved");
    return { ref, card: { payerRef: intent.payerRef, cardRef: intent.cardRef }, intent };
  }

  const refusal = (asked: Promise<unknown>) =>
    asked.then(
      () => "accepted",
      (error) => (error instanceof CardRefusedError ? error.code : String(error)),
    );

  it("authorizes nothing before its customer confirms", async () => {
    const asked = ask();
    const intent = await tried.provider.authorize(asked);
    expect(intent).toMatchObject({
      kind: "payment",
      state: "unconfirmed",
      cents: 103_08,
      paymentId: asked.paymentId,
      capturedCents: 0,
      captureBefore: null,
    });
    expect(intent.clientSecret).toContain(intent.ref);
  });

  it("authorizes the confirmed amount for seven days, and returns the card", async () => {
    const intent = await held();
    expect(intent).toMatchObject({
      state: "authorized",
      cents: 103_08,
      capturedCents: 0,
      cardBrand: "visa",
      cardLast4: "4242",
    });
    expect(intent.payerRef).toMatch(/^cus_/);
    expect(intent.cardPrint).toBeTruthy();
    const days = (Number(intent.captureBefore) - Date.now()) / (24 * hour);
    expect(days).toBeGreaterThan(6.5);
    expect(days).toBeLessThan(7.5);
  });

  it("recognizes the same card", async () => {
    const [one, other] = [await held(), await held()];
    expect(one.cardPrint).toBe(other.cardPrint);
  });

  it("returns the same intent for the same key", async () => {
    const asked = ask();
    const [one, other] = [
      await tried.provider.authorize(asked),
      await tried.provider.authorize(asked),
    ];
    expect(one.ref).toBe(other.ref);
  });

  it("refuses a key that was used for something else", async () => {
    const asked = ask();
    await tried.provider.authorize(asked);
    expect(await refusal(tried.provider.authorize({ ...asked, cents: 1_00 }))).not.toBe("accepted");
  });

  it.each([
    ["generic_decline", "pm_card_chargeDeclined"],
    ["insufficient_funds", "pm_card_chargeDeclinedInsufficientFunds"],
  ])("returns %s, and accepts another card for the same authorization", async (word, card) => {
    const { ref } = await tried.provider.authorize(ask());
    await tried.confirm(ref, card);
    expect(await tried.provider.fetch(ref)).toMatchObject({ state: "unconfirmed", refusal: word });
    await tried.confirm(ref, "pm_card_visa");
    expect(await tried.provider.fetch(ref)).toMatchObject({ state: "authorized" });
  });

  it("captures a part, and releases the rest", async () => {
    const { ref } = await held(103_08);
    const captured = await tried.provider.capture({
      key: randomUUID(),
      intentRef: ref,
      cents: 96_46,
    });
    expect(captured).toMatchObject({ state: "captured", capturedCents: 96_46, cents: 103_08 });
  });

  it("captures the whole amount", async () => {
    const { ref } = await held(50_00);
    expect(
      await tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 50_00 }),
    ).toMatchObject({ capturedCents: 50_00 });
  });

  it("refuses to capture more than is authorized", async () => {
    const { ref } = await held(50_00);
    expect(
      await refusal(tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 50_01 })),
    ).toBe("amount_too_large");
    expect(await tried.provider.fetch(ref)).toMatchObject({ state: "authorized" });
  });

  it("captures only once", async () => {
    const { ref } = await held(50_00);
    const asked = { key: randomUUID(), intentRef: ref, cents: 20_00 };
    await tried.provider.capture(asked);
    expect(await tried.provider.capture(asked)).toMatchObject({ capturedCents: 20_00 });
    expect(await refusal(tried.provider.capture({ ...asked, key: randomUUID() }))).toBe(
      "payment_intent_unexpected_state",
    );
  });

  it("captures nothing before there is an authorization", async () => {
    const { ref } = await tried.provider.authorize(ask());
    expect(
      await refusal(tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 1_00 })),
    ).toBe("payment_intent_unexpected_state");
  });

  it("voids an authorization", async () => {
    const { ref } = await held();
    expect(await tried.provider.void({ key: randomUUID(), intentRef: ref })).toMatchObject({
      state: "voided",
      capturedCents: 0,
    });
    expect(
      await refusal(tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 1_00 })),
    ).toBe("payment_intent_unexpected_state");
  });

  it("releases an unconfirmed intent", async () => {
    const { ref } = await tried.provider.authorize(ask());
    expect(await tried.provider.void({ key: randomUUID(), intentRef: ref })).toMatchObject({
      state: "voided",
    });
  });

  it("does not release a captured intent", async () => {
    const { ref } = await held();
    await tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 1_00 });
    expect(await refusal(tried.provider.void({ key: randomUUID(), intentRef: ref }))).toBe(
      "payment_intent_unexpected_state",
    );
  });

  it("refunds parts, and no more than was captured", async () => {
    const { ref } = await held(60_00);
    await tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 50_00 });
    const key = randomUUID();
    expect(await tried.provider.refund({ key, intentRef: ref, cents: 20_00 })).toMatchObject({
      capturedCents: 50_00,
      refundedCents: 20_00,
    });
    expect(
      await tried.provider.refund({ key: randomUUID(), intentRef: ref, cents: 30_00 }),
    ).toMatchObject({ refundedCents: 50_00 });
    expect(
      await refusal(tried.provider.refund({ key: randomUUID(), intentRef: ref, cents: 1 })),
    ).not.toBe("accepted");
    expect(await tried.provider.wasRefunded({ key, intentRef: ref })).toBe(true);
    expect(await tried.provider.wasRefunded({ key: randomUUID(), intentRef: ref })).toBe(false);
  });

  it("refunds once for the same key", async () => {
    const { ref } = await held(60_00);
    await tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 60_00 });
    const asked = { key: randomUUID(), intentRef: ref, cents: 10_00 };
    await tried.provider.refund(asked);
    expect(await tried.provider.refund(asked)).toMatchObject({ refundedCents: 10_00 });
  });

  it("does not refund an uncaptured intent", async () => {
    const { ref } = await held();
    expect(
      await refusal(tried.provider.refund({ key: randomUUID(), intentRef: ref, cents: 1_00 })),
    ).not.toBe("accepted");
  });

  it("charges immediately when the customer confirms", async () => {
    const { ref } = await tried.provider.chargeNow(ask(42_00));
    await tried.confirm(ref, "pm_card_visa");
    expect(await tried.provider.fetch(ref)).toMatchObject({
      state: "captured",
      capturedCents: 42_00,
    });
  });

  it("saves a card, and authorizes it later without its customer", async () => {
    const { ref, card, intent } = await saved();
    expect(intent).toMatchObject({ ref, kind: "setup", state: "saved", cardLast4: "4242" });
    const asked = { ...ask(80_00), card };
    const authorization = await tried.provider.authorize(asked);
    expect(authorization).toMatchObject({
      state: "authorized",
      cents: 80_00,
      payerRef: card.payerRef,
    });
    expect(
      await tried.provider.find({ paymentId: asked.paymentId, payerRef: card.payerRef }),
    ).toMatchObject({ ref: authorization.ref });
    expect(
      await tried.provider.find({ paymentId: randomUUID(), payerRef: card.payerRef }),
    ).toBeNull();
  });

  it("authorizes again with the card of an earlier authorization", async () => {
    const { payerRef, cardRef } = await held();
    const card = { payerRef: payerRef ?? "", cardRef: cardRef ?? "" };
    expect(await tried.provider.authorize({ ...ask(120_00), card })).toMatchObject({
      state: "authorized",
      cents: 120_00,
    });
  });

  it("returns the bank's refusal of a saved card, and retries the same intent", async () => {
    const { card } = await saved("pm_card_chargeCustomerFail");
    const asked = { ...ask(), card };
    const first = await tried.provider.authorize(asked);
    expect(first).toMatchObject({
      state: "unconfirmed",
      refusal: "generic_decline",
      paymentId: asked.paymentId,
    });
    const again = await tried.provider.authorize({
      ...asked,
      key: randomUUID(),
      intentRef: first.ref,
    });
    expect(again).toMatchObject({ ref: first.ref, state: "unconfirmed" });
    await tried.confirm(first.ref, "pm_card_visa");
    expect(await tried.provider.fetch(first.ref)).toMatchObject({ state: "authorized" });
  });

  it("returns null for an unknown intent", async () => {
    expect(await tried.provider.fetch("pi_0000000000000000")).toBeNull();
    expect(await tried.provider.fetch("seti_0000000000000000")).toBeNull();
  });

  it("accepts a webhook only with a valid signature of the last five minutes", () => {
    const body = JSON.stringify({
      id: "evt_1",
      object: "event",
      type: "charge.refunded",
      data: { object: { id: "ch_1", object: "charge", payment_intent: "pi_1" } },
    });
    const verify = (sent: string, signature: string) =>
      tried.provider.verifyWebhook(Buffer.from(sent), signature);
    const ago = (ms: number) => new Date(Date.now() - ms);
    expect(verify(body, fake.sign(body, ago(0)))).toEqual({
      id: "evt_1",
      type: "charge.refunded",
      objectRef: "pi_1",
    });
    expect(verify(body, fake.sign(body, ago(4.5 * 60_000)))).not.toBeNull();
    expect(verify(body, fake.sign(body, ago(6 * 60_000)))).toBeNull();
    expect(verify(`${body} `, fake.sign(body, ago(0)))).toBeNull();
    expect(verify(body, "t=1,v1=00")).toBeNull();
    expect(verify(body, "")).toBeNull();
  });
});

describe("a card provider whose clock and connection we control", () => {
  let tried: Tried;
  beforeAll(async () => {
    tried = await withFake();
  });

  async function held(cents = 103_08) {
    const { ref } = await tried.provider.authorize({
      key: randomUUID(),
      paymentId: randomUUID(),
      cents,
    });
    fake.confirm(ref, "pm_card_visa");
    return ref;
  }

  it("keeps an authorization for seven days", async () => {
    const ref = await held();
    fake.advance(6 * 24 * hour + 23 * hour);
    expect(await tried.provider.fetch(ref)).toMatchObject({ state: "authorized" });
    fake.advance(2 * hour);
    expect(await tried.provider.fetch(ref)).toMatchObject({
      state: "voided",
      captureBefore: null,
    });
    const late = tried.provider.capture({ key: randomUUID(), intentRef: ref, cents: 1_00 });
    await expect(late).rejects.toMatchObject({ code: "charge_expired_for_capture" });
  });

  it("requires the customer for 3-D Secure, and reports if they fail it", async () => {
    const { ref } = await tried.provider.authorize({
      key: randomUUID(),
      paymentId: randomUUID(),
      cents: 10_00,
    });
    expect(fake.confirm(ref, "pm_card_authenticationRequired", false)).toBe(
      "requires_payment_method",
    );
    expect(await tried.provider.fetch(ref)).toMatchObject({
      state: "unconfirmed",
      refusal: "payment_intent_authentication_failure",
    });
    expect(fake.confirm(ref, "pm_card_authenticationRequired")).toBe("requires_capture");
    const { payerRef, cardRef } = (await tried.provider.fetch(ref)) ?? {};
    const card = { payerRef: payerRef ?? "", cardRef: cardRef ?? "" };
    const later = { key: randomUUID(), paymentId: randomUUID(), cents: 10_00, card };
    expect(await tried.provider.authorize(later)).toMatchObject({
      state: "unconfirmed",
      refusal: "authentication_required",
    });
  });

  it("acts once when a request is repeated after a lost answer", async () => {
    const ref = await held();
    fake.lose(/capture$/);
    const asked = { key: randomUUID(), intentRef: ref, cents: 50_00 };
    await expect(tried.provider.capture(asked)).rejects.toBeInstanceOf(CardUnansweredError);
    expect(await tried.provider.fetch(ref)).toMatchObject({ state: "captured" });
    expect(await tried.provider.capture(asked)).toMatchObject({
      state: "captured",
      capturedCents: 50_00,
    });
  });

  it("reports a request that got no answer and was not received", async () => {
    const ref = await held();
    fake.drop(/cancel$/);
    await expect(tried.provider.void({ key: randomUUID(), intentRef: ref })).rejects.toBeInstanceOf(
      CardUnansweredError,
    );
    expect(await tried.provider.fetch(ref)).toMatchObject({ state: "authorized" });
  });
});
