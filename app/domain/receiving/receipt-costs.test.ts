import { describe, expect, it } from "vitest";
import {
  costOf,
  costsOfReceipt,
  invoiceCents,
  type PricedLine,
  receiptSums,
} from "./receipt-costs.ts";

const line = (over: Partial<PricedLine> = {}): PricedLine => ({
  isAccepted: true,
  boxes: 4,
  lb: "100.00",
  pricedBy: "lb",
  priceCents: 5_20,
  invoicedLb: null,
  invoicedCents: null,
  ...over,
});

describe("the cost of a line", () => {
  it("is by the pound, by the box or in total", () => {
    expect(costOf(line())).toEqual({ invoicedCents: 520_00, costCents: 520_00, claimedCents: 0 });
    expect(costOf(line({ pricedBy: "box", priceCents: 99_99 }))?.costCents).toBe(399_96);
    expect(costOf(line({ pricedBy: "total", priceCents: 500_01 }))?.costCents).toBe(500_01);
    // 10.03 lb × $3.35 = $33.6005, rounded half up.
    expect(costOf(line({ lb: "10.03", priceCents: 3_35 }))?.costCents).toBe(33_60);
  });

  it("is unknown without a price, unless the invoice has a total", () => {
    const unpriced = { pricedBy: null, priceCents: null };
    expect(costOf(line(unpriced))).toBeNull();
    expect(costOf(line({ ...unpriced, invoicedCents: 300_00 }))?.costCents).toBe(300_00);
    expect(costOf(line({ priceCents: 0 }))?.costCents).toBe(0);
  });

  it("excludes missing goods, which are claimed", () => {
    expect(costOf(line({ invoicedLb: "112.00" }))).toEqual({
      invoicedCents: 582_40,
      costCents: 520_00,
      claimedCents: 62_40,
    });
    const total = line({ pricedBy: "total", priceCents: 582_40, invoicedLb: "112.00" });
    expect(costOf(total)).toEqual({
      invoicedCents: 582_40,
      costCents: 520_00,
      claimedCents: 62_40,
    });
    expect(costOf(line({ pricedBy: "box", invoicedCents: 26_00, priceCents: 5_20 }))).toEqual({
      invoicedCents: 26_00,
      costCents: 20_80,
      claimedCents: 5_20,
    });
  });

  it("is at most what is billed, and claims an overcharge", () => {
    expect(costOf(line({ invoicedCents: 530_00 }))?.claimedCents).toBe(10_00);
    expect(costOf(line({ invoicedLb: "90.00" }))).toEqual({
      invoicedCents: 468_00,
      costCents: 468_00,
      claimedCents: 0,
    });
  });

  it("is none for refused goods, and claims what is billed for them once it is entered", () => {
    const refused = { isAccepted: false };
    for (const billed of [{ invoicedLb: "100.00" }, { invoicedCents: 520_00 }]) {
      expect(costOf(line({ ...refused, ...billed }))).toEqual({
        invoicedCents: 520_00,
        costCents: 0,
        claimedCents: 520_00,
      });
    }
    const byBox = { ...refused, pricedBy: "box", priceCents: 1_00 } as const;
    expect(costOf(line({ ...byBox, invoicedLb: "100.00" }))?.claimedCents).toBe(4_00);
    for (const price of [{}, { pricedBy: "box" }, { pricedBy: "total" }] as const) {
      expect(costOf(line({ ...refused, ...price }))).toBeNull();
      // The invoice doesn't bill it.
      expect(costOf(line({ ...refused, ...price, invoicedCents: 0 }))?.claimedCents).toBe(0);
      expect(costOf(line({ ...refused, ...price, invoicedLb: "0.00" }))?.claimedCents).toBe(0);
    }
  });
});

