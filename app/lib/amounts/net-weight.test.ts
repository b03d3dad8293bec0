import { describe, expect, test } from "vitest";
import { netWeight, type Reading } from "./net-weight.ts";
import { lbLess, sumLb } from "./weight.ts";

describe("netWeight", () => {
  const kg = (value: string): Reading => ({ value, unit: "kg" });
  const lb = (value: string): Reading => ({ value, unit: "lb" });

  test.each([
    [kg("0.456"), 0, { lb: "1.01", g: 456 }],
    [kg("1.235"), 0, { lb: "2.72", g: 1235 }],
    [kg("1.5"), 0, { lb: "3.31", g: 1500 }],
    // Less its packaging: 1.5 kg - 40 g.
    [kg("1.5"), 40, { lb: "3.22", g: 1460 }],
    [lb("2.72"), 0, { lb: "2.72", g: 1234 }],
    [lb("2.725"), 0, { lb: "2.73", g: 1236 }],
    [lb("2.724"), 0, { lb: "2.72", g: 1236 }],
    // 10 g are 0.022 lb.
    [lb("1.00"), 10, { lb: "0.98", g: 444 }],
    [lb("10000"), 0, { lb: "10000.00", g: 4_535_924 }],
  ])("%o less %i g", (reading, tareG, net) => {
    expect(netWeight(reading, tareG)).toEqual(net);
  });

  test("returns null for packaging alone", () => {
    expect(netWeight(kg("0.040"), 40)).toBeNull();
    expect(netWeight(kg("0.039"), 40)).toBeNull();
    expect(netWeight(lb("0"))).toBeNull();
  });

  test.each(["", "1.2345", "-1", "1e3", "1,5", "1234567", "NaN"])("refuses %j", (value) => {
    expect(() => netWeight(lb(value))).toThrow(RangeError);
  });

  test("rounds each package, not their sum", () => {
    const packages = [1, 2, 3].map(() => netWeight(kg("0.456"))?.lb ?? "");
    expect(sumLb(packages)).toBe(303);
  });

  test("differs by at most 0.01 lb between the same weight read in kg and in lb", () => {
    for (let g = 25; g < 9_000; g += 7) {
      const inKg = netWeight(kg((g / 1000).toFixed(3)))?.lb ?? "";
      const inLb = netWeight(lb((g / 453.59237).toFixed(3)))?.lb ?? "";
      expect(Math.abs(lbLess(inKg, inLb))).toBeLessThanOrEqual(1);
    }
  });
});
