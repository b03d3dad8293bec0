import { inArray } from "drizzle-orm";
import { forgetShares, shareCut } from "#app/domain/packages/by-cut/cut-shares.server.ts";
import { type Sharing, seenShares, sharesOf } from "#app/domain/packages/by-cut/cut-sharing.ts";
import { getCutBoard } from "#app/features/packing/cut/cut-board.server.ts";
import type { CutLine } from "#app/features/packing/cut/cut-board.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import { orderItems } from "#db/schema/orders.ts";
import { act, Finding, same } from "../../life/act.ts";
import {
  inHundredths,
  inText,
  known,
  orderOf,
  Skipped,
  todayOf,
  type World,
} from "../../life/world.ts";
import { plusDays } from "../../pencil/days.ts";
import type { Line } from "../../pencil/order.ts";
import { leftByCut } from "../../pencil/packing.ts";
import { isShared, type Sharer, sharedInTurn } from "../../pencil/shares.ts";
import { linesOn, wanted } from "../by-cut.ts";

interface Shared {
  product: string;
  day: string;
  how: Sharing;
  /** Hundredths of a lb available besides what is packed. */
  lb: number;
}

const sharing = (world: World, day: string, product: string) =>
  wanted(world, linesOn(world, day, product));

/** The step of a product's shares: a hundredth of a lb, or a piece's weight. */
const stepOf = (world: World, product: string) => known(world.products, product).typicalLb ?? 1;

/** In a shortage, the shares are decided, viewed, and reset. */
export const shareShort = act<Shared>({
  weight: 14,
  choose(world, random) {
    const today = todayOf(world);
    const day = random.pick([today, plusDays(today, 1)]) ?? today;
    const all = [...world.products.keys()].flatMap((product) => {
      const lines = sharing(world, day, product);
      return lines.length > 1 ? [{ product, lines }] : [];
    });
    const { product, lines = [] } = random.pick(all) ?? {};
    if (product === undefined) return undefined;
    const missing = lines.reduce((sum, { line }) => sum + leftByCut(line), 0);
    const how = random.pick(["pro_rata", "pro_rata", "time", "rank", "rank"] as const) ?? "time";
    return { product, day, how, lb: Math.round(missing * 1.1 * random.next()) };
  },
  say: ({ product, day, how, lb }) =>
    `${inText(lb)} lb of ${product} for ${day} is shared (${how}), and the shares are reset`,
  async run(world, { product, day, how, lb }) {
    const { db, staff } = world;
    const productId = known(world.products, product).id;
    const places = sharing(world, day, product);
    const board = await getCutBoard(db, staff, day, productId);
    const shown = (board?.lines ?? []).filter(({ id }) =>
      places.some(({ line }) => line.id === id),
    );
    if (shown.length < 2) throw new Skipped(product);
    for (const { order } of places) orderOf(world, order);
    const itemIds = shown.map(({ id }) => id);
    const leftLb = inText(lb);
    const seen = seenShares(itemIds, sharesOf(shown.map(sharerOf), leftLb, how));
    const asked = { productId, itemIds, leftLb, how, seen };
    const old = { ...asked, seen: `${seen} gone` };
    const late = await shareCut(db, staff, old).catch((error: unknown) => error);
    if (!isRefusal(late, "changed")) throw new Finding("what was shared was not what was shown");
    await shareCut(db, staff, asked);
    const sharers: Sharer[] = places
      .filter(({ line }) => itemIds.includes(line.id))
      .map(({ order, line }) => ({ id: line.id, ...amountsOf(line), ...turnOf(world, order) }));
    const gets = await storedShares(world, sharers);
    const there = lb / stepOf(world, product);
    const isRight =
      how === "pro_rata"
        ? isShared(sharers, there, gets)
        : JSON.stringify([...gets]) === JSON.stringify([...sharedInTurn(sharers, there, how)]);
    if (!isRight) {
      throw new Finding(
        `${leftLb} lb of ${product} are shared (${how}) over ${JSON.stringify(sharers)} as ${JSON.stringify([...gets])}`,
      );
    }
    await forgetShares(db, staff, asked);
    const left = await storedShares(world, sharers);
    same(
      `shares of ${product} that were taken back`,
      [...left.values()],
      sharers.map((one) => one.asked),
    );
  },
});

/** Returns pounds, or pieces for products sold by the piece. */
function amountsOf(line: Line): Pick<Sharer, "asked" | "has"> {
  const packed = line.packages.filter(({ voided }) => !voided);
  const pieces = packed.reduce((sum, one) => sum + one.pieces, 0);
  if (line.byPiece) return { asked: Math.max(line.pieces ?? 0, pieces), has: pieces };
  return { asked: line.lb, has: line.lb - leftByCut(line) };
}

function turnOf(world: World, order: string): Pick<Sharer, "number" | "rank"> {
  const { number, buyer } = known(world.orders, order);
  return { number, rank: world.buyers.get(buyer)?.terms.rank ?? null };
}

function sharerOf(line: CutLine) {
  const { rank, orderNumber } = line.owner;
  return { ...line, rank, orderNumber };
}

/** Returns the stored shares by line; a line without one gets all of it. */
async function storedShares({ db }: World, sharers: readonly Sharer[]) {
  const ids = sharers.map(({ id }) => id);
  const rows = await db
    .select({ id: orderItems.id, lb: orderItems.shareLb, pieces: orderItems.sharePieces })
    .from(orderItems)
    .where(inArray(orderItems.id, ids));
  const shares = new Map(
    rows.map(({ id, lb, pieces }) => [id, pieces ?? (lb === null ? null : inHundredths(lb))]),
  );
  return new Map(sharers.map(({ id, asked }) => [id, shares.get(id) ?? asked]));
}