describe("the costs of a receipt", () => {
  const nothing = { freightCents: 0, isSettled: false };

  it("share the freight by pounds, exact in sum, among accepted lines", () => {
    const lines = ["1.00", "1.00", "1.00"].map((lb) => line({ lb }));
    const costs = costsOfReceipt([...lines, line({ isAccepted: false })], {
      freightCents: 1_00,
      isSettled: false,
    });
    expect(costs.map(({ shareCents }) => shareCents)).toEqual([34, 33, 33, 0]);
  });

  it("give the odd cents to the largest remainders", () => {
    const lines = ["50.00", "30.00", "20.01"].map((lb) => line({ lb }));
    const shares = costsOfReceipt(lines, { freightCents: 10_00, isSettled: false });
    expect(shares.map(({ shareCents }) => shareCents)).toEqual([500, 300, 200]);
  });

  it("include no freight without freight or without accepted goods", () => {
    expect(costsOfReceipt([line()], nothing)[0]?.shareCents).toBe(0);
    const refused = [line({ isAccepted: false })];
    expect(costsOfReceipt(refused, { ...nothing, freightCents: 5_00 })[0]?.shareCents).toBe(0);
  });

  it("bear the uncredited part of their own claim, and together that of refused lines", () => {
    const lines = [line({ invoicedLb: "112.00" }), line({ lb: "50.00" })];
    const open = costsOfReceipt(lines, nothing);
    expect(open.map(({ shareCents }) => shareCents)).toEqual([0, 0]);
    const done = { freightCents: 0, isSettled: true };
    const settled = costsOfReceipt(
      lines.map((one) => ({ ...one, creditedCents: 32_40 })),
      done,
    );
    expect(settled.map(({ shareCents }) => shareCents)).toEqual([30_00, 0]);
    const refused = [...lines, line({ isAccepted: false, invoicedLb: "100.00" })];
    const none = costsOfReceipt(refused, done);
    // At $5.20: 12 lb missing and 100 lb refused.
    expect(none.map(({ shareCents }) => shareCents)).toEqual([62_40 + 346_67, 173_33, 0]);
  });

  it("add up to what was paid, for any receipt", () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let round = 0; round < 2000; round += 1) {
      const lines = Array.from({ length: 1 + random(6) }, () =>
        line({
          isAccepted: random(5) > 0,
          lb: ((1 + random(99_999)) / 100).toFixed(2),
          boxes: random(20),
          pricedBy: (["lb", "box", "total"] as const)[random(3)] ?? "lb",
          priceCents: random(50_000),
          invoicedLb: random(2) ? (random(99_999) / 100).toFixed(2) : null,
          invoicedCents: random(3) ? null : random(5_000_000),
        }),
      );
      const freightCents = random(20_000);
      const billed = lines.reduce((sum, one) => sum + (costOf(one)?.invoicedCents ?? 0), 0);
      const { claimedCents } = receiptSums(
        costsOfReceipt(lines, nothing).map((cost, place) => ({
          isAccepted: true,
          lb: lines[place]?.lb ?? "0",
          ...cost,
        })),
      );
      const claims = costsOfReceipt(lines, nothing).map((cost) => cost.claimedCents ?? 0);
      const credits = claims.map((cents) => random(cents + 1));
      const creditedCents = credits.reduce((sum, cents) => sum + cents, 0);
      expect(creditedCents).toBeLessThanOrEqual(claimedCents);
      const costs = costsOfReceipt(
        lines.map((one, place) => ({ ...one, creditedCents: credits[place] ?? 0 })),
        { freightCents, isSettled: true },
      );
      const paid = costs.reduce((sum, cost) => sum + (cost.costCents ?? 0) + cost.shareCents, 0);
      const isBorne = lines.some(({ isAccepted }) => isAccepted);
      if (isBorne) expect(paid).toBe(billed + freightCents - creditedCents);
    }
  });

  it("give the invoice's correct amount, without refused and overbilled goods, and its actual one", () => {
    const invoiceOf = (...lines: PricedLine[]) => {
      const costs = costsOfReceipt(lines, nothing);
      const sums = receiptSums(costs.map((cost, place) => ({ ...line(lines[place]), ...cost })));
      return { ...invoiceCents(sums, 35_00), unbilledLb: sums.unbilledLb };
    };
    const dearer = line({ invoicedCents: 530_00 });
    expect(invoiceOf(dearer, line({ isAccepted: false, invoicedLb: "100.00" }))).toEqual({
      dueCents: 555_00,
      billedCents: 1085_00,
      unbilledLb: 0,
    });
    // Refused pounds without an entry on the invoice aren't claimed, but named.
    expect(invoiceOf(dearer, line({ isAccepted: false }))).toEqual({
      dueCents: 555_00,
      billedCents: 565_00,
      unbilledLb: 100_00,
    });
  });

  it("name the pounds of unknown cost", () => {
    const unknown = { pricedBy: null, priceCents: null };
    const lines = [line(), line({ lb: "12.50", ...unknown })];
    const costs = costsOfReceipt(lines, nothing);
    const sums = receiptSums(costs.map((cost, place) => ({ ...line(lines[place]), ...cost })));
    expect(sums).toEqual({
      costCents: 520_00,
      claimedCents: 0,
      unknownLb: 12_50,
      unbilledLb: 0,
    });
  });
});
