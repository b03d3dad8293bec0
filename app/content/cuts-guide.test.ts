import { describe, expect, it } from "vitest";
import { cutKeys } from "./cuts.ts";
import { guideCutNames, guideCuts } from "./cuts-guide.ts";
import { foodSafety, safeTemperatures } from "./food-safety.ts";
import { defaultGuideTab, guideTabs, isGuideTab } from "./guide-tabs.ts";

/** Expects the rounded °F to be within 1.5 degrees of the exact conversion. */
function expectSameHeat({ celsius, fahrenheit }: { celsius: number; fahrenheit: number }) {
  expect(Math.abs(fahrenheit - (celsius * 1.8 + 32))).toBeLessThanOrEqual(1.5);
}

describe("the guide's tabs", () => {
  it("are eight, and the loin is the one that opens first", () => {
    const ids = ["chuck", "primeRib", "loin", "sirloin", "round", "brisket", "other", "ground"];
    expect(guideTabs.map(({ id }) => id)).toEqual(ids);
    expect(defaultGuideTab).toBe("loin");
  });

  it("are recognized by their exact ids only", () => {
    expect(isGuideTab("primeRib")).toBe(true);
    for (const other of ["prime-rib", "LOIN", "", null]) expect(isGuideTab(other)).toBe(false);
  });
});

describe.each(guideTabs)("the tab $label", ({ id }) => {
  const cuts = guideCuts(id);

  it("has cuts", () => {
    expect(cuts.length).toBeGreaterThan(0);
  });

  it.each(cuts)("describes $name completely, with plausible temperatures", (cut) => {
    for (const text of [cut.name, cut.doneness, cut.cookTime, cut.restTime]) {
      expect(text.trim()).toBe(text);
      expect(text).not.toBe("");
    }
    expect(cut.characteristics.length).toBeGreaterThanOrEqual(2);
    expect(cut.methods.length).toBeGreaterThanOrEqual(1);
    expect(new Set(cut.methods).size).toBe(cut.methods.length);
    expectSameHeat(cut.target);
    expect(cut.target.celsius).toBeGreaterThanOrEqual(50);
    expect(cut.target.celsius).toBeLessThanOrEqual(100);
  });
});

describe("Health Canada's minimum temperature", () => {
  it("is reached by the target of every ground cut", () => {
    for (const cut of guideCuts("ground")) {
      expect(cut.safe).toBe("ground");
      expect(cut.target.celsius).toBeGreaterThanOrEqual(safeTemperatures.ground.celsius);
    }
  });

  it("is 63 °C for whole cuts and 71 °C for ground beef, the same in both scales", () => {
    expect(safeTemperatures.whole.celsius).toBe(63);
    expect(safeTemperatures.ground.celsius).toBe(71);
    for (const row of [...foodSafety.temperatures.rows, ...Object.values(safeTemperatures)]) {
      expectSameHeat(row);
    }
  });
});

it("the guide lists every cut of the catalogue once", () => {
  const slugs = guideCutNames().map(({ slug }) => slug);
  expect(slugs.sort()).toEqual([...cutKeys].sort());
});
