import { reopenOrder } from "#app/domain/ordering/transition/reopen-order.server.ts";
import { act, same } from "../../life/act.ts";
import { orderOf, shop, todayOf, type World } from "../../life/world.ts";
import type { WhyNot } from "../../pencil/refusal-book.ts";
import { judged } from "../judged.ts";

// A packed order is opened again before it leaves, packed on, and finished anew.

/** Packed, of an account. What a card paid for goes other ways, which are not lived. */
function reopenable(world: World): string[] {
  const { pencil, orders, buyers } = world;
  return [...orders.values()]
    .filter(({ key, buyer, packedTold = 0 }) => {
      const paper = pencil.paperOf(key);
      const isByCard = pencil.cards.of(key).charged + pencil.cards.of(paper?.id ?? "").charged > 0;
      return (
        buyers.has(buyer) && pencil.order(key).state === "fulfilled" && packedTold < 3 && !isByCard
      );
    })
    .map(({ key }) => key);
}

export const reopen = act<{ key: string }>({
  weight: 6,
  choose(world, random) {
    const today = todayOf(world);
    const all = reopenable(world);
    // Somebody may try it of what has left.
    const early = all.filter((key) => world.pencil.order(key).day > today);
    const key = random.pick(random.chance(0.85) ? early : all);
    return key === undefined ? undefined : { key };
  },
  say: ({ key }) => `${key} is opened again, and its paper taken back`,
  async run(world, { key }) {
    const { db, staff, pencil } = world;
    const order = orderOf(world, key);
    const { day } = pencil.order(key);
    // When a run leaves, the pencil is not told.
    const maybe: WhyNot[] = day <= todayOf(world) ? ["left"] : [];
    const taken = await judged(world, {
      what: `${key} was opened again`,
      ...{ why: pencil.whyNotReopened(key), maybe },
      act: () => reopenOrder(db, staff, order.id, "The scale was wrong", shop),
    });
    const before = pencil.order(key).paper ?? "";
    const by = pencil.reopened({ id: key, day: todayOf(world) });
    same(`what ${key} stood on`, numbered(taken.number), before);
    same(`what took ${before} back`, numbered(taken.takenBackBy), by);
    // What was done at the station is done still.
    for (const { id, state } of pencil.order(key).lines) {
      if (state === "packed" || state === "short") world.done.add(id);
    }
    // Its client has heard that it was packed, and hears of it again.
    order.packedTold = (order.packedTold ?? 0) + 1;
  },
});

const series: Record<string, string> = {
  ...{ INV: "invoice", DN: "delivery note", CN: "credit note", DR: "reversal" },
};

/** "INV-000012" as the pencil calls it. */
const numbered = (number: string) => {
  const [kind = "", digits = ""] = number.split("-");
  return `${series[kind]} ${Number(digits)}`;
};
