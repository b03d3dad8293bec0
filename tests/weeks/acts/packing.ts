import { and, eq, isNull } from "drizzle-orm";
import {
  addLineAtPacking,
  coverOrder,
  finishLine,
} from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import {
  fulfilOrder,
  fulfilPackedOrder,
} from "#app/domain/ordering/transition/finish-order.server.ts";
import { reopenLine } from "#app/domain/packages/lines.server.ts";
import { addPackage, voidPackage } from "#app/domain/packages/packages.server.ts";
import { type OpOf, type StationOp, stationOpSchema } from "#app/domain/packages/station-ops.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { orderCharges, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { act, Finding, same } from "../life/act.ts";
import type { Random } from "../life/random.ts";
import {
  inHundredths,
  inText,
  keyOfProduct,
  known,
  type LifeOrder,
  linesOf,
  orderOf,
  Skipped,
  shop,
  todayOf,
  type World,
} from "../life/world.ts";
import { plusDays } from "../pencil/days.ts";
import { type Line, packedLb } from "../pencil/order.ts";
import { tellCardBack } from "./leaving/reopen.ts";
import { pendingOf } from "./orders.ts";

export function op<Kind extends StationOp["kind"]>(
  asked: { kind: Kind } & Record<string, unknown>,
): OpOf<Kind> {
  return stationOpSchema.parse(asked) as OpOf<Kind>;
}

/** Returns the orders to pack now: those due by tomorrow. */
function toPack(world: World): LifeOrder[] {
  const last = plusDays(todayOf(world), 1);
  return pendingOf(world).filter(
    ({ key }) => world.pencil.packable(key) && world.pencil.order(key).day <= last,
  );
}

/** Hundredths of a lb that a line still lacks. */
export const missing = (line: Line) => line.lb - packedLb(line);

export const isToWeigh = (line: Line) =>
  (line.state === "open" || line.state === "packed") && missing(line) * 8 > line.lb;

/** Picks an order, preferably one that is begun. */
export function oneToPack(world: World, random: Random, fits: (key: string) => boolean) {
  const all = toPack(world).filter(({ key }) => fits(key));
  const begun = all.filter(({ key }) =>
    world.pencil.order(key).lines.some(({ packages }) => packages.length > 0),
  );
  return random.pick(begun.length > 0 && random.chance(0.7) ? begun : all);
}

export const linesIn = (world: World, key: string) => world.pencil.order(key).lines;

/** Returns a stored line by its position, which the pencil's line shares. */
export async function lineAt(world: World, order: LifeOrder, at: number) {
  const line = (await linesOf(world, order))[at];
  if (!line) throw new Skipped(`line ${at + 1}`);
  return line;
}

interface Weighed {
  key: string;
  line: number;
  /** Thousandths of a pound, or grams. */
  thousandths: number;
  unit: "lb" | "kg";
  pieces: number | null;
  /** True if ten times the weight is typed first. */
  isSlip: boolean;
  /** The lot that the packer chose. */
  lot: string | null;
}

