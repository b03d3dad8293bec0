import { describe, expect, it } from "vitest";
import {
  allToBuy,
  isKnown,
  isPrimalKnown,
  leftOutOf,
  nothingOf,
  type PlannedProduct,
  type Primal,
  planDays,
  planOf,
  primalFor,
  primalOfLot,
} from "./plan.ts";

const product = (productId: string, over: Partial<PlannedProduct> = {}): PlannedProduct => ({
  ...nothingOf(productId, productId),
  ...over,
});

const stock = (onHandLb: number, comesLb = 0, comesByDayLb = 0) => ({
  onHandLb,
  heldLb: 0,
  unusable: [],
  untilThenLb: 0,
  comesLb,
  comesByDayLb,
});

const ofWeek = (orderedLb: number, packedLb = 0) => ({ orderedLb, packedLb, standingLb: 0 });

const primal = (
  name: string,
  cuts: [string, string, number][],
  over: Partial<Primal> = {},
): Primal => ({
  id: name,
  name,
  productId: null,
  trimPct: null,
  isTrim: false,
  isSample: false,
  cuts: cuts.map(([productId, part, yieldPct]) => ({ productId, part, yieldPct, actual: null })),
  ...over,
});

const only = (primals: Primal[], products: PlannedProduct[]) => {
  const [first] = planOf(primals, products).primals;
  if (!first) throw new Error("No primal");
  return first;
};

