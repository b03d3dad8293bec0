import { beforeEach, describe, expect, it, vi } from "vitest";
import { mostSaleLines, type SaleLine } from "../sale.ts";
import { createBasketStore, noBasket, whyNotAdded } from "./basket.ts";

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

  it("loses only the lines that can't be read, however many lines there are", () => {
    const store = createBasketStore("till", "kim");
    const unreadable = { ...line, pieces: 0 };
    const { requestId } = store.change(noBasket, () => [line]);
    const left = store.change(noBasket, (lines) => [...lines, unreadable, line]);
    expect(left).toEqual({ requestId, lines: [line, line] });
    const many = Array.from({ length: mostSaleLines + 1 }, () => line);
    expect(store.change(noBasket, () => many).lines).toEqual(many);
    window.localStorage.setItem("till-lines:till:kim", '{"lines":{"length":1}}');
    expect(store.current(noBasket)).toEqual(noBasket);
  });
});

describe("a line", () => {
  it("is refused once its sale has the maximum of lines", () => {
    const all = Array.from({ length: mostSaleLines }, () => line);
    expect(whyNotAdded(line, all.slice(1))).toBe("");
    expect(whyNotAdded(line, all)).toBe(
      "A sale can have at most 200 lines. Take its payment, and add this to the next sale.",
    );
  });

  it("is refused if it could not be read back", () => {
    for (const wrong of [
      { ...line, value: "1.2345" },
      { ...line, pieces: 10_001 },
    ]) {
      expect(whyNotAdded(wrong, [])).toBe(
        "The till can’t take this label. Choose the product and type the weight.",
      );
    }
  });

  it("is refused if its package is in the sale already", () => {
    const labelled = { ...line, serial: "1:2" };
    expect(whyNotAdded(labelled, [line])).toBe("");
    expect(whyNotAdded(labelled, [labelled])).toBe("This package is in this sale already.");
  });
});
