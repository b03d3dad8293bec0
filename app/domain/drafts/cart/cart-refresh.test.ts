import { afterEach, describe, expect, it, vi } from "vitest";
import { storedProduct } from "./cart.ts";
import { fetchCartProducts, refreshItems } from "./cart-store.ts";
import { cartItem, cartProduct, pieceItem, productId } from "./test-cart.ts";

const ribeye = cartProduct();
const stewId = productId(1);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("refreshItems", () => {
  it("changes nothing if the shop has the same data", () => {
    const items = [cartItem(2)];
    const refreshed = refreshItems(items, [ribeye.id], [{ ...ribeye }]);
    expect(refreshed.items).toBe(items);
    expect(refreshed).toMatchObject({
      unavailable: new Set(),
      repriced: new Set(),
      resized: new Set(),
    });
  });

  it("updates name, price, slug, category and image, and keeps the quantity", () => {
    const now = {
      ...ribeye,
      name: "Ribeye",
      centsPerLb: 2649,
      slug: "ribeye",
      category: "loin",
      image: "/a.jpg",
    };
    const { items, repriced } = refreshItems([cartItem(3)], [ribeye.id], [now]);
    expect(items).toEqual([{ product: now, quantity: 3 }]);
    expect(repriced).toEqual(new Set([ribeye.id]));
  });

  it("doesn't report a new name as a new price", () => {
    const { items, repriced } = refreshItems(
      [cartItem(3)],
      [ribeye.id],
      [{ ...ribeye, name: "Ribeye" }],
    );
    expect(items[0]?.product.name).toBe("Ribeye");
    expect(repriced).toEqual(new Set());
  });

  it("converts a line to pieces if the product is now sold by the piece, and reports it", () => {
    const { product } = pieceItem(1);
    const { items, repriced, resized } = refreshItems([cartItem(4)], [ribeye.id], [product]);
    expect(items).toEqual([pieceItem(3)]);
    expect(repriced).toEqual(new Set());
    expect(resized).toEqual(new Set([ribeye.id]));
  });

  it("updates the pounds for a new typical piece weight, and reports it", () => {
    const now = { ...pieceItem(1).product, typicalPieceLb: "1.50", centsPerLb: 2600 };
    const { items, repriced, resized } = refreshItems([pieceItem(2)], [ribeye.id], [now]);
    expect(items).toEqual([{ product: now, quantity: 3, pieces: 2 }]);
    expect(repriced).toEqual(new Set([ribeye.id]));
    expect(resized).toEqual(new Set([ribeye.id]));
  });

  it("updates the allowance without reporting it", () => {
    const now = { ...ribeye, overCapPct: 5 };
    const refreshed = refreshItems([cartItem(2)], [ribeye.id], [now]);
    expect(refreshed.items).toEqual([cartItem(2, { overCapPct: 5 })]);
    expect(refreshed).toMatchObject({ repriced: new Set(), resized: new Set() });
  });

  it("reports an unavailable product and keeps its line", () => {
    const items = [cartItem(3), cartItem(1, { id: stewId })];
    const refreshed = refreshItems(items, [ribeye.id, stewId], [ribeye]);
    expect(refreshed.items).toBe(items);
    expect(refreshed.unavailable).toEqual(new Set([stewId]));
  });

  it("ignores a line added during the request, and doesn't restore a removed one", () => {
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

  it("sends one request for all valid ids", async () => {
    const fetch = stubFetch(Response.json({ products: [storedProduct(ribeye)] }));
    await expect(fetchCartProducts([ribeye.id, "__proto__", stewId])).resolves.toEqual([ribeye]);
    expect(fetch.mock.calls.map(([address]) => address)).toEqual([
      `/api/cart?ids=${ribeye.id},${stewId}`,
    ]);
  });

  it("makes no request without a valid id", async () => {
    const fetch = stubFetch(Response.json({ products: [] }));
    await expect(fetchCartProducts(["gone", "x"])).resolves.toEqual([]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it.each([
    ["an error status", () => Response.json({ products: [] }, { status: 503 })],
    ["unexpected JSON", () => Response.json({ error: "no" })],
    ["a response that isn't JSON", () => new Response("<html>")],
  ])("rejects after %s", async (_, answer) => {
    stubFetch(answer());
    await expect(fetchCartProducts([ribeye.id])).rejects.toThrow();
  });
});
