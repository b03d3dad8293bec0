import { expect, test } from "vitest";
import { orderNumber, totalPounds } from "./order.ts";

test("an order is called by the first 8 characters of its id", () => {
  expect(orderNumber("0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6")).toBe("0d1e2f3a");
});

test("pounds add up to the hundredth", () => {
  expect(totalPounds([])).toBe(0);
  expect(totalPounds([{ quantity: "0.10" }, { quantity: "0.20" }])).toBe(0.3);
  expect(totalPounds([{ quantity: "10000.00" }, { quantity: "12.35" }])).toBe(10_012.35);
});
