import { eq, sql } from "drizzle-orm";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { lotName } from "#app/domain/lots/lots.ts";
import { wasteLot } from "#app/domain/stock/keep-lot-stock.server.ts";
import { countStock, setTracking, wasteStock } from "#app/domain/stock/keep-stock.server.ts";
import { stockEntries } from "#db/schema/meat/stock.ts";
import { plusDays } from "../../pencil/days.ts";
import { type Life, shop, type Task, unlessRefused } from "../days/life.ts";
import { inText } from "./cooler.ts";
import { weekOf } from "./forecast.ts";
import { goods, recipes, tracked } from "./goods.ts";

/** Counts stock on Saturdays, and throws away what is too old. */
export function keeping(life: Life, iso: number): Task[] {
  const isFirst = life.today === life.first;
  return [
    ...(isFirst ? [{ at: 6 * 60 + 40, kind: "stock kept", does: () => keep(life) }] : []),
    ...(iso === 6 ? [{ at: 13 * 60 + 15, kind: "counted", does: () => countAll(life) }] : []),
    ...(iso === 2 || iso === 5
      ? [{ at: 12 * 60 + 20, kind: "thrown away", does: () => throwAway(life, iso === 2) }]
      : []),
  ];
}

async function keep(life: Life): Promise<void> {
  const { db, packer } = life;
  const idOf = (slug: string) => life.products.get(slug)?.id ?? "";
  for (const { slug, tracking, lowAt } of tracked) {
    const wanted = { tracking, lowAt, closedUntil: null, version: 0 };
    await setTracking(db, packer, idOf(slug), wanted);
  }
  // Nobody supplies oxtail at the moment.
  const closed = { tracking: "closed" as const, lowAt: null, closedUntil: null, version: 0 };
  await setTracking(db, packer, idOf("oxtail"), closed);
  await countAll(life);
}

/** Counts tracked stock by lot: a little has dripped, and some was never recorded. */
async function countAll(life: Life): Promise<void> {
  const { db, packer, meat } = life;
  for (const { slug, tracking } of tracked) {
    const product = life.products.get(slug);
    if (!product) continue;
    const there = await db
      .select({
        lotId: stockEntries.lotId,
        lb: sql<number>`round(sum(${stockEntries.lb}) * 100)::int`,
        pieces: sql<number>`sum(${stockEntries.pieces})::int`,
      })
      .from(stockEntries)
      .where(eq(stockEntries.productId, product.id))
      .groupBy(stockEntries.lotId)
      .orderBy(sql`min(${stockEntries.enteredAt})`);
    const rows = there.flatMap(({ lotId, lb, pieces }) => {
      const seen = tracking === "pieces" ? pieces : lb;
      const left = life.cooler.of(slug).find(({ id }) => id === lotId)?.lb ?? 0;
      if (seen === 0 && left === 0) return [];
      const counted =
        tracking === "pieces"
          ? Math.max(0, Math.round(left / (product.typicalLb ?? 1)))
          : Math.max(0, left - meat.between(0, Math.min(120, Math.round(left * 0.006))));
      if (lotId)
        life.cooler.set(
          slug,
          lotId,
          tracking === "pieces" ? counted * (product.typicalLb ?? 0) : counted,
        );
      return [{ lotId, seen, counted: tracking === "pieces" ? String(counted) : inText(counted) }];
    });
    if (rows.length === 0) continue;
    const form = {
      requestId: crypto.randomUUID(),
      rows,
      reason: "Saturday’s count",
      isMeant: true,
      isMore: true,
    };
    await countStock(db, packer, product.id, form);
    await life.pass(4);
  }
}

/** Throws away what expires soon, and now and then a bag that lost its vacuum. */
async function throwAway(life: Life, isTuesday: boolean): Promise<void> {
  const { db, packer, cooler, today, meat } = life;
  const last = plusDays(today, isTuesday ? 2 : 3);
  const slugs = [
    ...new Set([
      ...recipes.flatMap(({ cuts }) => cuts.map(({ slug }) => slug)),
      ...goods.map(({ what }) => what),
    ]),
  ];
  for (const [at, what] of slugs.entries()) {
    const product = life.products.get(what);
    const isKept = tracked.some(({ slug, tracking }) => slug === what && tracking === "lb");
    for (const lot of cooler.of(what)) {
      const isOld = lot.expiresOn <= last;
      const isTorn =
        !isOld && isKept && isTuesday && (weekOf(life) + at) % 4 === 1 && lot.lb > 20_00;
      const lb = isOld ? lot.lb : isTorn ? meat.between(180, 620) : 0;
      if (lb === 0) continue;
      const reason = isOld ? "Past its date" : "The vacuum was lost";
      cooler.set(what, lot.id, lot.lb - lb);
      const form = { requestId: crypto.randomUUID(), amount: inText(lb), reason, isMeant: true };
      life.done.set(reason, (life.done.get(reason) ?? 0) + 1);
      await unlessRefused(life, "throw away", async () => {
        if (product && isKept) return wasteStock(db, packer, product.id, { ...form, lot: lot.id });
        if (!product) return wasteLot(db, packer, lot.id, form);
        await cutLots(
          db,
          packer,
          {
            requestId: form.requestId,
            kind: "Past its date",
            differenceReason: "",
            confirmed: ["isMeant"],
            inputs: [
              {
                row: 1,
                name: lotName(lot),
                lb: inText(lb),
                pieces: Math.round(lb / (product.typicalLb ?? lb)),
              },
            ],
            outputs: [],
            wastes: [{ row: 1, reason, lb: inText(lb) }],
          },
          shop.company.name,
        );
      });
      if (isTorn) break;
    }
  }
}
