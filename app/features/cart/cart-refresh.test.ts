import { afterEach, describe, expect, it, vi } from "vitest";
import { fetchCartProducts, refreshItems } from "./cart-refresh.ts";
import { cartItem, cartProduct, productId } from "./test-cart.ts";

const ribeye = cartProduct();
const stewId = productId(1);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("refreshItems", () => {
  it("changes nothing when the shop says the same", () => {
    const items = [cartItem(2)];
    const refreshed = refreshItems(items, [ribeye.id], [{ ...ribeye }]);
    expect(refreshed.items).toBe(items);
    expect(refreshed).toMatchObject({ unavailable: new Set(), repriced: new Set() });
  });

  it("brings name, price, slug, category and picture up to date and keeps the quantity", () => {
    const now = {
      ...ribeye,
      name: "Ribeye",
      price: 26.49,
      slug: "ribeye",
      category: "loin",
      image: "/a.jpg",
    };
    const { items, repriced } = refreshItems([cartItem(3)], [ribeye.id], [now]);
    expect(items).toEqual([{ product: now, quantity: 3 }]);
    expect(repriced).toEqual(new Set([ribeye.id]));
  });

  it("a new name alone is no new price", () => {
    const { items, repriced } = refreshItems(
      [cartItem(3)],
      [ribeye.id],
      [{ ...ribeye, name: "Ribeye" }],
    );
    expect(items[0]?.product.name).toBe("Ribeye");
    expect(repriced).toEqual(new Set());
  });

  it("names what is gone and leaves its line as it is", () => {
    const items = [cartItem(3), cartItem(1, { id: stewId })];
    const refreshed = refreshItems(items, [ribeye.id, stewId], [ribeye]);
    expect(refreshed.items).toBe(items);
    expect(refreshed.unavailable).toEqual(new Set([stewId]));
  });

  it("says nothing of a line added while the answer was under way, nor brings back a removed one", () => {
    const added = cartItem(1, { id: stewId });
    const refreshed = refreshItems([added], [ribeye.id], [ribeye]);
    expect(refreshed.items).toEqual([added]);
    expect(refreshed.unavailable).toEqual(new Set());
  });
});

describe("fetchCartProducts", () => {
  function stubFetch(answer: Response) {
    const fetch = vi.fn<typeof globalThis.fetch>(async () => answer);
    vi.stubGlobal("fetch", fetch);
    return fetch;
  }

  it("asks for all ids at once, without those that cannot be any", async () => {
    const fetch = stubFetch(Response.json({ products: [ribeye] }));
    await expect(fetchCartProducts([ribeye.id, "__proto__", stewId])).resolves.toEqual([ribeye]);
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([
      `/api/cart?ids=${ribeye.id},${stewId}`,
    ]);
  });

  it("asks nothing when no id can be any", async () => {
    const fetch = stubFetch(Response.json({ products: [] }));
    await expect(fetchCartProducts(["gone", "x"])).resolves.toEqual([]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    ["a failed status", () => Response.json({ products: [] }, { status: 503 })],
    ["another shape", () => Response.json({ error: "no" })],
    ["no JSON", () => new Response("<html>")],
  ])("rejects on %s", async (_, answer) => {
    stubFetch(answer());
    await expect(fetchCartProducts([ribeye.id])).rejects.toThrow();
  });
});
