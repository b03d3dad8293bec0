import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { expectConsole } from "#tests/setup/fail-on-console.ts";
import { storedLines } from "./cart.ts";
import { readCart, writeCart } from "./cart-storage.ts";
import { cartItem } from "./test-cart.ts";

class FakeWindow extends EventTarget {
  stored = new Map<string, string>();
  localStorage = {
    getItem: (key: string) => this.stored.get(key) ?? null,
    setItem: (key: string, text: string) => void this.stored.set(key, text),
    removeItem: (key: string) => void this.stored.delete(key),
  };
}

let page: FakeWindow;

beforeEach(() => {
  page = new FakeWindow();
  vi.stubGlobal("window", page);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("reading and writing", () => {
  it("stores the lines under the key cart", () => {
    writeCart([cartItem(2)]);
    expect(JSON.parse(page.stored.get("cart") ?? "")).toEqual(storedLines([cartItem(2)]));
    expect(readCart()).toEqual([cartItem(2)]);
  });

  it("reads an empty cart if nothing is stored", () => {
    expect(readCart()).toEqual([]);
  });

  it.each(["{not json", ""])("logs and deletes %j, which isn't JSON", (text) => {
    expectConsole("error", /^Failed to parse cart from localStorage: SyntaxError/);
    page.stored.set("cart", text);
    expect(readCart()).toEqual([]);
    expect(page.stored.has("cart")).toBe(false);
  });

  it("keeps and doesn't log valid JSON that isn't a cart", () => {
    page.stored.set("cart", '[{"product":null}]');
    expect(readCart()).toEqual([]);
    expect(page.stored.has("cart")).toBe(true);
  });
});

describe("a browser that refuses storage", () => {
  it("has no cart if access is forbidden, and does not fail on writing", () => {
    const refusing = {};
    Object.defineProperty(refusing, "localStorage", {
      get() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
    vi.stubGlobal("window", refusing);
    expect(readCart()).toBeNull();
    expect(() => writeCart([cartItem(1)])).not.toThrow();
  });

  it("does not fail if its storage is full", () => {
    page.localStorage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    expect(() => writeCart([cartItem(1)])).not.toThrow();
    expect(readCart()).toEqual([]);
  });
});
