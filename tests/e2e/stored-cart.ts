import type { SearchResponse } from "#app/features/search/search.ts";
import { expect, type Page } from "./fixtures.ts";

interface CartProduct {
  id: string;
  name: string;
  price: number;
  image: string | null;
  category: string;
  slug: string;
}

/** A product of the catalogue by its full name, as the shop tells it to carts. */
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

/** Lays a text into the browser's storage as its cart, before any page of the shop was opened. */
export async function storeCart(page: Page, cart: unknown): Promise<void> {
  const text = typeof cart === "string" ? cart : JSON.stringify(cart);
  // A document of the same origin without scripts.
  await page.goto("/favicon.png");
  await page.evaluate((value) => localStorage.setItem("cart", value), text);
}

/** What stands in the browser's storage now. */
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
