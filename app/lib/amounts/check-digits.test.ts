import { describe, expect, it } from "vitest";
import { withOneDigitWrong } from "#tests/setup/files/scan-codes.ts";
import { hasCheckDigit, hasInnerCheckDigit } from "./check-digits.ts";

describe("hasCheckDigit", () => {
  // GTIN-8 to GTIN-14, and the SSCC and GLN of GS1's own examples.
  it.each(["96385074", "036000241457", "4006381333931", "00036000241457", "376104250021234569"])(
    "accepts %s, and none with one digit wrong",
    (code) => {
      expect(hasCheckDigit(code)).toBe(true);
      for (const wrong of withOneDigitWrong(code)) expect(hasCheckDigit(wrong), wrong).toBe(false);
    },
  );

  it("rejects codes that are too short", () => {
    expect(["", "0"].map(hasCheckDigit)).toEqual([false, false]);
  });
});

describe("hasInnerCheckDigit", () => {
  it.each([
    // Examples of GS1 General Specifications, sections 7.9.3 and 7.9.4.
    ["2875", "9"],
    ["14685", "6"],
    ["0000", "0"],
    ["00000", "0"],
  ])("accepts for %s only %s", (value, check) => {
    const accepted = [..."0123456789"].filter((digit) => hasInnerCheckDigit(value, digit));
    expect(accepted).toEqual([check]);
  });

  it("rejects every single wrong digit", () => {
    for (const [value, check] of [
      ["2875", "9"],
      ["14685", "6"],
    ] as const) {
      for (const wrong of withOneDigitWrong(value)) {
        expect(hasInnerCheckDigit(wrong, check), wrong).toBe(false);
      }
    }
  });

  it("rejects other lengths", () => {
    expect(hasInnerCheckDigit("287", "0")).toBe(false);
    expect(hasInnerCheckDigit("000000", "0")).toBe(false);
  });
});
