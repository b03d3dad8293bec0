import { randomUUID } from "node:crypto";
import { and, eq, getTableColumns, lte, sql } from "drizzle-orm";
import type { Admin } from "#app/domain/access/capability.ts";
import { tellPaid } from "#app/domain/ordering/mails/paid-order-mails.server.ts";
import {
  tellCharged,
  tellReleased,
} from "#app/domain/ordering/mails/queue-outcome-mails.server.ts";
import { cancelUnpaid } from "#app/domain/ordering/transition/unpaid-orders.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { createCardPayments, refreshIntent } from "#app/domain/payments/card-payments.server.ts";
import { tellTrouble } from "#app/domain/payments/dispute-mail.server.ts";
import { doRounds } from "#app/domain/payments/due-payments.server.ts";
import { startOrderPayment } from "#app/domain/payments/order-payments.server.ts";
import { type PaymentWork, performJob } from "#app/domain/payments/perform-job.server.ts";
import { CardUnansweredError } from "#app/domain/payments/provider/card-provider.ts";
import { stripeProvider } from "#app/domain/payments/provider/stripe-provider.server.ts";
import { answerWebhook } from "#app/domain/payments/provider/webhook.server.ts";
import { tellRanOut, tellRefused } from "#app/domain/payments/refused-card-mails.server.ts";
import type { Database } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { invoiceBalances, ledgerEntries } from "#db/schema/money/ledger.ts";
import { paymentJobs, payments } from "#db/schema/money/payments.ts";
import { openHolds, orders } from "#db/schema/orders.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { secretKey, startFakeStripe, webhookSecret } from "./fake-stripe.ts";

/** A guest's order of 10 lb at $24.99: an estimate of $249.90, authorized for $274.89. */
export const heldCents = 274_89;

