import { describe, expect, it } from "vitest";
import { cutKeys } from "./cuts.ts";
import { guideCutNames, guideCuts } from "./cuts-guide.ts";
import { foodSafety, safeTemperatures } from "./food-safety.ts";
import { defaultGuideTab, guideTabs, isGuideTab } from "./guide-tabs.ts";

/** °F as cooks say it lies within a degree and a half of the exact figure. */
function expectSameHeat({ celsius, fahrenheit }: { celsius: number; fahrenheit: number }) {
  expect(Math.abs(fahrenheit - (celsius * 1.8 + 32))).toBeLessThanOrEqual(1.5);
}

describe("the tabs", () => {
  it("are eight, and the guide opens with the loin", () => {
    const ids = ["chuck", "primeRib", "loin", "sirloin", "round", "brisket", "other", "ground"];
    expect(guideTabs.map(({ id }) => id)).toEqual(ids);
    expect(defaultGuideTab).toBe("loin");
  });

  it("are told from anything else in an address", () => {
    expect(isGuideTab("primeRib")).toBe(true);
    for (const other of ["prime-rib", "LOIN", "", null]) expect(isGuideTab(other)).toBe(false);
  });
});

describe.each(guideTabs)("the tab $label", ({ id }) => {
  const cuts = guideCuts(id);

  it("has cuts", () => {
    expect(cuts.length).toBeGreaterThan(0);
  });

  it.each(cuts)("says everything of $name", (cut) => {
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

describe("what Health Canada publishes", () => {
  it("is the minimum of every ground cut's own target", () => {
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

it("names every cut once", () => {
  const slugs = guideCutNames().map(({ slug }) => slug);
  expect(slugs.sort()).toEqual([...cutKeys].sort());
});
