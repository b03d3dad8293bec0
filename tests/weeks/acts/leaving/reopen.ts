import { reopenOrder } from "#app/domain/ordering/transition/reopen-order.server.ts";
import { act, same } from "../../life/act.ts";
import { known, orderOf, shop, todayOf, type World } from "../../life/world.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { judged } from "../judged.ts";

// A packed order is reopened before it leaves, changed, and finished again.

/** Returns packed orders of accounts, and of guests whose card was charged. */
function reopenable({ pencil, orders, buyers }: World): string[] {
  return [...orders.values()]
    .filter(({ key, buyer, packedTold = 0 }) => {
      const isPaid = buyers.has(buyer) || pencil.cards.of(key).charged > 0;
      return isPaid && pencil.order(key).state === "fulfilled" && packedTold < 3;
    })
    .map(({ key }) => key);
}

export const reopen = act<{ key: string }>({
  weight: 8,
  choose(world, random) {
    const today = todayOf(world);
    const every = reopenable(world);
    const ofGuests = every.filter((key) => world.guests.has(known(world.orders, key).buyer));
    const all = ofGuests.length > 0 && random.chance(0.4) ? ofGuests : every;
    // Some try it with an order that has left.
    const early = all.filter((key) => world.pencil.order(key).day > today);
    const key = random.pick(random.chance(0.85) ? early : all);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `${key} is opened again, and its paper taken back`,
  async run(world, { key }) {
    const { db, staff, pencil } = world;
    const order = orderOf(world, key);
    const { day } = pencil.order(key);
    // The pencil isn't told when a run leaves.
    const maybe: WhyNot[] = day <= todayOf(world) ? ["left"] : [];
    const taken = await judged(world, {
      what: `${key} was opened again`,
      why: pencil.whyNotReopened(key),
      maybe,
      act: () => reopenOrder(db, staff, order.id, "The scale was wrong", shop),
    });
    const before = pencil.order(key).paper ?? "";
    const keepsFee = world.guests.has(order.buyer);
    const by = pencil.reopened({ id: key, day: todayOf(world), keepsFee });
    same(`what ${key} stood on`, numbered(taken.number), before);
    same(`what took ${before} back`, numbered(taken.takenBackBy), by);
    // Lines that were done at the station stay done.
    for (const { id, state } of pencil.order(key).lines) {
      if (state === "packed" || state === "short") world.done.add(id);
    }
    // The client was told that it was packed, and is told again.
    order.packedTold = (order.packedTold ?? 0) + 1;
  },
});

/**
 * Tells the pencil the refund of what was charged too much, once a reopened order is finished again
 * or cancelled. A shortfall stays open for the invoice's link.
 */
export function tellCardBack(world: World, key: string): void {
  const { pencil, desk, guests } = world;
  const { buyer } = orderOf(world, key);
  if (!guests.has(buyer)) return;
  const dispute = desk.money.disputes.get(key);
  const cents = pencil.cardBack(key, dispute?.isOpen ? dispute.cents : 0);
  if (cents === 0) return;
  const id = `back of ${pencil.order(key).paper ?? key}`;
  desk.money.refunds.push({ charge: key, cents });
  pencil.paidBack({ id, customer: buyer, day: todayOf(world), cents, card: key });
}

const series: Record<string, string> = {
  INV: "invoice",
  DN: "delivery note",
  CN: "credit note",
  DR: "reversal",
};

/** Converts "INV-000012" to the pencil's name. */
const numbered = (number: string) => {
  const [kind = "", digits = ""] = number.split("-");
  return `${series[kind]} ${Number(digits)}`;
};
