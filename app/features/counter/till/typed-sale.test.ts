import { beforeEach, describe, expect, it, vi } from "vitest";
import { createTypedSaleStore, type TypedSale } from "./typed-sale.ts";

const stored = new Map<string, string>();

const nothing: TypedSale = {
  requestId: "basket",
  tenders: {},
  client: null,
  poNumber: "",
  mailTo: "",
  chosenId: "",
  entry: "",
  lots: {},
};
const typed: TypedSale = {
  ...nothing,
  tenders: { terminal: "20", cash: "40" },
  mailTo: "guest@example.com",
  chosenId: "flank",
  entry: "2.4",
  lots: { flank: "lot" },
};

beforeEach(() => {
  stored.clear();
  vi.stubGlobal("window", {
    localStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
  });
  return () => vi.unstubAllGlobals();
});

describe("the typed entries of an unfinished sale", () => {
  it("are restored only for the same person, till and basket", () => {
    createTypedSaleStore("till", "kim").write(typed);
    expect(createTypedSaleStore("till", "kim").read("basket")).toEqual(typed);
    expect(createTypedSaleStore("till", "kim").read("another basket")).toBeNull();
    expect(createTypedSaleStore("till", "lee").read("basket")).toBeNull();
    expect(createTypedSaleStore("other till", "kim").read("basket")).toBeNull();
  });

  it("are deleted once they are empty, but not by a tab in which nothing was typed", () => {
    const [one, other] = [createTypedSaleStore("till", "kim"), createTypedSaleStore("till", "kim")];
    one.write(typed);
    other.write(nothing);
    expect(one.read("basket")).toEqual(typed);
    one.write({ ...nothing, lots: { flank: "lot" } });
    expect(stored.size).toBe(0);
  });

  it("are read without their invalid parts", () => {
    const own = createTypedSaleStore("till", "kim");
    own.write(typed);
    const [key = ""] = stored.keys();
    stored.set(key, JSON.stringify({ requestId: "basket", tenders: { gold: "1" }, client: 7 }));
    expect(own.read("basket")).toEqual(nothing);
    stored.set(key, "{");
    expect(own.read("basket")).toBeNull();
  });
});
