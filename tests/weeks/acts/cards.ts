import { and, eq, lte, sql } from "drizzle-orm";
import { tellPaid } from "#app/domain/ordering/mails/paid-order-mails.server.ts";
import { tellReleased } from "#app/domain/ordering/mails/queue-outcome-mails.server.ts";
import { placeRetailOrder } from "#app/domain/ordering/retail/place-retail-order.server.ts";
import { sendReceipt } from "#app/domain/payments/by-link/receipts.server.ts";
import { createCardPayments, refreshIntent } from "#app/domain/payments/card-payments.server.ts";
import { tellTrouble } from "#app/domain/payments/dispute-mail.server.ts";
import { doRounds } from "#app/domain/payments/due-payments.server.ts";
import { type PaymentWork, performJob } from "#app/domain/payments/perform-job.server.ts";
import { CardUnansweredError } from "#app/domain/payments/provider/card-provider.ts";
import { stripeProvider } from "#app/domain/payments/provider/stripe-provider.server.ts";
import { answerWebhook } from "#app/domain/payments/provider/webhook.server.ts";
import { tellRanOut, tellRefused } from "#app/domain/payments/refused-card-mails.server.ts";
import type { Database } from "#db/database.ts";
import { paymentJobs, payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { secretKey, startFakeStripe, webhookSecret } from "#tests/payments/fake-stripe.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { act, Finding, same } from "../life/act.ts";
import { type CardDesk, inText, known, orderOf, shop, todayOf, type World } from "../life/world.ts";
import { daysBetween } from "../pencil/days.ts";
import { judgeCheckout } from "./before/checkout.ts";
import { asking } from "./judged.ts";
import { isHeldForCard, moneyAt, pressedAgain } from "./money/card-desk.ts";
import { noteCharges } from "./money/card-trouble.ts";
import { openMoneyDesk } from "./money/money-desk.ts";
import {
  type Asked,
  inWords,
  linesAsked,
  seenUnitOf,
  someDay,
  someGoods,
  tellLines,
  typed,
} from "./orders.ts";

/** Opens the fake card provider, and the shop's work between it and the books. */
export async function openCardDesk(db: Database): Promise<CardDesk> {
  const fake = await startFakeStripe();
  const keys = { secretKey, webhookSecret, publishableKey: "pk_test_fake" };
  const provider = await stripeProvider({ ...keys, apiUrl: fake.url });
  const work: PaymentWork = {
    db,
    provider,
    log: silentLog,
    now: fake.now,
    tellPaid: (tx, orderId) => tellPaid(tx, orderId, shop),
    tellReleased: (tx, orderId) => tellReleased(tx, orderId, shop),
    tellCharged: (tx, paymentId) => sendReceipt(tx, paymentId, shop),
    tellTrouble: (tx, paymentId, trouble) => tellTrouble(tx, paymentId, trouble, shop),
    tellRefused: (tx, orderId) => tellRefused(tx, orderId, shop),
    tellRanOut: (tx, orderId) => tellRanOut(tx, orderId, shop),
  };
  return { fake, work, cards: createCardPayments(work), used: 0, money: openMoneyDesk() };
}

interface GuestOrder {
  key: string;
  guest: string;
  zone: string;
  day: string;
  goods: Asked[];
  card: Card;
}

type Card = (typeof cardsOfGuests)[number];

/** The last two are declined off session; the last one also when its owner authorizes. */
const cardsOfGuests = [
  ...Array(5).fill("pm_card_visa"),
  "pm_card_mastercard",
  "pm_card_authenticationRequired",
  "pm_card_chargeCustomerFail",
] as const;

export const orderByCard = act<GuestOrder>({
  weight: 8,
  choose(world, random) {
    const zone = random.pick([...world.zones.keys()]);
    const day = zone === undefined ? undefined : someDay(world, random, zone);
    if (zone === undefined || day === undefined) return undefined;
    world.serial += 1;
    const goods = someGoods(world, random, 4);
    const guest = `Guest ${world.serial}`;
    const card = random.pick(cardsOfGuests) ?? "pm_card_visa";
    return { key: `order ${world.serial}`, guest, zone, day, goods, card };
  },
  say: ({ key, guest, zone, day, goods, card }) =>
    `${guest} orders ${key} by ${card} for ${day} by ${zone}: ${inWords(goods)}`,
  async run(world, { key, guest, zone, day, goods, card }) {
    const { db, pencil, desk } = world;
    const lines = goods.map((one) => {
      const product = known(world.products, one.product);
      const { price } = pencil.prices.priceFor(guest, product.key, day);
      return {
        productId: product.id,
        quantity: typed(one, world),
        seenUnit: seenUnitOf(product),
        seenPricePerLb: inText(price ?? 100),
      };
    });
    const email = `${guest.toLowerCase().replace(" ", "-")}@example.com`;
    pencil.customer({ id: guest, terms: "on delivery", graceDays: 100_000 });
    await look(world, { guest, zone, day, goods });
    const placed = await placeRetailOrder(
      db,
      {
        requestId: world.newId(),
        lines,
        notes: "",
        allowsSubstitutes: true,
        day: `${known(world.zones, zone).id} ${day}`,
        way: "card",
        contact: {
          name: guest,
          email,
          phone: "604-555-0199",
          address: "2 Sample Street",
          postalCode: zone === "coast" ? "V6B1A1" : "V3G1A1",
          driverNotes: "",
        },
      },
      { shop, minOrderCents: 0, hasCard: true, guest: { network: "", isProved: true } },
    );
    const [payment] = await db.select().from(payments).where(eq(payments.orderId, placed.id));
    const [order] = await db.select().from(orders).where(eq(orders.id, placed.id));
    if (!payment || !order) throw new Error("The order has no payment");
    await pressedAgain(() => desk.cards.prepare(payment.id));
    const [prepared] = await db.select().from(payments).where(eq(payments.id, payment.id));
    desk.used += 1;
    const ref = prepared?.intentRef ?? prepared?.setupRef ?? "";
    const answer = desk.fake.confirm(ref, `${card}:${desk.used}`);
    if (answer === "requires_payment_method") {
      await pressedAgain(() => desk.cards.refresh(payment.id));
      desk.fake.confirm(ref, `pm_card_visa:${desk.used}`);
    } else if (card !== "pm_card_visa" && card !== "pm_card_mastercard") {
      desk.money.refusing.add(key);
    }
    await pressedAgain(() => desk.cards.refresh(payment.id));
    world.guests.set(guest, { key: guest, id: order.customerId });
    const { id, number } = order;
    world.orders.set(key, { key, id, number, buyer: guest, allowsSubstitutes: true });
    pencil.placed({
      id: key,
      number,
      customer: guest,
      site: guest,
      zone,
      day,
      today: todayOf(world),
      lines: await tellLines(world, { id }),
    });
    orderOf(world, key);
  },
});

function look(world: World, one: Pick<GuestOrder, "guest" | "zone" | "day" | "goods">) {
  const { guest, zone, day, goods } = one;
  const { prices } = world.pencil;
  const lines = linesAsked(world, goods).map((line) => ({
    ...line,
    price: prices.priceFor(guest, line.product, day).price ?? 0,
  }));
  const cart = {
    customer: guest,
    site: guest,
    zone,
    day,
    lines,
    postalCode: zone === "coast" ? "V6B1A1" : "V3G1A1",
    quantities: goods.map((good) => typed(good, world)),
    units: goods.map(({ product }) => seenUnitOf(known(world.products, product))),
  };
  const { why } = world.pencil.whyNotPlaced(cart, asking(world));
  return judgeCheckout(world, cart, why);
}

/**
 * Runs what the queue does within a round of five minutes: due holds, jobs, and the provider's
 * events, each delivered twice.
 *
 * @param isDue whether jobs may be due
 * @returns true if a guest's order was touched or anything was done
 */
export async function doCardJobs(world: World, isDue: boolean): Promise<boolean> {
  const { db, desk, touched, guests } = world;
  const { fake, work } = desk;
  const isGuests = [...touched.buyers].some((key) => guests.has(key));
  if (isGuests) await doRounds(work);
  for (let round = 0; round < 10; round += 1) {
    const isWaiting = and(eq(paymentJobs.state, "waiting"), lte(paymentJobs.notBefore, fake.now()));
    const looks = round > 0 || isGuests || isDue;
    const due = looks
      ? await db.select({ id: paymentJobs.id }).from(paymentJobs).where(isWaiting)
      : [];
    const events = fake.webhooks();
    if (due.length === 0 && events.length === 0) return isGuests || round > 0;
    for (const { id } of due) await unlessSilent(() => performJob(work, id));
    // In some rounds the latest event comes first.
    const inOrder = world.serial % 2 === 0 ? events : events.toReversed();
    for (const { body, signature } of [...inOrder, ...events]) {
      const headers = { "stripe-signature": signature };
      const url = "http://shop/api/stripe/webhook";
      const request = new Request(url, { method: "POST", body, headers });
      await answerWebhook({ db, provider: work.provider }, request, silentLog);
    }
    const { rows } = await db.execute<{ ref: string }>(sql`
      delete from pgboss.job where name = 'card-payments' and data ? 'intentRef'
      returning data->>'intentRef' as ref`);
    for (const { ref } of rows) await refreshIntent(work, ref);
  }
  return true;
}

/** Runs a job; one without an answer is retried in the next round, after the provider's events. */
async function unlessSilent(job: () => Promise<void>): Promise<void> {
  try {
    await job();
  } catch (error) {
    if (!(error instanceof CardUnansweredError)) throw error;
  }
}

async function atProvider({ db, desk }: World, orderId: string) {
  const own = await db.select().from(payments).where(eq(payments.orderId, orderId));
  const refs = new Set(own.flatMap(({ intentRef }) => intentRef ?? []));
  let [held, charged, refunded] = [0, 0, 0];
  for (const ref of refs) {
    const intent = desk.fake.intents.get(ref);
    if (!intent) continue;
    held += Number(intent.amount_capturable ?? 0);
    charged += Number(intent.amount_received ?? 0);
    refunded += moneyAt({ desk }, ref).refunded;
  }
  return { held, charged, refunded };
}

/**
 * Compares the cards of changed guests' orders with the pencil, and tells it the charges. A hold
 * may exceed the maximum: less of it is captured, and the rest is released (trade.md 3).
 */
export async function judgeCards(world: World, keys: Iterable<string>): Promise<void> {
  const { pencil } = world;
  for (const key of keys) {
    const order = world.orders.get(key);
    if (!order || !world.guests.has(order.buyer)) continue;
    const { held, charged, refunded } = await atProvider(world, order.id);
    const { state, day } = pencil.order(key);
    const isRefusing = world.desk.money.refusing.has(key);
    const card = pencil.cards.of(key);
    if (charged > card.charged) {
      const cents = charged - card.charged;
      // Authorized and charged at once, since it is packed already.
      if (world.desk.money.late.has(key)) pencil.cards.authorized(key, cents);
      pencil.captured({ id: `card of ${key}`, order: key, day: todayOf(world), cents });
    }
    if (state === "pending" && charged > 0) {
      // A reopened order holds nothing more; its charge is settled once it is finished again.
      same(`held of the card of ${key}, which was charged`, held, 0);
      pencil.cards.released(key);
    } else if (state === "pending") {
      const most = pencil.most(key);
      const right = pencil.isCardSaved(key, todayOf(world)) ? held === 0 : held >= most;
      // A declined order waits for its customer, unless the owner has it packed all the same.
      const isKept = isRefusing && (await isHeldForCard(world, order.id));
      if (!right && !isKept && !(isRefusing && world.desk.money.trusted.has(key))) {
        throw new Finding(
          `${key}, ${daysBetween(todayOf(world), day)} days away, has ${held} held of its card, at most ${most}`,
        );
      }
      pencil.cards.authorized(key, held);
    } else {
      same(`held of the card of ${key}`, held, 0);
      pencil.cards.released(key);
    }
    const told = pencil.cards.of(key);
    same(
      `charged to the card of ${key}`,
      { charged, refunded },
      {
        charged: told.charged,
        refunded: told.refunded,
      },
    );
    await noteCharges(world, key);
    if (isRefusing || world.desk.money.captured.has(key)) continue;
    if (state !== "fulfilled" && state !== "delivered") continue;
    same(`left to capture of ${key}`, 0, pencil.toCapture(key));
    world.desk.money.captured.add(key);
  }
}
