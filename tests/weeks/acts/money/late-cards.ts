import { eq } from "drizzle-orm";
import { releaseOrder } from "#app/domain/ordering/holding/release-order.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import { bookByHand } from "#app/features/collecting/by-hand.server.ts";
import { payments } from "#db/schema/money/payments.ts";
import { act } from "../../life/act.ts";
import { inText, orderOf, personOf, Skipped, shop, todayOf, type World } from "../../life/world.ts";
import { bookedOr } from "./by-hand.ts";
import { isHeldForCard, pressedAgain, waitingPayment } from "./card-desk.ts";

// Orders whose card was declined: another card is given, or they leave before the money comes.

/** Returns open orders whose card was declined, and for which a condition holds. */
async function refusedOrders(world: World, is: (order: string) => Promise<boolean>) {
  const found: string[] = [];
  for (const key of world.desk.money.refusing) {
    const order = world.orders.get(key);
    if (!order || world.pencil.order(key).state === "cancelled") continue;
    if (await is(order.id)) found.push(key);
  }
  return found;
}

/** The customer gives another card, by the emailed link. */
export const otherCard = act<{ key: string }>({
  weight: 14,
  async choose(world, random) {
    const waits = async (id: string) => (await waitingPayment(world, id)) !== undefined;
    const key = random.pick(await refusedOrders(world, waits));
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `The guest of ${key} gives another card`,
  async run(world, { key }) {
    const { db, desk } = world;
    const order = orderOf(world, key);
    const payment = await waitingPayment(world, order.id);
    if (!payment) throw new Skipped(key);
    await pressedAgain(() => desk.cards.prepare(payment.id));
    const [prepared] = await db.select().from(payments).where(eq(payments.id, payment.id));
    const ref = prepared?.intentRef ?? prepared?.setupRef;
    if (!ref || !["confirming", "needs_customer"].includes(prepared?.state ?? "")) {
      throw new Skipped(key);
    }
    desk.used += 1;
    desk.fake.confirm(ref, `pm_card_visa:${desk.used}`);
    await pressedAgain(() => desk.cards.refresh(payment.id));
    desk.money.refusing.delete(key);
    if (prepared?.intentRef) world.pencil.cardGiven(key, todayOf(world));
    if (world.pencil.order(key).state !== "pending") desk.money.late.add(key);
  },
});

/** The owner has the order packed all the same. */
export const packWithoutCard = act<{ key: string }>({
  weight: 40,
  async choose(world, random) {
    const held = await refusedOrders(world, (id) => isHeldForCard(world, id));
    const pending = held.filter((key) => world.pencil.order(key).state === "pending");
    const key = random.pick(pending);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `Staff release ${key}, whose card was declined`,
  async run(world, { key }) {
    const { id } = orderOf(world, key);
    const why = { id, reason: "card", note: "We know them" } as const;
    await releaseOrder(world.db, world.staff, why, shop, officeSettings.defaults);
    world.desk.money.trusted.add(key);
  },
});

interface Paid {
  key: string;
  guest: string;
  paper: string;
  cents: number;
}

/** A guest pays an open invoice in another way, in full or in part. */
export const guestPays = act<Paid>({
  weight: 5,
  choose(world, random) {
    const guests = [...world.guests.keys()];
    const paper = random.pick(guests.flatMap((key) => world.pencil.openPapers(key)));
    if (!paper) return undefined;
    world.serial += 1;
    const share = random.pick([1, random.next(), random.next()]) ?? 1;
    const cents = Math.max(1, Math.round(paper.open * share));
    return { key: `payment ${world.serial}`, guest: paper.customer, paper: paper.id, cents };
  },
  say: ({ key, guest, cents }) => `${guest} pays $${inText(cents)} by e-transfer (${key})`,
  async run(world, { key, guest, cents }) {
    world.touched.buyers.add(guest);
    const { id: customerId } = personOf(world, guest);
    const entry = { customerId, kind: "payment", cents: -cents, method: "etransfer" } as const;
    const settles = "oldest first" as const;
    const booked = bookedOr(await bookByHand(world.db, world.staff, { ...entry, settles }));
    world.payments.set(key, { entryId: booked, buyer: guest });
    world.pencil.paid({ id: key, customer: guest, day: todayOf(world), cents });
  },
});
