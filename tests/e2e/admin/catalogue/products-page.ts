import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { test as base, expect, type Page } from "#tests/e2e/back-office.ts";
import { insertProduct } from "#tests/setup/factories.ts";

type Product = typeof products.$inferSelect;

/** Tests of the owner's product list, each with its own product. */
export const test = base.extend<{ product: Product }>({
  product: async ({ shop }, use) => {
    const piece = crypto.randomUUID().slice(0, 8);
    const named = { name: `Sample ${piece}`, slug: `sample-${piece}` };
    const product = await insertProduct(shop.db, { ...named, category: "loin" });
    await use(product);
    await shop.db.delete(products).where(eq(products.id, product.id));
  },
});

export const address = "/admin/products";

export const rowOf = (page: Page, name: string) => page.getByRole("row", { name });

export const dialog = (page: Page) => page.getByRole("dialog");

/** Returns the field whose label has this prefix. */
export const field = (page: Page, name: string) => dialog(page).getByLabel(new RegExp(`^${name}`));

export const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();

/** Opens the menu of a product's row and chooses from it. */
export async function choose(page: Page, name: string, item: "Edit" | "Activate" | "Deactivate") {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  const role = item === "Edit" ? "link" : "button";
  await rowOf(page, name).getByRole(role, { name: item, exact: true }).click();
}

/** Opens a product's form, and waits until its scripts run. */
export async function openEditor(page: Page, { name }: Product) {
  // Other tests' products may move it to a later page of the list.
  await page.goto(`${address}?${new URLSearchParams({ q: name })}`);
  await choose(page, name, "Edit");
  await expect(dialog(page).getByRole("heading", { name: "Edit product" })).toBeVisible();
  await expectReady(page);
}

/** Waits until the form's dialog handles keys: the server-rendered panel doesn't. */
export async function expectReady(page: Page) {
  await expect(dialog(page)).toHaveAttribute("data-state", "open");
  await expect(dialog(page).locator(":focus")).toHaveCount(1);
}

/** Returns the page as a visitor gets it at this moment. */
export async function visit(page: Page, path: string) {
  const answer = await page.request.get(path);
  const html = (await answer.text()).replace(/<script.*?<\/script>/gs, "");
  return { status: answer.status(), text: html.replace(/<[^>]*>/g, "").replaceAll("&amp;", "&") };
}

export { expect, type Page };
