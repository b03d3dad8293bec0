import { billDifference } from "#app/domain/documents/debits/debits.server.ts";
import { invoiceNow } from "#app/domain/documents/monthly/monthly-invoices.server.ts";
import {
  type Booked,
  bookByHand,
  type HandEntry,
  takeBack as unsettle,
} from "#app/features/collecting/by-hand.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { act, same } from "../../life/act.ts";
import { buyerOf, inText, known, orderOf, shop, todayOf, type World } from "../../life/world.ts";
import { allOpen, debtOf, documentOf, freeOf } from "./desk.ts";

/** @returns the entry that was booked */
export function bookedOr({ entryId, refused }: Booked): string {
  if (refused) throw new Refusal(refused, refused);
  return entryId;
}

export async function book(world: World, entry: HandEntry): Promise<string> {
  const own = { requestId: world.newId(), ...entry };
  const booked = bookedOr(await bookByHand(world.db, world.staff, own));
  same("what is sent twice", await bookByHand(world.db, world.staff, own), { entryId: booked });
  return booked;
}

interface Amount {
  key: string;
  buyer: string;
  cents: number;
}

export const charge = act<Amount>({
  weight: 3,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.keys()]);
    if (buyer === undefined) return undefined;
    world.serial += 1;
    return { key: `charge ${world.serial}`, buyer, cents: random.between(1, 9000) };
  },
  say: ({ key, buyer, cents }) => `${buyer} is charged $${inText(cents)} by hand (${key})`,
  async run(world, { key, buyer, cents }) {
    const { id: customerId } = buyerOf(world, buyer);
    const entry = { customerId, kind: "adjustment", cents, note: "Broken crate" } as const;
    world.desk.money.debts.set(key, await book(world, entry));
    world.pencil.charged({ id: key, customer: buyer, day: todayOf(world), cents });
  },
});

export const give = act<Amount>({
  weight: 2,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.keys()]);
    if (buyer === undefined) return undefined;
    world.serial += 1;
    return { key: `gift ${world.serial}`, buyer, cents: random.between(1, 6000) };
  },
  say: ({ key, buyer, cents }) => `${buyer} is credited $${inText(cents)} by hand (${key})`,
  async run(world, { key, buyer, cents }) {
    const { id: customerId } = buyerOf(world, buyer);
    const note = "For the trouble";
    await book(world, { customerId, kind: "adjustment", cents: -cents, note });
    world.pencil.givenFree({ id: key, customer: buyer, day: todayOf(world), cents });
  },
});

export const payBack = act<Amount>({
  weight: 3,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.keys()].filter((key) => freeOf(world, key) > 0));
    if (buyer === undefined) return undefined;
    world.serial += 1;
    const free = freeOf(world, buyer);
    const share = random.pick([1, 1, 0.5, random.next(), 1.1]) ?? 1;
    const cents = Math.max(1, Math.round(free * share));
    return { key: `refund ${world.serial}`, buyer, cents };
  },
  say: ({ key, buyer, cents }) => `${buyer} is refunded $${inText(cents)} by cheque (${key})`,
  async run(world, { key, buyer, cents }) {
    const { id: customerId } = buyerOf(world, buyer);
    const entry = { customerId, kind: "refund", cents, method: "cheque" } as const;
    world.desk.money.debts.set(key, await book(world, { ...entry, settles: "oldest first" }));
    world.pencil.paidBack({ id: key, customer: buyer, day: todayOf(world), cents });
  },
});

/** A customer pays an order's maximum, or a part of it, before delivery. */
export const payAhead = act<Amount & { order: string }>({
  weight: 6,
  choose(world, random) {
    const waiting = [...world.orders.values()].filter(({ key }) => {
      const { state, holds } = world.pencil.order(key);
      return state === "pending" && holds.has("prepay");
    });
    const order = random.pick(waiting);
    if (!order) return undefined;
    world.serial += 1;
    const missing = Math.min(world.pencil.most(order.key), world.pencil.exposure(order.buyer));
    const share = random.pick([1, 1, 1, 0.5]) ?? 1;
    const cents = Math.max(1, Math.round(missing * share));
    return { key: `payment ${world.serial}`, buyer: order.buyer, order: order.key, cents };
  },
  say: ({ key, buyer, order, cents }) =>
    `${buyer} pays $${inText(cents)} for ${order} before it is delivered (${key})`,
  async run(world, { key, buyer, order, cents }) {
    orderOf(world, order);
    const { id: customerId } = buyerOf(world, buyer);
    const entry = { customerId, kind: "payment", cents: -cents, method: "etransfer" } as const;
    const entryId = await book(world, { ...entry, settles: "oldest first" });
    world.payments.set(key, { entryId, buyer });
    world.pencil.paid({ id: key, customer: buyer, day: todayOf(world), cents });
  },
});

