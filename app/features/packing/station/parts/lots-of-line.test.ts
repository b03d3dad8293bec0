import { describe, expect, it } from "vitest";
import type { LotToScan } from "#app/domain/lots/lots.ts";
import { lotsNow, overdrawnInWords, overdrawnLots, proposedLot } from "./lots-of-line.ts";

describe("overdrawnLots", () => {
  const of = (...lbs: string[]) => [{ packages: lbs.map((netLb) => ({ lotId: "L", netLb })) }];
  const lot = (leftLb: string | null) => [{ id: "L", code: "C225-1", leftLb }];

  it("counts packages since the page was loaded, whether sent or not", () => {
    // 10 lb were packed from it when 8 lb were left, so it had 18 lb for these lines.
    expect(overdrawnLots(lot("8.00"), of("10.00", "8.00"), of("10.00"))).toEqual([]);
    const [over] = overdrawnLots(lot("8.00"), of("10.00", "10.05"), of("10.00"));
    expect(over).toMatchObject({ hasLb: "18.00", packedLb: "20.05" });
  });

  it("states the balance that a package leaves its lot with", () => {
    const [crumb] = overdrawnLots(lot("0.34"), of("2.50"), []);
    expect(crumb && overdrawnInWords(crumb, [{ netLb: "2.50" }])).toBe(
      "By the books lot C225-1 had 0.34 lb left. This package takes it to −2.16 lb. Is it the right lot?",
    );
    const [empty] = overdrawnLots(lot("-3.00"), of("1.00", "1.50"), []);
    expect(empty && overdrawnInWords(empty, [{ netLb: "1.00" }, { netLb: "1.50" }])).toBe(
      "By the books lot C225-1 had nothing left. These packages take it to −5.5 lb. Is it the right lot?",
    );
  });

  it("doesn't warn of a lot without known pounds, or without new packages", () => {
    expect(overdrawnLots(lot(null), of("10.00"), [])).toEqual([]);
    expect(overdrawnLots(lot("-3.00"), [], [])).toEqual([]);
  });

  it("lotsNow subtracts new packages from what is left of a lot", () => {
    const left = lotsNow(lot("8.00") as LotToScan[], of("10.00", "6.50"), of("10.00"));
    expect(left[0]?.leftLb).toBe("1.50");
  });
});

describe("the lot that is proposed", () => {
  const lot = (id: string, over: object = {}) => ({
    ...{ id, code: id, leftLb: "5.00", isHeld: false, expiresOn: null, namedAs: ["stew"] },
    ...over,
  });
  const propose = (
    lots: ReturnType<typeof lot>[],
    wanted: { rest: number; weight: number | null } = { rest: 100, weight: null },
  ) => proposedLot({ productId: "stew" }, lots, "2026-11-29", wanted);
  const proposed = (...lots: ReturnType<typeof lot>[]) => propose(lots)?.id;

  it("is the product's own lot that expires first and has meat left", () => {
    const later = lot("later", { expiresOn: "2026-12-09" });
    const today = lot("today", { expiresOn: "2026-11-29" });
    expect(proposed(lot("undated"), later, today)).toBe("today");
    expect(proposed(lot("undated"), later, { ...today, leftLb: "0.00" })).toBe("later");
    expect(proposed(lot("newer"), lot("older"))).toBe("newer");
  });

  it("is never on hold, expired, of unknown pounds, or possibly other meat", () => {
    for (const over of [
      { isHeld: true },
      { expiresOn: "2026-11-28" },
      { leftLb: null },
      { namedAs: [] },
      { namedAs: ["chuck"] },
      { namedAs: ["stew", "chuck"] },
    ]) {
      expect(proposed(lot("one", over))).toBeUndefined();
    }
  });

  it("is the first to expire with enough left for the rest of the line", () => {
    const crumb = lot("crumb", { expiresOn: "2026-11-30", leftLb: "0.34" });
    const next = lot("next", { expiresOn: "2026-12-01", leftLb: "20.00" });
    const plenty = lot("plenty", { expiresOn: "2026-12-09", leftLb: "50.00" });
    const lots = [plenty, next, crumb];
    const of = (rest: number, weight: number | null = null) => propose(lots, { rest, weight });
    expect(of(40_00)).toEqual({ id: "plenty", code: "plenty", proposedAs: "first with enough" });
    expect(of(20_00)?.id).toBe("next");
    expect(of(34)).toMatchObject({ id: "crumb", proposedAs: "first to expire" });
    // None has enough for all of it: the oldest goes first, for a weight that it has.
    expect(of(60_00)?.id).toBe("crumb");
    expect(of(60_00, 2_50)?.id).toBe("next");
    expect(of(60_00, 60_00)?.id).toBe("crumb");
    // The meat of the lot that is shown is in hand.
    expect(of(40_00, 10_00)?.id).toBe("plenty");
  });
});
