import { describe, expect, it } from "vitest";
import { type CostedCutting, type CostedLot, carriedDown, inputCosts } from "./carry-cost.ts";

const side = { id: "side", lb: "100.00", costCents: 520_00 };
const cutting = (costBy: "value" | "weight"): CostedCutting => ({
  number: 1,
  costBy,
  inputs: [{ lotId: "side", lb: "100.00" }],
  outputs: [
    { lotId: "ribeye", lb: "20.00", pricePerLb: "27.99" },
    { lotId: "ground", lb: "50.00", pricePerLb: "9.99" },
  ],
});
const costs = (lots: CostedLot[], ...cuttings: CostedCutting[]) =>
  Object.fromEntries(carriedDown(lots, cuttings));

describe("the cost of cut lots", () => {
  it("is divided by value or by weight, and waste bears none", () => {
    expect(costs([side], cutting("value"))).toEqual({ ribeye: 274_80, ground: 245_20 });
    expect(costs([side], cutting("weight"))).toEqual({ ribeye: 148_57, ground: 371_43 });
  });

  it("is divided by weight for trim without a price, and by value for the rest", () => {
    const { outputs, ...one } = cutting("value");
    const withTrim = [...outputs, { lotId: "trim", lb: "10.00", pricePerLb: null }];
    // The ten of eighty pounds get an eighth of $520.00; the other $455.00 are divided by value.
    expect(costs([side], { ...one, outputs: withTrim })).toEqual({
      trim: 65_00,
      ribeye: 240_45,
      ground: 214_55,
    });
    const alone = withTrim.map((output) => ({ ...output, pricePerLb: null }));
    expect(costs([side], { ...one, outputs: alone })).toEqual({
      trim: 65_00,
      ribeye: 130_00,
      ground: 325_00,
    });
  });

  it("can be computed for the pounds that went into one cutting", () => {
    const of = (number: number, lb: string): CostedCutting => ({
      number,
      costBy: "weight",
      inputs: [{ lotId: "side", lb }],
      outputs: [],
    });
    const [first, second] = [of(1, "60.00"), of(2, "10.00")];
    expect(inputCosts(first, [first, second], [side])).toEqual([312_00]);
    expect(inputCosts(second, [first, second], [side])).toEqual([52_00]);
    expect(inputCosts(second, [second], [])).toEqual([null]);
  });

  it("is unknown if an input's cost or weight is unknown", () => {
    const unknown = { ribeye: null, ground: null };
    expect(costs([{ ...side, costCents: null }], cutting("value"))).toEqual(unknown);
    expect(costs([{ ...side, lb: null }], cutting("value"))).toEqual(unknown);
    const mixed = {
      ...cutting("value"),
      inputs: [
        { lotId: "side", lb: "1.00" },
        { lotId: "x", lb: "1.00" },
      ],
    };
    expect(costs([side, { id: "x", lb: "5.00", costCents: null }], mixed)).toEqual(unknown);
    expect(costs([{ ...side, costCents: 0 }], cutting("value"))).toEqual({ ribeye: 0, ground: 0 });
  });

  it("is divided among a lot's cuttings, even if more was cut than received", () => {
    const half = (number: number, lb: string, to: string): CostedCutting => ({
      number,
      costBy: "weight",
      inputs: [{ lotId: "side", lb }],
      outputs: [{ lotId: to, lb: "10.00", pricePerLb: "9.99" }],
    });
    expect(costs([side], half(1, "40.00", "a"), half(2, "60.00", "b"))).toEqual({
      a: 208_00,
      b: 312_00,
    });
    expect(costs([side], half(1, "40.00", "a"))).toEqual({ a: 208_00 });
    expect(costs([side], half(1, "90.00", "a"), half(2, "30.00", "b"))).toEqual({
      a: 390_00,
      b: 130_00,
    });
  });

  it("adds up to the amount paid, to the cent, over any tree of cuttings", () => {
    let seed = 11;
    const next = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const pounds = (hundredths: number) => (hundredths / 100).toFixed(2);
    for (let round = 0; round < 300; round += 1) {
      const bought = Array.from(
        { length: 1 + next(5) },
        (_, index): CostedLot => ({
          id: `bought ${index}`,
          lb: pounds(100 + next(90_000)),
          costCents: next(900_000),
        }),
      );
      // What is left of each lot, in hundredths.
      const left = new Map(bought.map(({ id, lb }) => [id, Math.round(Number(lb) * 100)]));
      const cuttings: CostedCutting[] = [];
      for (let number = 1; number <= 1 + next(6); number += 1) {
        const open = [...left].filter(([, lb]) => lb > 4);
        const chosen = open.filter((_, index) => index % (1 + next(3)) === 0).slice(0, 5);
        if (chosen.length === 0) break;
        const inputs = chosen.map(([lotId, lb]) => {
          const taken = next(2) === 0 ? lb : 1 + next(lb);
          left.set(lotId, lb - taken);
          return { lotId, lb: pounds(taken) };
        });
        const outputs = Array.from({ length: 1 + next(4) }, (_, index) => {
          const lb = 1 + next(20_000);
          left.set(`${number}.${index}`, lb);
          return {
            lotId: `${number}.${index}`,
            lb: pounds(lb),
            pricePerLb: pounds(1 + next(5_000)),
          };
        });
        cuttings.push({ number, costBy: next(2) === 0 ? "value" : "weight", inputs, outputs });
      }
      const carried = carriedDown(bought, cuttings);
      const all = new Map<string, { lb: number; cents: number }>();
      for (const { id, lb, costCents } of bought)
        all.set(id, { lb: Math.round(Number(lb) * 100), cents: costCents ?? 0 });
      for (const { outputs } of cuttings)
        for (const { lotId, lb } of outputs)
          all.set(lotId, { lb: Math.round(Number(lb) * 100), cents: carried.get(lotId) ?? -1 });
      // Cuttings pass on the sum of their outputs' costs; the rest stays with the lots.
      const into = cuttings.reduce(
        (sum, { outputs }) =>
          sum + outputs.reduce((one, { lotId }) => one + (carried.get(lotId) ?? 0), 0),
        0,
      );
      const total = [...all.values()].reduce((sum, { cents }) => sum + cents, 0);
      const paid = bought.reduce((sum, { costCents }) => sum + (costCents ?? 0), 0);
      expect(total - into).toBe(paid);
      expect([...carried.values()].every((cents) => cents !== null && cents >= 0)).toBe(true);
      // A lot that is used up passes its whole cost to its outputs.
      const [one] = bought;
      if (cuttings.length === 1 && bought.length === 1 && one && left.get(one.id) === 0)
        expect(into).toBe(one.costCents);
    }
  });
});
