import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { performJob } from "#app/domain/payments/perform-job.server.ts";
import { answerWebhook } from "#app/domain/payments/provider/webhook.server.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { paymentEvents, paymentJobs } from "#db/schema/money/payments.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

const total = 249_90;

/** Creates an order authorized, captured and partly refunded without the shop's knowledge. */
async function unheard() {
  const order = await shop.paid();
  await fulfilOrder(shop.db, shop.admin, order.orderId, sampleShop("https://shop.example"));
  const [job] = await shop.db
    .select()
    .from(paymentJobs)
    .where(eq(paymentJobs.paymentId, order.paymentId));
  shop.fake.lose(/capture$/);
  await shop.attempt(() => performJob(shop.work, job?.id ?? ""));
  shop.fake.refundByHand(await shop.refOf(order.paymentId), 10_00);
  return { order, events: shop.fake.webhooks() };
}

const permutations = <Thing>([first, ...rest]: Thing[]): Thing[][] =>
  first === undefined
    ? [[]]
    : permutations(rest).flatMap((others) =>
        [...others, first].map((_, at) => [...others.slice(0, at), first, ...others.slice(at)]),
      );

describe("webhooks", () => {
  it("lead to the same result in any order", async () => {
    shop.fake.webhooks();
    for (const order of [0, 1, 2, 3, 4, 5]) {
      const { order: of, events } = await unheard();
      expect(events).toHaveLength(3);
      for (const event of permutations(events)[order] ?? []) {
        expect(await shop.deliver([event])).toEqual([200]);
      }
      expect(await shop.books(of)).toEqual({ paid: total, refunded: 10_00, open: 0 });
      expect(await shop.payment(of.paymentId)).toMatchObject({
        state: "captured",
        refundedCents: 10_00,
      });
    }
  });

  it("count once when sent a hundred times concurrently", async () => {
    shop.fake.webhooks();
    const { order, events } = await unheard();
    const [event] = events.slice(-1);
    if (!event) throw new Error("There was no event");
    const before = await shop.db.$count(paymentEvents);
    const answers = await Promise.all(Array.from({ length: 100 }, () => shop.deliver([event])));
    expect(new Set(answers.flat())).toEqual(new Set([200]));
    expect((await shop.db.$count(paymentEvents)) - before).toBe(1);
    expect(
      await shop.db.$count(ledgerEntries, eq(ledgerEntries.customerId, order.customerId)),
    ).toBe(3);
  });

  it("are refused without a valid, recent signature or JSON, and change nothing", async () => {
    const before = await shop.db.$count(paymentEvents);
    const body = JSON.stringify({
      id: "evt_wrong",
      object: "event",
      type: "payment_intent.succeeded",
      data: { object: { id: "pi_1", object: "payment_intent" } },
    });
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const bad = [
      { body, signature: "" },
      { body, signature: shop.fake.sign(`${body} `, new Date()) },
      { body, signature: shop.fake.sign(body, minutesAgo(6)) },
      { body: "not json", signature: shop.fake.sign("not json", new Date()) },
    ];
    expect(await shop.deliver(bad)).toEqual([400, 400, 400, 400]);
    expect(await shop.db.$count(paymentEvents)).toBe(before);
  });

  it("get a 404 if the shop has no keys", async () => {
    const request = new Request("http://shop/api/stripe/webhook", { method: "POST", body: "{}" });
    const answer = await answerWebhook({ db: shop.db, provider: null }, request, silentLog);
    expect(answer.status).toBe(404);
  });

  it("about unknown objects are acknowledged", async () => {
    const event = (id: string, object: object) => {
      const body = JSON.stringify({ id, object: "event", type: "some.event", data: { object } });
      return { body, signature: shop.fake.sign(body, new Date()) };
    };
    const events = [
      event("evt_other_1", { id: "pi_of_somebody_else", object: "payment_intent" }),
      event("evt_other_2", { id: "po_1", object: "payout" }),
      event("evt_other_3", { id: "ch_1", object: "charge", payment_intent: null }),
    ];
    expect(await shop.deliver(events)).toEqual([200, 200, 200]);
  });
});
