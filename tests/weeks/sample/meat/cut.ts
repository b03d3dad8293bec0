import { asc, eq } from "drizzle-orm";
import { chooseValue } from "#app/domain/cutting/correct-cutting.server.ts";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { savePrimal } from "#app/domain/cutting/plan/primals.server.ts";
import { lotName } from "#app/domain/lots/lots.ts";
import { cuttingOutputs } from "#db/schema/meat/cuttings.ts";
import { lots } from "#db/schema/packages.ts";
import { plusDays } from "../../pencil/days.ts";
import { type Life, shop, type Task } from "../days/life.ts";
import { about, inText } from "./cooler.ts";
import { nextWorkday, openUntil, wanted, weeklyOf } from "./forecast.ts";
import { goods, type Recipe, recipes, trim, trimWorth, usualYields } from "./goods.ts";
import { fetchMore } from "./receive.ts";

/** Cuts and grinds for open orders, and for some days ahead. */
export function cutting(life: Life): Task[] {
  return [
    { at: 6 * 60 + 14, kind: "cut", does: () => cutAll(life) },
    { at: 14 * 60 + 5, kind: "cut again", does: () => cutAll(life) },
  ];
}

async function cutAll(life: Life): Promise<void> {
  const due = await openUntil(life, nextWorkday(life));
  const all = await openUntil(life, plusDays(life.today, 30));
  for (const recipe of recipes) {
    const lacks = recipe.cuts.map(({ slug, share }) => {
      const least = wanted(life, slug, due, all);
      const there = life.cooler.left(slug);
      // Enough for some days, to keep the number of sheets low.
      return there >= least ? 0 : (least + 0.45 * weeklyOf(life, slug) - there) / share;
    });
    const lb = Math.max(0, ...lacks);
    if (lb > 0) await cut(life, recipe, lb);
  }
}

async function cut(life: Life, { kind, cuts, trim: trimShare }: Recipe, wantedLb: number) {
  const { db, owner, packer, meat, cooler } = life;
  const what = kind === "Trim" ? trim : kind;
  const pieceLb = goods.find((one) => one.what === what)?.pieceLb ?? 10_00;
  const lb = Math.max(1, Math.ceil(wantedLb / pieceLb)) * pieceLb;
  if (cooler.left(what) < lb) await fetchMore(life, what, lb - cooler.left(what) + pieceLb);
  // The sheet has six rows.
  const inputs = cooler.take(what, lb, 6);
  const went = inputs.reduce((sum, one) => sum + one.lb, 0);
  const made = cuts.flatMap(({ slug, share }) => {
    const product = life.products.get(slug);
    if (!product) throw new Error(`There is no ${slug}`);
    const came = about(went * share, meat, kind === "Trim" ? 0.012 : 0.03);
    const typical = product.typicalLb;
    // Products sold by the piece come in whole pieces.
    const whole = typical ? about(Math.floor(came / typical) * typical, meat, 0.02) : came;
    return whole > 0 ? [{ slug, productId: product.id, what: "", lb: whole }] : [];
  });
  const trimmed = about(went * trimShare, meat, 0.08);
  // A little trim waits for the next tub.
  const fell = trimmed < 3_00 ? 0 : trimmed;
  const outputs = [
    ...made,
    ...(fell > 0 ? [{ slug: trim, productId: null, what: trim, lb: fell }] : []),
  ];
  const rest = went - outputs.reduce((sum, one) => sum + one.lb, 0);
  // What drips or sticks to the saw isn't weighed.
  const waste = Math.max(0, rest - Math.min(Math.round(went * 0.004 * meat.next()), rest));
  const id = await cutLots(
    db,
    packer,
    {
      requestId: crypto.randomUUID(),
      kind,
      differenceReason: "",
      confirmed: [],
      inputs: inputs.map(({ lot, lb: some }, at) => ({
        row: at + 1,
        name: lotName(lot),
        lb: inText(some),
      })),
      outputs: outputs.map(({ slug, productId, what: called, lb: some }, at) => ({
        row: at + 1,
        productId,
        what: called,
        code: "",
        lb: inText(some),
        pieces: Math.round(some / (life.products.get(slug)?.typicalLb ?? some)),
      })),
      wastes:
        waste > 0
          ? [{ row: 1, reason: kind === "Trim" ? "Gristle" : "Bone and fat", lb: inText(waste) }]
          : [],
    },
    shop.company.name,
  );
  const stored = await db
    .select({ id: lots.id, code: lots.code, supplier: lots.supplier, expiresOn: lots.expiresOn })
    .from(cuttingOutputs)
    .innerJoin(lots, eq(lots.id, cuttingOutputs.lotId))
    .where(eq(cuttingOutputs.cuttingId, id))
    .orderBy(asc(cuttingOutputs.position));
  for (const [at, { slug, lb: some }] of outputs.entries()) {
    const lot = stored[at];
    if (lot) cooler.add(slug, { ...lot, lb: some, expiresOn: lot.expiresOn ?? "" });
  }
  const trimLot = stored[outputs.findIndex(({ slug }) => slug === trim)];
  if (trimLot && !life.isTrimSet) {
    life.isTrimSet = true;
    await chooseValue(db, owner, id, { lotId: trimLot.id, pricePerLb: trimWorth });
  }
  await life.pass(2);
}

/** Enters the owner's own yields before anything is cut. */
export async function knowYields({ db, owner, products }: Life): Promise<void> {
  for (const { name, trimPct, cuts } of usualYields) {
    await savePrimal(
      db,
      owner,
      { id: crypto.randomUUID(), version: 0 },
      {
        name,
        productId: null,
        isTrim: name === "Trim",
        trimPct,
        cuts: cuts.flatMap(([slug, part, yieldPct], at) => {
          const product = products.get(slug);
          return product ? [{ row: at + 1, productId: product.id, part, yieldPct }] : [];
        }),
      },
    );
  }
}
