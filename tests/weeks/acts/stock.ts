import { eq } from "drizzle-orm";
import {
  addIncoming,
  countStock,
  endIncoming,
  setTracking,
  wasteStock,
} from "#app/domain/stock/keep-stock.server.ts";
import { productStock } from "#db/schema/meat/stock.ts";
import { act } from "../life/act.ts";
import type { Random } from "../life/random.ts";
import { inText, known, Skipped, todayOf, type World } from "../life/world.ts";
import { plusDays } from "../pencil/days.ts";
import type { Tracking } from "../pencil/stock/stock-book.ts";

// Acts on the stock's own page.

const isPieces = ({ pencil }: World, product: string) =>
  pencil.stock.kept(product).tracking === "pieces";

const amountInWords = (world: World, product: string, amount: number) =>
  isPieces(world, product) ? String(amount) : inText(amount);

const someCounted = ({ pencil }: World, random: Random) => random.pick(pencil.stock.counted());

const lotIdOf = (world: World, lot: string | null) => (lot ? known(world.lots, lot).id : null);

interface Kept {
  product: string;
  tracking: Tracking;
  until: string | null;
}

/** Sets how a product's stock is tracked. */
export async function keepStock(world: World, { product, tracking, until }: Kept): Promise<void> {
  const { db, staff, pencil } = world;
  const { id } = known(world.products, product);
  const [stored] = await db.select().from(productStock).where(eq(productStock.productId, id));
  const wanted = { tracking, lowAt: tracking === "closed" ? null : "5", closedUntil: until };
  await setTracking(db, staff, id, { ...wanted, version: stored?.version ?? 0 });
  pencil.stock.keep(product, tracking, until ?? undefined);
}

/** Closes a product by hand, tracks it, or stops tracking it. */
export const keep = act<Kept>({
  weight: 4,
  choose(world, random) {
    const product = random.pick([...world.products.values()]);
    if (!product) return undefined;
    const { tracking } = world.pencil.stock.kept(product.key);
    const isCounted = tracking === "lb" || tracking === "pieces";
    if (isCounted && random.chance(0.4)) return undefined;
    const own = product.typicalLb === undefined || product.key === "tenderloin" ? "lb" : "pieces";
    const to = isCounted
      ? random.chance(0.5)
        ? "closed"
        : "none"
      : tracking === "closed" || random.chance(0.6)
        ? own
        : "closed";
    const until = to === "closed" && random.chance(0.6);
    return {
      product: product.key,
      tracking: to,
      until: until ? plusDays(todayOf(world), random.between(1, 5)) : null,
    };
  },
  say: ({ product, tracking, until }) =>
    tracking === "closed"
      ? `${product} is sold out${until ? ` until ${until}` : ""}`
      : `The stock of ${product} is ${tracking === "none" ? "not tracked" : `tracked in ${tracking}`}`,
  run: keepStock,
});

interface Counted {
  key: string;
  product: string;
  rows: { lot: string | null; amount: number }[];
}

export const count = act<Counted>({
  weight: 6,
  choose(world, random) {
    const product = someCounted(world, random);
    if (product === undefined) return undefined;
    const all = [...world.pencil.stock.byLot(product)];
    const rows = random.some(all, random.between(1, 3)).map(([lot, there]) => {
      const isRight = random.chance(0.4) && there >= 0;
      const off = isPieces(world, product) ? random.between(-3, 4) : random.between(-600, 700);
      return { lot: lot ?? null, amount: isRight ? there : Math.max(0, there + off) };
    });
    world.serial += 1;
    return rows.length > 0 ? { key: `count ${world.serial}`, product, rows } : undefined;
  },
  say: ({ key, product, rows }) =>
    `${product} is counted: ${rows.map(({ lot, amount }) => `${lot ?? "unknown"} ${amount}`).join(", ")} (${key})`,
  async run(world, { key, product, rows }) {
    const { db, staff, pencil } = world;
    const there = pencil.stock.byLot(product);
    const counted = rows.map(({ lot, amount }) => ({
      lotId: lotIdOf(world, lot),
      counted: amountInWords(world, product, amount),
      seen: there.get(lot ?? undefined) ?? 0,
    }));
    const { id } = known(world.products, product);
    // A lot of several products may be counted under one of them, and exceed what came.
    const asked = { isMeant: true, isMore: true };
    const form = { requestId: world.newId(), rows: counted, reason: "Friday", ...asked };
    await countStock(db, staff, id, form);
    await countStock(db, staff, id, form);
    const seen = rows.map(({ lot, amount }) => ({ lot: lot ?? undefined, amount }));
    pencil.stock.countedAs(product, seen, key);
    world.byHand.set(key, form.requestId);
  },
});