export const weigh = act<Weighed>({
  weight: 520,
  choose(world, random) {
    const order = oneToPack(world, random, (key) => linesIn(world, key).some(isToWeigh));
    if (!order) return undefined;
    const lines = linesIn(world, order.key);
    const at = random.pick([...lines.keys()].filter((one) => isToWeigh(lines[one] as Line)));
    const line = lines[at ?? -1];
    if (at === undefined || !line) return undefined;
    const { typicalLb, tareGrams } = known(world.products, line.product);
    let hundredths = missing(line);
    let pieces: number | null = null;
    if (typicalLb !== undefined) {
      pieces = Math.max(
        1,
        Math.min(Math.round(hundredths / typicalLb), random.chance(0.8) ? 1 : 2),
      );
      hundredths = Math.round(pieces * typicalLb * (0.85 + 0.3 * random.next()));
    } else if (random.chance(0.8)) {
      hundredths = Math.round(hundredths * (0.15 + 0.35 * random.next()));
    } else hundredths = Math.round(hundredths * (0.93 + 0.12 * random.next()));
    // Sometimes somebody leans on the scale.
    if (random.chance(0.04)) hundredths = Math.round(hundredths * 1.3);
    const grams = hundredths * 4.5359237 + tareGrams;
    const unit = random.chance(0.5) ? "kg" : "lb";
    const thousandths = Math.round(unit === "kg" ? grams : grams / 0.45359237);
    const isSlip = random.chance(0.03);
    return {
      key: order.key,
      line: at,
      thousandths: Math.max(thousandths, 60),
      unit,
      pieces,
      isSlip,
      lot: someLot(world, random, line.product),
    };
  },
  say: ({ key, line, thousandths, unit, pieces }) =>
    `${(thousandths / 1000).toFixed(3)} ${unit}${pieces ? ` (${pieces} pieces)` : ""} is weighed for line ${line + 1} of ${key}`,
  async run(world, { key, line: at, thousandths, unit, pieces, isSlip, lot }) {
    const order = orderOf(world, key);
    const line = await lineAt(world, order, at);
    const { tareGrams } = known(world.products, keyOfProduct(world, line.productId));
    const requestId = world.newId();
    const value = (thousandths / 1000).toFixed(3);
    const asked = { itemId: line.id, value, unit, pieces, source: "typed", isSure: true };
    const follow = coverOrder(world.staff, order.id, shop);
    const added = op({ kind: "package", requestId, ...asked, lotId: lotIdOf(world, lot) });
    if (isSlip) await refuseSlip(world, order, { ...asked, value: (thousandths / 100).toFixed(3) });
    await addOfLot(world, lot, () => addPackage(world.db, world.staff, order.id, added, follow));
    // A station without an answer sends it again.
    if (thousandths % 10 === 3) await addPackage(world.db, world.staff, order.id, added, follow);
    const told = {
      order: key,
      line: line.id,
      id: requestId,
      pieces: pieces ?? undefined,
      ...(lot !== null && { lot }),
    };
    const lb = world.pencil.packing.weighed({ ...told, thousandths, unit, tareGrams });
    world.done.delete(line.id);
    same("the package's weight", await weightOf(world, requestId), lb);
  },
});

/** Picks a lot of the product, usually the first to expire, or none. */
export function someLot(world: World, random: Random, product: string): string | null {
  const all = [...world.lots.values()].filter((lot) => lot.product === product);
  if (random.chance(0.3)) return null;
  const [first] = all;
  return (random.chance(0.5) ? random.pick(all) : first)?.key ?? null;
}

export const lotIdOf = (world: World, lot: string | null) =>
  lot === null ? null : known(world.lots, lot).id;

/** Adds a package; the shop must refuse lots on hold, and only these (trade.md 8). */
export async function addOfLot(
  world: World,
  lot: string | null,
  adding: () => Promise<void>,
): Promise<void> {
  const isHeld = lot !== null && known(world.lots, lot).isHeld;
  try {
    await adding();
  } catch (error) {
    if (isRefusal(error, "lot held") && !isHeld && !world.isBeside) {
      throw new Finding(`Nothing could be packed of ${lot}, which is not on hold`);
    }
    throw error;
  }
  if (isHeld && !world.isBeside) throw new Finding(`${lot} was packed, which is on hold`);
}

/** Returns a package's stored weight in hundredths of a lb. */
export async function weightOf({ db }: World, requestId: string): Promise<number> {
  const [stored] = await db
    .select({ netLb: packages.netLb })
    .from(packages)
    .where(eq(packages.requestId, requestId));
  return inHundredths(stored?.netLb ?? "0");
}

/** Types ten times the weight, which the shop should question; else, removes it again. */
async function refuseSlip(world: World, order: LifeOrder, asked: object): Promise<void> {
  const { db, staff } = world;
  const requestId = world.newId();
  const slip = op({ kind: "package", requestId, ...asked, isSure: false });
  const follow = coverOrder(world.staff, order.id, shop);
  try {
    await addPackage(db, staff, order.id, slip, follow);
  } catch (error) {
    if (isRefusal(error, "suspect")) return;
    throw error;
  }
  const asVoid = op({ kind: "void", packageId: requestId, reason: "A slip" });
  await voidPackage(db, staff, order.id, asVoid, follow);
}

