import { and, eq, isNull } from "drizzle-orm";
import type { Client } from "#app/domain/access/capability.ts";
import {
  changeOrder,
  changeOwnOrder,
  costsOfOwnChange,
} from "#app/domain/ordering/changing/change-order.server.ts";
import { changeDay, changeDayForClient } from "#app/domain/ordering/delivery/change-day.server.ts";
import { DayPricesError } from "#app/domain/ordering/delivery/day-prices.server.ts";
import { asSeen } from "#app/domain/ordering/delivery/day-prices.ts";
import { releaseOrder } from "#app/domain/ordering/holding/release-order.server.ts";
import { officeSettings } from "#app/domain/ordering/office-limits.ts";
import type { PlacedOrder } from "#app/domain/ordering/placing/order-rules.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import {
  cancelOrder,
  cancelOwnOrder,
} from "#app/domain/ordering/transition/cancel-order.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { orderHolds, orders } from "#db/schema/orders.ts";
import type { HoldReason } from "#db/schema/values/orders.ts";
import type { Wish } from "#db/schema/values/wishes.ts";
import { act, same } from "../life/act.ts";
import { Random } from "../life/random.ts";
import { doTogether } from "../life/wires.ts";
import {
  type Approvals,
  type Buyer,
  buyerOf,
  inHundredths,
  inText,
  keyOfProduct,
  known,
  type LifeOrder,
  linesOf,
  orderOf,
  type Product,
  Skipped,
  type StoredLine,
  shop,
  todayOf,
  type World,
} from "../life/world.ts";
import { plusDays, weekday } from "../pencil/days.ts";
import type { LineAsked } from "../pencil/order.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";
import { judgeChangeShown, judgeDayTotals, judgePad, lookAtChange } from "./before/previews.ts";
import { asking, judged } from "./judged.ts";
import { tellCardBack } from "./leaving/reopen.ts";

export interface Asked {
  product: string;
  /** Pieces for products sold by the piece, else hundredths of a lb. */
  much: number;
  /** The usual wish by default. */
  wish?: Wish;
}

const wishes: Wish[] = [
  { thickness: "1.25", perPack: "2", trim: "", note: "" },
  { thickness: "", perPack: "", trim: "lean", note: "tied" },
];

const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };

export function someGoods(world: World, random: Random, most: number): Asked[] {
  return random.some([...world.products.values()], random.between(1, most)).map((product) => ({
    product: product.key,
    much: product.typicalLb === undefined ? random.between(150, 2600) : random.between(1, 9),
    ...(random.chance(0.2) && { wish: random.pick(wishes) }),
  }));
}

/** Picks one of the next days that a zone is served. */
export function someDay(world: World, random: Random, zone: string): string | undefined {
  const { weekdays } = known(world.zones, zone);
  const days = Array.from({ length: 9 }, (_, ahead) => plusDays(todayOf(world), ahead));
  return random.pick(
    days.filter(
      (day) => weekdays.includes(weekday(day) || 7) && !world.closed.has(`${zone} ${day}`),
    ),
  );
}

export function typed({ product, much }: Asked, world: World): string {
  return known(world.products, product).typicalLb === undefined ? inText(much) : String(much);
}

export const inWords = (goods: readonly Asked[]) =>
  goods.map(({ product, much }) => `${product} ${much}`).join(", ");

function asTold(world: World, lines: readonly StoredLine[]): LineAsked[] {
  return lines.map((line) => {
    const product = known(world.products, keyOfProduct(world, line.productId));
    return {
      id: line.id,
      product: product.key,
      price: inHundredths(line.pricePerLb),
      ...(line.orderedPieces === null
        ? { lb: inHundredths(line.quantity) }
        : { pieces: line.orderedPieces, typicalLb: product.typicalLb ?? 0 }),
      overPercent: product.overPercent,
      tax: product.tax,
    };
  });
}

