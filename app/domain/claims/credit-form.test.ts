import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { askableUntil } from "./credit.ts";
import { checkAsk, checkDecision } from "./credit-form.ts";

const typed = { requestId: randomUUID(), item: randomUUID(), reason: "short" };

it.each([
  [{ lb: "2.5" }, { lb: "2.50", amount: null }],
  [{ lb: "2,5" }, { lb: "2.50", amount: null }],
  [{ lb: "1,250.5 lb" }, { lb: "1250.50", amount: null }],
  [{ amount: "$1,040" }, { lb: null, amount: "1040.00" }],
])("reads the requested amount %j", (fields, much) => {
  expect(checkAsk({ ...typed, ...fields }).data).toMatchObject(much);
});

it.each<[Record<string, string>, string]>([
  [{}, "lb"],
  [{ lb: "1", amount: "1" }, "lb"],
  [{ lb: "0" }, "lb"],
  [{ lb: "1.005" }, "lb"],
  [{ amount: "-5" }, "amount"],
  [{ amount: "1e9" }, "amount"],
  [{ lb: "1", reason: "boredom" }, "reason"],
  [{ lb: "1", item: "x" }, "item"],
  [{ lb: "1", note: "x".repeat(501) }, "note"],
])("refuses the request %j", (fields, field) => {
  expect(Object.keys(checkAsk({ ...typed, ...fields }).refused?.errors ?? {})).toContain(field);
});

it.each([
  ["2.555", "Please enter pounds with at most two decimals, for instance 250.5"],
  ["0", "Please enter pounds, for instance 2.5"],
  ["10000.01", "Please enter pounds, for instance 2.5"],
])("says what is wrong with %s lb", (lb, message) => {
  expect(checkAsk({ ...typed, lb }).refused?.errors).toEqual({ lb: [message] });
});

it("reads other products with the same problem, and a whole order", () => {
  const [other, whole] = [randomUUID(), randomUUID()];
  const also = { [`also-${other}`]: "on", [`amount-${other}`]: "3", [`also-${whole}`]: "on" };
  // Values typed for a product that isn't ticked are hidden and ignored.
  const hidden = { [`lb-${randomUUID()}`]: "4" };
  expect(checkAsk({ ...typed, lb: "1", ...also, ...hidden }).data?.also).toEqual([
    { item: other, lb: null, amount: "3.00" },
    { item: whole, lb: null, amount: null },
  ]);
  const wrong = (fields: Record<string, string>) =>
    Object.keys(checkAsk({ ...typed, lb: "1", ...fields }).refused?.errors ?? {});
  expect(wrong({ [`also-${typed.item}`]: "on" })).toEqual([`also-${typed.item}`]);
  expect(wrong({ ...also, [`lb-${other}`]: "1" })).toEqual([`amount-${other}`]);
  expect(wrong({ ...also, [`lb-${whole}`]: "x" })).toEqual([`lb-${whole}`]);
  expect(wrong({ item: "all" })).toEqual(["lb"]);
  expect(checkAsk({ ...typed, item: "all" }).data).toMatchObject({ item: "all", lb: null });
  const all = { item: "all", lb: "", [`also-${other}`]: "on" };
  expect(wrong(all)).toEqual([]);
  expect(wrong({ ...all, [`lb-${other}`]: "2" })).toEqual([`lb-${other}`]);
  expect(wrong({ ...all, [`amount-${other}`]: "2" })).toEqual([`amount-${other}`]);
});

it("reads a decision by line", () => {
  const approve = { intent: "approve", "lb-0": "1.5", "amount-1": "20" };
  expect(checkDecision(approve, [0, 1]).data).toEqual({
    intent: "approve",
    note: "",
    lines: [
      { position: 0, lb: "1.50", amount: null },
      { position: 1, lb: null, amount: "20.00" },
    ],
  });
  expect(checkDecision({ intent: "approve", "lb-7": "1" }, [0]).refused?.message).toMatch(
    /decline/,
  );
  expect(
    checkDecision({ intent: "approve", "lb-0": "1", "amount-0": "1" }, [0]).refused,
  ).toBeDefined();
  expect(checkDecision({ intent: "decline" }, [0]).refused?.errors).toHaveProperty("note");
});

it("declines a line only by its checkbox, not by an empty field", () => {
  const emptied = { intent: "approve", "lb-0": "1", "lb-1": "", "amount-1": " " };
  const { refused } = checkDecision(emptied, [0, 1]);
  expect(refused?.errors?.["amount-1"]?.[0]).toMatch(/^Nothing would be credited for it/);
  // The fields of a ticked line are hidden but keep their values.
  const ticked = { ...emptied, "lb-1": "2", "amount-1": "3", "nothing-1": "on" };
  expect(checkDecision(ticked, [0, 1]).data).toMatchObject({
    lines: [{ position: 0, lb: "1.00" }],
  });
  const none = { intent: "approve", "nothing-0": "on", "nothing-1": "on" };
  expect(checkDecision(none, [0, 1]).refused?.message).toMatch(/decline the request/);
});

it("allows a request until 24 hours after delivery, or else after the delivery day or the invoice, the later one", () => {
  const deliveredAt = new Date("2026-11-20T17:00:00Z");
  const invoicedAt = new Date("2026-11-18T17:00:00Z");
  const until = (order: Partial<Parameters<typeof askableUntil>[0]>) => {
    const none = { deliveredAt: null, invoicedAt: null, deliveryDay: null };
    return askableUntil({ ...none, ...order }, { creditAskHours: 24 })?.toISOString();
  };
  const deliveryDay = "2026-11-20";
  expect(until({ deliveredAt, invoicedAt, deliveryDay })).toBe("2026-11-21T17:00:00.000Z");
  // Packed two days before; the box may be opened until the end of its day.
  expect(until({ invoicedAt, deliveryDay })).toBe("2026-11-22T07:00:00.000Z");
  expect(until({ invoicedAt, deliveryDay: "2026-11-16" })).toBe("2026-11-19T17:00:00.000Z");
  expect(until({ invoicedAt })).toBe("2026-11-19T17:00:00.000Z");
  expect(until({ deliveryDay })).toBeUndefined();
});