export const takeOff = act<{ key: string; line: number; nth: number }>({
  weight: 12,
  choose(world, random) {
    const order = oneToPack(world, random, (key) =>
      linesIn(world, key).some((line) => packedLb(line) > 0),
    );
    if (!order) return undefined;
    const lines = linesIn(world, order.key);
    const at = random.pick([...lines.keys()].filter((one) => packedLb(lines[one] as Line) > 0));
    const all = lines[at ?? -1]?.packages ?? [];
    const nth = random.pick([...all.keys()].filter((one) => !all[one]?.voided));
    return at === undefined || nth === undefined ? undefined : { key: order.key, line: at, nth };
  },
  say: ({ key, line, nth }) => `Package ${nth + 1} of line ${line + 1} of ${key} is voided`,
  async run(world, { key, line: at, nth }) {
    const id = linesIn(world, key)[at]?.packages[nth]?.id;
    if (id === undefined) throw new Skipped("package");
    await voidOne(world, { key, at, id, reason: "Wrong" });
  },
});

/** Voids a package, in the shop and in the pencil. */
export async function voidOne(
  world: World,
  { key, at, id, reason }: { key: string; at: number; id: string; reason: string },
): Promise<void> {
  const { db, staff } = world;
  const order = orderOf(world, key);
  const line = await lineAt(world, order, at);
  const packageId = id.endsWith(" as ordered") ? await assumedOf(world, line.id) : id;
  const asked = op({ kind: "void", packageId, reason });
  await voidPackage(db, staff, order.id, asked, coverOrder(staff, order.id, shop));
  tellVoided(world, { order: key, line: line.id, id });
  if (line.packState !== "substituted") world.done.delete(line.id);
}

async function assumedOf({ db }: World, line: string): Promise<string> {
  const [assumed] = await db
    .select({ id: packages.id })
    .from(packages)
    .where(and(eq(packages.orderItemId, line), isNull(packages.voidedAt)));
  if (!assumed) throw new Skipped("package");
  return assumed.id;
}

/** Tells the pencil of a voided package, unless it is voided already. */
function tellVoided({ pencil }: World, at: { order: string; line: string; id: string }): void {
  const { lines } = pencil.order(at.order);
  const packed = lines.find(({ id }) => id === at.line)?.packages.find(({ id }) => id === at.id);
  if (!packed?.voided) pencil.packing.voided(at);
}

interface Done {
  key: string;
  line: number;
  over: "bill_promise" | "customer_agreed";
}

/** Marks a line as done, and confirms less or more than ordered if asked. */
export const done = act<Done>({
  weight: 80,
  choose(world, random) {
    const isDue = (line: Line) =>
      line.state === "packed" && (!isToWeigh(line) || random.chance(0.08));
    const isWanted = (world_: World, key: string) =>
      linesIn(world_, key).some((line) => isDue(line) && !world_.done.has(line.id));
    const order = oneToPack(world, random, (key) => isWanted(world, key));
    if (!order) return undefined;
    const lines = linesIn(world, order.key);
    const at = random.pick(
      [...lines.keys()].filter((one) => {
        const line = lines[one] as Line;
        return isDue(line) && !world.done.has(line.id);
      }),
    );
    const over = random.chance(0.5) ? "bill_promise" : "customer_agreed";
    return at === undefined ? undefined : { key: order.key, line: at, over };
  },
  say: ({ key, line, over }) =>
    `Line ${line + 1} of ${key} is done; any excess ${over === "customer_agreed" ? "was agreed" : "is free"}`,
  run: (world, { key, line, over }) => finish(world, key, line, over),
});

export const drop = act<{ key: string; line: number }>({
  weight: 6,
  choose(world, random) {
    const isEmpty = (line: Line) => line.state === "open" && packedLb(line) === 0;
    const order = oneToPack(world, random, (key) => linesIn(world, key).some(isEmpty));
    if (!order) return undefined;
    const lines = linesIn(world, order.key);
    const at = random.pick([...lines.keys()].filter((one) => isEmpty(lines[one] as Line)));
    return at === undefined ? undefined : { key: order.key, line: at };
  },
  say: ({ key, line }) => `Line ${line + 1} of ${key} is not available`,
  run: (world, { key, line }) => finish(world, key, line, "bill_promise"),
});

