import { describe, expect, it } from "vitest";
import type { StockOffer } from "#app/domain/stock/stock.ts";
import type { SaleLine } from "../sale.ts";
import { lackOf, supplyInWords, supplyOnTile } from "./supply.ts";
import type { TillLot, TillProduct } from "./till-product.ts";

const today = "2026-11-27";
const offer = (most: number | null, more: StockOffer["from"] = []): StockOffer => ({
  unit: "lb",
  from: [{ day: today, most }, ...more],
});
const ribeye = (more: Partial<TillProduct> = {}): TillProduct => ({
  id: "ribeye",
  name: "Ribeye",
  pricePerLb: "24.99",
  taxCode: "Z",
  tareG: 0,
  isTraced: false,
  soldBy: "lb",
  itemNumber: null,
  gtin: null,
  labelGtin: null,
  typicalPieceLb: null,
  usualLb: null,
  isUsualHere: false,
  ...more,
});
const lot = (code: string, more: Partial<TillLot> = {}): TillLot => ({
  id: code,
  code,
  meat: "",
  supplierLot: "",
  expiresOn: null,
  isHeld: false,
  leftLb: "10.00",
  soldAs: ["ribeye"],
  namedAs: ["ribeye"],
  ...more,
});
const line = (value: string, pieces: number | null = null): SaleLine => ({
  productId: "ribeye",
  name: "Ribeye",
  value,
  unit: "lb",
  tareG: 0,
  pieces,
  lotId: null,
  source: "typed",
  rawScan: "",
  serial: null,
  pricePerLb: "24.99",
  taxCode: "Z",
});
const at = (...lots: TillLot[]) => ({ lots, today, sold: {} });

describe("obstacles to selling a product at a till", () => {
  it("are none if the product isn't tracked, or enough is left", () => {
    expect(supplyOnTile(ribeye(), at(lot("A")))).toBe("");
    expect(supplyInWords(ribeye(), [line("3")], at(lot("A")))).toEqual([]);
    const left = offer(5_00);
    expect(supplyOnTile(ribeye({ left }), at())).toBe("");
    expect(supplyInWords(ribeye({ left }), [line("5")], at())).toEqual([]);
  });

  it("include being sold out, with the day that it is available again", () => {
    const product = ribeye({ left: offer(0, [{ day: "2026-12-03", most: 20_00 }]) });
    expect(supplyOnTile(product, at())).toBe("Sold out until Thursday, December 3");
    expect(supplyInWords(product, [], at())).toEqual([
      "Ribeye is sold out. It can be had again from Thursday, December 3. If you have it in your hands, sell it, and count the stock afterward.",
    ]);
  });

  it("include a sale of more than is left, in pounds or pieces", () => {
    expect(supplyInWords(ribeye({ left: offer(5_00) }), [line("3"), line("2.5")], at())).toEqual([
      "Only 5 lb of Ribeye are left. If you have it in your hands, sell it, and count the stock afterward.",
    ]);
    const inPieces = ribeye({ soldBy: "piece", left: { ...offer(2), unit: "pieces" } });
    expect(lackOf(inPieces, [line("3", 2)])).toBeNull();
    expect(lackOf(inPieces, [line("3", 3)])).toBe("Only 2 pieces of Ribeye are left.");
  });

  it("include holds on all of its lots that have meat, but not on only some", () => {
    const held = lot("B-1", { isHeld: true });
    expect(supplyOnTile(ribeye(), at(held, lot("B-2")))).toBe("");
    expect(supplyOnTile(ribeye(), at(held, lot("B-2", { leftLb: "0.00" })))).toBe("Lot on hold");
    expect(supplyInWords(ribeye(), [], at(held))).toEqual([
      "Lot B-1 is on hold: don’t sell meat of it.",
    ]);
    expect(supplyInWords(ribeye({ isTraced: true }), [], at(held))).toEqual([
      "Lot B-1 is on hold: don’t sell meat of it.",
      "There is no other lot of Ribeye to sell.",
    ]);
  });

  it("include a traced product without a lot, or with empty lots only", () => {
    const traced = ribeye({ isTraced: true });
    expect(supplyOnTile(traced, at())).toBe("No lot");
    expect(supplyInWords(traced, [], at())).toEqual([
      "Ribeye is traced, and there is no lot of it to sell. Receive it first, or scan its label.",
    ]);
    const empty = at(lot("A", { leftLb: "0.00" }));
    expect(supplyOnTile(traced, empty)).toBe("Lots empty");
    expect(supplyInWords(traced, [], empty).join()).toContain("show the empty lots");
    expect(supplyInWords(ribeye(), [], empty)).toEqual([]);
  });
});
