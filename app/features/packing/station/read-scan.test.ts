import { describe, expect, it } from "vitest";
import { parseScan } from "../scan/parse-scan.ts";
import { defaultScanRules } from "../scan/scan-rules.ts";
import { meaningOf } from "./read-scan.ts";
import type { ShownLine } from "./station-view.ts";

const today = "2026-11-22";
const packed = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";

const lineOf = (id: string, over: Partial<ShownLine>) =>
  ({
    ...{ id, productName: id, itemNumber: null, gtin: null, labelGtin: null },
    ...{ packState: "open", packages: [] },
    ...over,
  }) as unknown as ShownLine;

const done = lineOf("Oxtail, done", { itemNumber: 42, packState: "packed" });
const open = lineOf("Oxtail", { itemNumber: 42, labelGtin: "90614141000015" });
const stew = lineOf("Stew", {
  gtin: "00614141000012",
  packages: [{ id: packed }] as unknown as ShownLine["packages"],
});
const lines = [done, open, stew];

const scanned = (text: string) =>
  meaningOf(parseScan(text, { rules: defaultScanRules, today }), text, lines, today);

describe("what a scan means for an order", () => {
  it("is a package of the line that is open, by item number or by the GTIN of our labels", () => {
    expect(scanned("2100042012356")).toEqual({
      ...{ kind: "weighed", line: open, lotCode: undefined },
      reading: {
        ...{ value: "1.235", unit: "kg", source: "ean", isNet: true, rawScan: "2100042012356" },
      },
    });
    const text = "(01)90614141000015(3202)000129(10)L-7(21)000123";
    expect(scanned(text)).toMatchObject({
      ...{ kind: "weighed", line: open, lotCode: "L-7" },
      reading: { value: "1.29", unit: "lb", source: "gs1", serial: "90614141000015:000123" },
    });
  });

  it.each([
    ["2000042024994", "weight asked", "Oxtail: the label has a price, type the weight"],
    ["200042067973", "weight asked", "Oxtail: the label has a price, type the weight"],
    ["0614141000012", "weight asked", "Stew: type the weight"],
    ["(01)90614141000015(10)L-7", "weight asked", "Oxtail: the label has no weight, type it"],
    [`PKG-${packed}`, "shown", "This package is in Stew."],
    ["(01)90614141000015(3202)000129(21)0b8a3b1e7a554c8e9a29", "shown", "This package is in Stew."],
    ["PKG-0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d12", "refused", "This package is not in this order."],
    ["2100043012355", "refused", "Item 43 is not in this order. Nothing was added."],
    [
      "(01)90614141000015(3202)000129(17)261121",
      "refused",
      "This package expired on 2026-11-21. Nothing was added.",
    ],
    ["hello", "refused", "This is not a code we know. Choose the product and type the weight."],
  ])("%s: %s, %s", (text, kind, words) => {
    expect(scanned(text)).toMatchObject({ kind, text: words });
  });
});