async function finish(world: World, key: string, at: number, over: Done["over"]): Promise<void> {
  const order = orderOf(world, key);
  const line = await lineAt(world, order, at);
  const { db, staff, pencil } = world;
  const asked = { kind: "finish" as const, itemId: line.id, seenLb: line.packedLb };
  const how = { isShort: false, over: null as Done["over"] | null, note: "" };
  const said = () => finishLine(db, staff, order.id, op({ ...asked, ...how }), shop);
  await said().catch((error: unknown) => {
    if (isRefusal(error, "under")) how.isShort = true;
    else if (isRefusal(error, "over")) Object.assign(how, { over, note: "Dana, by telephone" });
    else throw error;
    return said();
  });
  const where = { order: key, line: line.id };
  if (how.isShort) pencil.packing.short(where);
  if (how.over) {
    const isAgreed = how.over === "customer_agreed";
    pencil.answered({ ...where, isAgreed, today: todayOf(world) });
  }
  world.done.add(line.id);
}

export const openAgain = act<{ key: string; line: number }>({
  weight: 4,
  choose(world, random) {
    const order = oneToPack(world, random, (key) =>
      linesIn(world, key).some(({ id }) => world.done.has(id)),
    );
    if (!order) return undefined;
    const lines = linesIn(world, order.key);
    const at = random.pick([...lines.keys()].filter((one) => world.done.has(lines[one]?.id ?? "")));
    return at === undefined ? undefined : { key: order.key, line: at };
  },
  say: ({ key, line }) => `Line ${line + 1} of ${key} is reopened`,
  async run(world, { key, line: at }) {
    const order = orderOf(world, key);
    const line = await lineAt(world, order, at);
    if (line.packState === "substituted") throw new Skipped("a line that was replaced");
    const asked = op({ kind: "reopen", itemId: line.id });
    await reopenLine(
      world.db,
      world.staff,
      order.id,
      asked,
      coverOrder(world.staff, order.id, shop),
    );
    world.pencil.packing.opened({ order: key, line: line.id });
    world.done.delete(line.id);
  },
});

interface Added {
  key: string;
  product: string;
  /** Pieces, or hundredths of a lb. */
  much: number;
  /** The line that it replaces. */
  line: number | null;
}

export const add = act<Added>({
  weight: 6,
  choose(world, random) {
    // Guests' orders are left out, so that their cards' authorizations suffice.
    const order = oneToPack(world, random, (key) =>
      world.buyers.has(known(world.orders, key).buyer),
    );
    const product = random.pick([...world.products.values()]);
    if (!order || !product) return undefined;
    const much = product.typicalLb === undefined ? random.between(100, 1200) : random.between(1, 4);
    return { key: order.key, product: product.key, much, line: null };
  },
  say: ({ key, product, much }) => `${product} ${much} is added to ${key}`,
  run: addLine,
});

export const substitute = act<Added>({
  weight: 14,
  choose(world, random) {
    const isOpen = (line: Line) => line.inPlaceOf === undefined && line.state !== "substituted";
    const order = oneToPack(
      world,
      random,
      (key) => known(world.orders, key).allowsSubstitutes && linesIn(world, key).some(isOpen),
    );
    const product = random.pick([...world.products.values()]);
    if (!order || !product) return undefined;
    const lines = linesIn(world, order.key);
    const at = random.pick([...lines.keys()].filter((one) => isOpen(lines[one] as Line)));
    const line = lines[at ?? -1];
    if (at === undefined || !line) return undefined;
    const { typicalLb } = product;
    const lb = Math.max(60, Math.round(missing(line) * (0.5 + 0.7 * random.next())));
    const much = typicalLb === undefined ? lb : Math.max(1, Math.round(lb / typicalLb));
    return { key: order.key, product: product.key, much, line: at };
  },
  say: ({ key, product, much, line }) =>
    `${product} ${much} replaces line ${(line ?? 0) + 1} of ${key}`,
  run: addLine,
});