/** Returns a new order's lines for the pencil. */
export async function tellLines(world: World, order: Pick<LifeOrder, "id">): Promise<LineAsked[]> {
  return asTold(world, await linesOf(world, order));
}

async function storedHolds(world: World, { id }: Pick<LifeOrder, "id">): Promise<HoldReason[]> {
  const open = await world.db
    .select({ reason: orderHolds.reason })
    .from(orderHolds)
    .where(and(eq(orderHolds.orderId, id), isNull(orderHolds.releasedAt)));
  return open.map(({ reason }) => reason).sort();
}

export interface Placed {
  key: string;
  buyer: string;
  site: number;
  zone: string;
  day: string;
  goods: Asked[];
  allowsSubstitutes: boolean;
  /** The member who orders; by default, the account's owner. */
  by?: string;
  /** True if staff override cut-off, room, minimum and stock for a reason. */
  isForced?: boolean;
}

export function placedNow(
  world: World,
  random: Random,
  buyer: Buyer | undefined,
): Placed | undefined {
  if (!buyer) return undefined;
  world.serial += 1;
  const key = `order ${world.serial}`;
  let one = wished(world, random, key, buyer);
  // Most avoid what would be refused.
  for (let turn = 0; turn < 6 && one && whyNot(world, one).length > 0; turn += 1) {
    if (random.chance(0.1)) break;
    one = wished(world, random, key, buyer);
  }
  return one;
}

function wished(world: World, random: Random, key: string, buyer: Buyer): Placed | undefined {
  const site = random.between(0, buyer.sites.length - 1);
  const zone = random.chance(0.15) ? "yard" : (buyer.sites[site]?.zone ?? "yard");
  const day = someDay(world, random, zone);
  if (!day) return undefined;
  return {
    key,
    buyer: buyer.key,
    site,
    zone,
    day,
    goods: someGoods(world, random, 5),
    allowsSubstitutes: random.chance(0.6),
  };
}

export const placedInWords = ({ key, buyer, site, zone, day, goods }: Placed) =>
  `${buyer} places ${key} for ${day} by ${zone} to site ${site + 1}: ${inWords(goods)}`;

/** @param by who orders; the buyer by default */
function ask(
  world: World,
  { buyer: whose, site, zone, day, goods, allowsSubstitutes, isForced }: Placed,
  by?: Client,
) {
  const buyer = buyerOf(world, whose);
  const to = buyer.sites[site];
  if (!to) throw new Error("No such site");
  const lines = goods.map((one) => {
    const product = known(world.products, one.product);
    const { price } = world.pencil.prices.priceFor(buyer.key, product.key, day);
    return {
      productId: product.id,
      quantity: typed(one, world),
      seenUnit: seenUnitOf(product),
      wish: one.wish ?? null,
      // A product that isn't offered is refused, whatever price was seen.
      seenPricePerLb: inText(price ?? 100),
    };
  });
  const asked = {
    requestId: world.newId(),
    lines,
    allowsSubstitutes,
    site: to.id,
    day: `${known(world.zones, zone).id} ${day}`,
    ...(isForced && { override: "The butcher knows" }),
  };
  return placeOrder(world.db, by ?? buyer.client, asked, rules);
}

/** Converts goods to lines of an order, at the day's prices. */
export const linesAsked = ({ products }: Pick<World, "products">, goods: readonly Asked[]) =>
  goods.map(({ product, much }): LineAsked => {
    const { key, typicalLb, overPercent, tax } = known(products, product);
    const measure = typicalLb === undefined ? { lb: much } : { pieces: much, typicalLb };
    return { id: key, product: key, price: 0, overPercent, tax, ...measure };
  });

function previewed(world: World, { buyer: whose, site, zone, day, goods }: Placed) {
  const { key, sites } = buyerOf(world, whose);
  const lines = linesAsked(world, goods);
  return { customer: key, site: sites[site]?.key ?? "", zone, day, lines };
}

