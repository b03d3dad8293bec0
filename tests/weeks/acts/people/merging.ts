import { mergeClients, separateClients } from "#app/features/clients/merge-clients.server.ts";
import { giveStandingOrders } from "#app/features/standing-orders/change-standing-order.server.ts";
import { act } from "../../life/act.ts";
import { judgeFigures } from "../../life/judge.ts";
import { buyerOf, inText, orderOf, shop, todayOf, type World } from "../../life/world.ts";
import { book } from "../money/by-hand.ts";
import { spendCredit } from "../money.ts";

interface Merged {
  from: string;
  into: string;
  /** A payment while they are merged, in cents; null for none. */
  paid: { key: string; cents: number } | null;
}

/** Merges two clients by mistake, and undoes it; meanwhile, one may pay debts of both. */
export const mergeByMistake = act<Merged>({
  weight: 4,
  choose(world, random) {
    const all = [...world.buyers.keys()];
    const from = random.pick(all);
    const into = random.pick(all.filter((key) => key !== from));
    if (from === undefined || into === undefined) return undefined;
    const owed = [from, into].flatMap((key) => world.pencil.openPapers(key));
    const open = owed.reduce((sum, paper) => sum + paper.open, 0);
    if (open === 0 || random.chance(0.4)) return { from, into, paid: null };
    world.serial += 1;
    const cents = Math.max(1, Math.round(open * (random.pick([1, 1.2, random.next()]) ?? 1)));
    return { from, into, paid: { key: `payment ${world.serial}`, cents } };
  },
  say: ({ from, into, paid }) =>
    `${from} is merged into ${into} by mistake, ` +
    `${paid ? `$${inText(paid.cents)} is paid for both (${paid.key}), ` : ""}and they are separated`,
  async run(world, { from, into, paid }) {
    const { db, staff, pencil } = world;
    const [lost, kept] = [buyerOf(world, from), buyerOf(world, into)];
    const services = { shop, giveStandingOrders };
    await mergeClients(db, staff, { customerId: lost.id, intoId: kept.id }, services);
    pencil.books.merge(from, into);
    await judgeAsOne(world, into);
    if (paid) {
      const { key, cents } = paid;
      // One's older credit settles the other's debts first.
      await spendCredit(world, into);
      const entry = { customerId: kept.id, kind: "payment", cents: -cents } as const;
      const how = { method: "etransfer", settles: "oldest first" } as const;
      world.payments.set(key, { entryId: await book(world, { ...entry, ...how }), buyer: into });
      pencil.paid({ id: key, customer: into, day: todayOf(world), cents });
      await spendCredit(world, into);
      await judgeAsOne(world, into);
    }
    await separateClients(db, staff, lost.id, services);
    pencil.books.merge(from);
    for (const { key, buyer } of world.orders.values()) {
      const isOpen = pencil.order(key).state === "pending";
      if (isOpen && (buyer === from || buyer === into)) orderOf(world, key);
    }
  },
});

/** Checks that the surviving record has the debts and orders of both. */
function judgeAsOne(world: World, into: string): Promise<void> {
  return judgeFigures(world, { orders: new Set(), buyers: new Set([into]), runs: new Set() });
}
