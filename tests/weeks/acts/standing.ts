import { asc, eq } from "drizzle-orm";
import {
  bringBack,
  changeStandingOrder,
  createStandingOrder,
  endStandingOrder,
  pauseStandingOrder,
  skipDelivery,
} from "#app/features/standing-orders/change-standing-order.server.ts";
import { orders } from "#db/schema/orders.ts";
import { standingOccurrences, standingOrders } from "#db/schema/usual-orders.ts";
import { act, Finding } from "../life/act.ts";
import type { Random } from "../life/random.ts";
import { buyerOf, known, orderOf, shop, todayOf, type World } from "../life/world.ts";
import { cutOff, plusDays } from "../pencil/days.ts";
import { deliveries, placedFrom } from "../pencil/standing.ts";
import { asking, judged } from "./judged.ts";
import { type Asked, inWords, seenUnitOf, someGoods, tellPlaced, typed, whyNot } from "./orders.ts";

/** The cut-off, as company.ts sets it for every zone. */
const lastOrders = { daysBefore: 1, minutes: 12 * 60 };

/** Days; longer than a small week. */
const farthest = 28;

interface Begun {
  key: string;
  buyer: string;
  site: number;
  zone: string;
  weekday: number;
  everyWeeks: number;
  goods: Asked[];
  allowsSubstitutes: boolean;
}

const weekdays = ["", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export const begin = act<Begun>({
  weight: 3,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.values()]);
    if (!buyer || world.standing.size >= 12) return undefined;
    const site = random.between(0, buyer.sites.length - 1);
    const zone = random.chance(0.15) ? "yard" : (buyer.sites[site]?.zone ?? "yard");
    const weekday = random.pick(known(world.zones, zone).weekdays);
    if (!weekday) return undefined;
    world.serial += 1;
    return {
      key: `standing ${world.serial}`,
      buyer: buyer.key,
      site,
      zone,
      weekday,
      everyWeeks: random.chance(0.8) ? 1 : 2,
      goods: someGoods(world, random, 4),
      allowsSubstitutes: random.chance(0.6),
    };
  },
  say: ({ key, buyer, site, zone, weekday, everyWeeks, goods }) =>
    `${buyer} begins ${key}, ${everyWeeks === 1 ? "every" : "every second"} ${weekdays[weekday]} ` +
    `by ${zone} to site ${site + 1}: ${inWords(goods)}`,
  async run(world, one) {
    const { key, site, zone, weekday, everyWeeks, goods, allowsSubstitutes } = one;
    const buyer = buyerOf(world, one.buyer);
    const startsOn = todayOf(world);
    const lines = linesOf(world, goods);
    const id = await createStandingOrder(world.db, buyer.client, {
      version: 0,
      siteId: buyer.sites[site]?.id ?? "",
      zoneId: known(world.zones, zone).id,
      weekday,
      everyWeeks,
      startsOn,
      endsOn: null,
      poNumber: "",
      notes: "",
      lines,
      allowsSubstitutes,
      callFirst: false,
    });
    world.standing.set(key, {
      ...one,
      id,
      startsOn,
      begunAt: world.clock.now,
      skipped: new Set(),
      decided: new Map(),
    });
  },
});

interface Altered {
  key: string;
  goods: Asked[];
  /** As before unless changed, like the rhythm. */
  weekday: number;
  everyWeeks: number;
  allowsSubstitutes: boolean;
}

