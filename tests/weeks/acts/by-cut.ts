import { coverOrder } from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { proposedLine } from "#app/domain/packages/by-cut/by-cut.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { getCutBoard } from "#app/features/packing/cut/cut-board.server.ts";
import { act, Finding, same } from "../life/act.ts";
import { inText, known, orderOf, Skipped, shop, todayOf, type World } from "../life/world.ts";
import { plusDays } from "../pencil/days.ts";
import type { Line } from "../pencil/order.ts";
import { fitsByCut, leftByCut, type OnScale, wantsMore } from "../pencil/packing.ts";
import type { WhyNot } from "../pencil/refusal-book.ts";
import { netWeight } from "../pencil/sums.ts";
import { judged } from "./judged.ts";
import { addOfLot, lotIdOf, op, someLot, weightOf } from "./packing.ts";

// Packs one product for all orders of a day; each package goes to the line that the shop proposes.

interface Cut {
  product: string;
  day: string;
  grams: number;
  pieces: number | null;
  lot: string | null;
  /** The position of a line that an outdated page proposes; null for an up-to-date page. */
  old: number | null;
}

export interface Place {
  order: string;
  line: Line;
}

/** Returns a product's packable lines in all orders of a day, except substituted ones. */
export function linesOn({ pencil, orders }: World, day: string, product: string): Place[] {
  return [...orders.keys()].flatMap((order) => {
    if (!pencil.packable(order) || pencil.order(order).day !== day) return [];
    return pencil
      .order(order)
      .lines.filter((line) => line.product === product && line.state !== "substituted")
      .map((line) => ({ order, line }));
  });
}

export const wanted = (world: World, all: Place[]) =>
  all.filter(({ line }) => wantsMore(line, world.done.has(line.id)));

export const weighByCut = act<Cut>({
  weight: 100,
  choose(world, random) {
    const today = todayOf(world);
    const day = random.pick([today, plusDays(today, 1)]) ?? today;
    const all = [...world.products.values()].flatMap((product) => {
      const lines = wanted(world, linesOn(world, day, product.key));
      return lines.length > 0 ? [{ product, lines }] : [];
    });
    const { product, lines = [] } = random.pick(all) ?? {};
    const line = random.pick(lines)?.line;
    if (!product || !line) return undefined;
    const { key, typicalLb, tareGrams } = product;
    const pieces = typicalLb === undefined ? null : random.between(1, 2);
    const lb =
      typicalLb === undefined
        ? leftByCut(line) * (0.2 + 0.85 * random.next())
        : (pieces ?? 1) * typicalLb * (0.85 + 0.25 * random.next());
    const grams = Math.max(40, Math.round(lb * 4.5359237)) + tareGrams;
    const old = random.chance(0.05) ? random.between(0, 9) : null;
    return { product: key, day, grams, pieces, lot: someLot(world, random, key), old };
  },
  say: ({ product, day, grams, pieces, old }) =>
    `${(grams / 1000).toFixed(3)} kg of ${product}${pieces ? ` (${pieces} pieces)` : ""} for ${day} ` +
    `goes to the line that the shop proposes${old === null ? "" : ", by an outdated page"}`,
  async run(world, { product: what, day, grams, pieces, lot, old }) {
    const { db, staff, pencil } = world;
    const product = known(world.products, what);
    const lb = netWeight({ thousandths: grams, unit: "kg", tareGrams: product.tareGrams });
    const weight: OnScale = { lb, pieces: pieces ?? 1 };
    const proposed = await proposedNow(world, { day, product: what, weight });
    const all = linesOn(world, day, what);
    const { order: key, line } =
      (old === null ? all.find((one) => one.line.id === proposed) : all[old % all.length]) ?? {};
    if (key === undefined || !line) throw new Skipped("line");
    const order = orderOf(world, key);
    const fits = fitsByCut(line, weight, world.done.has(line.id));
    const requestId = world.newId();
    const asked = op({
      kind: "package",
      requestId,
      itemId: line.id,
      value: (grams / 1000).toFixed(3),
      unit: "kg",
      pieces,
      source: "typed",
      isSure: true,
      lotId: lotIdOf(world, lot),
      // If it fits nowhere, the packer is asked about the next line.
      ...((fits || old !== null) && { isProposed: true }),
    });
    const follow = coverOrder(staff, order.id, shop);
    const adding = () => addPackage(db, staff, order.id, asked, follow);
    const isHeld = lot !== null && known(world.lots, lot).isHeld;
    const why: WhyNot[] = [
      ...(isHeld ? (["on hold"] as const) : []),
      ...(!fits && old !== null ? (["no room"] as const) : []),
    ];
    const packing = () => addOfLot(world, lot, adding);
    await judged(world, { what: `${inText(lb)} lb went to ${key}`, why, act: packing });
    await adding();
    const told = { order: key, line: line.id, id: requestId, pieces: pieces ?? undefined };
    pencil.packing.weighed({
      ...told,
      ...(lot !== null && { lot }),
      thousandths: grams,
      unit: "kg",
      tareGrams: product.tareGrams,
    });
    world.done.delete(line.id);
    same("the package's weight", await weightOf(world, requestId), lb);
  },
});

/**
 * Returns the line that the shop proposes: the one lacking least of those that the package fits
 * into, else one that wants more. Checks that the board shows all packable lines of the product.
 */
async function proposedNow(
  world: World,
  { day, product, weight }: { day: string; product: string; weight: OnScale },
): Promise<string | undefined> {
  const { id } = known(world.products, product);
  const board = await getCutBoard(world.db, world.staff, day, id);
  const shown = board?.lines ?? [];
  const all = linesOn(world, day, product);
  // An order whose card needs a larger authorization is on hold until the bank has answered.
  const isAccount = ({ order }: Place) => world.buyers.has(known(world.orders, order).buyer);
  const ids = new Set(shown.map((line) => line.id));
  const missing = all.find((one) => isAccount(one) && !ids.has(one.line.id));
  if (missing) throw new Finding(`${product} of ${missing.order} is not on the board of ${day}`);
  const stranger = shown.find((line) => !all.some((one) => one.line.id === line.id));
  if (stranger) throw new Finding(`a line of ${stranger.owner.orderNumber} is on ${day}'s board`);
  const found = proposedLine(shown, { netLb: inText(weight.lb), pieces: weight.pieces });
  const here = wanted(
    world,
    all.filter(({ line }) => ids.has(line.id)),
  );
  const fitting = here.filter(({ line }) => fitsByCut(line, weight, false));
  const least = Math.min(...fitting.map(({ line }) => leftByCut(line)));
  const right = fitting.length > 0 ? fitting.filter(({ line }) => leftByCut(line) === least) : here;
  if (!found && right.length === 0) return undefined;
  if (!right.some(({ line }) => line.id === found?.id)) {
    const words = ({ order, line }: Place) => `${order} (${inText(leftByCut(line))} left)`;
    const wrong = all.find(({ line }) => line.id === found?.id);
    throw new Finding(
      `${inText(weight.lb)} lb of ${product} is proposed for ${wrong ? words(wrong) : "nobody"}, ` +
        `and not for ${right.map(words).join(" or ")}`,
    );
  }
  return found?.id;
}
