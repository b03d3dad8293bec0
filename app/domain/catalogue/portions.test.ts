import { describe, expect, it } from "vitest";
import { amountFor, hundredthsFor, portionsOf } from "./portions.ts";

const product = (name: string, cutType = "", otherNames = "") => ({ name, cutType, otherNames });

describe("portionsOf", () => {
  it.each([
    ["Ribeye Steak", "Boneless rib steak"],
    ["Whole Tenderloin", "Tenderloin roast"],
    ["CROSS RIB ROAST", ""],
    ["Bavette", "Flap steak"],
  ])("%s (%s) has no bone", (name, cutType) => {
    expect(portionsOf(product(name, cutType))).toMatchObject({ average: 8, isBoneIn: false });
  });

  it.each([
    ["T-Bone Steak", "", ""],
    ["Porterhouse Steak", "", ""],
    ["Prime Rib Roast", "Standing rib roast", ""],
    ["Tomahawk Steak", "Bone-in rib steak", ""],
    ["Cowboy Steak", "Rib steak", "Bone-in ribeye"],
  ])("%s has a bone, so a portion weighs more", (name, cutType, otherNames) => {
    expect(portionsOf(product(name, cutType, otherNames))).toMatchObject({
      average: 12,
      isBoneIn: true,
    });
  });

  it("treats a boneless product as boneless, whatever its other names", () => {
    expect(portionsOf(product("Boneless Prime Rib Roast", "", "Standing rib"))?.isBoneIn).toBe(
      false,
    );
  });

  it.each(["Lean Ground Beef", "Oxtail", "Beef Short Ribs"])(
    "%s is neither a steak nor a roast",
    (name) => {
      expect(portionsOf(product(name))).toBeNull();
      expect(portionsOf({ name, cutType: null, otherNames: "" })).toBeNull();
    },
  );
});

describe("hundredthsFor", () => {
  const steak = portionsOf(product("Ribeye Steak"));
  const tBone = portionsOf(product("T-Bone Steak"));
  if (!steak || !tBone) throw new Error("These are steaks");

  it.each([
    [4, "light", 150, 200],
    [4, "average", 200, 300],
    [4, "hearty", 300, 400],
    [1, "light", 38, 50],
    [100, "hearty", 7500, 10_000],
  ] as const)(
    "%s people, %s appetite: %s hundredths boneless, %s bone-in",
    (people, appetite, boneless, boneIn) => {
      expect(hundredthsFor(steak, people, appetite)).toBe(boneless);
      expect(hundredthsFor(tBone, people, appetite)).toBe(boneIn);
    },
  );
});

describe("amountFor", () => {
  it.each([
    [200, "1.25", 2],
    [250, "1.25", 2],
    [251, "1.25", 3],
    [38, "4.00", 1],
    [0, "1.25", 1],
  ])("%s hundredths in pieces of %s lb are %s pieces", (hundredths, pieceLb, pieces) => {
    expect(amountFor({ pieceLb, orderStepLb: "0.01" }, hundredths)).toBe(pieces);
  });

  it.each([
    [200, "0.01", 2],
    [201, "0.01", 2.25],
    [38, "0.01", 1],
    [201, "0.50", 2.5],
    [201, "0.10", 2.1],
    [38, "3.00", 3],
  ])("%s hundredths in steps of %s lb are %s lb", (hundredths, orderStepLb, pounds) => {
    expect(amountFor({ pieceLb: null, orderStepLb }, hundredths)).toBe(pounds);
  });
});
