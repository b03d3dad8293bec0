import { describe, expect, it } from "vitest";
import {
  asOrdered,
  availableOn,
  lackInWords,
  leftOn,
  limitOn,
  mostOn,
  nextDay,
  offerForStaff,
  offerOf,
  type StockFacts,
  shownInWords,
  shownStock,
  takenBy,
  weightOfPieces,
} from "./stock.ts";

const monday = "2026-11-30";
const tuesday = "2026-12-01";
const thursday = "2026-12-03";
const friday = "2026-12-04";

const facts = (over: Partial<StockFacts> = {}): StockFacts => ({
  productId: "p",
  tracking: "lb",
  lowAt: null,
  closedUntil: null,
  onHand: 10_00,
  changes: [],
  held: 0,
  least: 1,
  pieceLb: null,
  ...over,
});
const reserved = (day: string, amount: number) => ({ day, incoming: 0, reserved: amount });
const incoming = (day: string, amount: number) => ({ day, incoming: amount, reserved: 0 });

describe("the amount that can be promised for a day", () => {
  it("is on hand and incoming, less reserved until then", () => {
    const some = facts({ changes: [reserved(tuesday, 4_00), incoming(thursday, 5_00)] });
    expect([monday, tuesday, thursday].map((day) => availableOn(some, day))).toEqual([
      6_00, 6_00, 11_00,
    ]);
  });

  it("is at most the lowest amount left on a later day", () => {
    const changes = [reserved(monday, 13_00), reserved(thursday, 85_00), reserved(friday, 70_00)];
    const some = facts({ onHand: 59_00, changes });
    expect(changes.map(({ day }) => leftOn(some, day))).toEqual([46_00, -39_00, -109_00]);
    expect(availableOn(some, monday)).toBe(-109_00);
  });

  it("excludes lots on hold", () => {
    const some = facts({ held: 7_00, changes: [reserved(tuesday, 2_00)] });
    expect(availableOn(some, tuesday)).toBe(1_00);
    expect(shownStock(facts({ held: 10_00 }), monday)).toEqual({ kind: "out", until: null });
  });

  it("excludes what is promised for later", () => {
    const some = facts({ changes: [reserved(thursday, 10_00)] });
    expect(availableOn(some, tuesday)).toBe(0);
    const more = facts({ changes: [incoming(thursday, 6_00), reserved(friday, 12_00)] });
    expect(availableOn(more, monday)).toBe(4_00);
    expect(availableOn(more, friday)).toBe(4_00);
  });

  it("doesn't depend on the order of changes, and never breaks an earlier promise", () => {
    const days = [monday, tuesday, thursday, friday];
    let seed = 7;
    const random = (most: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    for (let round = 0; round < 2_000; round += 1) {
      const changes = days.map((day) => ({ day, incoming: 0, reserved: 0 }));
      const some = facts({ onHand: random(20), changes });
      for (let order = 0; order < 6; order += 1) {
        const change = changes[random(4)] as (typeof changes)[number];
        if (random(3) === 0) change.incoming += random(8);
        const amount = 1 + random(6);
        if (amount <= availableOn(some, change.day)) change.reserved += amount;
      }
      // Every promise is kept: no day has less than zero left.
      for (const day of days) {
        const until = some.changes.filter((one) => one.day <= day);
        const left = until.reduce((sum, one) => sum + one.incoming - one.reserved, some.onHand);
        expect(left).toBeGreaterThanOrEqual(0);
      }
      const mixed = facts({ ...some, changes: [...some.changes].reverse() });
      expect(days.map((day) => availableOn(mixed, day))).toEqual(
        days.map((day) => availableOn(some, day)),
      );
    }
  });

  it("is nothing for a product closed by hand until its day, then unlimited", () => {
    const closed = facts({ tracking: "closed", closedUntil: thursday });
    expect([tuesday, thursday].map((day) => limitOn(closed, day))).toEqual([0, null]);
    expect(limitOn(facts({ tracking: "closed" }), "2030-01-01")).toBe(0);
  });
});

describe("the notice on pages", () => {
  const said = (some: StockFacts) => {
    const shown = shownStock(some, monday);
    return shown && shownInWords(shown);
  };

  it("is empty if there is enough, else an amount or a day", () => {
    expect(said(facts())).toBeNull();
    expect(said(facts({ lowAt: 12_00 }))).toBe("Last 10 lb");
    expect(said(facts({ tracking: "pieces", onHand: 1, lowAt: 3 }))).toBe("Last 1 piece");
    expect(said(facts({ onHand: 0 }))).toBe("Sold out");
    expect(said(facts({ onHand: -3_00, changes: [incoming(thursday, 5_00)] }))).toBe(
      "Sold out until Thursday, December 3",
    );
    expect(said(facts({ tracking: "closed", closedUntil: friday }))).toBe(
      "Sold out until Friday, December 4",
    );
    expect(said(facts({ tracking: "closed", closedUntil: monday }))).toBeNull();
  });

  it("is sold out if less is left than can be ordered", () => {
    expect(said(facts({ onHand: 3_00, least: 5_00 }))).toBe("Sold out");
    expect(asOrdered(facts({ least: 5_00 }), 13_00)).toEqual({ amount: 10_00, unit: "lb" });
    expect(asOrdered(facts({ pieceLb: 1_25 }), 4_00)).toEqual({ amount: 3, unit: "pieces" });
  });

  it("does not name a day whose arrivals are all promised", () => {
    const some = facts({
      onHand: 0,
      changes: [incoming(tuesday, 5_00), reserved(tuesday, 5_00), incoming(friday, 1_00)],
    });
    expect(nextDay(some, monday)).toBe(friday);
  });
});

it("offers the most that can be ordered on each day", () => {
  const offer = offerOf(
    facts({ changes: [reserved(tuesday, 4_00), incoming(friday, 2_00)] }),
    monday,
  );
  expect(offer).toEqual({
    unit: "lb",
    from: [
      { day: monday, most: 6_00 },
      { day: friday, most: 8_00 },
    ],
  });
  expect([null, monday, thursday, friday, "2027-01-01"].map((day) => mostOn(offer, day))).toEqual([
    6_00, 6_00, 6_00, 8_00, 8_00,
  ]);
  expect(offerForStaff(offer, friday)).toMatch(/ left for Friday, /);
  const closed = offerOf(facts({ tracking: "closed", closedUntil: friday }), monday);
  expect([monday, friday].map((day) => mostOn(closed, day))).toEqual([0, null]);
});

it("counts pieces as pieces, and converts pounds to pieces", () => {
  expect(takenBy({ quantity: "3.75", pieces: 3 }, "pieces", "1.25")).toBe(3);
  expect(takenBy({ quantity: "3.75", pieces: 3 }, "lb", "1.25")).toBe(3_75);
  expect(takenBy({ quantity: "3.80", pieces: null }, "pieces", "1.25")).toBe(4);
});

it("puts a shortage into words: what is left, its day, and when there is more", () => {
  const lack = { productId: "p", name: "Striploin", unit: "lb" as const, day: thursday };
  expect(lackInWords({ ...lack, left: 12_00, next: friday })).toBe(
    "Only 12 lb of Striploin are left for Thursday, December 3. There is more from Friday, December 4.",
  );
  expect(lackInWords({ ...lack, left: 1, unit: "pieces", next: null })).toBe(
    "Only 1 piece of Striploin is left for Thursday, December 3.",
  );
  expect(lackInWords({ ...lack, left: 1_00, day: null, next: null })).toBe(
    "Only 1 lb of Striploin is left.",
  );
  expect(lackInWords({ ...lack, day: null, left: 0, next: null })).toBe("Striploin is sold out.");
});

describe("unweighed pieces", () => {
  const lot = { cameLb: 62_40, camePieces: 24 };

  it("weigh the average of their lot on arrival", () => {
    expect([24, 23, 1, -1, 0].map((count) => weightOfPieces(count, lot, "4.90"))).toEqual([
      ...[62_40, 59_80, 2_60, -2_60, 0],
    ]);
  });

  it("weigh the usual weight if the lot is unknown", () => {
    const unknown = [undefined, { cameLb: 62_40, camePieces: 0 }, { cameLb: 0, camePieces: 24 }];
    expect(unknown.map((none) => weightOfPieces(-3, none, "4.90"))).toEqual([
      ...[-14_70, -14_70, -14_70],
    ]);
    expect(Math.abs(weightOfPieces(3, undefined, null))).toBe(0);
  });
});