async function addLine(world: World, { key, product: what, much, line }: Added): Promise<void> {
  const order = orderOf(world, key);
  const product = known(world.products, what);
  const replaced = line === null ? null : await lineAt(world, order, line);
  const requestId = world.newId();
  const amount = product.typicalLb === undefined ? inText(much) : String(much);
  const asked = { requestId, productId: product.id, amount, substitutes: replaced?.id ?? null };
  let agreed = false;
  const adding = () => {
    const yes = agreed ? { over: "customer_agreed", note: "Dana, by telephone" } : {};
    return addLineAtPacking(
      world.db,
      world.staff,
      order.id,
      op({ kind: "add", ...asked, ...yes }),
      shop,
    );
  };
  await adding().catch((error: unknown) => {
    if (!isRefusal(error, "over") || much % 3 > 0) throw error;
    agreed = true;
    return adding();
  });
  const stored = (await linesOf(world, order)).find(({ id }) => id === requestId);
  if (!stored) throw new Error("The line that was added is missing");
  const { pencil } = world;
  const { customer, day } = pencil.order(key);
  const { price } = pencil.prices.priceFor(customer, what, day);
  if (price === undefined) throw new Error(`${what} is not offered`);
  const { tax, typicalLb, overPercent } = product;
  const told = {
    id: requestId,
    product: what,
    price,
    tax,
    overPercent,
    ...(typicalLb === undefined ? { lb: much } : { pieces: much, typicalLb }),
  };
  const today = todayOf(world);
  if (replaced) {
    const by = { ...told, overPercent: Math.min(overPercent, stored.overCapPct) };
    pencil.substituted({ order: key, line: replaced.id, today, by, agreed });
    world.done.add(replaced.id);
  } else pencil.added({ order: key, today, line: told });
  const paper = pencil.order(key).lines.find(({ id }) => id === requestId);
  same(`price of the line that was added`, inHundredths(stored.pricePerLb), paper?.price);
}

/** True if all lines of an order are done, as far as its packers know. */
const isDone = (world: World, key: string) =>
  linesIn(world, key).every(
    ({ id, state }) => world.done.has(id) || state === "dropped" || state === "substituted",
  );

export const finishOrder = act<{ key: string }>({
  weight: 60,
  choose(world, random) {
    const order = random.pick(toPack(world).filter(({ key }) => isDone(world, key)));
    return order && { key: order.key };
  },
  say: ({ key }) => `${key} is finished`,
  async run(world, { key }) {
    const order = orderOf(world, key);
    const [{ version } = { version: -1 }] = await world.db
      .select({ version: orders.version })
      .from(orders)
      .where(eq(orders.id, order.id));
    const fee = world.pencil.fee(key);
    const issued = await fulfilPackedOrder(world.db, world.staff, { id: order.id, version }, shop);
    await tellFee(world, key, fee);
    tellFinished(key, issued, world.pencil.finished({ id: key, day: todayOf(world) }));
    tellCardBack(world, key);
  },
});

export const fulfil = act<{ key: string }>({
  weight: 10,
  choose(world, random) {
    const order = random.pick(
      toPack(world).filter(({ key }) =>
        linesIn(world, key).every(
          ({ byPiece, state, packages }) => !byPiece && state === "open" && packages.length === 0,
        ),
      ),
    );
    return order && { key: order.key };
  },
  say: ({ key }) => `${key} is fulfilled without weights`,
  async run(world, { key }) {
    const order = orderOf(world, key);
    const fee = world.pencil.fee(key);
    const issued = await fulfilOrder(world.db, world.staff, order.id, shop);
    await tellFee(world, key, fee);
    const told = { id: key, day: todayOf(world) };
    tellFinished(key, issued, world.pencil.fulfilledWithoutWeights(told));
    tellCardBack(world, key);
  },
});

/**
 * Tells the pencil that an order kept its fee: a concurrent act on another order of its stop sees
 * the one being finished as finished already.
 */
async function tellFee(world: World, key: string, before: number): Promise<void> {
  if (!world.isBeside || world.pencil.fee(key) === before) return;
  const [row] = await world.db
    .select({ fee: orderCharges.amount })
    .from(orderCharges)
    .where(
      and(eq(orderCharges.orderId, orderOf(world, key).id), eq(orderCharges.kind, "delivery_fee")),
    );
  if (inHundredths(row?.fee ?? "0") === before) world.pencil.feeStays(key, before);
}

function tellFinished(
  key: string,
  issued: { invoiceNumber: string } | null,
  paper: string | undefined,
): void {
  const number = issued && Number(issued.invoiceNumber.replace(/^\D+/, ""));
  same(`document of ${key}`, number, paper === undefined ? null : Number(paper.split(" ").at(-1)));
}