/** Reasons why the rules forbid the order. */
export function whyNot(world: World, one: Placed, isByStaff = false): WhyNot[] {
  const { isForced = false } = one;
  const who = { ...asking(world), isByStaff, isForced };
  return world.pencil.whyNotPlaced(previewed(world, one), who).why;
}

/** Checks what the client's order form shows beforehand. */
async function look(world: World, one: Placed, why: WhyNot[], by?: Client): Promise<void> {
  const buyer = buyerOf(world, one.buyer);
  const site = buyer.sites[one.site];
  const isHere = site?.zone === one.zone || known(world.zones, one.zone).isPickup;
  if (!site || !isHere || by?.onBehalf || one.isForced) return;
  const asked = {
    ...previewed(world, one),
    siteId: site.id,
    quantities: one.goods.map((good) => typed(good, world)),
    units: one.goods.map(({ product }) => seenUnitOf(known(world.products, product))),
  };
  await judgePad(world, asked, { client: by ?? buyer.client, why });
}

/** Places an order, and judges the shop's answer. */
export async function askJudged(world: World, one: Placed, by?: Client): Promise<PlacedOrder> {
  const why = whyNot(world, one, by?.onBehalf === true);
  await look(world, one, why, by);
  // The pencil isn't told when a run leaves.
  const hasLeft = world.pencil.mayHaveLeft(one.zone, one.day, todayOf(world));
  const maybe: WhyNot[] = one.isForced && hasLeft ? ["late"] : [];
  return judged(world, {
    what: `${one.key} was placed`,
    why,
    maybe,
    act: () => ask(world, one, by),
  });
}

export function seenUnitOf({ typicalLb }: Product) {
  return typicalLb === undefined
    ? unitOf({ soldBy: "lb", typicalPieceLb: null })
    : unitOf({ soldBy: "piece", typicalPieceLb: inText(typicalLb) });
}

/** @param placed with its holds, if the shop has named them */
export async function tellPlaced(
  world: World,
  one: Placed,
  placed: Pick<PlacedOrder, "id" | "number"> & Partial<Pick<PlacedOrder, "holds">>,
): Promise<void> {
  const { key, site, zone, day, goods, allowsSubstitutes } = one;
  const buyer = buyerOf(world, one.buyer);
  const { id, number } = placed;
  const by = one.by === undefined ? undefined : known(world.members, one.by);
  world.orders.set(key, {
    key,
    id,
    number,
    buyer: buyer.key,
    allowsSubstitutes,
    ...(by && { by: by.key }),
  });
  const stored = await linesOf(world, { id });
  const priced = stored.map((line) => inHundredths(line.pricePerLb));
  const { prices } = world.pencil;
  const right = goods.map(({ product }) => prices.priceFor(buyer.key, product, day).price);
  same(`prices of ${key}`, priced, right);
  same(`wishes of ${key}`, stored.map(wishOf), goods.map(wishOf));
  const holds = world.pencil.placed({
    id: key,
    number,
    customer: buyer.key,
    site: buyer.sites[site]?.key ?? "",
    zone,
    day,
    today: todayOf(world),
    lines: asTold(world, stored),
    approveOver: by?.approveOver,
  });
  if (holds.includes("approval")) noteAsked(world, key);
  if (buyer.terms.isHeld) world.pencil.held(key, "manual");
  const all = [...holds, ...(buyer.terms.isHeld ? ["manual"] : [])].sort();
  same(`holds of ${key}`, placed.holds?.toSorted() ?? (await storedHolds(world, { id })), all);
  orderOf(world, key);
}

export function approvalsOf(world: World, key: string): Approvals {
  const found = world.approvals.get(key) ?? { asked: 0, approved: 0, isLapsed: false };
  world.approvals.set(key, found);
  return found;
}

function noteAsked(world: World, key: string): void {
  approvalsOf(world, key).asked += 1;
}

export const place = act<Placed>({
  weight: 30,
  choose: (world, random) => placedNow(world, random, random.pick([...world.buyers.values()])),
  say: placedInWords,
  run: async (world, one) => tellPlaced(world, one, await askJudged(world, one)),
});

