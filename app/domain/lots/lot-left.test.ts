import { describe, expect, it } from "vitest";
import { sumLb } from "#app/lib/amounts/weight.ts";
import { type LotFacts, listedPounds, lotSums } from "./lot-left.ts";

const facts = (over: Partial<LotFacts>): LotFacts => ({
  receivedLb: "180.00",
  isVoid: false,
  packedLb: "0.00",
  cutLb: "0.00",
  cutWasteLb: "0.00",
  sheetLb: over.cutLb ? (Number(over.cutLb) - Number(over.cutWasteLb ?? 0)).toFixed(2) : "0.00",
  stockedWasteLb: "0.00",
  byHandLb: "0.00",
  isByHandKnown: true,
  backLb: "0.00",
  stockWasteLb: "0.00",
  entriesLb: "0.00",
  isInStock: false,
  countedAt: null,
  ...over,
});

describe("lotSums", () => {
  it("deducts what cutting sheets used from the pounds received, counting their waste once", () => {
    const cut = { cutLb: "120.00", cutWasteLb: "3.00", stockedWasteLb: "3.00" };
    const stock = { stockWasteLb: "6.50", entriesLb: "56.50", isInStock: true };
    expect(lotSums(facts({ ...cut, ...stock }))).toMatchObject({
      intoLb: "117.00",
      cutWasteLb: "3.00",
      wastedLb: "3.50",
      leftLb: "56.50",
      countedLb: "0.00",
      isInStock: true,
    });
    // The waste of an untracked lot is only on the sheet.
    expect(lotSums(facts({ cutLb: "120.00", cutWasteLb: "3.00" })).leftLb).toBe("60.00");
  });

  it("separates a sheet's loss from the pounds of the lots it made", () => {
    const cut = { cutLb: "160.00", cutWasteLb: "9.50", sheetLb: "146.50" };
    expect(lotSums(facts(cut))).toMatchObject({
      intoLb: "146.50",
      cutWasteLb: "9.50",
      cutLossLb: "4.00",
      leftLb: "20.00",
    });
  });

  it("takes the pounds left from stock once counted, and the difference as a correction", () => {
    const countedAt = "2026-11-24 17:00:00+00";
    const counted = { packedLb: "100.00", isInStock: true, countedAt, entriesLb: "75.00" };
    expect(lotSums(facts(counted))).toMatchObject({
      leftLb: "75.00",
      countedLb: "-5.00",
      countedAt: new Date("2026-11-24T17:00:00Z"),
    });
    expect(lotSums(facts({ countedAt, entriesLb: "190.00" }))).toMatchObject({
      leftLb: "190.00",
      countedLb: "10.00",
      isInStock: true,
    });
  });

  it("adds up in lists: received, less packed, cut and wasted, plus returns and counts", () => {
    const listed = listedPounds(
      lotSums(
        facts({
          packedLb: "100.00",
          backLb: "5.00",
          cutLb: "30.00",
          cutWasteLb: "2.00",
          stockWasteLb: "4.00",
          entriesLb: "48.40",
          countedAt: "2026-11-24 17:00:00+00",
        }),
      ),
    );
    expect(listed).toMatchObject({ countedLb: "-2.60", leftLb: "48.40" });
    const { packedLb, backLb, cutLb, wastedLb, countedLb } = listed;
    const parts = ["180.00", `-${packedLb}`, backLb, `-${cutLb}`, `-${wastedLb}`, countedLb];
    expect(sumLb(parts)).toBe(48_40);
  });

  it("returns negative pounds left if too much was packed, zero for a void lot, null if unknown", () => {
    expect(lotSums(facts({ packedLb: "200.00", backLb: "5.00" })).leftLb).toBe("-15.00");
    expect(lotSums(facts({ isVoid: true, receivedLb: null })).leftLb).toBe("0.00");
    expect(lotSums(facts({ receivedLb: null })).leftLb).toBeNull();
    expect(lotSums(facts({ isByHandKnown: false, byHandLb: "9.00" }))).toMatchObject({
      leftLb: null,
      intoLb: "9.00",
      isIntoKnown: false,
    });
  });
});