/** Changes a standing order; orders already placed stay. */
export const alter = act<Altered>({
  weight: 6,
  choose(world, random) {
    const [key, standing] = random.pick([...world.standing]) ?? [];
    if (!key || !standing) return undefined;
    const { weekday, everyWeeks, zone, allowsSubstitutes } = standing;
    const isMoved = random.chance(0.3);
    const other = random.pick(known(world.zones, zone).weekdays) ?? weekday;
    const kept = standing.goods.filter(() => random.chance(0.6));
    const more = someGoods(world, random, 2).filter(
      ({ product }) => !kept.some((one) => one.product === product),
    );
    const goods = [...kept.map((one) => ({ ...one, much: one.much + 1 })), ...more];
    return {
      key,
      goods: goods.length > 0 ? goods : standing.goods,
      weekday: isMoved ? other : weekday,
      everyWeeks: isMoved ? 3 - everyWeeks : everyWeeks,
      allowsSubstitutes: random.chance(0.8) ? allowsSubstitutes : !allowsSubstitutes,
    };
  },
  say: ({ key, goods, weekday, everyWeeks }) =>
    `${key} is changed to ${everyWeeks === 1 ? "every" : "every second"} ${weekdays[weekday]}: ${inWords(goods)}`,
  async run(world, { key, goods, weekday, everyWeeks, allowsSubstitutes }) {
    const { db, pencil, clock } = world;
    const standing = known(world.standing, key);
    const { id, site, zone, startsOn } = standing;
    const buyer = buyerOf(world, standing.buyer);
    const [stored] = await db.select().from(standingOrders).where(eq(standingOrders.id, id));
    const isOffered = ({ product }: Asked) =>
      pencil.prices.priceFor(buyer.key, product, todayOf(world)).price !== undefined;
    const wanted = {
      siteId: buyer.sites[site]?.id ?? "",
      zoneId: known(world.zones, zone).id,
      version: stored?.version ?? 0,
      weekday,
      everyWeeks,
      startsOn,
      endsOn: null,
      poNumber: "",
      notes: "",
      lines: linesOf(world, goods),
      allowsSubstitutes,
      callFirst: false,
    };
    await judged(world, {
      what: `${key} was changed`,
      why: goods.every(isOffered) ? [] : ["not offered"],
      act: () => changeStandingOrder(db, buyer.client, id, wanted),
    });
    Object.assign(standing, { goods, weekday, everyWeeks, allowsSubstitutes });
    standing.alteredAt = clock.now;
  },
});

function linesOf(world: World, goods: readonly Asked[]) {
  return goods.map((line, row) => {
    const product = known(world.products, line.product);
    const what = { productId: product.id, quantity: typed(line, world) };
    return { row: String(row), ...what, unit: seenUnitOf(product), wish: line.wish ?? null };
  });
}

function someDelivery(world: World, random: Random) {
  const key = random.pick([...world.standing.keys()]);
  const standing = key === undefined ? undefined : world.standing.get(key);
  if (!key || !standing) return undefined;
  const today = todayOf(world);
  const days = deliveries(standing, plusDays(today, 1), plusDays(today, farthest));
  const day = random.pick(days);
  return day ? { key, day } : undefined;
}

/** Skips a delivery by an emailed link, pressed twice. */
export const skip = act<{ key: string; day: string }>({
  weight: 2,
  choose: someDelivery,
  say: ({ key, day }) => `The delivery of ${key} on ${day} is skipped`,
  async run(world, { key, day }) {
    const standing = known(world.standing, key);
    const { client } = buyerOf(world, standing.buyer);
    const placed = standing.decided.get(day);
    const isPending = placed && world.pencil.order(placed).state === "pending";
    const skipping = async () => {
      for (let press = 0; press < 2; press += 1) {
        await skipDelivery(world.db, client, { id: standing.id, day }, shop);
      }
    };
    if (isPending) {
      const { why } = world.pencil.whyNotCancelled(placed, asking(world));
      await judged(world, { what: `${key} was skipped on ${day}`, why, act: skipping });
    } else await skipping();
    if (placed === undefined) standing.skipped.add(day);
    else if (placed !== null) {
      orderOf(world, placed);
      if (world.pencil.order(placed).state !== "cancelled") world.pencil.cancelled(placed);
    }
  },
});

export const unskip = act<{ key: string; day: string }>({
  weight: 0.5,
  choose(world, random) {
    const all = [...world.standing].flatMap(([key, { skipped }]) =>
      [...skipped].map((day) => ({ key, day })),
    );
    return random.pick(all);
  },
  say: ({ key, day }) => `The delivery of ${key} on ${day} is wanted after all`,
  async run(world, { key, day }) {
    const standing = known(world.standing, key);
    const { client } = buyerOf(world, standing.buyer);
    await bringBack(world.db, client, { id: standing.id, day });
    standing.skipped.delete(day);
  },
});

export const pause = act<{ key: string; until: string }>({
  weight: 0.7,
  choose(world, random) {
    const key = random.pick([...world.standing.keys()]);
    return key ? { key, until: plusDays(todayOf(world), random.between(2, 12)) } : undefined;
  },
  say: ({ key, until }) => `${key} is paused until ${until}`,
  async run(world, { key, until }) {
    const standing = known(world.standing, key);
    const { client } = buyerOf(world, standing.buyer);
    await pauseStandingOrder(world.db, client, standing.id, until);
    standing.pausedUntil = until;
  },
});