/** Taken by staff, so that the customer's own minimum doesn't apply. */
export const placeByTelephone = act<Placed>({
  weight: 6,
  choose(world, random) {
    const one = placedNow(world, random, random.pick([...world.buyers.values()]));
    return one && { ...one, ...(random.chance(0.25) && { isForced: true }) };
  },
  say: (one) =>
    `By telephone, ${placedInWords(one)}${one.isForced ? ", overriding stock and day" : ""}`,
  async run(world, one) {
    const buyer = buyerOf(world, one.buyer);
    const whom = { customerId: buyer.id, siteId: buyer.sites[one.site]?.id };
    const by = await actFor(world.db, world.staff, whom);
    if (!by) throw new Error("There is no such customer");
    await tellPlaced(world, one, await askJudged(world, one, by));
  },
});

/** Repeats an earlier order, at another day's prices. */
export const placeAgain = act<Placed>({
  weight: 8,
  choose(world, random) {
    const before = random.pick(
      [...world.orders.values()].filter(({ buyer }) => world.buyers.has(buyer)),
    );
    const placed = placedNow(world, random, before && world.buyers.get(before.buyer));
    if (!before || !placed) return undefined;
    const had = world.pencil.order(before.key).lines.filter(({ added }) => !added);
    const goods = new Map<string, number>();
    for (const { product, lb, inPlaceOf } of had) {
      const { typicalLb } = known(world.products, product);
      const much = typicalLb === undefined ? lb : Math.round(lb / typicalLb);
      if (inPlaceOf === undefined) goods.set(product, (goods.get(product) ?? 0) + much);
    }
    const again = [...goods].map(([product, much]) => ({ product, much }));
    return again.length > 0 ? { ...placed, goods: again } : undefined;
  },
  say: (one) => `Once more, ${placedInWords(one)}`,
  run: async (world, one) => tellPlaced(world, one, await askJudged(world, one)),
});

/** Two orders of one customer at the same moment. */
export const placeTwo = act<[Placed, Placed]>({
  weight: 3,
  choose(world, random) {
    const buyer = random.pick([...world.buyers.values()]);
    const [one, other] = [placedNow(world, random, buyer), placedNow(world, random, buyer)];
    return one && other && [one, other];
  },
  say: (both) => both.map(placedInWords).join(", and at the same moment "),
  async run(world, both) {
    const random = new Random(known(world.products, both[0].goods[0]?.product ?? "").item);
    const asked = await doTogether(
      world.databaseUrl,
      world.db,
      () => (random.chance(0.5) ? 0 : 1),
      [(db) => ask({ ...world, db }, both[0]), (db) => ask({ ...world, db }, both[1])],
    );
    const placed = both.flatMap((one, at) => {
      const answer = asked[at];
      return answer?.status === "fulfilled" ? [{ one, placed: answer.value }] : [];
    });
    // By number, which is the order of placing.
    for (const { one, placed: order } of placed.toSorted(
      (a, b) => a.placed.number - b.placed.number,
    )) {
      await tellPlaced(world, one, order);
    }
    const refused = asked.find(({ status }) => status === "rejected");
    if (refused?.status === "rejected") throw refused.reason;
  },
});

/** Returns orders still to be packed, as far as the pencil knows. */
export const pendingOf = (world: World) =>
  [...world.orders.values()].filter(({ key }) => world.pencil.order(key).state === "pending");

export const isUntouched = (world: World, key: string) =>
  world.pencil
    .order(key)
    .lines.every(({ packages, state }) => packages.length === 0 && state === "open");

/** True if any of it is packed, or decided at the station. */
export const isBegun = (world: World, key: string) =>
  world.pencil
    .order(key)
    .lines.some(
      ({ packages, state }) => state !== "open" || packages.some(({ voided }) => !voided),
    );

/** Returns a wish's parts in a fixed order, unlike the database. */
const wishOf = ({ wish }: { wish?: Wish | null | undefined }) =>
  wish ? [wish.thickness, wish.perPack, wish.trim, wish.note] : null;

