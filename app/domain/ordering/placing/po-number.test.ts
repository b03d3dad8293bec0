import { describe, expect, it } from "vitest";
import { poNumberFor, poQuestion, usedBefore } from "./po-number.ts";

const today = "2026-11-26";
const blanket = { poMode: "blanket", poBlanket: "B-2026" } as const;

describe("the purchase order number", () => {
  it.each([
    ["none", "4711", { poNumber: "" }],
    ["optional", "", { poNumber: "" }],
    ["optional", "4711", { poNumber: "4711" }],
    ["required", "4711", { poNumber: "4711" }],
    ["required", "", { error: "Please enter your purchase order number." }],
  ] as const)("follows the customer's mode %s when %j is typed", (poMode, typed, expected) => {
    const question = poQuestion({ poMode, poBlanket: "", poBlanketEndsOn: null }, today);
    expect(poNumberFor(question, typed)).toEqual(expected);
  });

  it("is the blanket one through its last day, and must be typed after that", () => {
    const lasting = poQuestion({ ...blanket, poBlanketEndsOn: today }, today);
    expect(poNumberFor(lasting, "other")).toEqual({ poNumber: "B-2026" });
    const ended = poQuestion({ ...blanket, poBlanketEndsOn: "2026-11-25" }, today);
    expect(poNumberFor(ended, "")).toEqual({
      error: "Please enter a purchase order number: your blanket order ended on Nov 25, 2026.",
    });
    expect(poNumberFor(ended, "4711")).toEqual({ poNumber: "4711" });
  });

  it("is found on other orders regardless of case", () => {
    const used = [
      { poNumber: "po-2", orderId: "b", orderNumber: 1002 },
      { poNumber: "PO-1", orderId: "a", orderNumber: 1001 },
    ];
    expect(usedBefore(used, " po-1 ")?.orderId).toBe("a");
    expect(usedBefore(used, "po")).toBeUndefined();
    expect(usedBefore(used, "")).toBeUndefined();
  });
});
