import type { SearchResponse } from "#app/features/search/search-dropdown.ts";
import { expect, type Page } from "./fixtures.ts";

interface CartProduct {
  id: string;
  name: string;
  price: number;
  image: string | null;
  category: string;
  slug: string;
}

/** Returns a catalogue product by its full name, as carts get it. */
export async function cartProduct(page: Page, name: string): Promise<CartProduct> {
  const found = await page.request.get("/api/search", { params: { q: name } });
  const { products: hits }: SearchResponse = await found.json();
  const id = hits.find((hit) => hit.name === name)?.id;
  const answer = await page.request.get("/api/cart", { params: { ids: id ?? "" } });
  const { products }: { products: CartProduct[] } = await answer.json();
  const [product] = products;
  if (!product) throw new Error(`The shop sells no ${name}`);
  return product;
}

/** Stores a text as the browser's cart before any page of the shop is opened. */
export async function storeCart(page: Page, cart: unknown): Promise<void> {
  const text = typeof cart === "string" ? cart : JSON.stringify(cart);
  // A document of the same origin without scripts.
  await page.goto("/favicon.png");
  await page.evaluate((value) => localStorage.setItem("cart", value), text);
}

/** Returns the browser's stored cart. */
export function storedCart(page: Page): Promise<unknown> {
  return page.evaluate(() => JSON.parse(localStorage.getItem("cart") ?? "null"));
}

/** Opens the drawer and returns it. */
export async function openCart(page: Page) {
  await page.getByRole("button", { name: /^Cart\b/ }).click();
  const drawer = page.getByRole("dialog", { name: /^Your Cart/ });
  await expect(drawer).toBeVisible();
  return drawer;
}