interface Changed {
  key: string;
  /** True for the client's change, false for one by staff, who ignore cut-off, room and minimum. */
  isOwn: boolean;
  /** The member who changes it; by default, the account's owner. */
  by?: string;
  /** New amounts by the line's position; 0 removes it. */
  lines: Record<number, number>;
  added: Asked[];
}

export const change = act<Changed>({
  weight: 10,
  async choose(world, random) {
    // Some try it with an order that is being packed.
    const order = random.pick(
      pendingOf(world).filter(({ key }) => isUntouched(world, key) || random.chance(0.1)),
    );
    if (!order) return undefined;
    const { lines } = world.pencil.order(order.key);
    const changed: Record<number, number> = {};
    for (const [at, line] of lines.entries()) {
      if (!random.chance(0.5)) continue;
      const { typicalLb } = known(world.products, line.product);
      const now = typicalLb === undefined ? line.lb : Math.round(line.lb / typicalLb);
      changed[at] = random.chance(0.15)
        ? 0
        : Math.max(1, Math.round(now * (0.4 + 1.3 * random.next())));
    }
    const others = someGoods(world, random, 2).filter(
      ({ product }) => !lines.some((line) => line.product === product),
    );
    const isOwn = world.buyers.has(order.buyer) && random.chance(0.5);
    const { by } = order;
    return {
      key: order.key,
      isOwn,
      ...(isOwn && by && random.chance(0.7) && { by }),
      lines: changed,
      added: random.chance(0.4) ? others : [],
    };
  },
  say: ({ key, isOwn, by, lines, added }) =>
    `${key} is changed by ${isOwn ? (by ?? "its client") : "staff"}: ${Object.entries(lines)
      .map(([at, much]) => `line ${Number(at) + 1} to ${much}`)
      .concat(added.length > 0 ? [`and ${inWords(added)}`] : [])
      .join(", ")}`,
  async run(world, { key, isOwn, by, lines: wanted, added }) {
    const member = by === undefined ? undefined : known(world.members, by);
    const order = orderOf(world, key);
    const { pencil, db, staff } = world;
    const { customer, day, state } = pencil.order(key);
    if (state !== "pending") throw new Skipped("pending");
    const before = await linesOf(world, order);
    const priceOf = (product: string) =>
      inText(pencil.prices.priceFor(customer, product, day).price ?? 100);
    const [{ version } = { version: -1 }] = await db
      .select({ version: orders.version })
      .from(orders)
      .where(eq(orders.id, order.id));
    const lines = before.flatMap((line, at) => {
      const much = wanted[at];
      if (much === undefined) return [];
      const product = keyOfProduct(world, line.productId);
      return {
        lineId: line.id,
        quantity: typed({ product, much }, world),
        isRemoved: much === 0,
        seenPricePerLb: priceOf(product),
      };
    });
    const products = added.map((one, at) => {
      const product = known(world.products, one.product);
      const seenUnit = seenUnitOf(product);
      return {
        row: String(at + 1),
        productId: product.id,
        quantity: typed(one, world),
        seenPricePerLb: priceOf(one.product),
        seenUnit,
      };
    });
    const parts = wantedParts(world, key, wanted, added);
    const asked = { version, notes: "", lines, products };
    const client = () => (member ?? buyerOf(world, order.buyer)).client;
    const shown = isOwn
      ? await lookAtChange(world, () => costsOfOwnChange(db, client(), order.id, asked, rules))
      : null;
    const changed = await judged(world, {
      what: `${key} was changed by ${isOwn ? "its client" : "staff"}`,
      ...whyNotChanged(world, { key, isOwn, lines: wanted, added }, parts),
      isDone: (change) => change !== null,
      act: () =>
        isOwn
          ? changeOwnOrder(db, client(), order.id, asked, rules)
          : changeOrder(db, staff, order.id, asked, shop, officeSettings.defaults),
    });
    if (changed === null) return;
    const stays = await linesOf(world, order);
    for (const { id, wish } of stays) {
      const then = before.find((line) => line.id === id);
      if (then) same(`a wish of ${key}`, wishOf({ wish }), wishOf(then));
    }
    const after = asTold(world, stays);
    const stored = after.map((line) => ({
      product: line.product,
      price: line.price,
      lb: line.lb ?? (line.pieces ?? 0) * (line.typicalLb ?? 0),
    }));
    const sorted = (those: typeof stored) =>
      those.map(({ product, lb, price }) => `${product} ${lb} at ${price}`).sort();
    same(`lines of ${key}`, sorted(stored), sorted(parts));
    const wasHeld = pencil.order(key).holds.has("approval");
    const approveOver = member?.approveOver;
    pencil.changed({ id: key, today: todayOf(world), lines: after, approveOver });
    if (shown) judgeChangeShown(world, key, shown);
    if (!wasHeld && pencil.order(key).holds.has("approval")) noteAsked(world, key);
  },
});

