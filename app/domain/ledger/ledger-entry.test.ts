import { describe, expect, it } from "vitest";
import { debtInWords } from "./account.ts";
import { ageOn, overdueOf } from "./ageing.ts";
import { entryInWords, settledInOrder } from "./ledger-entry.ts";

describe("settledInOrder", () => {
  const items = [
    { entryId: "a", openCents: 10_000 },
    { entryId: "b", openCents: 0 },
    { entryId: "c", openCents: 5_000 },
  ];

  it.each([
    [0, []],
    [1, [["a", 1]]],
    [10_000, [["a", 10_000]]],
    [
      12_345,
      [
        ["a", 10_000],
        ["c", 2_345],
      ],
    ],
    [
      99_999,
      [
        ["a", 10_000],
        ["c", 5_000],
      ],
    ],
  ])("settles with %i cents the oldest debts first", (cents, expected) => {
    const settled = settledInOrder(cents, items);
    expect(settled.map((item) => [item.entryId, item.cents])).toEqual(expected);
  });
});

describe("ageOn", () => {
  it.each([
    ["2026-12-01", "current"],
    ["2026-11-23", "current"],
    ["2026-11-22", "to30"],
    ["2026-10-24", "to30"],
    ["2026-10-23", "to60"],
    ["2026-09-24", "to60"],
    ["2026-09-23", "to90"],
    ["2026-08-25", "to90"],
    ["2026-08-24", "over90"],
  ])("counts the days since %s", (dueOn, age) => {
    expect(ageOn(dueOn, "2026-11-23")).toBe(age);
  });
});

it("overdueOf adds up what was due before today", () => {
  expect(overdueOf({ current: 1, to30: 20, to60: 300, to90: 4_000, over90: 50_000 })).toBe(54_320);
});

it("debtInWords names how an open refund was paid", () => {
  const debt = {
    entryId: "1",
    kind: "refund",
    method: "etransfer",
    documentNumber: null,
    url: null,
    occurredOn: "2026-11-02",
    dueOn: "2026-11-02",
    totalCents: 5,
    openCents: 5,
    note: "",
  } as const;
  expect(debtInWords(debt)).toBe("Refund by e-transfer");
});

it("entryInWords names each kind of entry", () => {
  const entry = { cents: -1, method: null, documentNumber: null, isReversal: false };
  const words = [
    entryInWords({ ...entry, kind: "invoice", cents: 1, documentNumber: "INV-000012" }),
    entryInWords({ ...entry, kind: "payment", method: "cheque" }),
    entryInWords({ ...entry, kind: "payment", method: "cheque", cents: 1, isReversal: true }),
    entryInWords({ ...entry, kind: "refund", method: "etransfer", cents: 1 }),
    entryInWords({ ...entry, kind: "adjustment", cents: 1 }),
    entryInWords({ ...entry, kind: "adjustment" }),
  ];
  expect(words).toEqual([
    "Invoice INV-000012",
    "Payment by cheque",
    "Payment taken back",
    "Refund by e-transfer",
    "Charge",
    "Credit",
  ]);
});