/** Opens a database and a fake card provider, with the shop's work between them. */
export async function openCardShop() {
  const database = await openTestDatabase();
  const { db } = database;
  const admin: Admin = await signedInAdmin(db);
  const fake = await startFakeStripe();
  const provider = await stripeProvider({
    secretKey,
    webhookSecret,
    publishableKey: "pk_test_fake",
    apiUrl: fake.url,
  });
  const told = {
    paid: [] as string[],
    refused: [] as string[],
    charged: [] as string[],
    expired: [] as string[],
    ranOut: [] as string[],
    troubles: [] as string[],
  };
  const work: PaymentWork = {
    db,
    provider,
    log: silentLog,
    now: fake.now,
    tellPaid: async (tx, orderId) => {
      told.paid.push(orderId);
      await tellPaid(tx, orderId, sampleShop("https://shop.example"));
    },
    tellReleased: (tx, orderId) => tellReleased(tx, orderId, sampleShop("https://shop.example")),
    tellCharged: async (tx, paymentId) => {
      told.charged.push(paymentId);
      await tellCharged(tx, paymentId, sampleShop("https://shop.example"));
    },
    tellTrouble: async (tx, paymentId, trouble) => {
      told.troubles.push(`${trouble.kind} ${trouble.cents}`);
      await tellTrouble(tx, paymentId, trouble, sampleShop("https://shop.example"));
    },
    tellRefused: async (tx, orderId) => {
      told.refused.push(orderId);
      await tellRefused(tx, orderId, sampleShop("https://shop.example"));
    },
    tellRanOut: async (tx, orderId) => {
      told.ranOut.push(orderId);
      await tellRanOut(tx, orderId, sampleShop("https://shop.example"));
    },
  };
  const cards = createCardPayments(work);

  /** Creates an order at the card form, and its payment. */
  async function awaiting({ holdOn = null as string | null } = {}) {
    const { customerId, orderId } = await insertGuestOrder(db, {
      status: "awaiting_payment",
      awaitsUntil: new Date(fake.now().getTime() + 30 * 60_000),
    });
    const paymentId = await db.transaction(async (tx) =>
      startOrderPayment(tx, {
        orderId,
        customerId,
        holdOn,
        requestId: randomUUID(),
        cents: (await costsNow(tx, orderId)).mostCents,
      }),
    );
    return { customerId, orderId, paymentId };
  }

  /** Returns the provider's intent of a payment. */
  async function refOf(paymentId: string): Promise<string> {
    const { intentRef, setupRef } = await payment(paymentId);
    return intentRef ?? setupRef ?? "";
  }

  async function payment(id: string) {
    const [found] = await db.select().from(payments).where(eq(payments.id, id));
    if (!found) throw new Error("There is no such payment");
    return found;
  }

  let cardsUsed = 0;

  /** Creates an order whose card is authorized, or saved for later; each with a new card. */
  async function paid({ card = "pm_card_visa", holdOn = null as string | null } = {}) {
    cardsUsed += 1;
    const order = await awaiting({ holdOn });
    await cards.prepare(order.paymentId);
    fake.confirm(await refOf(order.paymentId), `${card}:${cardsUsed}`);
    await cards.refresh(order.paymentId);
    return order;
  }

  /** Runs all due jobs, including those that they queue. */
  async function work_(): Promise<void> {
    for (let round = 0; round < 10; round += 1) {
      const due = await db
        .select({ id: paymentJobs.id })
        .from(paymentJobs)
        .where(and(eq(paymentJobs.state, "waiting"), lte(paymentJobs.notBefore, fake.now())))
        .orderBy(paymentJobs.createdAt);
      if (due.length === 0) return;
      for (const { id } of due) await attempt(() => performJob(work, id));
    }
  }

  /** Makes one attempt of a job, which the queue would repeat. */
  async function attempt(run: () => Promise<void>): Promise<void> {
    await run().catch((error: unknown) => {
      if (!(error instanceof CardUnansweredError)) throw error;
    });
  }

  /** Delivers events to the webhook, and runs the jobs that it queues. */
  async function deliver(events: { body: string; signature: string }[]): Promise<number[]> {
    const answers = [];
    for (const { body, signature } of events) {
      const headers = { "stripe-signature": signature };
      const request = new Request("http://shop/api/stripe/webhook", {
        method: "POST",
        body,
        headers,
      });
      answers.push((await answerWebhook({ db, provider }, request, silentLog)).status);
    }
    const { rows } = await db.execute<{ ref: string }>(sql`
      delete from pgboss.job where name = 'card-payments' and data ? 'intentRef'
      returning data->>'intentRef' as ref`);
    for (const { ref } of rows) await attempt(() => refreshIntent(work, ref));
    return answers;
  }

  /** Returns a customer's books in cents. */
  async function books({ customerId, orderId }: { customerId: string; orderId: string }) {
    const entries = await db
      .select()
      .from(ledgerEntries)
      .where(eq(ledgerEntries.customerId, customerId));
    const [invoice] = await db
      .select({ openCents: invoiceBalances.openCents })
      .from(invoiceBalances)
      .innerJoin(documentOrders, eq(documentOrders.documentId, invoiceBalances.documentId))
      .where(eq(documentOrders.orderId, orderId));
    const sum = (kind: string) =>
      entries.filter((one) => one.kind === kind).reduce((cents, one) => cents + one.cents, 0);
    return {
      paid: 0 - sum("payment"),
      refunded: sum("refund"),
      open: invoice ? Number(invoice.openCents) : null,
    };
  }

  /** Returns the provider's amounts of a payment in cents. */
  async function money(paymentId: string) {
    const intent = await provider.fetch(await refOf(paymentId));
    const { state = "none", capturedCents = 0, refundedCents = 0 } = intent ?? {};
    return { state, captured: capturedCents, refunded: refundedCents };
  }

  return {
    db,
    admin,
    fake,
    provider,
    work,
    cards,
    told,
    awaiting,
    paid,
    payment,
    refOf,
    deliver,
    books,
    money,
    attempt,
    doJobs: work_,
    async rounds() {
      told.expired.push(...(await cancelUnpaid(work, sampleShop("https://shop.example"))));
      await doRounds(work);
    },
    async order(id: string) {
      const [found] = await db
        .select({ ...getTableColumns(orders), holds: openHolds })
        .from(orders)
        .where(eq(orders.id, id));
      return found;
    },
    async close() {
      await fake.close();
      await database.close();
    },
  };
}

/** Creates a guest with an order of 10 lb, to be paid by card. */
async function insertGuestOrder(
  db: Database,
  overrides: Partial<typeof orders.$inferInsert> = {},
): Promise<{ customerId: string; orderId: string }> {
  const [guest] = await db
    .insert(customers)
    .values({
      kind: "person",
      contactName: "Sample Guest",
      // Each guest has a new address, because emails per address are limited.
      guestEmail: `guest-${randomUUID()}@example.com`,
      termsKind: "prepay",
      termsDays: 0,
    })
    .returning({ id: customers.id });
  const customerId = guest?.id ?? "";
  const [site] = await db
    .insert(shipTos)
    .values({ customerId, isDefault: true })
    .returning({ id: shipTos.id });
  const [order] = await db
    .insert(orders)
    .values({
      customerId,
      shipToId: site?.id,
      channel: "retail",
      paymentWay: "card",
      totalPrice: "249.90",
      estimatedTotal: "249.90",
      ...overrides,
    })
    .returning({ id: orders.id });
  const orderId = order?.id ?? "";
  await insertOrderItem(db, orderId);
  return { customerId, orderId };
}