export const end = act<{ key: string }>({
  weight: 0.5,
  choose(world, random) {
    const key = random.pick([...world.standing.keys()]);
    return key ? { key } : undefined;
  },
  say: ({ key }) => `${key} ends`,
  async run(world, { key }) {
    const standing = known(world.standing, key);
    const { client } = buyerOf(world, standing.buyer);
    await endStandingOrder(world.db, client, standing.id);
    world.standing.delete(key);
  },
});

interface Decided {
  key: string;
  day: string;
  state: string;
  orderId: string | null;
  reason: string;
}

/**
 * Has the shop place due orders. Checks that each delivery is decided once and on time, that its
 * order has the lines and prices of its day, and that a refusal has a reason.
 *
 * @returns the outcome of each delivery decided now, in a few words
 */
export async function placeStanding(world: World): Promise<string[]> {
  await world.jobs.placeStanding();
  const outcomes: string[] = [];
  for (const one of await decidedNow(world)) outcomes.push(await judge(world, one));
  const [today, now] = [todayOf(world), world.clock.now];
  for (const [key, standing] of world.standing) {
    const isClosed = (day: string) => world.closed.has(`${standing.zone} ${day}`);
    for (const day of deliveries(standing, today, plusDays(today, farthest))) {
      if (standing.skipped.has(day)) continue;
      const isTooLate =
        !isClosed(day) &&
        cutOff(day, lastOrders.daysBefore, lastOrders.minutes, isClosed) <=
          Math.max(standing.begunAt, standing.alteredAt ?? 0);
      const isDue = !isTooLate && now >= placedFrom(day, lastOrders, isClosed);
      if (isDue && !standing.decided.has(day)) {
        throw new Finding(`nothing became of ${key} on ${day}, whose time has come`);
      }
    }
  }
  return outcomes;
}

/** Returns newly decided deliveries in the order of the decisions: the first begun comes first. */
async function decidedNow(world: World): Promise<Decided[]> {
  const all: Decided[] = [];
  for (const [key, { id, decided }] of world.standing) {
    const rows = await world.db
      .select()
      .from(standingOccurrences)
      .where(eq(standingOccurrences.standingOrderId, id))
      .orderBy(asc(standingOccurrences.day));
    for (const { day, state, orderId, reason } of rows) {
      if (decided.has(day) || state === "skipped" || state === "placing") continue;
      all.push({ key, day, state, orderId, reason });
    }
  }
  return all;
}

async function judge(world: World, { key, day, state, orderId, reason }: Decided): Promise<string> {
  const standing = known(world.standing, key);
  const { zone, goods, site } = standing;
  const buyer = buyerOf(world, standing.buyer);
  const isClosed = (other: string) => world.closed.has(`${zone} ${other}`);
  if (world.clock.now < placedFrom(day, lastOrders, isClosed)) {
    throw new Finding(`${key} on ${day} was ${state} before its time`);
  }
  if (standing.skipped.has(day)) throw new Finding(`${key} on ${day} is skipped and ${state}`);
  const offered = goods.filter(
    ({ product }) => world.pencil.prices.priceFor(buyer.key, product, day).price !== undefined,
  );
  const asked = { ...standing, key: "", day, goods: offered };
  const why = offered.length === 0 ? ["nothing is offered"] : whyNot(world, asked);
  if (state === "placed" && orderId !== null) {
    if (why.length > 0) {
      throw new Finding(`${key} on ${day} was placed, although it is ${why.join(" and ")}`);
    }
    world.serial += 1;
    const placed = `order ${world.serial}`;
    standing.decided.set(day, placed);
    world.ofStanding.add(placed);
    await tellPlaced(world, { ...asked, key: placed, site }, await storedOrder(world, orderId));
    return world.pencil.order(placed).holds.size > 0 ? "placed and held" : "placed";
  }
  standing.decided.set(day, null);
  if (state === "closed" ? !isClosed(day) : why.length === 0) {
    throw new Finding(`${key} on ${day} was ${state} (${reason}), but nothing forbids it`);
  }
  return state === "closed" ? "closed" : `refused: ${why.join(" and ")}`;
}

async function storedOrder(world: World, id: string) {
  const [order] = await world.db
    .select({
      id: orders.id,
      number: orders.number,
      placedAt: orders.placedAt,
      totalPrice: orders.totalPrice,
      isNewClient: orders.isNewClient,
    })
    .from(orders)
    .where(eq(orders.id, id));
  if (!order) throw new Finding(`the order ${id} of a standing order is not there`);
  return order;
}
