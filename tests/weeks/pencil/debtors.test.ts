import { expect, test } from "vitest";
import { Debtors } from "./debtors.ts";

const days = { before: 3, after: 3, later: 21 };
const paper = { id: "invoice 1", number: 1, customer: "Lark", orders: [], day: "2026-11-01" };
const due = { ...paper, due: "2026-11-10", cents: 10_000, open: 10_000 };

test("sends each reminder step once, and only the latest", () => {
  const debtors = new Debtors();
  const on = (day: string) => debtors.remind([due], day, days);
  expect(on("2026-11-06")).toEqual([]);
  expect(on("2026-11-07")).toEqual([1]);
  expect(on("2026-11-10")).toEqual([]);
  expect(on("2026-11-12")).toEqual([]);
  expect(on("2026-11-13")).toEqual([1]);
  expect(on("2026-12-01")).toEqual([1]);
  expect(on("2026-12-02")).toEqual([]);
});

test("sends no reminder of small differences or of papers without a number", () => {
  const debtors = new Debtors();
  const all = [
    { ...due, open: 500 },
    { ...due, id: "charge 2", number: 0 },
  ];
  expect(debtors.remind(all, "2026-11-20", days)).toEqual([]);
});