interface Amount {
  key: string;
  product: string;
  lot: string | null;
  amount: number;
}

export const waste = act<Amount>({
  weight: 4,
  choose(world, random) {
    const product = someCounted(world, random);
    if (product === undefined) return undefined;
    const lot = random.pick([...world.pencil.stock.byLot(product).keys()]) ?? null;
    const amount = isPieces(world, product) ? random.between(1, 3) : random.between(20, 900);
    world.serial += 1;
    return { key: `waste ${world.serial}`, product, lot, amount };
  },
  say: ({ key, product, lot, amount }) =>
    `${product} ${amount} of ${lot ?? "no known lot"} is thrown away (${key})`,
  async run(world, { key, product, lot, amount }) {
    const { db, staff, pencil } = world;
    const { id } = known(world.products, product);
    const form = {
      requestId: world.newId(),
      lot: lotIdOf(world, lot) ?? "",
      reason: "Gone off",
      amount: amountInWords(world, product, amount),
    };
    await wasteStock(db, staff, id, form);
    await wasteStock(db, staff, id, form);
    pencil.stock.wasted(product, lot ?? undefined, amount, key);
    world.byHand.set(key, form.requestId);
  },
});

interface Coming {
  key: string;
  product: string;
  day: string;
  amount: number;
}

export const expect = act<Coming>({
  weight: 4,
  choose(world, random) {
    const product = someCounted(world, random);
    if (product === undefined) return undefined;
    world.serial += 1;
    const amount = isPieces(world, product) ? random.between(5, 40) : random.between(2000, 9000);
    const day = plusDays(todayOf(world), random.between(0, 5));
    return { key: `load ${world.serial}`, product, day, amount };
  },
  say: ({ key, product, day, amount }) => `${product} ${amount} is expected on ${day} as ${key}`,
  async run(world, { key, product, day, amount }) {
    const { db, staff, pencil } = world;
    const { id } = known(world.products, product);
    const requestId = world.newId();
    const form = { requestId, arrivesOn: day, note: "" };
    const typed = { ...form, amount: amountInWords(world, product, amount) };
    await addIncoming(db, staff, id, typed, todayOf(world));
    await addIncoming(db, staff, id, typed, todayOf(world));
    world.loads.set(key, { id: requestId, product });
    pencil.stock.coming(key, { product, day, amount });
  },
});

export const arrive = act<{ key: string; isThere: boolean }>({
  weight: 4,
  choose(world, random) {
    const all = [...world.loads].filter(([, { product }]) =>
      world.pencil.stock.counted().includes(product),
    );
    const [key] = random.pick(all) ?? [];
    return key === undefined ? undefined : { key, isThere: random.chance(0.6) };
  },
  say: ({ key, isThere }) => `${key} ${isThere ? "arrives" : "is no longer expected"}`,
  async run(world, { key, isThere }) {
    const { db, staff, pencil } = world;
    const { id, product } = known(world.loads, key);
    if (!pencil.stock.counted().includes(product)) throw new Skipped(product);
    const productId = known(world.products, product).id;
    await endIncoming(db, staff, productId, { id, isThere });
    await endIncoming(db, staff, productId, { id, isThere });
    world.loads.delete(key);
    pencil.stock.came(key, isThere);
  },
});