interface WrittenOff {
  key: string;
  paper: string;
  buyer: string;
  cents: number;
}

export const writeOff = act<WrittenOff>({
  weight: 3,
  choose(world, random) {
    const paper = random.pick(allOpen(world));
    if (!paper) return undefined;
    world.serial += 1;
    const share = random.pick([1, random.next()]) ?? 1;
    const cents = Math.max(1, Math.round(paper.open * share));
    return { key: `loss ${world.serial}`, paper: paper.id, buyer: paper.customer, cents };
  },
  say: ({ key, paper, buyer, cents }) =>
    `$${inText(cents)} of ${paper} of ${buyer} is written off (${key})`,
  async run(world, { key, paper, buyer, cents }) {
    const { id: customerId } = buyerOf(world, buyer);
    const settles = [{ entryId: await debtOf(world, paper), cents }];
    const entry = { customerId, kind: "write_off", cents: -cents, note: "Lost" } as const;
    await book(world, { ...entry, settles });
    world.pencil.writtenOff({ id: key, paper, day: todayOf(world), cents });
  },
});

interface Settled {
  payment: string;
  paper: string;
  buyer: string;
}

export const takeBack = act<Settled>({
  weight: 2,
  choose(world, random) {
    const settled = [...world.payments].flatMap(([payment, { buyer }]) => {
      const { settles, rounding = 0 } = world.pencil.books.credit(payment);
      // The shop leaves cash rounding in place, which the pencil has in one sum with the payment.
      if (rounding !== 0) return [];
      return settles
        .filter(({ paper }) => paper.startsWith("invoice ") || paper.startsWith("charge "))
        .map(({ paper }) => ({ payment, paper, buyer }));
    });
    return random.pick(settled);
  },
  say: ({ payment, paper }) => `The settlement of ${paper} by ${payment} is taken back`,
  async run(world, { payment, paper, buyer }) {
    const { id: customerId } = buyerOf(world, buyer);
    const { entryId: creditId } = known(world.payments, payment);
    const pair = { customerId, creditId, debitId: await debtOf(world, paper) };
    bookedOr(await unsettle(world.db, world.staff, pair));
    world.pencil.books.unsettle(payment, paper);
  },
});

export const billNow = act<{ buyer: string }>({
  weight: 1,
  choose(world, random) {
    const buyer = random.pick(
      [...world.buyers.keys()].filter((key) => world.pencil.notInvoiced(key) > 0),
    );
    return buyer === undefined ? undefined : { buyer };
  },
  say: ({ buyer }) => `${buyer} is invoiced before the month ends`,
  async run(world, { buyer }) {
    const { id: customerId } = buyerOf(world, buyer);
    const upTo = world.pencil.lastNumber("delivery note");
    const number = await invoiceNow(world.db, world.staff, { customerId, upTo }, shop);
    const paper = world.pencil.billedNow({ customer: buyer, day: todayOf(world) });
    same(`invoice of ${buyer}`, Number(number?.split("-")[1]), Number(paper?.split(" ")[1]));
  },
});

interface Debited {
  order: string;
  paper: string;
  cents: number;
  tax: "Z" | "G" | "GP";
}

export const debit = act<Debited>({
  weight: 2,
  choose(world, random) {
    const billed = [...world.orders.values()].flatMap(({ key, buyer }) => {
      const paper = world.buyers.has(buyer) ? world.pencil.paperOf(key) : undefined;
      return paper ? [{ order: key, paper: paper.id }] : [];
    });
    const one = random.pick(billed);
    const tax = random.pick(["Z", "Z", "G", "GP"] as const);
    return one && tax && { ...one, tax, cents: random.between(1, 8000) };
  },
  say: ({ order, cents, tax }) =>
    `${order} was billed $${inText(cents)} (${tax}) too little, which is debited`,
  async run(world, { order: key, paper, cents, tax }) {
    const order = orderOf(world, key);
    const { id, number } = await documentOf(world, paper);
    const dollars = inText(cents);
    const what = { position: null, description: "Difference", unit: "each" } as const;
    const line = { ...what, packed: "1.00", unitPrice: dollars, amount: dollars, taxCode: tax };
    const typed = { requestId: world.newId(), reason: "Forgotten", lines: [line] };
    const invoice = { id, number, orderId: order.id };
    const bill = () => billDifference(world.db, world.staff, invoice, typed, shop);
    const issued = await bill();
    same("what is billed twice", await bill(), issued);
    const parts = [{ cents, tax }];
    world.pencil.debited({ customer: order.buyer, order: key, day: todayOf(world), parts });
  },
});