/**
 * Returns the changed order's lines for the pencil: existing pounds keep their price; additions
 * take today's price, and join a line at that price or become a new one.
 */
function wantedParts(
  { pencil, products }: World,
  key: string,
  wanted: Record<number, number>,
  added: readonly Asked[],
) {
  const { lines, customer, day } = pencil.order(key);
  const lbOf = ({ product, much }: Asked) => much * (known(products, product).typicalLb ?? 1);
  const after = lines.map(({ product, lb, price }, at) => {
    const much = wanted[at];
    return { product, price, before: lb, lb: much === undefined ? lb : lbOf({ product, much }) };
  });
  const parts = after.map(({ product, price, before, lb }) => ({
    product,
    price,
    lb: Math.min(lb, before),
  }));
  const more = [
    ...after.map(({ product, before, lb }, at) => ({ product, lb: lb - before, own: parts[at] })),
    ...added.map((one) => ({ product: one.product, lb: lbOf(one), own: undefined })),
  ];
  for (const { product, lb, own } of more) {
    if (lb <= 0) continue;
    const price = pencil.prices.priceFor(customer, product, day).price ?? 0;
    const isSame = (part: (typeof parts)[number]) =>
      part.product === product && part.price === price && part.lb > 0;
    const joined = own && isSame(own) ? own : parts.find(isSame);
    if (joined) joined.lb += lb;
    else parts.push({ product, lb, price });
  }
  return parts.filter(({ lb }) => lb > 0);
}

function whyNotChanged(
  { products, pencil, ...world }: World,
  { key, isOwn, lines: wanted, added }: Changed,
  parts: ReturnType<typeof wantedParts>,
) {
  const lines = parts.map(({ product, lb, price }) => {
    const { overPercent, tax } = known(products, product);
    return { id: product, product, lb, price, overPercent, tax };
  });
  const raised = pencil.order(key).lines.filter(({ product, lb }, at) => {
    const much = wanted[at] ?? 0;
    return much * (known(products, product).typicalLb ?? 1) > lb;
  });
  const more = [...raised, ...added].map(({ product }) => product);
  return pencil.whyNotChanged(
    key,
    { lines, more, isByStaff: !isOwn },
    asking({ ...world, products, pencil }),
  );
}

interface Moved {
  key: string;
  day: string;
  zone: string;
  /** True if staff override cut-off, room and minimum. */
  isForced: boolean;
}