describe("the pounds to buy", () => {
  it("are (ordered + standing + usual − on hand − incoming) ÷ yield", () => {
    const ribeye = product("ribeye", {
      orderedLb: 40_00,
      standingLb: 20_00,
      averageLb: 75_00,
      stock: stock(10_00, 5_00),
      ofWeek: { orderedLb: 40_00, packedLb: 0, standingLb: 20_00 },
    });
    const plan = only([primal("Rib", [["ribeye", "", 62_50]])], [ribeye]);
    const cut = plan.parts[0]?.cuts[0];
    // Usual: 75 − 60 ordered or standing = 15. 40 + 20 + 15 − 10 − 5 = 60; ÷ 0.625 = 96.
    expect(cut).toMatchObject({ usualLb: 15_00, needLb: 60_00, primalLb: 96_00 });
    expect(plan.buyLb).toBe(96_00);
  });

  it("are totalled, and products left out are listed with the reason", () => {
    const products = [
      product("ribeye", { orderedLb: 50_00 }),
      product("roast", { averageLb: 20_00, ofWeek: ofWeek(0, 25_00) }),
      product("oxtail"),
      product("bones", { orderedLb: 7_00 }),
    ];
    const rib = primal("Rib", [
      ["ribeye", "", 50_00],
      ["roast", "", 50_00],
    ]);
    const plan = planOf([rib], products);
    expect(leftOutOf(plan)).toEqual([
      { productId: "oxtail", name: "oxtail", reason: "not sold" },
      { productId: "roast", name: "roast", reason: "packed" },
    ]);
    expect(allToBuy(plan)).toBe(107_00);
  });

  it("use meat that expires before the day for earlier orders only", () => {
    const there = { ...stock(20_00), heldLb: 15_00, untilThenLb: 10_00 };
    const cut = (earlierLb: number) => {
      const one = product("a", { earlierLb, dayLb: 30_00, orderedLb: 30_00 + earlierLb });
      return planOf([], [{ ...one, stock: there }]).others[0];
    };
    expect(cut(0)).toMatchObject({ servedLb: 0, thereLb: 20_00, toCutLb: 10_00, needLb: 10_00 });
    expect(cut(4_00)).toMatchObject({ servedLb: 4_00, thereLb: 20_00, needLb: 10_00 });
    expect(cut(12_00)).toMatchObject({ servedLb: 10_00, thereLb: 18_00, needLb: 12_00 });
  });

  it("exclude from usual sales what is already packed for the week", () => {
    const before = product("a", {
      orderedLb: 218_00,
      averageLb: 443_50,
      stock: stock(259_00),
      ofWeek: ofWeek(218_00),
    });
    const after = {
      ...before,
      orderedLb: 109_00,
      stock: stock(150_00),
      ofWeek: ofWeek(109_00, 109_00),
    };
    const need = (one: PlannedProduct) => planOf([], [one]).others[0];
    expect(need(before)).toMatchObject({ usualLb: 225_50, needLb: 184_50 });
    expect(need(after)).toMatchObject({ usualLb: 225_50, needLb: 184_50 });
  });

  it("include orders due before the first day in addition to the week's usual sales", () => {
    const one = product("a", {
      earlierLb: 30_00,
      orderedLb: 50_00,
      standingLb: 12_00,
      averageLb: 73_00,
      ofWeek: { orderedLb: 20_00, packedLb: 3_00, standingLb: 5_00 },
    });
    // 73 a week − 20 − 3 − 5 = 45; 50 + 12 + 45 = 107.
    expect(planOf([], [one]).others[0]).toMatchObject({ usualLb: 45_00, needLb: 107_00 });
  });

  it("have no usual part if more than usual is ordered, and are never negative", () => {
    const busy = product("a", { orderedLb: 90_00, averageLb: 75_00, ofWeek: ofWeek(90_00) });
    const full = product("b", { orderedLb: 5_00, stock: stock(50_00) });
    const plan = planOf([], [busy, full]);
    expect(plan.others.map(({ usualLb, needLb }) => [usualLb, needLb])).toEqual([
      [0, 90_00],
      [0, 0],
    ]);
  });

  it("are the sum of a part's cuts, and for the primal the largest of its parts", () => {
    const products = [
      product("steak", { orderedLb: 55_00 }),
      product("roast", { orderedLb: 75_00 }),
      product("ribs", { orderedLb: 12_00 }),
    ];
    const cuts: [string, string, number][] = [
      ["steak", "Eye", 55_00],
      ["roast", "EYE", 75_00],
      ["ribs", "", 12_00],
    ];
    const plan = only([primal("Rib", cuts)], products);
    expect(plan.parts.map(({ primalLb }) => primalLb)).toEqual([200_00, 100_00]);
    expect(plan.buyLb).toBe(200_00);
  });

  it("are reduced by the primal's own stock, except what is sold whole", () => {
    const products = [
      product("ribeye", { orderedLb: 50_00 }),
      product("whole", { orderedLb: 30_00, stock: stock(60_00, 10_00) }),
    ];
    const rib = primal("Rib", [["ribeye", "", 50_00]], { productId: "whole" });
    expect(only([rib], products)).toMatchObject({ needLb: 100_00, freeLb: 40_00, buyLb: 60_00 });
    const sold = product("whole", { orderedLb: 80_00, stock: stock(60_00) });
    expect(only([rib], [sold, ...products.slice(0, 1)])).toMatchObject({
      freeLb: -20_00,
      buyLb: 120_00,
    });
    expect(planOf([rib], products).others).toEqual([]);
  });

  it("of a primal sold whole are reduced by the stock that serves earlier orders", () => {
    const there = { ...stock(0), heldLb: 10_00, untilThenLb: 10_00 };
    const whole = product("whole", { earlierLb: 10_00, orderedLb: 10_00, stock: there });
    expect(only([primal("Brisket", [], { productId: "whole" })], [whole])).toMatchObject({
      thereLb: 10_00,
      freeLb: 0,
      buyLb: 0,
    });
  });

  it("are reduced by the lots of an untracked cut and primal", () => {
    const inLots = (lb: number) => ({
      lots: [{ id: "l", code: "C221-1", lb }],
      heldLb: 3_00,
      unusable: [],
      untilThenLb: 0,
    });
    const rib = primal("Rib", [["ribeye", "", 50_00]], { productId: "whole" });
    const ribeye = product("ribeye", {
      dayLb: 129_00,
      earlierLb: 40_00,
      orderedLb: 200_00,
      inLots: inLots(158_46),
    });
    const plan = only([rib], [ribeye, product("whole", { inLots: inLots(10_00) })]);
    expect(plan.parts[0]?.cuts[0]).toMatchObject({
      inLotsLb: 158_46,
      thereLb: 118_46,
      toCutLb: 10_54,
      needLb: 41_54,
    });
    // To take: 10.54 ÷ 50% = 21.08, of which 10 are here. To buy: 41.54 ÷ 50% = 83.08, less the 10.
    expect(plan).toMatchObject({ dayLb: 21_08, hereLb: 10_00, shortLb: 11_08, buyLb: 73_08 });
    // For a tracked product, only the tracked stock counts.
    const kept = product("ribeye", { ...ribeye, stock: stock(29_00, 0, 0), earlierLb: 0 });
    expect(only([rib], [kept]).parts[0]?.cuts[0]).toMatchObject({ inLotsLb: 0, toCutLb: 100_00 });
  });

  it("are not reduced by stock on hold", () => {
    const held = { id: "lot", code: "L-1", isHeld: true, lb: 20_00, pieces: null };
    const inLots = { lots: [], unusable: [held], heldLb: 20_00, untilThenLb: 0 };
    const rib = primal("Rib", [["ribeye", "", 50_00]], { productId: "whole" });
    const plan = only([rib], [product("ribeye", { dayLb: 5_00 }), product("whole", { inLots })]);
    expect(plan).toMatchObject({ hereLb: 0, shortLb: 10_00 });
    expect([isPrimalKnown(plan), isKnown(product("ribeye"))]).toEqual([true, false]);
  });

  it("are reduced by lots that aren't products, matched by the primal's name", () => {
    const hind = primal("Hind", [["ribeye", "", 50_00]]);
    const short = primal("Short loin", []);
    const loin = primal("Loin", []);
    const lot = (meat: string, lb: number) => ({ id: meat, code: meat, meat, lb });
    const lots = [lot("Hinds", 178_25), lot("Beef short loin, aged", 10_00), lot("Suet", 5_00)];
    const plan = planOf([hind, loin, short], [product("ribeye", { orderedLb: 100_00 })], lots);
    expect(plan.primals[0]).toMatchObject({ needLb: 200_00, freeLb: 178_25, buyLb: 21_75 });
    expect(plan.primals.map((one) => one.lots.map(({ meat }) => meat))).toEqual([
      ["Hinds"],
      [],
      ["Beef short loin, aged"],
    ]);
    expect(plan.otherLots.map(({ meat }) => meat)).toEqual(["Suet"]);
    const trim = primal("Trim", [], { isTrim: true });
    expect(primalOfLot("Hind trim", [hind, trim])?.name).toBe("Trim");
  });

  it("of trim for grinding are reduced by the other primals' trim", () => {
    const products = [
      product("roast", { orderedLb: 76_00 }),
      product("ground", { orderedLb: 97_00 }),
    ];
    const chuck = primal("Chuck", [["roast", "", 38_00]], { trimPct: 18_00 });
    const trim = primal("Trim", [["ground", "", 97_00]], { isTrim: true });
    const [, ground] = planOf([chuck, trim], products).primals;
    expect(ground).toMatchObject({
      needLb: 100_00,
      trim: [{ name: "Chuck", pct: 18_00, lb: 36_00 }],
      trimLb: 36_00,
      buyLb: 64_00,
    });
    // More trim falls off than is ground.
    const much = [product("roast", { orderedLb: 760_00 }), product("ground", { orderedLb: 97_00 })];
    expect(planOf([chuck, trim], much).primals[1]?.buyLb).toBe(0);
  });

  it("are rounded up unless they are exact", () => {
    expect(primalFor(10_00, 30_00)).toBe(33_34);
    expect(primalFor(60_00, 62_50)).toBe(96_00);
    expect(primalFor(0, 62_50)).toBe(0);
    expect(primalFor(1, 100_00)).toBe(1);
  });
});

