import { eq, sql } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdEvents } from "#tests/e2e/hold-back.ts";
import {
  address,
  choose,
  dialog,
  expect,
  expectReady,
  field,
  openEditor,
  rowOf,
  save,
  test,
  visit,
} from "./products-page.ts";

test("a product is added, and the shop sells it at the next request", async ({ page, shop }) => {
  await page.goto(`${address}?category=loin`);
  await page.getByRole("link", { name: "Add Product" }).click();
  await expect(field(page, "Category")).toHaveValue("loin");
  await field(page, "Name").pressSequentially("Rôti de Bœuf");
  await expect(field(page, "Slug")).toHaveValue("roti-de-boeuf");
  await field(page, "Slug").fill("roast-of-the-house");
  await field(page, "Name").fill("Rôti de Bœuf & Jus");
  await expect(field(page, "Slug")).toHaveValue("roast-of-the-house");
  await field(page, "Price per lb").fill("$31.5");
  await field(page, "Cut type").fill("Striploin");
  await field(page, "Description").fill("Tied by hand.\nServes six.");
  await save(page);
  await expect(toastText(page, "Product added")).toBeVisible();
  const shown = toastText(page, '"Rôti de Bœuf & Jus" is now visible in the shop.');
  await expect(shown).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/products\?category=loin$/);
  const row = rowOf(page, "Rôti de Bœuf & Jus");
  await expect(row).toContainText("Loin$31.50/lbActive");

  expect((await visit(page, "/shop/loin")).text).toContain("Rôti de Bœuf & Jus");
  expect((await visit(page, "/shop/loin/roast-of-the-house")).text).toContain("$31.50/lb");
  await shop.db.delete(products).where(eq(products.slug, "roast-of-the-house"));
});

test("the shop shows a new price at the next request", async ({ page, product }) => {
  const path = `/shop/loin/${product.slug}`;
  expect((await visit(page, path)).text).toContain("$24.99/lb");
  await openEditor(page, product);
  await expect(dialog(page).getByText("Nothing has been changed yet.")).toBeVisible();
  await field(page, "Price per lb").fill("26.50");
  await save(page);
  await expect(toastText(page, "Product updated")).toBeVisible();
  expect((await visit(page, path)).text).toContain("$26.50/lb");
  expect((await visit(page, "/shop?category=loin")).text).toContain("$26.50/lb");
  await expect(rowOf(page, product.name)).toContainText("$26.50/lb");
  await expect(page.getByRole("button", { name: `Actions for ${product.name}` })).toBeFocused();

  await choose(page, product.name, "Edit");
  const history = dialog(page).getByRole("region", { name: "History" });
  await expect(history.getByRole("listitem").first()).toContainText("Edited");
  await expect(history).toContainText(/Price: \$24.99\/lb.*\$26.50\/lb/);
  await expect(history).toContainText("by admin@example.com");
});

test("a product is hidden from the shop and shown again", async ({ page, product }) => {
  const { name } = product;
  const path = `/shop/loin/${product.slug}`;
  await page.goto(`${address}?category=loin`);
  await choose(page, name, "Deactivate");
  await expect(toastText(page, "Product deactivated")).toBeVisible();
  await expect(toastText(page, `"${name}" is now hidden in the shop.`)).toBeVisible();
  expect((await visit(page, path)).status).toBe(404);
  expect((await visit(page, "/shop/loin")).text).not.toContain(name);
  await expect(rowOf(page, name)).toContainText("Inactive");
  const opener = page.getByRole("button", { name: `Actions for ${name}` });
  await expect(opener).toBeFocused();
  await expect(opener).toBeInViewport();
  await expect(page).toHaveURL(/\/admin\/products\?category=loin$/);

  await choose(page, name, "Activate");
  await expect(toastText(page, "Product activated")).toBeVisible();
  await expect(toastText(page, `"${name}" is now visible in the shop.`)).toBeVisible();
  expect((await visit(page, path)).status).toBe(200);
});

