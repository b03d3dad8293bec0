import { describe, expect, it } from "vitest";
import { labelPricesInWords, readLabelPrices } from "../labels/label-prices.ts";
import { parseScan } from "./parse-scan.ts";
import { scanInWords } from "./scan-in-words.ts";
import { defaultScanRules } from "./scan-rules.ts";
import {
  checkScanSettings,
  ruleInWords,
  ruleRows,
  scanSettingsValues,
  storedRules,
  usualScanSettings,
} from "./scan-settings.ts";

const today = "2026-11-22";
const usual = scanSettingsValues(usualScanSettings);
const row = {
  prefix1: "22",
  itemFrom1: "3",
  itemLength1: "4",
  valueFrom1: "8",
  valueLength1: "5",
  decimals1: "2",
  kind1: "price",
  checked1: "on",
};
const errorsOf = (over: Record<string, string>) =>
  Object.keys(checkScanSettings({ ...usual, ...over }).refused?.errors ?? {});

describe("the scan settings", () => {
  it("are the presets at first, and unchanged after a round trip through the form", () => {
    expect(usual).toMatchObject({ kilograms: "on", pounds: "on", price: "on", upcPrice: "on" });
    expect(checkScanSettings(usual).data).toEqual(usualScanSettings);
  });

  it("try the shop's own layouts first, whose positions count from 1", () => {
    const { data: settings } = checkScanSettings({ ...usual, ...row });
    expect(settings?.rules).toEqual([
      {
        prefix: "22",
        kind: "price",
        decimals: 2,
        item: { from: 2, length: 4 },
        value: { from: 7, length: 5, checked: true },
      },
      ...defaultScanRules,
    ]);
    expect(settings && scanSettingsValues(settings)).toMatchObject({ ...row, kilograms: "on" });
    expect(storedRules.parse(JSON.parse(JSON.stringify(settings?.rules)))).toEqual(settings?.rules);
    expect(settings?.rules[0] && ruleInWords(settings.rules[0])).toBe(
      "22: item 3–6, price 8–12 with a check digit before it, 2 decimals",
    );
  });

  it("drop presets that are not ticked, even all of them", () => {
    expect(checkScanSettings({ standIns: "" }).data).toEqual({
      rules: [],
      standIns: [],
      gtinCompanyPrefix: "",
      labelPrices: [],
    });
  });

  it.each([
    [{ prefix1: "30" }, ["prefix1"]],
    [{ prefix1: "" }, ["prefix1"]],
    [{ prefix1: "2x" }, ["prefix1"]],
    [{ itemFrom1: "" }, ["itemFrom1"]],
    [{ itemFrom1: "0" }, ["itemFrom1"]],
    [{ itemLength1: "8" }, ["itemLength1", "valueFrom1"]],
    [{ valueFrom1: "9" }, ["valueLength1"]],
    [{ valueFrom1: "6" }, ["valueFrom1"]],
    [{ decimals1: "3" }, ["decimals1"]],
    [{ valueFrom1: "7", valueLength1: "3" }, ["checked1"]],
    [{ prefix1: "2" }, ["kilograms", "pounds", "price"]],
    [{ prefix1: "21" }, ["kilograms"]],
    [{ upcCheckedPrice: "on" }, ["upcCheckedPrice"]],
    [
      { prefix2: "221" },
      ["itemFrom2", "itemLength2", "valueFrom2", "valueLength2", "decimals2", "kind2"],
    ],
    [{ standIns: "~ abc" }, ["standIns"]],
    [{ standIns: "/" }, ["standIns"]],
    [{ standIns: "\u0000" }, ["standIns"]],
    [{ standIns: "~~~~~~" }, ["standIns"]],
    [{ gtinCompanyPrefix: "12345" }, ["gtinCompanyPrefix"]],
    [{ gtinCompanyPrefix: "123456789012" }, ["gtinCompanyPrefix"]],
  ] as [Record<string, string>, string[]][])("refuse %o", (over, fields) => {
    expect(errorsOf({ ...row, ...over }).sort()).toEqual(fields.sort());
  });

  it("take a prefix with blanks and dashes", () => {
    const { data: settings } = checkScanSettings({ ...usual, gtinCompanyPrefix: " 061-414 1 " });
    expect(settings?.gtinCompanyPrefix).toBe("0614141");
  });

  it("offer two empty rows, and ten rows at most", () => {
    expect(ruleRows({})).toBe(2);
    expect(ruleRows({ prefix3: "22" })).toBe(5);
    expect(ruleRows({ prefix10: "22" })).toBe(10);
  });
});

describe("a code in words", () => {
  const labelPrices = [
    { itemNumber: 42, price: "20.99", unit: "lb" as const },
    { itemNumber: 7, price: "55.09", unit: "kg" as const },
  ];

  it.each([
    ["2112345015002", "Item 12345, 1.500 kg."],
    ["2800042002721", "Item 42, 2.72 lb."],
    [
      "2000042024994",
      "Item 42, price $24.99, 1.19 lb at the label’s own $20.99/lb. The till asks for the weight if the product costs more now.",
    ],
    [
      "200042067973",
      "Item 42, price $67.97, 3.23 lb at the label’s own $20.99/lb. The till asks for the weight if the product costs more now.",
    ],
    [
      "2000007068049",
      "Item 7, price $68.04, 1.235 kg at the label’s own $55.09/kg. The till asks for the weight if the product costs more now.",
    ],
    [
      "2000043024993",
      "Item 43, price $24.99; the weight is asked for, as its price by weight is not known.",
    ],
    ["2000042000004", "Item 42, no price; the weight is asked for."],
    ["0614141000012", "Product 00614141000012; the weight is asked for."],
    [
      "(01)90614141000015(3202)000129(13)261122(10)26-326-A(21)000123",
      "Product 90614141000015, 1.29 lb, lot 26-326-A, serial 000123, packed Nov 22, 2026.",
    ],
    [
      "2112345015003",
      "The check digit is wrong. Scan it again, or choose the product and type the weight.",
    ],
    [
      "PKG-0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11",
      "A pack label of this shop: the station shows its package.",
    ],
  ])("%s", (code, words) => {
    const scan = parseScan(code, { rules: defaultScanRules, today });
    expect(scanInWords(scan, labelPrices)).toBe(words);
  });
});

describe("prices on the scale's labels", () => {
  it("are one per line, by item, with their unit", () => {
    expect(readLabelPrices("42 24.99/lb\n\n 7: $55,5 per kg\n42 25/lb")).toEqual({
      prices: [
        { itemNumber: 7, price: "55.50", unit: "kg" },
        { itemNumber: 42, price: "25.00", unit: "lb" },
      ],
    });
    const words = "7 55.50/kg\n42 25.00/lb";
    const { prices = [] } = readLabelPrices(words);
    expect(labelPricesInWords(prices)).toBe(words);
  });

  it.each(["42", "42 24.99", "0 5/lb", "42 0/kg", "42 24.999/lb", "a 5/lb"])(
    "can't be entered as %j",
    (line) => {
      expect(readLabelPrices(`1 2/lb\n${line}`).mistake).toBe(
        `“${line}” isn’t a price (example: 42 24.99/lb)`,
      );
    },
  );
});
