import { eq } from "drizzle-orm";
import { askCreditByStaff } from "#app/domain/claims/ask-credit.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import {
  getPayableInvoice,
  startInvoicePayment,
} from "#app/domain/payments/by-link/pay-invoice.server.ts";
import { refundPayment } from "#app/domain/payments/refunds.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { payments } from "#db/schema/money/payments.ts";
import { act, same } from "../../life/act.ts";
import {
  inText,
  known,
  linesOf,
  orderOf,
  personOf,
  Skipped,
  shop,
  todayOf,
  type World,
} from "../../life/world.ts";
import { lineBill, packedLb } from "../../pencil/order.ts";
import { moneyAt, pressedAgain } from "./card-desk.ts";
import { documentOf, freeOf } from "./desk.ts";

interface Paid {
  key: string;
  paper: string;
  buyer: string;
  cents: number;
}

export const payByLink = act<Paid>({
  weight: 4,
  choose(world, random) {
    const people = [...world.buyers.keys(), ...world.guests.keys()];
    const paper = random.pick(
      people
        .flatMap((key) => world.pencil.openPapers(key))
        .filter(({ number, open }) => number > 0 && open >= 50),
    );
    if (!paper) return undefined;
    world.serial += 1;
    const share = random.pick([1, 1, random.next()]) ?? 1;
    const cents = Math.max(50, Math.round(paper.open * share));
    return { key: `charge by link ${world.serial}`, paper: paper.id, buyer: paper.customer, cents };
  },
  say: ({ key, paper, buyer, cents }) =>
    `${buyer} pays $${inText(cents)} of ${paper} by its card link (${key})`,
  async run(world, { key, paper, buyer, cents }) {
    const { db, desk, pencil } = world;
    world.touched.buyers.add(buyer);
    const customer = personOf(world, buyer);
    const { url } = await documentOf(world, paper);
    const token = url?.split("/").at(-1) ?? "";
    const open = (await getPayableInvoice(db, token))?.openCents;
    same(`open at the link of ${paper}`, open, pencil.books.open(paper));
    const asked = { cents, requestId: world.newId() };
    const started = await startInvoicePayment(db, token, asked);
    if ("refused" in started) throw new Refusal(started.refused, started.refused);
    same("a form sent twice", await startInvoicePayment(db, token, asked), started);
    const { paymentId } = started;
    await pressedAgain(() => desk.cards.prepare(paymentId));
    const [prepared] = await db.select().from(payments).where(eq(payments.id, paymentId));
    const ref = prepared?.intentRef ?? "";
    desk.used += 1;
    desk.fake.confirm(ref, `pm_card_visa:${desk.used}`);
    await pressedAgain(() => desk.cards.refresh(paymentId));
    desk.money.charges.set(key, { paymentId, ref, buyer: customer.key, card: key });
    pencil.cards.charged(key, cents);
    pencil.paid({ id: key, customer: buyer, day: todayOf(world), cents, named: [paper] });
  },
});

export const refundCard = act<{ key: string; charge: string; cents: number }>({
  weight: 4,
  choose(world, random) {
    const charge = random.pick(
      [...world.desk.money.charges].filter(([, one]) => freeOf(world, one.buyer) > 0),
    );
    if (!charge) return undefined;
    const [key, { buyer, card }] = charge;
    const { charged, refunded } = world.pencil.cards.of(card);
    const most = Math.min(freeOf(world, buyer), charged - refunded);
    if (most <= 0) return undefined;
    world.serial += 1;
    const share = random.pick([1, random.next(), 1.3]) ?? 1;
    const cents = Math.max(1, Math.round(most * share));
    return { key: `refund ${world.serial}`, charge: key, cents };
  },
  say: ({ key, charge, cents }) =>
    `$${inText(cents)} of ${charge} is refunded to its card (${key})`,
  async run(world, { key, charge, cents }) {
    const { paymentId, buyer, card } = known(world.desk.money.charges, charge);
    world.touched.buyers.add(buyer);
    const requestId = world.newId();
    const ask = () => refundPayment(world.db, world.staff, { paymentId, cents, requestId });
    const refused = await ask();
    if (refused) throw new Refusal(refused, refused);
    // Pressing twice makes only one refund.
    await ask();
    world.desk.money.refunds.push({ charge, cents });
    world.pencil.paidBack({ id: key, customer: buyer, day: todayOf(world), cents, card });
  },
});

