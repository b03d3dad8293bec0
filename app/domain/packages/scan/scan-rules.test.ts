import { describe, expect, it } from "vitest";
import { defaultScanRules, readInStoreCode, type ScanRule, scanRulePresets } from "./scan-rules.ts";

const { kilograms, pounds, price, upcPrice, upcCheckedPrice } = scanRulePresets;

describe("readInStoreCode", () => {
  it.each([
    ["2112345015002", { itemNumber: 12345, weight: { value: "1.500", unit: "kg" } }, kilograms],
    ["2100042012356", { itemNumber: 42, weight: { value: "1.235", unit: "kg" } }, kilograms],
    ["2800042002721", { itemNumber: 42, weight: { value: "2.72", unit: "lb" } }, pounds],
    ["2000042024994", { itemNumber: 42, priceCents: 2499 }, price],
    ["0200042067973", { itemNumber: 42, priceCents: 6797 }, upcPrice],
  ])("reads %s", (code, reading, rule) => {
    expect(readInStoreCode(code, defaultScanRules)).toEqual({ ...reading, rule });
  });

  it("uses only the first rule that matches, even if that one refuses", () => {
    const code = "0200042928755";
    expect(readInStoreCode(code, [upcCheckedPrice, upcPrice])).toMatchObject({ priceCents: 2875 });
    expect(readInStoreCode(code, [upcPrice, upcCheckedPrice])).toMatchObject({
      priceCents: 92875,
    });
    const misread = "0200042828758";
    expect(() => readInStoreCode(misread, [upcCheckedPrice, upcPrice])).toThrow(/check digit/);
  });

  it("verifies the check digit of a price of five digits too", () => {
    // 2 IIII C PPPPP K
    const rule: ScanRule = {
      prefix: "02",
      item: { from: 2, length: 4 },
      value: { from: 7, length: 5, checked: true },
      kind: "price",
      decimals: 2,
    };
    expect(readInStoreCode("0212346146858", [rule])).toMatchObject({
      itemNumber: 1234,
      priceCents: 14685,
    });
    expect(() => readInStoreCode("0212345146859", [rule])).toThrow(/check digit of the price/);
  });

  it("ignores a price of 0, and returns the product without a weight", () => {
    expect(readInStoreCode("2000042000004", defaultScanRules)).toEqual({
      itemNumber: 42,
      rule: price,
    });
  });

  it.each([
    ["2300042012350", "no-rule", /start with 23/],
    ["2100000012350", "wrong-value", /item number/],
    ["2100042000001", "wrong-value", /0 kg/],
  ])("refuses %s and says why", (code, reason, message) => {
    expect(() => readInStoreCode(code, defaultScanRules)).toThrow(
      expect.objectContaining({ reason, message: expect.stringMatching(message) }),
    );
  });
});
