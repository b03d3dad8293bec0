import { describe, expect, it } from "vitest";
import type { SaleLine } from "../sale.ts";
import {
  comesFrom,
  lotForWeight,
  lotInWords,
  lotsFor,
  lotsWithMeat,
  moreThanThere,
  proposedLot,
  soldWith,
  wantsLot,
  whyNot,
} from "./till-lots.ts";
import type { TillLot, TillProduct } from "./till-product.ts";

const ribeye: TillProduct = {
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
};
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
const today = "2026-11-27";
const sold = (lotId: string, value: string): SaleLine => ({
  productId: "ribeye",
  name: "Ribeye",
  value,
  unit: "lb",
  tareG: 0,
  pieces: null,
  source: "typed",
  rawScan: "",
  serial: null,
  lotId,
  pricePerLb: "24.99",
  taxCode: "Z",
});

const lots = [
  lot("LATE", { expiresOn: "2026-12-20" }),
  lot("SIDE", { soldAs: null, expiresOn: "2026-11-28" }),
  lot("SOON", { expiresOn: "2026-12-01" }),
  lot("HELD", { isHeld: true, expiresOn: "2026-11-29" }),
  lot("GONE", { leftLb: "0.00", expiresOn: "2026-11-30" }),
  lot("OLD", { expiresOn: "2026-11-26" }),
  lot("CHUCK", { soldAs: ["chuck"] }),
];

describe("the lots of a product at a till", () => {
  it("are its own only, the first to expire first, those on hold last", () => {
    const codes = lotsFor(ribeye, lots, today, {}).map(({ code }) => code);
    expect(codes).toEqual(["SOON", "LATE", "GONE", "HELD"]);
  });

  it("include unassigned lots, but none of other meat", () => {
    const sold = { SOON: 10_00, LATE: 10_00 };
    const codes = lotsFor(ribeye, lots, today, sold).map(({ code }) => code);
    expect(codes).toEqual(["SIDE", "GONE", "SOON", "LATE", "HELD"]);
  });

  it("are listed without empty lots, except for the chosen one", () => {
    const shown = (chosen: string, left = {}) =>
      lotsWithMeat(
        [lot("A"), lot("GONE", { leftLb: "0.00" }), lot("B", { leftLb: null })],
        left,
        chosen,
      )
        .map(({ code }) => code)
        .join();
    expect(shown("")).toBe("A,B");
    expect(shown("GONE")).toBe("A,GONE,B");
    expect(shown("B", { A: 10_00 })).toBe("B");
    expect(shown("A", { A: 10_00 })).toBe("A,B");
  });

  it("are required for a traced product, with a message if there is none", () => {
    expect(wantsLot(ribeye, lots)).toContain("Choose its lot");
    expect(wantsLot(ribeye, [lot("HELD", { isHeld: true })])).toContain("Receive it first");
  });

  it("have the first to expire proposed, and the next one once the sale has used it up", () => {
    expect(proposedLot(ribeye, lots, today, {})?.code).toBe("SOON");
    const withLine = soldWith({}, [sold("SOON", "10.00")]);
    expect(proposedLot(ribeye, lots, today, withLine)?.code).toBe("LATE");
    expect(proposedLot(ribeye, lots, today, soldWith(withLine, [sold("LATE", "10")]))?.code).toBe(
      "SIDE",
    );
  });

  it("come before those of the primal that it is cut from, even if that expires first", () => {
    const all = [
      lot("RIB", { namedAs: ["rib"], expiresOn: "2026-11-28" }),
      lot("LATE", { expiresOn: "2026-12-20" }),
      lot("SOON", { expiresOn: "2026-12-01", leftLb: "4.00" }),
    ];
    const codes = (sold = {}) => lotsFor(ribeye, all, today, sold).map(({ code }) => code);
    expect(codes()).toEqual(["SOON", "LATE", "RIB"]);
    expect(codes({ SOON: 4_00, LATE: 10_00 })).toEqual(["RIB", "SOON", "LATE"]);
    expect(proposedLot(ribeye, all, today, {})?.code).toBe("SOON");
    const weighed = (netLb: string) => lotForWeight(ribeye, all, today, { sold: {}, netLb }).lot;
    expect([weighed("4.00")?.code, weighed("6.00")?.code]).toEqual(["SOON", "LATE"]);
  });

  it("have none proposed if several are unassigned, or if all are on hold, empty, expired or of other meat", () => {
    const sides = [lot("A", { soldAs: null }), lot("B", { soldAs: null })];
    expect(proposedLot(ribeye, sides, today, {})).toBeUndefined();
    expect(proposedLot(ribeye, sides.slice(1), today, {})?.code).toBe("B");
    const none = lots.filter(({ code }) => ["HELD", "GONE", "OLD", "CHUCK"].includes(code));
    expect(proposedLot(ribeye, none, today, {})).toBeUndefined();
  });

  it("have the first to expire that holds enough for a weight proposed; if none does, staff choose", () => {
    const few = [
      lot("LATE", { expiresOn: "2026-12-20" }),
      lot("SOON", { expiresOn: "2026-12-01", leftLb: "0.87" }),
    ];
    const of = (netLb: string, all = few) => lotForWeight(ribeye, all, today, { sold: {}, netLb });
    expect(of("0.87").lot?.code).toBe("SOON");
    expect(of("2.62")).toMatchObject({ lot: { code: "LATE" }, isAsked: false });
    expect(of("10.01")).toEqual({ lot: undefined, isAsked: true });
    expect(of("99.00", [lot("ANY", { leftLb: null })]).lot?.code).toBe("ANY");
    expect(of("1.00", [])).toEqual({ lot: undefined, isAsked: false });
    expect(of("1.00", [lot("SIDE", { soldAs: null })]).lot?.code).toBe("SIDE");
  });

  it("state what is left, without what is already in the sale", () => {
    const [late] = lots;
    if (!late) throw new Error("There is no lot");
    expect(lotInWords(late, { LATE: 2_50 })).toBe("LATE, 7.5 lb left, best before Dec 20");
    expect(lotInWords(lot("Y", { meat: "Chuck roll" }), {})).toBe("Y, Chuck roll, 10 lb left");
    expect(lotInWords(lot("X", { leftLb: null, isHeld: true }), {})).toBe("X, on hold");
    expect(moreThanThere(late, { LATE: 12_00 })).toBe(
      "That is 2.00 lb more than lot LATE has by the books.",
    );
    expect(moreThanThere(late, { LATE: 10_00 })).toBe("");
  });

  it("state which lot the next piece comes from, and why it isn't the first to expire", () => {
    const [first, other] = [lot("SOON"), lot("LATE")];
    expect(comesFrom(first, first, false)).toBe("The next piece comes from lot SOON.");
    expect(comesFrom(other, first, true)).toBe("The next piece comes from lot LATE.");
    expect(comesFrom(other, first, false)).toBe(
      "Lot SOON has less than this left by the books, so it comes from lot LATE.",
    );
    expect(comesFrom(undefined, first, false)).toBe("");
  });

  it("refuse a label that names one on hold, expired or of other meat", () => {
    const said = lots.map((one) => whyNot(one, ribeye, today) ?? "");
    expect(said.filter(Boolean)).toEqual([
      "Lot HELD is on hold. Don’t sell its meat: set it aside and tell the owner. Nothing was added.",
      "Lot OLD is past its best-before date. Nothing was added.",
      "Lot CHUCK is not Ribeye. Nothing was added.",
    ]);
  });
});
