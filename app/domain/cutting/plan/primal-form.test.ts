import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkPrimal, perCentInWords } from "./primal-form.ts";

const [ribeye, roast, ribs] = [randomUUID(), randomUUID(), randomUUID()];
const filled = {
  name: " Rib ",
  productId: "",
  trimPct: "10",
  cut1: ribeye,
  part1: "Eye",
  yield1: "55",
  cut2: roast,
  part2: "eye",
  yield2: "77.5%",
  cut4: ribs,
  part4: "",
  yield4: "12.5",
};
const errorsOf = (fields: Record<string, string>) =>
  checkPrimal({ ...filled, ...fields }).refused?.errors;

describe("the form of a primal", () => {
  it("is parsed without its empty rows", () => {
    expect(checkPrimal(filled).data).toEqual({
      name: "Rib",
      productId: null,
      isTrim: false,
      trimPct: 10_00,
      cuts: [
        { row: 1, productId: ribeye, part: "Eye", yieldPct: 55_00 },
        { row: 2, productId: roast, part: "eye", yieldPct: 77_50 },
        { row: 4, productId: ribs, part: "", yieldPct: 12_50 },
      ],
    });
  });

  it.each([
    ["100.01", /No more than 100%/],
    ["140", /No more than 100%/],
    ["-5", /more than 0%/],
    ["−5", /more than 0%/],
    ["0", /more than 0%/],
    ["0.00", /more than 0%/],
    ["12.345", /at most 2 decimals/],
    ["$12", /for instance 62.5/],
    ["1e1", /for instance 62.5/],
    ["NaN", /for instance 62.5/],
    ["", /for instance 62.5/],
    ["99999999999999999", /No more than 100%/],
  ])("refuses a yield of “%s”", (typed, said) => {
    expect(errorsOf({ yield1: typed })?.yield1?.[0]).toMatch(said);
  });

  it("is refused if its yields exceed 100% together, counting one cut of each part", () => {
    expect(checkPrimal(filled).data).toBeDefined();
    expect(errorsOf({ yield4: "12.51" })?.yield1?.[0]).toMatch(/come to 100.01% together/);
    expect(errorsOf({ part2: "" })?.yield1?.[0]).toMatch(/come to 155% together/);
    expect(errorsOf({ trimPct: "10.5" })?.yield1?.[0]).toMatch(/100.5%/);
  });

  it("is refused if the primal is its own cut, or a cut is repeated", () => {
    expect(errorsOf({ productId: roast })?.cut2?.[0]).toMatch(/can’t be cut of itself/);
    expect(errorsOf({ isTrim: "yes" })?.trimPct?.[0]).toMatch(/Trim can’t come of itself/);
    expect(errorsOf({ cut2: ribeye })?.cut2?.[0]).toMatch(/in the table already/);
  });

  it("requires a name, and the cut of each row that isn't empty", () => {
    expect(errorsOf({ name: " \u0000 " })?.name).toBeDefined();
    expect(errorsOf({ cut4: "" })?.cut4?.[0]).toMatch(/choose the cut/);
    expect(errorsOf({ part1: "x".repeat(41) })?.part1).toBeDefined();
  });
});

it("perCentInWords omits trailing zeros", () => {
  expect([55_00, 62_50, 62_55, 1].map(perCentInWords)).toEqual(["55%", "62.5%", "62.55%", "0.01%"]);
});
