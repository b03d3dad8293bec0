import { describe, expect, it } from "vitest";
import { parseScan } from "#app/domain/packages/scan/parse-scan.ts";
import { defaultScanRules } from "#app/domain/packages/scan/scan-rules.ts";
import {
  isOtherMeat,
  lotOfLabel,
  meaningOf,
  readLotEntry,
  tooMuchInWords,
  whyNotFrom,
} from "./read-scan.ts";
import type { ShownLine } from "./station-view.ts";

const today = "2026-11-22";
const packed = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d11";

const takenBack = "0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d13";

const lineOf = (id: string, over: Partial<ShownLine>) =>
  ({
    id,
    productName: id,
    category: null,
    itemNumber: null,
    gtin: null,
    labelGtin: null,
    packState: "open",
    packages: [],
    voided: [],
    ...over,
  }) as unknown as ShownLine;

const done = lineOf("Oxtail, done", { itemNumber: 42, packState: "packed" });
const open = lineOf("Oxtail", { itemNumber: 42, labelGtin: "90614141000015" });
const stew = lineOf("Stew", {
  gtin: "00614141000012",
  packages: [{ id: packed }] as unknown as ShownLine["packages"],
  voided: [
    {
      id: takenBack,
      labelNumber: 104_218,
      netLb: "3.10",
      voidedAt: new Date(0),
      replaced: null,
      requestId: "",
      pieces: null,
      netG: 0,
      unit: "lb" as const,
      packedAt: new Date(0),
      lotId: null,
      lotCode: null,
      boxNumber: null,
    },
  ],
});
const lines = [done, open, stew];

const scanned = (text: string) =>
  meaningOf(parseScan(text, { rules: defaultScanRules, today }), text, lines, { today });

