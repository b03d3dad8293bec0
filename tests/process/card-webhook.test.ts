import { createHmac, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { sendRaw } from "#tests/setup/raw-request.ts";
import { openShop } from "./own-shop.ts";

const webhookSecret = "whsec_0123456789abcdef";
const keys = {
  STRIPE_SECRET_KEY: "sk_test_0123456789abcdef",
  STRIPE_PUBLISHABLE_KEY: "pk_test_0123456789abcdef",
  STRIPE_WEBHOOK_SECRET: webhookSecret,
};

/** Signed as described in https://docs.stripe.com/webhooks#verify-manually. */
function sign(body: string, secondsAgo = 0): string {
  const time = Math.floor(Date.now() / 1000) - secondsAgo;
  return `t=${time},v1=${createHmac("sha256", webhookSecret).update(`${time}.${body}`).digest("hex")}`;
}

const newEvent = () =>
  JSON.stringify({
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "payout.paid",
    data: { object: { id: "po_1", object: "payout" } },
  });

/** Sends it as the provider's servers do: without an origin, a session or a browser. */
async function deliver(url: string, body: string, signature: string) {
  const headers = { "content-type": "application/json", "stripe-signature": signature };
  const answer = await fetch(`${url}/api/stripe/webhook`, { method: "POST", body, headers });
  await answer.body?.cancel();
  return answer.status;
}

test("accepts the card provider's webhook by its signature, also under load", async () => {
  const shop = await openShop(keys);
  const { url } = shop;
  expect(shop.log().map(({ msg }) => msg)).toContain("card payments: test, no card is charged");
  const body = newEvent();
  expect(await deliver(url, body, sign(body))).toBe(200);
  expect(await deliver(url, body, sign(body))).toBe(200);
  expect(await deliver(url, `${body} `, sign(body))).toBe(400);
  expect(await deliver(url, body, sign(body, 6 * 60))).toBe(400);
  expect(await deliver(url, body, "")).toBe(400);
  const large = `"${"x".repeat(300_000)}"`;
  expect(await deliver(url, large, sign(large))).toBe(413);
  expect((await fetch(`${url}/api/stripe/webhook`)).status).not.toBe(200);

  // More concurrent sign-ins than the queue holds: the webhook bypasses it.
  const guess = Buffer.from("email=a%40example.com&password=a+guess");
  const crowd = Array.from({ length: 200 }, () =>
    sendRaw(url, {
      method: "POST",
      path: "/login",
      body: guess,
      headers: {
        origin: url,
        accept: "text/html",
        "content-length": String(guess.length),
        "content-type": "application/x-www-form-urlencoded",
      },
    }),
  );
  const events = Array.from({ length: 20 }, newEvent);
  const answers = await Promise.all(events.map((event) => deliver(url, event, sign(event))));
  expect(new Set(answers)).toEqual(new Set([200]));
  const turnedAway = (await Promise.all(crowd)).filter(({ status }) => status === 503);
  expect(turnedAway.length).toBeGreaterThan(0);
});