describe("the pounds to cut for a day", () => {
  it("are the ordered pounds less the stock that earlier orders leave", () => {
    const cuts = [primal("Rib", [["ribeye", "", 50_00]])];
    const wanted = product("ribeye", {
      dayLb: 20_00,
      earlierLb: 4_00,
      orderedLb: 24_00,
      stock: stock(10_00, 9_00, 2_00),
    });
    const plan = only(cuts, [wanted]);
    expect(plan.parts[0]?.cuts[0]).toMatchObject({
      thereLb: 8_00,
      toCutLb: 12_00,
      dayPrimalLb: 24_00,
    });
    expect(plan.dayLb).toBe(24_00);
    const taken = { ...wanted, earlierLb: 90_00 };
    expect(only(cuts, [taken]).parts[0]?.cuts[0]).toMatchObject({ thereLb: 0, toCutLb: 20_00 });
  });
});

describe("the days of a plan", () => {
  const today = "2026-11-27";
  it.each([
    [undefined, "2026-11-28", "2026-12-04"],
    ["2026-12-01", "2026-12-01", "2026-12-07"],
    ["2026-11-27", "2026-11-27", "2026-12-03"],
    ["2026-11-26", "2026-11-28", "2026-12-04"],
    ["2026-02-30", "2026-11-28", "2026-12-04"],
    ["2029-01-01", "2026-11-28", "2026-12-04"],
    ["tomorrow", "2026-11-28", "2026-12-04"],
  ])("for the requested day “%s” are %s to %s", (asked, day, until) => {
    expect(planDays(asked, today)).toEqual({ day, until });
  });

  it("begin with the first day that has orders if none is requested", () => {
    const first = "2026-12-02";
    expect(planDays(null, today, first)).toEqual({ day: first, until: "2026-12-08" });
    expect(planDays("2026-12-01", today, first)).toMatchObject({ day: "2026-12-01" });
  });
});
