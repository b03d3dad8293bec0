import { eq, sql } from "drizzle-orm";
import { coverOrder } from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { nextBox, takeOutBox } from "#app/domain/packages/boxes.server.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { defaultScanRules } from "#app/domain/packages/scan/scan-rules.ts";
import { boxes } from "#db/schema/packages.ts";
import { act, same } from "../life/act.ts";
import { keyOfProduct, known, orderOf, Skipped, shop, todayOf } from "../life/world.ts";
import { packedLb } from "../pencil/order.ts";
import {
  addOfLot,
  isToWeigh,
  lineAt,
  linesIn,
  lotIdOf,
  missing,
  oneToPack,
  op,
  someLot,
  voidOne,
  weightOf,
} from "./packing.ts";

// Acts at the station apart from weighing: scanned labels, undone packages, boxes.

interface Scanned {
  key: string;
  line: number;
  /** The label's code. */
  code: string;
  lot: string | null;
}

/** Returns a scale's label: the item, and net kilograms with three decimals. */
function labelOf(item: number, grams: number): string {
  const digits = `21${String(item).padStart(5, "0")}${String(grams).padStart(5, "0")}`;
  const weighted = [...digits].map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 3));
  const sum = weighted.reduce((total, one) => total + one, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export const scan = act<Scanned>({
  weight: 200,
  choose(world, random) {
    const order = oneToPack(world, random, (key) => linesIn(world, key).some(isToWeigh));
    if (!order) return undefined;
    const lines = linesIn(world, order.key);
    const at = random.pick([...lines.keys()].filter((one) => lines[one] && isToWeigh(lines[one])));
    const line = lines[at ?? -1];
    if (at === undefined || !line) return undefined;
    const { item, typicalLb } = known(world.products, line.product);
    const wanted = typicalLb === undefined ? missing(line) * random.next() : typicalLb;
    const grams = Math.round(wanted * (0.85 + 0.3 * random.next()) * 4.5359237);
    const code = labelOf(item, Math.min(99_999, Math.max(grams, 30)));
    return { key: order.key, line: at, code, lot: someLot(world, random, line.product) };
  },
  say: ({ key, line, code }) => `The label ${code} is scanned for line ${line + 1} of ${key}`,
  async run(world, { key, line: at, code, lot }) {
    const order = orderOf(world, key);
    const line = await lineAt(world, order, at);
    const product = known(world.products, keyOfProduct(world, line.productId));
    const read = parseScan(code, { rules: defaultScanRules, today: todayOf(world) });
    if (read.kind !== "in-store" || !read.weight)
      throw new Error(`${code} is read as ${read.kind}`);
    same("the item of the label", read.itemNumber, product.item);
    const requestId = world.newId();
    const { value, unit } = read.weight;
    const asked = { itemId: line.id, value, unit, pieces: line.orderedPieces === null ? null : 1 };
    const added = op({
      kind: "package",
      requestId,
      ...asked,
      source: "ean",
      rawScan: code,
      isNet: true,
      isSure: true,
      lotId: lotIdOf(world, lot),
    });
    const follow = coverOrder(world.staff, order.id, shop);
    await addOfLot(world, lot, () => addPackage(world.db, world.staff, order.id, added, follow));
    const thousandths = Number(code.slice(7, 12));
    const told = {
      order: key,
      line: line.id,
      id: requestId,
      pieces: 1,
      ...(lot !== null && { lot }),
    };
    const lb = world.pencil.packing.weighed({ ...told, thousandths, unit: "kg", tareGrams: 0 });
    world.done.delete(line.id);
    same("the scanned weight", await weightOf(world, requestId), lb);
  },
});

export const undo = act<{ key: string; line: number }>({
  weight: 5,
  choose(world, random) {
    const order = oneToPack(world, random, (key) =>
      linesIn(world, key).some((line) => line.state === "packed" && packedLb(line) > 0),
    );
    if (!order) return undefined;
    const lines = linesIn(world, order.key);
    const at = [...lines.keys()].findLast((one) => lines[one] && packedLb(lines[one]) > 0);
    return at === undefined ? undefined : { key: order.key, line: at };
  },
  say: ({ key, line }) => `The last package of line ${line + 1} of ${key} is undone`,
  async run(world, { key, line: at }) {
    const last = linesIn(world, key)[at]?.packages.findLast(({ voided }) => !voided);
    if (!last) throw new Skipped("package");
    await voidOne(world, { key, at, id: last.id, reason: "Undone" });
  },
});

/** Opens the next box, or removes an empty one. */
export const box = act<{ key: string; isTakenOut: boolean }>({
  weight: 10,
  choose(world, random) {
    const order = oneToPack(world, random, () => true);
    return order && { key: order.key, isTakenOut: random.chance(0.3) };
  },
  say: ({ key, isTakenOut }) =>
    isTakenOut ? `An empty box of ${key} is removed` : `${key} gets another box`,
  async run(world, { key, isTakenOut }) {
    const { db, staff } = world;
    const order = orderOf(world, key);
    const there = await db.select().from(boxes).where(eq(boxes.orderId, order.id));
    if (isTakenOut) {
      const { rows } = await db.execute<{ id: string }>(sql`
        select id from boxes where order_id = ${order.id} and number is not null and not exists (
          select from packages where box_id = boxes.id and voided_at is null) limit 1`);
      if (!rows[0]) throw new Skipped("empty box");
      await takeOutBox(db, staff, order.id, op({ kind: "take out", boxId: rows[0].id }));
    } else {
      const after = Math.max(0, ...there.map(({ number }) => number ?? 0));
      await nextBox(db, staff, order.id, op({ kind: "box", after }));
    }
    const { rows } = await db.execute<{ numbers: number[] }>(sql`
      select coalesce(array_agg(number order by number), '{}') as numbers
      from boxes where order_id = ${order.id} and number is not null`);
    const numbers = rows[0]?.numbers ?? [];
    same(
      `boxes of ${key}`,
      numbers,
      [...numbers.keys()].map((one) => one + 1),
    );
  },
});
