import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { withOneDigitWrong } from "#tests/setup/files/scan-codes.ts";
import { parseScan } from "./parse-scan.ts";
import { defaultScanRules, scanRulePresets } from "./scan-rules.ts";

const { kilograms, pounds, price, upcPrice } = scanRulePresets;

const settings = { rules: defaultScanRules, today: "2026-11-22" };
const parse = (text: string) => parseScan(text, settings);

const inStore = [
  ["2112345015002", { itemNumber: 12345, weight: { value: "1.500", unit: "kg" }, rule: kilograms }],
  ["2100042012356", { itemNumber: 42, weight: { value: "1.235", unit: "kg" }, rule: kilograms }],
  ["2800042002721", { itemNumber: 42, weight: { value: "2.72", unit: "lb" }, rule: pounds }],
  ["2000042024994", { itemNumber: 42, priceCents: 2499, rule: price }],
  ["200042067973", { itemNumber: 42, priceCents: 6797, rule: upcPrice }],
  ["0200042067973", { itemNumber: 42, priceCents: 6797, rule: upcPrice }],
] as const;

describe("parseScan on labels of the shop's scale", () => {
  it.each(inStore)("reads %s", (code, reading) => {
    expect(parse(code)).toEqual({ kind: "in-store", ...reading });
  });

  it.each(inStore)("refuses %s with any one digit wrong", (code) => {
    for (const wrong of withOneDigitWrong(code)) {
      expect(parse(wrong), wrong).toMatchObject({ kind: "refused", reason: "wrong-check-digit" });
    }
  });

  it("refuses a layout that isn't set up", () => {
    expect(parseScan("2112345015002", { ...settings, rules: [] })).toEqual({
      kind: "refused",
      reason: "no-rule",
      message: expect.stringMatching(/start with 21\. Choose the product/),
    });
  });
});

describe("parseScan on product numbers", () => {
  const gtins = [
    ["96385074", "00000096385074"],
    ["036000241457", "00036000241457"],
    ["4006381333931", "04006381333931"],
    ["90012345678908", "90012345678908"],
  ] as const;

  it.each(gtins)("reads %s", (code, gtin) => {
    expect(parse(code)).toEqual({ kind: "gtin", gtin });
  });

  it.each(gtins)("refuses %s with any one digit wrong", (code) => {
    for (const wrong of withOneDigitWrong(code)) {
      expect(parse(wrong), wrong).toMatchObject({ kind: "refused", reason: "wrong-check-digit" });
    }
  });
});

describe("parseScan on our own labels", () => {
  it.each([
    ["PKG-0B9E2C1A-3c4d-4e5f-8a6b-7c8d9e0f1a2b", "0b9e2c1a-3c4d-4e5f-8a6b-7c8d9e0f1a2b"],
    ["PKG-aZ09_-aZ09_-aZ09_-aZ09", "aZ09_-aZ09_-aZ09_-aZ09"],
    ["]C0PKG-aZ09_-aZ09_-aZ09_-aZ09\r\n", "aZ09_-aZ09_-aZ09_-aZ09"],
  ])("finds the package of %j", (text, id) => {
    expect(parse(text)).toEqual({ kind: "package", id });
  });

  it.each(["PKG-", "PKG-aZ09", `PKG-${"a".repeat(65)}`, "PKG-aZ09_-aZ09_-aZ09_-a Z09"])(
    "refuses %j",
    (text) => {
      expect(parse(text)).toMatchObject({ kind: "refused", message: /our labels/ });
    },
  );
});

describe("parseScan on characters around a code", () => {
  it.each([
    "\ufeff2112345015002",
    "2112345015002\r\n",
    "\0 2112345015002\0\t",
    "]E02112345015002",
    "\ufeff]E02112345015002\r",
    "\u001d2112345015002~",
  ])("ignores them in %j", (text) => {
    expect(parse(text)).toEqual(parse("2112345015002"));
  });

  it.each(["]C1", "]e0", "]d2", "]Q3", "]C1\u001d", "\u001d\u001d", "<GS>", "~"])(
    "ignores %j before an element string",
    (before) => {
      const text = "019001234567890832020002721326112210LOT-7";
      expect(parse(before + text)).toEqual(parse(text));
      expect(parse(text)).toMatchObject({ kind: "element-string", lot: "LOT-7" });
    },
  );

  it.each(["\u001d", "<GS>", "~", "|", "\u001d\u001d", "~~"])(
    "takes %j for a separator",
    (separator) => {
      expect(parse(`10LOT-7${separator}21S1${separator}`)).toMatchObject({
        lot: "LOT-7",
        serial: "S1",
      });
    },
  );

  it("takes only the characters that the scanner is set to for separators", () => {
    const set = { ...settings, standIns: ["^", ""] };
    expect(parseScan("10LOT-7^21S1", set)).toMatchObject({ lot: "LOT-7", serial: "S1" });
    expect(parseScan("10LOT-7~21S1", set)).toMatchObject({ reason: "wrong-value" });
  });

  it("trusts a GS1 prefix if an element string looks like a product's number", () => {
    // A serial of eleven digits that happens to form an EAN-13 with a valid check digit.
    expect(parse("2112345015002")).toMatchObject({ kind: "in-store" });
    expect(parse("]C12112345015002")).toMatchObject({
      kind: "element-string",
      serial: "12345015002",
    });
    expect(parse("13261121")).toMatchObject({ reason: "wrong-check-digit" });
    expect(parse("]C113261121")).toMatchObject({ packedOn: "2026-11-21" });
  });
});

describe("parseScan on invalid codes", () => {
  it.each([
    ["", "empty"],
    ["\r\n", "empty"],
    ["]C1", "empty"],
    ["\ufeff", "empty"],
    ["1".repeat(513), "too-long"],
    ["hello", "unknown-code"],
    ["https://id.gs1.org/01/09506000134352", "unknown-code"],
    ["pkg-aZ09_-aZ09_-aZ09_-aZ09", "unknown-code"],
    ["٢١١٢٣٤٥٠١٥٠٠٢", "unknown-code"],
    ["04123456", "wrong-check-digit"],
    ["0412", "unknown-identifier"],
    ["(01", "unknown-identifier"],
    ["()", "unknown-identifier"],
  ])("refuses %j", (text, reason) => {
    expect(parse(text)).toEqual({ kind: "refused", reason, message: expect.any(String) });
  });
});

it("returns a result for any text", () => {
  const piece = fc.oneof(
    fc.constantFrom("\u001d", "~", "|", "<GS>", "]C1", "(", ")", "(01)", "(10)", "(3202)", "PKG-"),
    fc.constantFrom("01", "02", "10", "21", "3100", "3202", "7003", "8008", "253", "423", "99"),
    fc.constantFrom("\0", "\ufeff", "\r", "\n", " ", "\ud800", "é", "0".repeat(40), "9".repeat(40)),
    fc.stringMatching(/^\d{1,14}$/),
    fc.string({ unit: "binary", maxLength: 6 }),
  );
  const kinds = ["package", "in-store", "gtin", "element-string", "refused"];
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) =>
      kinds.includes(parse(pieces.join("")).kind),
    ),
    { numRuns: 20_000, seed: 20261122 },
  );
});
