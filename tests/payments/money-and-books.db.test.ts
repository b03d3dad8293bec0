import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { createCardPayments } from "#app/domain/payments/card-payments.server.ts";
import { doRounds } from "#app/domain/payments/due-payments.server.ts";
import { reauthorize } from "#app/domain/payments/order-payments.server.ts";
import { type PaymentWork, performJob } from "#app/domain/payments/perform-job.server.ts";
import { refundPayment } from "#app/domain/payments/refunds.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database } from "#db/database.ts";
import { paymentJobs, payments } from "#db/schema/money/payments.ts";
import { adjust } from "#tests/setup/booking.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openCardShop } from "./card-shop.ts";

// Processes die and connections break at random moments: afterwards the books must agree with what
// the provider captured, refunded and still holds. PAYMENT_ROUNDS=200 for more.

const rounds = Number(process.env.PAYMENT_ROUNDS ?? 12);
const seed = Number(process.env.PAYMENT_SEED ?? Math.floor(Math.random() * 1e6));

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

/** Returns the same numbers for the same seed (mulberry32). */
function randomFrom(start: number) {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

class Killed extends Error {}

/** Returns a database whose process sometimes dies before a commit. */
function mortal(db: Database, dies: () => boolean): Database {
  return new Proxy(db, {
    get(target, name) {
      if (name !== "transaction") return Reflect.get(target, name, target);
      return (run: Parameters<Database["transaction"]>[0]) =>
        target.transaction(async (tx) => {
          const done = await run(tx);
          if (dies()) throw new Killed("killed before the commit");
          return done;
        });
    },
  });
}

it(
  `money and books agree after ${rounds} orders with killed processes and lost answers (seed ${seed})`,
  async () => {
    const random = randomFrom(seed);
    const chance = (share: number) => random() < share;
    const { db, admin, fake } = shop;
    const work: PaymentWork = { ...shop.work, db: mortal(db, () => chance(0.25)) };
    const cards = createCardPayments(work);
    const waiting: { body: string; signature: string }[] = [];

    /** Runs an action that may die or lose its answer. Refusals are valid outcomes. */
    const risk = (run: () => Promise<unknown>) => run().catch(() => undefined);
    /** Delivers events now, later or never; some of them twice. */
    async function somethingArrives() {
      waiting.push(...fake.webhooks().filter(() => chance(0.7)));
      waiting.sort(() => random() - 0.5);
      const now = waiting.splice(0, Math.floor(random() * (waiting.length + 1)));
      await shop.deliver(chance(0.3) ? [...now, ...now] : now);
    }
    async function someJobs() {
      const due = await db
        .select({ id: paymentJobs.id })
        .from(paymentJobs)
        .where(eq(paymentJobs.state, "waiting"));
      for (const { id } of due) {
        if (chance(0.3)) fake.lose(/./);
        if (chance(0.2)) fake.drop(/./);
        const times = chance(0.3) ? 2 : 1;
        await Promise.all(Array.from({ length: times }, () => risk(() => performJob(work, id))));
        fake.heal();
      }
    }

    for (let round = 0; round < rounds; round += 1) {
      const later = chance(0.3);
      const order = await shop.awaiting({ holdOn: later ? pacificDay(fake.now()) : null });
      const { orderId, customerId, paymentId } = order;
      if (chance(0.3)) fake.lose(/intents$/);
      await risk(() => cards.prepare(paymentId));
      fake.heal();
      await risk(() => cards.prepare(paymentId));
      const ref = await shop.refOf(paymentId);
      const card = chance(0.2) ? "pm_card_chargeCustomerFail" : "pm_card_visa";
      if (ref) fake.confirm(ref, card);
      await somethingArrives();
      await risk(() => cards.refresh(paymentId));
      if (chance(0.3)) await risk(() => doRounds(work));
      if (chance(0.2)) await risk(() => db.transaction((tx) => reauthorize(tx, orderId, 310_00)));
      await someJobs();
      if (chance(0.2))
        await risk(() => cancelOrder(db, admin, orderId, sampleShop("https://shop.example")));
      else await risk(() => fulfilOrder(db, admin, orderId, sampleShop("https://shop.example")));
      await someJobs();
      await somethingArrives();
      if (chance(0.4)) {
        await risk(() =>
          adjust(db, admin, { customerId, requestId: randomUUID(), note: "sorry", cents: -80_00 }),
        );
        const ask = () =>
          refundPayment(db, admin, { paymentId, cents: 60_00, requestId: randomUUID() });
        await Promise.all([risk(ask), risk(ask)]);
        await someJobs();
      }
    }

    fake.heal();
    fake.advance(3600_000);
    for (let pass = 0; pass < 3; pass += 1) {
      await shop.rounds();
      await shop.doJobs();
      await shop.deliver([...waiting.splice(0), ...fake.webhooks()]);
    }

    const all = await db.select().from(payments);
    for (const payment of all) {
      const intents = [...fake.intents.values()].filter(
        (one) => one.object === "payment_intent" && one.metadata.payment === payment.id,
      );
      expect(intents.length, "a payment is one intent").toBeLessThan(2);
      const [intent] = intents;
      const charge = intent?.latest_charge as { amount_refunded: number } | null | undefined;
      const { capturedCents, refundedCents, refundingCents } = payment;
      expect({ capturedCents, refundedCents, refundingCents }).toEqual({
        capturedCents: intent?.amount_received ?? 0,
        refundedCents: charge?.amount_refunded ?? 0,
        refundingCents: 0,
      });
      const isHeld = intent?.status === "requires_capture";
      expect(isHeld, `held at the provider, here ${payment.state}`).toBe(payment.state === "held");
      if (!payment.orderId) continue;
      const order = await shop.order(payment.orderId);
      if (isHeld) expect(order?.status).toBe("pending");
      const ofOrder = all.filter(({ orderId }) => orderId === payment.orderId);
      const sum = (of: (one: typeof payment) => number) =>
        ofOrder.reduce((cents, one) => cents + of(one), 0);
      const books = await shop.books({ customerId: payment.customerId, orderId: payment.orderId });
      expect(books).toMatchObject({
        paid: sum((one) => one.capturedCents),
        refunded: sum((one) => one.refundedCents),
      });
      expect(
        sum((one) => (one.capturedCents > 0 ? 1 : 0)),
        "captured once",
      ).toBeLessThan(2);
    }
  },
  20_000 + rounds * 5_000,
);
