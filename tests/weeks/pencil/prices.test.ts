import { beforeEach, expect, test } from "vitest";
import { PriceBook } from "./prices.ts";
import { Impossible } from "./sums.ts";

// The number before a title is the section of trade.md that it tests.

let prices: PriceBook;
const priceOn = (day: string) => prices.priceFor("Lark", "ribeye", day).price;

beforeEach(() => {
  prices = new PriceBook();
  prices.base("ribeye", 2799);
  prices.list("trade", {});
  prices.list("best", { from: "2026-11-02", until: "2026-11-30" });
  prices.listPrice("trade", "ribeye", 2500);
  prices.listPrice("best", "ribeye", 2300);
});

test("4: a customer without lists pays the base price, which is named as the source", () => {
  expect(prices.priceFor("Lark", "ribeye", "2026-11-10")).toEqual({
    price: 2799,
    source: "base",
    base: 2799,
  });
});

test("4: the customer's own price comes before its lists in order of rank, and these before the base price", () => {
  prices.give("Lark", "trade", 2);
  prices.give("Lark", "best", 1);
  prices.ofCustomer("Lark", "ribeye", 2200, { from: "2026-11-09", until: "2026-11-15" });
  expect(priceOn("2026-11-08")).toBe(2300);
  expect(priceOn("2026-11-09")).toBe(2200);
  expect(priceOn("2026-11-15")).toBe(2200);
  expect(priceOn("2026-11-16")).toBe(2300);
  expect(priceOn("2026-12-01")).toBe(2500);
  expect(prices.priceFor("Wren", "ribeye", "2026-11-10").price).toBe(2799);
});

test("4: the list with the lower rank counts, even if the other began later", () => {
  prices.give("Lark", "trade", 1);
  prices.give("Lark", "best", 2);
  expect(priceOn("2026-11-10")).toBe(2500);
});

test("4: among lists of one rank, the latest start counts, then the newest list", () => {
  prices.give("Lark", "trade", 1);
  prices.give("Lark", "best", 1);
  expect(priceOn("2026-11-10")).toBe(2300);
  prices.list("trade", { from: "2026-11-02" });
  expect(priceOn("2026-11-10")).toBe(2300);
  // It doesn't matter when its prices were written.
  prices.listPrice("trade", "ribeye", 2450);
  expect(priceOn("2026-11-10")).toBe(2300);
});

test("4: a customer's prices of one product do not overlap", () => {
  prices.ofCustomer("Lark", "ribeye", 2200, { from: "2026-11-09", until: "2026-11-15" });
  const again = (from: string) => () => prices.ofCustomer("Lark", "ribeye", 2100, { from });
  expect(again("2026-11-15")).toThrow(Impossible);
  expect(again("2026-11-16")).not.toThrow();
  prices.endOfCustomer("Lark", "ribeye", "2026-11-16", "2026-11-20");
  expect(priceOn("2026-11-20")).toBe(2100);
  expect(priceOn("2026-11-21")).toBe(2799);
});

test("4: a list that replaces another takes over its rank from its own start on", () => {
  prices.give("Lark", "best", 1);
  prices.give("Lark", "trade", 2);
  prices.list("December", { from: "2026-11-23" });
  prices.listPrice("December", "ribeye", 2600);
  prices.replace("best", "December");
  expect(priceOn("2026-11-22")).toBe(2300);
  expect(priceOn("2026-11-23")).toBe(2600);
});

test("4: a list can exclude a product", () => {
  prices.give("Lark", "best", 1);
  prices.give("Lark", "trade", 2);
  prices.listPrice("best", "ribeye", "not offered");
  expect(prices.priceFor("Lark", "ribeye", "2026-11-10")).toMatchObject({
    source: "list",
    list: "best",
  });
  expect(priceOn("2026-11-10")).toBeUndefined();
  prices.listPrice("best", "ribeye");
  expect(priceOn("2026-11-10")).toBe(2500);
  prices.take("Lark", "trade");
  expect(priceOn("2026-11-10")).toBe(2799);
});
