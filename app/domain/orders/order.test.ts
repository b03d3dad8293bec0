import { expect, test } from "vitest";
import {
  isNothingLeft,
  numbersMeant,
  orderName,
  orderNumber,
  shortOrderId,
  titleOfOrder,
  totalPounds,
} from "./order.ts";

test("an order's name has its number without separators", () => {
  expect(orderName(1042)).toBe("Order 1042");
  expect(orderNumber(1_234_567)).toBe("1234567");
  expect(shortOrderId("0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6")).toBe("0d1e2f3a");
});

test.each([
  ["1042", { number: 1042 }],
  [" #1042", { number: 1042 }],
  ["order 1042", { number: 1042 }],
  ["Order #1042", { number: 1042 }],
  ["042", { lastThree: 42 }],
  ["order 042", { lastThree: 42 }],
])("a search for %j means its number, or how it ends", (text, meant) => {
  expect(numbersMeant(text)).toEqual(meant);
});

test.each(["", "42", "0d1e2f3a", "1042a", "604-555-0142", "1,042", "10000000001", "order"])(
  "a search for %j doesn't mean a number",
  (text) => {
    expect(numbersMeant(text)).toBeNull();
  },
);

test("the title of an order's page names the order, or says that it was not found", () => {
  expect(titleOfOrder({ order: { number: 1042 }, isMissing: false })).toBe("Order 1042");
  expect(titleOfOrder({ order: null, isMissing: true })).toBe("Order not found");
  expect(titleOfOrder({ order: null, isMissing: false })).toBe("Order");
  expect(titleOfOrder(undefined)).toBe("Order");
});

test("pounds are summed to the hundredth", () => {
  expect(totalPounds([])).toBe(0);
  const open = { packState: "open" as const, packedLb: "0.00" };
  const pounds = (...weights: string[]) =>
    totalPounds(weights.map((quantity) => ({ ...open, quantity })));
  expect(pounds("0.10", "0.20")).toBe(0.3);
  expect(pounds("10000.00", "12.35")).toBe(10_012.35);
});

test("pounds are the packed ones once a line is done", () => {
  const lines = [
    { packState: "open" as const, quantity: "3.75", packedLb: "1.29" },
    { packState: "packed" as const, quantity: "3.75", packedLb: "3.86" },
    { packState: "short" as const, quantity: "10.00", packedLb: "4.00" },
    { packState: "dropped" as const, quantity: "10.00", packedLb: "0.00" },
  ];
  expect(totalPounds(lines)).toBe(11.61);
});

test("nothing is left of an order whose lines are all dropped and unpacked", () => {
  const replaced = { packState: "substituted" as const, packedLb: "0.00" };
  const dropped = { packState: "dropped" as const, packedLb: "0.00" };
  expect(isNothingLeft([])).toBe(false);
  expect(isNothingLeft([replaced, dropped])).toBe(true);
  expect(isNothingLeft([replaced, { packState: "open", packedLb: "0.00" }])).toBe(false);
  // Half of it was packed before the rest was replaced by an unavailable product.
  expect(isNothingLeft([{ ...replaced, packedLb: "21.32" }, dropped])).toBe(false);
});
