import { describe, expect, it } from "vitest";
import { accepted } from "#app/lib/form/check-form.ts";
import { checkLot, parentRows } from "./lot-form.ts";
import { knownEstablishment } from "./lots.ts";

const named = { code: "L-1", supplier: "Sample Packer" };

it("refuses a slaughter date in the future", () => {
  const { refused } = checkLot({ code: "L-1", supplier: "Sample", slaughteredOn: "2099-12-31" });
  expect(refused?.errors).toEqual({
    slaughteredOn: ["That day is still to come. Please enter when it was killed"],
  });
});

describe("the form of a lot", () => {
  it("requires only a code and a supplier", () => {
    expect(checkLot(named)).toMatchObject({
      data: {
        lot: { ...named, receivedLb: null, temperatureC: null, expiresOn: null },
        parents: [],
      },
    });
    expect(checkLot({}).refused?.errors).toEqual({
      code: ["Please enter the lot's code"],
      supplier: ["Please enter the supplier"],
    });
    expect(checkLot({ code: " \t", supplier: "" }).refused?.errors).toEqual({
      code: ["Please enter the lot's code"],
      supplier: ["Please enter the supplier"],
    });
  });

  it("replaces blanks and control characters in names by one space", () => {
    expect(checkLot({ ...named, code: " L \u0000\n 1 " }).data?.lot.code).toBe("L 1");
  });

  it.each([
    ["receivedLb", "0"],
    ["receivedLb", "0.00"],
    ["receivedLb", "1.234"],
    ["receivedLb", "1e3"],
    ["receivedLb", "-5"],
    ["temperatureC", "100"],
    ["temperatureC", "cold"],
    ["temperatureC", "3.55"],
    ["expiresOn", "2026-02-30"],
    ["expiresOn", "0000-01-01"],
    ["slaughteredOn", "tomorrow"],
    ["receivedAt", "2026-13-01T00:00"],
    ["receivedAt", "1999-01-01T00:00"],
    ["note", "x".repeat(2001)],
    ["grade", "x".repeat(41)],
    ["parentLb1", "all"],
  ])("refuses %s %j with an error at its field", (name, value) => {
    const { refused } = checkLot({ ...named, parent1: "L-0", [name]: value });
    expect(Object.keys(refused?.errors ?? {})).toEqual([name]);
    expect(Object.values(refused?.errors ?? {}).flat()).toEqual([
      expect.stringMatching(/^(Please (enter|use)|Pounds can)/),
    ]);
    expect(refused?.values).toMatchObject({ [name]: value });
  });

  it("accepts a typographic minus sign, and a parent lot without pounds", () => {
    const { lot, parents } = accepted(
      checkLot({ ...named, temperatureC: "−1.5", parent3: " L-9 " }),
    );
    expect(lot?.temperatureC).toBe("-1.5");
    expect(parents).toEqual([{ row: 3, name: "L-9", lb: null }]);
  });

  it("requires a parent lot's code if its pounds are given", () => {
    expect(checkLot({ ...named, parentLb2: "5" }).refused?.errors).toEqual({
      parent2: ["Please enter the lot's code"],
    });
  });

  it("has rows for parents up to the last one filled in", () => {
    expect(parentRows({})).toBe(0);
    expect(parentRows({ parent4: "L-1" })).toBe(4);
    expect(parentRows({ parentLb20: "2" })).toBe(20);
  });
});

it("treats zeros as no establishment number, but keeps one that begins with zeros", () => {
  expect(["", "0", "000", "038", "00A"].map(knownEstablishment)).toEqual([
    "",
    "",
    "",
    "038",
    "00A",
  ]);
});
