import type { Client } from "#app/domain/access/capability.ts";
import { approveOrder } from "#app/domain/ordering/holding/approval.server.ts";
import { act } from "../life/act.ts";
import { buyerOf, known, orderOf, shop, type World } from "../life/world.ts";
import { asking, judged } from "./judged.ts";
import {
  approvalsOf,
  askJudged,
  cancelledBy,
  type Placed,
  pendingOf,
  placedInWords,
  placedNow,
  tellPlaced,
} from "./orders.ts";

// Orders of buyers with a limit, approved or declined by another member (trade.md 7).

export const placeAsMember = act<Placed & { by: string }>({
  weight: 10,
  choose(world, random) {
    const cooks = [...world.members.values()].filter((one) => one.approveOver !== undefined);
    const by = random.pick(cooks);
    const placed = by && placedNow(world, random, world.buyers.get(by.buyer));
    return placed && { ...placed, by: by.key };
  },
  say: (one) => `Through ${one.by}, ${placedInWords(one)}`,
  async run(world, one) {
    const { client } = known(world.members, one.by);
    await tellPlaced(world, one, await askJudged(world, one, client));
  },
});

interface Answered {
  key: string;
  /** A member, or the buyer's own name for the account's owner. */
  by: string;
}

/** Returns the members who may approve a buyer's orders. */
export const approversOf = (world: World, buyer: string): string[] => [
  buyer,
  ...[...world.members.values()]
    .filter((one) => one.buyer === buyer && one.approveOver === undefined)
    .map(({ key }) => key),
];

const clientOf = (world: World, key: string): Client =>
  (world.members.get(key) ?? buyerOf(world, key)).client;

const waiting = (world: World) =>
  pendingOf(world).filter(({ key }) => world.pencil.order(key).holds.has("approval"));

export const approve = act<Answered>({
  weight: 9,
  choose(world, random) {
    const order = random.pick(waiting(world));
    const by = order && random.pick(approversOf(world, order.buyer));
    return order && by !== undefined ? { key: order.key, by } : undefined;
  },
  say: ({ key, by }) => `${by} approves ${key}`,
  async run(world, { key, by }) {
    const { db, pencil } = world;
    const order = orderOf(world, key);
    const at = asking(world);
    await judged(world, {
      what: `${key} was approved`,
      ...pencil.whyNotApproved(key, at),
      act: () => approveOrder(db, clientOf(world, by), order.id, shop),
    });
    pencil.approved(key, at);
    approvalsOf(world, key).approved += 1;
  },
});

/** Declining means cancelling the order. */
export const decline = act<Answered>({
  weight: 3,
  choose(world, random) {
    const order = random.pick(waiting(world));
    const by = order && random.pick(approversOf(world, order.buyer));
    return order && by !== undefined ? { key: order.key, by } : undefined;
  },
  say: ({ key, by }) => `${by} declines ${key}, which cancels it`,
  run: (world, { key, by }) => cancelledBy(world, key, clientOf(world, by)),
});

/** Cancels unapproved orders once their cut-off has passed. */
export function lapseUnapproved(world: World): void {
  for (const key of world.pencil.lapsed(asking(world))) {
    orderOf(world, key);
    approvalsOf(world, key).isLapsed = true;
  }
}