export const move = act<Moved>({
  weight: 10,
  choose(world, random) {
    const pending = pendingOf(world);
    // Few orders come from standing orders, and they are moved like others.
    const ofStanding = pending.filter(({ key }) => world.ofStanding.has(key));
    const order = random.pick(ofStanding.length > 0 && random.chance(0.3) ? ofStanding : pending);
    if (!order) return undefined;
    const { zone: own, site } = world.pencil.order(order.key);
    const sites = world.buyers.get(order.buyer)?.sites;
    const home = sites?.find(({ key }) => key === site)?.zone ?? own;
    const zone = sites && random.chance(0.1) ? "yard" : home;
    const day = someDay(world, random, zone);
    if (!day) return undefined;
    const isTried = isUntouched(world, order.key) || random.chance(0.1);
    const isForced = !sites || !isTried || random.chance(0.25);
    return { key: order.key, day, zone, isForced };
  },
  say: ({ key, day, zone, isForced }) =>
    `${isForced ? "Staff move" : "The client moves"} ${key} to ${day} by ${zone}`,
  async run(world, { key, day, zone, isForced }) {
    const order = orderOf(world, key);
    const { pencil, db, staff } = world;
    if (pencil.order(key).state !== "pending") throw new Skipped("pending");
    const to = { zoneId: known(world.zones, zone).id, date: day };
    const moving = (seenPrices: string) => {
      const wanted = { day: to, siteId: null, override: isForced ? "They asked" : "", seenPrices };
      return isForced
        ? changeDayForClient(db, staff, order.id, wanted, shop)
        : changeDay(db, buyerOf(world, order.buyer).client, order.id, wanted, shop);
    };
    const by = isForced ? "forced" : "client";
    const buyer = world.buyers.get(order.buyer);
    if (buyer) await judgeDayTotals(world, key, { client: buyer.client, zone });
    await judged(world, {
      what: `${key} was moved to ${day} by ${zone}`,
      ...pencil.whyNotMoved(key, { day, zone, by }, asking(world)),
      act: () =>
        moving("").catch((error: unknown) => {
          if (error instanceof DayPricesError) return moving(asSeen(error.prices));
          throw error;
        }),
    });
    // An order being packed keeps the prices that are on its labels.
    const pricesStay = isBegun(world, key) || pencil.order(key).day === day;
    pencil.moved({ id: key, today: todayOf(world), day, zone, pricesStay });
  },
});

export const cancel = act<{ key: string; isOwn: boolean }>({
  weight: 4,
  choose(world, random) {
    const order = random.pick(pendingOf(world));
    return order && { key: order.key, isOwn: world.buyers.has(order.buyer) && random.chance(0.4) };
  },
  say: ({ key, isOwn }) => `${key} is cancelled by ${isOwn ? "its client" : "staff"}`,
  async run(world, { key, isOwn }) {
    const order = orderOf(world, key);
    if (isOwn) return cancelledBy(world, key, buyerOf(world, order.buyer).client);
    await cancelOrder(world.db, world.staff, order.id, shop);
    world.pencil.cancelled(key);
    tellCardBack(world, key);
  },
});

/** Cancels an order for a member of its client, until its cut-off. */
export async function cancelledBy(world: World, key: string, client: Client): Promise<void> {
  const { db, pencil } = world;
  const order = orderOf(world, key);
  if (pencil.order(key).state !== "pending") throw new Skipped("pending");
  await judged(world, {
    what: `${key} was cancelled by its client`,
    ...pencil.whyNotCancelled(key, asking(world)),
    act: () => cancelOwnOrder(db, client, order.id, shop),
  });
  pencil.cancelled(key);
}

export const release = act<{ key: string; reason: HoldReason }>({
  weight: 8,
  choose(world, random) {
    const held = pendingOf(world).filter(({ key }) => world.pencil.order(key).holds.size > 0);
    const order = random.pick(held);
    const reason = order && random.pick([...world.pencil.order(order.key).holds]);
    return order && reason && { key: order.key, reason };
  },
  say: ({ key, reason }) => `Staff release ${key}, which was held (${reason})`,
  async run(world, { key, reason }) {
    const order = orderOf(world, key);
    await releaseOrder(
      world.db,
      world.staff,
      { id: order.id, reason, note: "Called" },
      shop,
      officeSettings.defaults,
    );
    world.pencil.released(key, reason);
    same(
      `holds of ${key}`,
      await storedHolds(world, order),
      [...world.pencil.order(key).holds].sort(),
    );
  },
});
