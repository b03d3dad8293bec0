import { expect, test } from "vitest";
import { orderNumber, totalPounds } from "./order.ts";

test("an order is called by the first 8 characters of its id", () => {
  expect(orderNumber("0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6")).toBe("0d1e2f3a");
});

test("pounds add up to the hundredth", () => {
  expect(totalPounds([])).toBe(0);
  const open = { packState: "open" as const, packedLb: "0.00" };
  const pounds = (...weights: string[]) =>
    totalPounds(weights.map((quantity) => ({ ...open, quantity })));
  expect(pounds("0.10", "0.20")).toBe(0.3);
  expect(pounds("10000.00", "12.35")).toBe(10_012.35);
});

test("pounds are those packed once a line is done", () => {
  const lines = [
    { packState: "open" as const, quantity: "3.75", packedLb: "1.29" },
    { packState: "packed" as const, quantity: "3.75", packedLb: "3.86" },
    { packState: "short" as const, quantity: "10.00", packedLb: "4.00" },
    { packState: "dropped" as const, quantity: "10.00", packedLb: "0.00" },
  ];
  expect(totalPounds(lines)).toBe(11.61);
});