/** A bank reports days later that a refund failed, so its amount is the customer's credit again. */
export const failRefund = act<{ key: string; charge: string; cents: number }>({
  weight: 2,
  choose(world, random) {
    const { refunds, charges } = world.desk.money;
    // The fake provider fails the last refund of a charge.
    const last = new Map(refunds.map((one) => [one.charge, one]));
    const one = random.pick([...last.values()].filter(({ charge }) => charges.has(charge)));
    if (!one) return undefined;
    world.serial += 1;
    return { key: `returned ${world.serial}`, ...one };
  },
  say: ({ key, charge, cents }) =>
    `The refund of $${inText(cents)} to the card of ${charge} fails (${key})`,
  async run(world, { key, charge, cents }) {
    const { money, fake } = world.desk;
    const { ref, buyer, card } = known(money.charges, charge);
    const at = money.refunds.findLastIndex((one) => one.charge === charge);
    if (money.refunds[at]?.cents !== cents) throw new Skipped(charge);
    world.touched.buyers.add(buyer);
    fake.failRefund(ref);
    money.refunds.splice(at, 1);
    // The fake can only fail a charge's last refund, so the earlier ones can't fail any more.
    for (const one of [...money.refunds]) {
      if (one.charge === charge) money.refunds.splice(money.refunds.indexOf(one), 1);
    }
    world.pencil.cards.refundFailed(card, cents);
    const credit = {
      id: key,
      customer: buyer,
      kind: "payment",
      cents,
      day: todayOf(world),
    } as const;
    world.pencil.books.receive(credit);
  },
});

export const dispute = act<{ key: string; charge: string; cents: number }>({
  weight: 4,
  choose(world, random) {
    const { charges, disputes } = world.desk.money;
    const one = random.pick([...charges].filter(([key]) => !disputes.has(key)));
    if (!one) return undefined;
    const { charged, refunded } = world.pencil.cards.of(one[1].card);
    if (charged - refunded <= 0) return undefined;
    world.serial += 1;
    return { key: `dispute ${world.serial}`, charge: one[0], cents: charged - refunded };
  },
  say: ({ key, charge, cents }) => `The bank disputes $${inText(cents)} of ${charge} (${key})`,
  async run(world, { key, charge, cents }) {
    const { money, fake } = world.desk;
    const { ref, buyer } = known(money.charges, charge);
    world.touched.buyers.add(buyer);
    fake.dispute(ref, cents);
    money.disputes.set(charge, { cents, isOpen: true });
    money.disputed += cents;
    world.pencil.disputed({ id: key, customer: buyer, day: todayOf(world), cents });
  },
});

export const winDispute = act<{ key: string; charge: string }>({
  weight: 8,
  choose(world, random) {
    const open = [...world.desk.money.disputes].filter(([, { isOpen }]) => isOpen);
    const one = random.pick(open);
    if (!one) return undefined;
    world.serial += 1;
    return { key: `won ${world.serial}`, charge: one[0] };
  },
  say: ({ key, charge }) => `The dispute of ${charge} is won (${key})`,
  async run(world, { key, charge }) {
    const { money, fake } = world.desk;
    const { ref, buyer } = known(money.charges, charge);
    const one = known(money.disputes, charge);
    if (!one.isOpen) throw new Skipped(charge);
    world.touched.buyers.add(buyer);
    fake.endDispute(ref, "won");
    one.isOpen = false;
    money.disputed -= one.cents;
    const { cents } = one;
    world.pencil.books.receive({
      id: key,
      customer: buyer,
      kind: "payment",
      cents,
      day: todayOf(world),
    });
  },
});

