import { beforeEach, describe, expect, it, vi } from "vitest";
import type { SaleLine } from "../sale.ts";
import { createBasketStore, noBasket } from "./basket.ts";

const line: SaleLine = {
  productId: "0b0e7a52-6f6e-4a52-9d1c-0f3f7f0a1b2c",
  name: "Chuck",
  value: "1.00",
  unit: "lb",
  tareG: 0,
  pieces: null,
  source: "typed",
  rawScan: "",
  serial: null,
  lotId: null,
  pricePerLb: "9.99",
  taxCode: "Z",
};

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  return () => vi.unstubAllGlobals();
});

describe("the basket that a till's browser tabs share", () => {
  it("is shared, and keeps its request id while lines are added", () => {
    const [one, other] = [createBasketStore("till", "kim"), createBasketStore("till", "kim")];
    const first = one.change(noBasket, () => [line]);
    expect(other.current(noBasket)).toEqual(first);
    const second = other.change(noBasket, (lines) => [...lines, line]);
    expect(second).toEqual({ requestId: first.requestId, lines: [line, line] });
    expect(one.current(first)).toEqual(second);
  });

  it("is returned by `change` just as `current` reads it back, whatever the order of a line's keys", () => {
    const store = createBasketStore("till", "kim");
    const made = Object.fromEntries(Object.entries(line).reverse()) as SaleLine;
    const basket = store.change(noBasket, () => [made]);
    expect(JSON.stringify(store.current(noBasket))).toBe(JSON.stringify(basket));
    expect(basket.lines).toEqual([line]);
  });

  it("is emptied in all tabs once it is paid, and never comes back", () => {
    const [one, other] = [createBasketStore("till", "kim"), createBasketStore("till", "kim")];
    const basket = one.change(noBasket, () => [line]);
    const seen = other.current(noBasket);
    const paid = { requestId: basket.requestId, number: "R-000004", id: "sale" };
    expect(one.paid(basket, paid)).toEqual(noBasket);
    expect(other.current(seen)).toEqual(noBasket);
    expect(other.paidAs(seen.requestId)).toEqual(paid);
    const next = other.change(seen, (lines) => [...lines, line]);
    expect(next.lines).toEqual([line]);
    expect(next.requestId).not.toBe(basket.requestId);
    expect(other.paidAs(next.requestId)).toBeNull();
    expect(one.paid(basket, paid)).toEqual(next);
  });

  it("is kept only for the person who began it", () => {
    const basket = createBasketStore("till", "kim").change(noBasket, () => [line]);
    expect(createBasketStore("till", "lee").current(noBasket)).toEqual(noBasket);
    createBasketStore("till", "lee").change(noBasket, () => [line, line]);
    expect(createBasketStore("till", "kim").current(noBasket)).toEqual(basket);
  });

  it("is restored from lines without a request id, and stays in its own tab without storage", () => {
    window.localStorage.setItem("till-lines:till:kim", JSON.stringify([line]));
    const store = createBasketStore("till", "kim");
    expect(store.current(noBasket)).toMatchObject({ lines: [line] });
    vi.stubGlobal("window", {});
    const own = createBasketStore("till", "kim");
    const basket = own.change(noBasket, () => [line]);
    expect(own.current(basket)).toEqual(basket);
  });
});