test("the list is narrowed to a category", async ({ page, product, shop }) => {
  await shop.db.update(products).set({ category: null }).where(eq(products.id, product.id));
  await page.goto(address);
  await expect(rowOf(page, product.name)).toContainText("N/A");
  const chips = page.getByRole("navigation", { name: "Categories" });
  const labels = ["All", "Chuck", "Prime Rib", "Loin", "Sirloin", "Round", "Other Cuts"];
  await expect(chips.getByRole("link")).toHaveText([...labels, "Pre-Cuts", "Ground Beef"]);
  await expect(chips.locator("[aria-current]")).toHaveText("All");
  await chips.getByRole("link", { name: "Loin", exact: true }).click();
  await expect(chips.locator("[aria-current]")).toHaveText("Loin");
  await expect(rowOf(page, "T-Bone Steak")).toBeVisible();
  await expect(rowOf(page, product.name)).toBeHidden();
  await expect(rowOf(page, "Brisket")).toBeHidden();
});

test("the menu of a row works by keyboard", async ({ page, product }) => {
  await page.goto(address);
  const opener = page.getByRole("button", { name: `Actions for ${product.name}` });
  const edit = rowOf(page, product.name).getByRole("link", { name: "Edit" });
  await opener.press("Enter");
  await expect(edit).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(edit).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press("Enter");
  await page.keyboard.press("Tab");
  await expect(edit).toBeFocused();
  // Past the other two menu items, and out of the menu.
  for (let tabs = 0; tabs < 3; tabs += 1) await page.keyboard.press("Tab");
  await expect(edit).toBeHidden();
  await opener.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectReady(page);
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test("an empty list of products explains how to begin", async ({ page, shop }) => {
  const kept = await shop.db.delete(products).returning();
  try {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "No products found" })).toBeVisible();
    await expect(page.getByText("Start by adding your first product.")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${address}?category=round`);
    await expect(page.getByText("There are no products in the category Round.")).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "All products" }).click();
    await expect(page.getByText("Start by adding your first product.")).toBeVisible();
  } finally {
    await shop.db.insert(products).values(kept);
  }
});

test.describe("accessible and fitting at every width", () => {
  test.use({ reducedMotion: "reduce" });

  test("the list and its menu", async ({ page, product }) => {
    await page.goto(`${address}?category=loin`);
    await expectAccessible(page);
    await page.getByRole("button", { name: `Actions for ${product.name}` }).click();
    await expectAccessible(page);
  });

  test("the dialogs", async ({ page, product }) => {
    await page.goto(`${address}?category=loin&edit=${product.id}`);
    await expect(dialog(page).getByRole("button", { name: "Close" })).toBeVisible();
    await field(page, "Price per lb").fill("dear");
    await save(page);
    await expect(dialog(page).getByRole("alert")).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${address}?category=loin&add`);
    await expect(field(page, "Name")).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe("when the products cannot be read", () => {
  test.use({ expectedErrors: [/status of 503/] });

  test("the page shows a message, and can retry", async ({ page, shop }) => {
    await holdEvents(page);
    await shop.db.execute(sql`alter table products rename to products_away`);
    try {
      expect((await page.goto(address))?.status()).toBe(503);
      await expect(title(page)).toHaveText("Products");
      const failed = "Failed to load products. Please try again later.";
      await expect(page.getByRole("alert").getByText(failed)).toBeVisible();
    } finally {
      await shop.db.execute(sql`alter table products_away rename to products`);
    }
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(rowOf(page, "T-Bone Steak")).toBeVisible();
  });
});

test("the shop and the list find a product by its other name", async ({ page, product }) => {
  const alias = `Alias ${product.slug.slice(-8)}`;
  await openEditor(page, product);
  await field(page, "Other names").fill(` ${alias},, Second  name `);
  await save(page);
  await expect(toastText(page, "Product updated")).toBeVisible();
  await choose(page, product.name, "Edit");
  await expect(field(page, "Other names")).toHaveValue(`${alias}, Second name`);
  await expectReady(page);
  await page.keyboard.press("Escape");
  expect((await visit(page, `/search?q=${alias.toUpperCase()}s`)).text).toContain(product.name);

  await page.getByRole("searchbox", { name: "Search by name" }).fill(alias);
  await expect(page).toHaveURL(/\?q=Alias/);
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(1);
  await expect(rowOf(page, product.name)).toBeVisible();
  // The search stays while the product is edited, and within a category.
  await choose(page, product.name, "Edit");
  await save(page);
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole("table").locator("tbody tr")).toHaveCount(1);
  await page.getByRole("link", { name: "Chuck", exact: true }).click();
  await expect(
    page.getByText(`No product in the category Chuck goes by “${alias}”.`),
  ).toBeVisible();
  await page.getByRole("link", { name: "All products" }).click();
  await expect(rowOf(page, "T-Bone Steak")).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search by name" })).toHaveValue("");
});