describe("what a scan means for an order", () => {
  it("is a package of the open line, by item number or by the GTIN of our labels", () => {
    expect(scanned("2100042012356")).toEqual({
      kind: "weighed",
      line: open,
      lotCode: undefined,
      reading: {
        value: "1.235",
        unit: "kg",
        source: "ean",
        isNet: true,
        rawScan: "2100042012356",
      },
    });
    const text = "(01)90614141000015(3202)000129(10)L-7(21)000123";
    expect(scanned(text)).toMatchObject({
      kind: "weighed",
      line: open,
      lotCode: "L-7",
      reading: { value: "1.29", unit: "lb", source: "gs1", serial: "90614141000015:000123" },
    });
  });

  it.each([
    ["2000042000004", "weight asked", "Oxtail: type the weight"],
    ["0614141000012", "weight asked", "Stew: type the weight"],
    ["(01)90614141000015(10)L-7", "weight asked", "Oxtail: the label has no weight, type it"],
    [`PKG-${packed}`, "shown", "This package is in Stew."],
    ["(01)90614141000015(3202)000129(21)0b8a3b1e7a554c8e9a29", "shown", "This package is in Stew."],
    ["PKG-0b8a3b1e-7a55-4c8e-9a29-2f0c8f3f2d12", "elsewhere", "This package is not in this order."],
    [`PKG-${takenBack}`, "elsewhere", "This package of 3.10 lb was taken back. Destroy its label."],
    ["PKG-104218", "elsewhere", "This package of 3.10 lb was taken back. Destroy its label."],
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

  it("is a new package if our label's was voided, but not if another one replaced it", () => {
    const text = "(01)90614141000015(3202)000129(21)0b8a3b1e7a554c8e9a29";
    const read = parseScan(text, { rules: defaultScanRules, today });
    const meaning = (replaced: "weight" | null) => {
      const voided = stew.voided.map((one) => ({ ...one, id: packed, replaced }));
      const lineWith = { ...open, voided };
      return meaningOf(read, text, [lineWith], { today });
    };
    expect(meaning(null)).toMatchObject({ kind: "weighed" });
    expect(meaning("weight")).toMatchObject({ kind: "elsewhere", label: packed });
  });

  it("is a price without a weight", () => {
    const priced = { kind: "priced", line: open };
    expect(scanned("2000042024994")).toEqual({ ...priced, priceCents: 2499 });
    expect(scanned("200042067973")).toEqual({ ...priced, priceCents: 6797 });
  });

  it("is just a lot, or one of our boxes", () => {
    expect(scanned("(10)L-7")).toEqual({ kind: "lot", lotCode: "L-7" });
    expect(scanned("]C113261120" + "10L-7")).toEqual({ kind: "lot", lotCode: "L-7" });
    expect(scanned("(10)L-7(17)261121")).toMatchObject({ kind: "refused" });
    expect(scanned("BOX-100042")).toEqual({ kind: "box", labelNumber: 100_042 });
  });

  it("goes to a line that is still packed rather than to a replaced one", () => {
    const replaced = lineOf("Stew, replaced", { itemNumber: 42, packState: "substituted" });
    const text = "2100042012356";
    const read = parseScan(text, { rules: defaultScanRules, today });
    expect(meaningOf(read, text, [replaced, done], { today })).toMatchObject({ line: done });
  });
});

describe("the lot that a label names", () => {
  const lot = (id: string, code: string, supplierLot = "") => ({
    id,
    code,
    supplierLot,
    supplier: "Sample Packer",
    expiresOn: null,
    leftLb: null,
    isHeld: false,
    packableAs: null,
    namedAs: [],
  });
  const lots = [lot("1", "L-1"), lot("2", "L-2", "S-2"), lot("3", "L-3"), lot("4", "L-3")];

  it("is the only one with that code, ours or the supplier's", () => {
    expect(lotOfLabel(lots, "L-1", undefined)?.id).toBe("1");
    expect(lotOfLabel(lots, "S-2", undefined)?.id).toBe("2");
    expect(lotOfLabel(lots, "L-9", undefined)).toBeUndefined();
  });

  it("is the remembered one of two that share a code, otherwise undefined", () => {
    expect(lotOfLabel(lots, "L-3", undefined)).toBeUndefined();
    expect(lotOfLabel(lots, "L-3", { id: "4", code: "L-3" })?.id).toBe("4");
    // A lot older than those that the station has loaded.
    expect(lotOfLabel(lots, "L-0", { id: "0", code: "L-0" })?.id).toBe("0");
  });
});

describe("digits that aren't a package's weight", () => {
  const lots = [{ code: "00042", supplierLot: "" }];

  it.each(["1000000", "123456", "1000000 lb", "100000.5"])("is “%s”", (text) => {
    expect(tooMuchInWords(text, lots)).toContain(`${text} is too much for one package`);
  });

  it.each(["1000042", "00042", "40170725", "26", "(10)L-7", "99999"])("is not “%s”", (text) => {
    expect(tooMuchInWords(text, lots)).toBeNull();
  });
});

describe("a lot that can't be packed from", () => {
  it("is expired or on hold", () => {
    expect(whyNotFrom({ expiresOn: "2026-11-21", isHeld: false }, today)).toBe(
      "is past its best-before date",
    );
    expect(whyNotFrom({ expiresOn: today, isHeld: true }, today)).toBe("is on hold");
    expect(whyNotFrom({ expiresOn: null, isHeld: false }, today)).toBeNull();
  });
});

describe("readLotEntry", () => {
  const entered = (text: string, before = "") =>
    readLotEntry(text, before, "lb", (code) =>
      parseScan(code, { rules: defaultScanRules, standIns: [], today }),
    );

  it("distinguishes a lot's code, a scan and a weight, also after the previous code", () => {
    expect(entered("L123")).toEqual({ kind: "code", code: "L123" });
    expect(entered("1235")).toEqual({ kind: "code", code: "1235" });
    expect(entered("(10)R77")).toEqual({ kind: "lot scan", code: "R77" });
    expect(entered("R77(10)R77", "R77")).toEqual({ kind: "lot scan", code: "R77" });
    expect(entered("5.05")).toMatchObject({ kind: "weight", weight: { value: "5.05" } });
    expect(entered("L1235.05", "L123")).toMatchObject({ kind: "weight" });
  });
});

it("isOtherMeat is true only for a lot that is known to be another product's meat", () => {
  const chuck = { packableAs: ["blade"] };
  expect(isOtherMeat(chuck, { productId: "ribeye" })).toBe(true);
  expect(isOtherMeat(chuck, { productId: "blade" })).toBe(false);
  expect(isOtherMeat({ packableAs: null }, { productId: "ribeye" })).toBe(false);
  expect(isOtherMeat(chuck, { productId: null })).toBe(false);
});
