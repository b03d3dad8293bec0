import { askDeposit as ask } from "#app/domain/ordering/holding/deposit.server.ts";
import { takePayment } from "#app/features/collecting/pay-order.server.ts";
import { act } from "../../life/act.ts";
import type { Random } from "../../life/random.ts";
import { inText, orderOf, shop, todayOf, type World } from "../../life/world.ts";

// Deposits that staff request before cutting an order, and their payment at the desk.

interface Deposit {
  order: string;
  cents: number;
}

/** Returns buyers' orders only, since guests pay by card. */
const waiting = ({ orders, buyers, pencil }: World, isAsked: boolean) =>
  [...orders.values()].filter(({ key, buyer }) => {
    const { state, holds } = pencil.order(key);
    return buyers.has(buyer) && state === "pending" && holds.has("deposit") === isAsked;
  });

/** Prefers customers with overdue debts, which a deposit must not reduce. */
function ofLate(world: World, random: Random, all: ReturnType<typeof waiting>) {
  const late = all.filter(
    ({ buyer }) => world.pencil.overdueToHold(buyer, todayOf(world)) > 0 && random.chance(0.9),
  );
  return random.pick(late.length > 0 ? late : all);
}

/** True if the deposit was paid; it is requested only once. */
const isPaid = ({ pencil }: World, { key, buyer }: { key: string; buyer: string }) =>
  pencil.books
    .creditsOf(buyer)
    .some(({ keptFor }) => typeof keptFor === "object" && keptFor.order === key);

export const askDeposit = act<Deposit>({
  weight: 8,
  choose(world, random) {
    const all = waiting(world, false).filter((one) => !isPaid(world, one));
    const order = ofLate(world, random, all);
    if (!order) return undefined;
    const most = world.pencil.most(order.key);
    if (most < 1) return undefined;
    return { order: order.key, cents: random.between(1, most) };
  },
  say: ({ order, cents }) => `A deposit of $${inText(cents)} is requested for ${order}`,
  async run(world, { order: key, cents }) {
    const { id } = orderOf(world, key);
    await ask(world.db, world.staff, id, cents, shop);
    world.desk.money.deposits.set(key, cents);
    world.pencil.held(key, "deposit");
  },
});

export const payDeposit = act<{ order: string; key: string }>({
  weight: 16,
  choose(world, random) {
    const order = ofLate(world, random, waiting(world, true));
    if (!order) return undefined;
    world.serial += 1;
    return { order: order.key, key: `deposit ${world.serial}` };
  },
  say: ({ order, key }) => `The deposit of ${order} is paid at the desk (${key})`,
  async run(world, { order: orderKey, key }) {
    const { id } = orderOf(world, orderKey);
    const cents = world.desk.money.deposits.get(orderKey) ?? 0;
    const payment = {
      requestId: world.newId(),
      amount: cents,
      method: "cash",
      reference: "",
    } as const;
    await takePayment(world.db, world.staff, id, payment, shop);
    world.pencil.released(orderKey, "deposit");
    world.pencil.deposited({ id: key, order: orderKey, day: todayOf(world), cents });
  },
});
