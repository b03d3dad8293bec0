import { expect, test } from "vitest";
import { totalOfCategories, totalOfWeeks } from "./order-statistics.ts";

test("the weeks are added up to the cent", () => {
  const monday = "2025-03-10";
  const weeks = ["0.10", "0.20", "1000000.05"].map((revenue) => ({ monday, orders: 2, revenue }));
  expect(totalOfWeeks(weeks)).toEqual({ orders: 6, revenue: "1000000.35" });
  expect(totalOfWeeks([])).toEqual({ orders: 0, revenue: "0.00" });
});

test("the categories are added up to the hundredth of a pound", () => {
  const categories = ["0.10", "0.20", "1000.05"].map((lb) => ({ category: null, lb }));
  expect(totalOfCategories(categories)).toBe(1000.35);
});
