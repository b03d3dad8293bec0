import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { runKey } from "#app/domain/delivery/rules.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import type { Database } from "#db/database.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { products } from "#db/schema/products.ts";
import {
  type FakeStripe,
  secretKey,
  startFakeStripe,
  webhookSecret,
} from "#tests/payments/fake-stripe.ts";
import { ask, send } from "#tests/setup/browserless.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { type RunningShop, startShop } from "#tests/setup/shops/shop.ts";
import { behindProxy, someAddress, storm } from "../crowd.ts";
import { furnish, type Person, type Place } from "../place.ts";
import { figure, percentile, type Section } from "../section.ts";

const orders = 200;

const readers = { connections: 8, perSecond: 200 };

const patience = 10 * 60_000;

/** Measures a guest's final click, answers to the provider, and captures while people browse. */
export async function cards(places: Place[], seconds: number): Promise<Section[]> {
  const answers: string[][] = [];
  const captures: string[][] = [];
  for (const place of places) {
    let form: Record<string, string> = {};
    const { admin } = await furnish(place, 0, async (db) => {
      form = await openForOrders(db);
    });
    const stripe = await startFakeStripe();
    const shop = await startShop({
      ...place.settings,
      ...behindProxy,
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_PUBLISHABLE_KEY: "pk_test_fake",
    });
    try {
      const { atTheDoor, byCard } = await guestsOrder({ shop, stripe, form });
      const told = await tell(shop, stripe);
      for (const [what, times, most] of [
        ["last press to Thank you, paid at the door", atTheDoor, "300"],
        ["last press to the card form, and from the accepted card to Thank you", byCard, "300"],
        ["webhook", told, "50"],
      ] as const) {
        const quantiles = [0.5, 0.95, 0.99].map((share) => figure(percentile(times, share)));
        answers.push([place.engine, what, `${times.length}`, ...quantiles, most]);
      }
      captures.push([place.engine, ...(await finalise({ shop, stripe, admin, seconds }))]);
    } finally {
      await shop.stop();
      await stripe.close();
    }
  }
  return [
    {
      title: "Orders without an account",
      head: ["engine", "what", "times", "p50 ms", "p95 ms", "p99 ms", "p95 at most"],
      rows: answers,
      notes: [
        "Over HTTP, one guest after another: the post that places the order and all pages up to the one that thanks. The card provider is the tests' fake on this machine, whose answers are in the times of cards; webhooks come four at a time.",
      ],
    },
    {
      title: "Captures beside readers",
      head: ["engine", "captured", "took s", "page p99 ms alone", "meanwhile"],
      rows: captures,
      notes: [
        `${orders} orders whose cards are held are fulfilled one after another and captured by the queue, while \`/\` is asked for ${readers.perSecond} times a second.`,
      ],
    },
  ];
}

/** Accepts cards and cash at a counter; returns the input of the checkout's last screen. */
async function openForOrders(db: Database): Promise<Record<string, string>> {
  await db.update(paymentSettings).set({ takesCard: true, takesDoor: true });
  const zone = await insertServedZone(db, { kind: "pickup", place: "100 Sample Road" });
  const [product] = await db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!product) throw new Error("The shop sells nothing by the pound");
  return {
    [`quantity.${product.id}`]: "10",
    [`unit.${product.id}`]: unitOf(product),
    [`price.${product.id}`]: product.pricePerLb,
    [`name.${product.id}`]: product.name,
    name: "Jo Cook",
    phone: "604-555-0155",
    day: runKey(zone.id, dayIn(4)),
    intent: "place",
  };
}

interface Opened {
  shop: RunningShop;
  stripe: FakeStripe;
}

async function guestsOrder({
  shop,
  stripe,
  form,
}: Opened & { form: Record<string, string> }): Promise<Record<"atTheDoor" | "byCard", number[]>> {
  const times = { atTheDoor: [] as number[], byCard: [] as number[] };
  for (let order = -5; order < orders; order += 1) {
    for (const way of ["door", "card"] as const) {
      const headers = someAddress();
      const asked = { way, requestId: randomUUID(), email: `${way}${order}@example.com` };
      let begin = performance.now();
      const placed = await fetch(`${shop.url}/checkout`, {
        method: "POST",
        redirect: "manual",
        headers: { ...headers, origin: shop.url },
        body: new URLSearchParams({ ...form, ...asked }),
      });
      let next = toLocation(placed);
      let took = 0;
      if (way === "card") {
        await pageAt(shop, next, headers);
        took = performance.now() - begin;
        stripe.confirm([...stripe.intents.keys()].at(-1) ?? "", `pm_card_visa:${order}`);
        begin = performance.now();
        next = toLocation(await ask(shop.url, next, { headers }));
      }
      const thanks = await pageAt(shop, next, headers);
      took += performance.now() - begin;
      if (!thanks.includes("Thank you")) throw new Error(`${next} does not thank`);
      if (order >= 0) times[way === "door" ? "atTheDoor" : "byCard"].push(took);
    }
  }
  return times;
}

function toLocation(answer: Response): string {
  const location = answer.headers.get("location");
  if (!location) throw new Error(`No way on: ${answer.status}`);
  return location;
}

async function pageAt(shop: RunningShop, path: string, headers: Record<string, string>) {
  const answer = await ask(shop.url, path, { headers });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return answer.text();
}

/** Delivers all of the provider's events, four at a time; returns the time of each answer in ms. */
async function tell(shop: RunningShop, stripe: FakeStripe): Promise<number[]> {
  const times: number[] = [];
  const events = stripe.webhooks();
  const deliver = async () => {
    for (let event = events.pop(); event; event = events.pop()) {
      const begin = performance.now();
      const answer = await fetch(`${shop.url}/api/stripe/webhook`, {
        method: "POST",
        body: event.body,
        headers: { "stripe-signature": event.signature },
      });
      times.push(performance.now() - begin);
      if (!answer.ok) throw new Error(`A webhook was answered ${answer.status}`);
    }
  };
  await Promise.all([1, 2, 3, 4].map(deliver));
  return times;
}

async function finalise({
  shop,
  stripe,
  admin,
  seconds,
}: Opened & { admin: Person; seconds: number }): Promise<string[]> {
  const url = `${shop.url}/`;
  const held = [...stripe.intents.values()]
    .filter(({ status }) => status === "requires_capture")
    .slice(-orders);
  const ids: string[] = [];
  for (const { metadata } of held) {
    const page = await ask(shop.url, `/admin/payments/${metadata.payment}`, admin);
    const [, id] = /\/admin\/orders\/([\da-f-]{36})/.exec(await page.text()) ?? [];
    ids.push(id ?? "");
  }
  await storm({ url, seconds: 1, ...readers });
  const alone = await storm({ url, seconds, ...readers });
  const begin = performance.now();
  const isCaptured = () => held.every(({ status }) => status === "succeeded");
  const fulfil = async () => {
    for (const order of ids) {
      const fields = { order, confirmed: "yes" };
      const answer = await send(shop.url, "/admin/orders", fields, admin);
      if (answer.status >= 400) throw new Error(`Fulfilling was answered ${answer.status}`);
    }
  };
  const times: number[] = [];
  const visit = async () => {
    while (!isCaptured()) {
      if (performance.now() - begin > patience) throw new Error("Not all cards were charged");
      times.push(...(await storm({ url, seconds: 1, ...readers })).accepted);
    }
  };
  await Promise.all([fulfil(), visit()]);
  const took = (performance.now() - begin) / 1000;
  const p99 = [percentile(alone.accepted, 0.99), percentile(times, 0.99)];
  return [`${held.length}`, ...[took, ...p99].map(figure)];
}