interface Credited {
  key: string;
  order: string;
  line: number;
  cents: number;
}

/** A guest's credit is refunded to the card, since no other order could use it. */
export const creditGuest = act<Credited>({
  weight: 6,
  choose(world, random) {
    const { pencil } = world;
    const key = random.pick(
      [...world.orders.values()]
        .filter(({ key, buyer }) => world.guests.has(buyer) && pencil.paperOf(key))
        .map(({ key }) => key),
    );
    if (key === undefined) return undefined;
    const { lines } = pencil.order(key);
    const at = random.pick(
      [...lines.keys()].filter((one) => lines[one] && packedLb(lines[one]) > 0),
    );
    const line = lines[at ?? -1];
    if (at === undefined || !line) return undefined;
    world.serial += 1;
    const share = random.pick([1, random.next(), random.next()]) ?? 1;
    const cents = Math.max(1, Math.round(lineBill(line) * share));
    return { key: `refund ${world.serial}`, order: key, line: at, cents };
  },
  say: ({ key, order, line, cents }) =>
    `$${inText(cents)} of line ${line + 1} of ${order} is credited, and refunded to the card (${key})`,
  async run(world, { key, order: whose, line: at, cents }) {
    const { db, staff, pencil, desk } = world;
    const order = orderOf(world, whose);
    const line = (await linesOf(world, order))[at];
    if (!line) throw new Skipped("line");
    const much = { lb: null, amount: inText(cents) };
    const id = await askCreditByStaff(db, staff, order.id, {
      requestId: world.newId(),
      item: line.id,
      reason: "quality",
      ...much,
      note: "",
      photoId: null,
      payout: undefined,
    });
    const lines = [{ position: 0, ...much }];
    await decideCredit(db, staff, id, { intent: "approve", lines, note: "" }, shop);
    const [customer, day] = [order.buyer, todayOf(world)];
    const note = pencil.credited({ order: whose, day, parts: [{ line: line.id, cents }] });
    const { charged, refunded } = pencil.cards.of(whose);
    const { cents: noted } = pencil.books.credit(note);
    const taken = desk.money.disputes.get(whose);
    const disputed = taken?.isOpen ? taken.cents : 0;
    const back = Math.min(noted, charged - refunded - disputed, freeOf(world, customer));
    if (back <= 0) return;
    desk.money.refunds.push({ charge: whose, cents: back });
    pencil.paidBack({ id: key, customer, day, cents: back, card: whose });
  },
});

/** The provider performs the next request but loses its answer, or never gets the request. */
export const silence = act<{ what: "lose" | "drop"; path: string }>({
  weight: 2,
  choose(_, random) {
    const what = random.pick(["lose", "drop"] as const);
    const path = random.pick(["/capture$", "/refunds$", "/payment_intents$", "/cancel$"]);
    return what && path ? { what, path } : undefined;
  },
  say: ({ what, path }) =>
    `The card provider ${what === "lose" ? "performs but does not answer" : "never gets"} the next request (${path})`,
  async run({ desk }, { what, path }) {
    desk.fake.heal();
    desk.fake[what](new RegExp(`^POST .*${path}`));
  },
});

/** Notes an order's card charge, so that it can be refunded or disputed. */
export async function noteCharges(world: World, key: string): Promise<void> {
  const order = world.orders.get(key);
  if (!order || world.desk.money.charges.has(key)) return;
  const own = await world.db.select().from(payments).where(eq(payments.orderId, order.id));
  const captured = own.find(({ intentRef }) => intentRef && moneyAt(world, intentRef).charged > 0);
  if (!captured?.intentRef) return;
  const { id: paymentId, intentRef: ref } = captured;
  world.desk.money.charges.set(key, { paymentId, ref, buyer: order.buyer, card: key });
}
