import { eq, sql } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import {
  address,
  choose,
  dialog,
  expect,
  expectReady,
  field,
  openEditor,
  type Page,
  rowOf,
  save,
  test,
  visit,
} from "./products-page.ts";

const example = (page: Page) =>
  dialog(page)
    .getByRole("paragraph")
    .filter({ hasText: /^Example/ });

test("a product is sold by the piece, with an example that updates while typing", async ({
  page,
  product,
}) => {
  await openEditor(page, product);
  await expect(example(page)).toHaveText("Example10 lb: estimate $249.90, at most $274.89");
  await expect(field(page, "Tolerance")).toHaveAccessibleDescription(/empty for the shop's 10%/);
  await field(page, "Sold by").selectOption("The piece");
  await expect(example(page)).toContainText("A price and, for pieces, a typical weight");
  await field(page, "Typical piece").pressSequentially("1.25");
  const pieces = "Example3 pieces: about 3.75 lb, estimate $93.71, at most";
  await expect(example(page)).toHaveText(`${pieces} $103.08`);
  await field(page, "Tolerance").fill("5");
  await expect(example(page)).toHaveText(`${pieces} $98.40`);
  await field(page, "GTIN").fill("0 36000 29145 2");
  await field(page, "Packaging").fill("15");
  await field(page, "Storage").selectOption("Frozen");
  await field(page, "Tax").selectOption("GST 5%");
  await field(page, "Traced").check();
  await save(page);
  await expect(toastText(page, "Product updated")).toBeVisible();
  await expect(rowOf(page, product.name)).toContainText("by the piece, about 1.25 lb");

  await choose(page, product.name, "Edit");
  await expect(field(page, "GTIN")).toHaveValue("00036000291452");
  await expect(field(page, "Packaging")).toHaveValue("15");
  await expect(field(page, "Storage")).toHaveValue("frozen");
  await expect(field(page, "Tax")).toHaveValue("G");
  await expect(field(page, "Traced")).toBeChecked();
  // With the selected tax of 5 %.
  const taxed = "Example3 pieces: about 3.75 lb, estimate $98.40 with tax, at most $103.32";
  await expect(example(page)).toHaveText(taxed);
  const history = dialog(page).getByRole("region", { name: "History" });
  await expect(history).toContainText(/Sold by: By the pound.*By the piece/);
});

test.describe("a refusal", () => {
  // The browser logs every answer above 399.
  test.use({ expectedErrors: [/status of (404|409|503)/] });

  test("is shown beside its field, and the input stays", async ({ page, product }) => {
    await page.goto(address);
    await page.getByRole("link", { name: "Add Product" }).click();
    await field(page, "Description").fill("Typed with care");
    await field(page, "Price per lb").fill("24.999");
    await save(page);
    await expect(field(page, "Name")).toBeFocused();
    await expect(field(page, "Name")).toHaveAccessibleDescription("Please enter a name");
    await expect(field(page, "Price per lb")).toHaveAccessibleDescription(
      "In dollars, such as 24.99 Please use at most two decimals, such as 24.99",
    );
    await field(page, "Name").fill("Another");
    await field(page, "Slug").fill(product.slug);
    await field(page, "Price per lb").fill("24.99");
    await save(page);
    await expect(field(page, "Slug")).toBeFocused();
    await expect(field(page, "Slug")).toHaveAccessibleDescription(/Another product has this slug/);
    await expect(field(page, "Description")).toHaveValue("Typed with care");
  });

  test("is shown for a piece without a weight, and for another product's number", async ({
    page,
    product,
    shop,
  }) => {
    const other = { itemNumber: 99_001, gtin: "04006381333931" };
    const { id } = await insertProduct(shop.db, { name: "Sample other", ...other });
    await openEditor(page, product);
    await field(page, "Sold by").selectOption("The piece");
    await field(page, "Item number").fill("99001");
    await save(page);
    await expect(field(page, "Typical piece")).toBeFocused();
    await expect(field(page, "Typical piece")).toHaveAccessibleDescription(
      /Please enter what a piece typically weighs$/,
    );
    await field(page, "Typical piece").fill("2");
    await save(page);
    await expect(field(page, "Item number")).toBeFocused();
    await expect(field(page, "Item number")).toHaveAccessibleDescription(
      /Another product has this number$/,
    );
    await field(page, "Item number").fill("");
    await field(page, "GTIN").fill("4006381333931");
    await save(page);
    await expect(field(page, "GTIN")).toHaveAccessibleDescription(/Another product has this GTIN$/);
    await expect(field(page, "GTIN")).toHaveValue("4006381333931");
    await shop.db.delete(products).where(eq(products.id, id));
  });

  test("shows a colleague's changes in the meantime before saving", async ({
    page,
    product,
    shop,
  }) => {
    await openEditor(page, product);
    await field(page, "Cut type").fill("Bone in");
    await field(page, "Price per lb").fill("22.22");
    const theirs = { pricePerLb: "19.99", typicalPieceLb: "1.50", isActive: false };
    await shop.db.update(products).set(theirs).where(eq(products.id, product.id));
    await save(page);
    await expect(dialog(page).getByRole("alert")).toContainText("A colleague changed this product");
    // Untouched fields have the colleague's values; touched ones stay, beside the saved value.
    await expect(field(page, "Price per lb")).toHaveValue("22.22");
    await expect(field(page, "Price per lb")).toHaveAccessibleDescription(
      /Saved value: \$19.99\/lb/,
    );
    await expect(field(page, "Typical piece")).toHaveValue("1.50");
    await expect(field(page, "Active")).not.toBeChecked();
    await expect(field(page, "Cut type")).toHaveAccessibleDescription("Saved value: Rib");
    await expect(field(page, "Cut type")).toHaveValue("Bone in");
    await field(page, "Price per lb").fill("18.88");
    await save(page);
    await expect(toastText(page, "Product updated")).toBeVisible();
    const [stored] = await shop.db.select().from(products).where(eq(products.id, product.id));
    expect(stored).toMatchObject({
      pricePerLb: "18.88",
      typicalPieceLb: "1.50",
      cutType: "Bone in",
      isActive: false,
    });
  });

  test("is shown for an unknown product", async ({ page, shop }) => {
    const id = crypto.randomUUID();
    const form = { id, visibility: "inactive" };
    const headers = { Origin: shop.url };
    expect((await page.request.post(address, { form, headers })).status()).toBe(404);
    for (const wrong of [id, "%00", "t-bone-steak"]) {
      expect((await page.goto(`${address}?edit=${wrong}`))?.status()).toBe(404);
      await expect(page.getByRole("alert").getByText("Product not found")).toBeVisible();
      await expect(rowOf(page, "T-Bone Steak")).toBeVisible();
    }
  });

  test("is shown for a failure of the database", async ({ page, product, shop }) => {
    await openEditor(page, product);
    await field(page, "Cut type").fill("Bone in");
    await shop.db.execute(sql`alter table audit_log rename to audit_log_away`);
    try {
      await save(page);
      const failed = "The product could not be saved. Please try again.";
      await expect(dialog(page).getByRole("alert")).toHaveText(failed);
    } finally {
      await shop.db.execute(sql`alter table audit_log_away rename to audit_log`);
    }
    const [stored] = await shop.db.select().from(products).where(eq(products.id, product.id));
    expect(stored?.cutType).toBe("Rib");
    await save(page);
    await expect(toastText(page, "Product updated")).toBeVisible();
  });
});

test("text typed before the dialog appears is in it, and typing continues there", async ({
  page,
  product,
}) => {
  const file = await holdBack(page, /\/assets\/product-dialog-/);
  await page.goto(`${address}?edit=${product.id}`);
  await field(page, "Cut type").fill("Bone in");
  await field(page, "Category").selectOption("round");
  await field(page, "Active").uncheck();
  await field(page, "Description").fill("For braising");
  await page.keyboard.press("ArrowLeft");
  file.release();
  await expectReady(page);
  // The cursor stays in the middle of a word.
  await page.keyboard.type("!");
  await expect(field(page, "Description")).toHaveValue("For braisin!g");
  await expect(field(page, "Cut type")).toHaveValue("Bone in");
  await expect(field(page, "Category")).toHaveValue("round");
  await expect(field(page, "Active")).not.toBeChecked();
  await save(page);
  await expect(toastText(page, "Product updated")).toBeVisible();
  await expect(rowOf(page, product.name)).toContainText("Inactive");
});

test.describe("when the connection is down", () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });
  const failed = "The product could not be saved. Please try again.";

  test.beforeEach(async ({ page }) => {
    await page.route("**/admin/products.data*", (route) =>
      route.request().method() === "POST" ? route.abort() : route.continue(),
    );
  });

  test("the form shows a message, and can be sent again", async ({ page, product }) => {
    await openEditor(page, product);
    await field(page, "Description").fill("New words");
    await save(page);
    await expect(dialog(page).getByRole("alert")).toHaveText(failed);
    await page.unrouteAll();
    await save(page);
    await expect(toastText(page, "Product updated")).toBeVisible();
  });

  test("a press in the list shows a message", async ({ page, product }) => {
    await page.goto(address);
    await choose(page, product.name, "Deactivate");
    await expect(toastText(page, failed)).toBeVisible();
    await expect(rowOf(page, product.name)).toContainText("Active");
  });
});

test("input is not discarded without confirmation", async ({ page, product }) => {
  await page.goto(`${address}?edit=${product.id}`);
  const close = dialog(page).getByRole("button", { name: "Close" });
  await expect(close).toBeVisible();
  await field(page, "Description").fill("Typed with care");
  await close.click();
  const question = page.getByRole("alertdialog", { name: "Discard what you have typed?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await expect(field(page, "Description")).toHaveValue("Typed with care");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL(/\/admin\/products$/);
  await choose(page, product.name, "Edit");
  await expect(field(page, "Description")).toHaveValue(product.description);
});

test.describe("unsaved input", () => {
  const offer = (page: Page) =>
    dialog(page).getByRole("status").filter({ hasText: "You have unsaved changes from earlier" });
  const press = (page: Page, name: string) => offer(page).getByRole("button", { name }).click();

  test("is offered again after Back", async ({ page, product }) => {
    await openEditor(page, product);
    await expect(offer(page)).toBeHidden();
    await field(page, "Description").fill("Typed with care");
    await field(page, "Active").uncheck();
    await page.goBack();
    await expect(dialog(page)).toBeHidden();

    await choose(page, product.name, "Edit");
    await expect(field(page, "Description")).toHaveValue(product.description);
    await press(page, "Restore");
    await expect(field(page, "Description")).toHaveValue("Typed with care");
    await expect(field(page, "Active")).not.toBeChecked();
    await save(page);
    await expect(toastText(page, "Product updated")).toBeVisible();
    await choose(page, product.name, "Edit");
    await expect(field(page, "Description")).toHaveValue("Typed with care");
    await expect(offer(page)).toBeHidden();
  });

  test("is offered for a new product too, and can be discarded", async ({ page }) => {
    await page.goto(address);
    const add = page.getByRole("link", { name: "Add Product" });
    await add.click();
    await field(page, "Name").fill("Sample Roast");
    await page.goBack();
    await add.click();
    await press(page, "Restore");
    await expect(field(page, "Slug")).toHaveValue("sample-roast");
    await page.reload();
    await press(page, "Discard");
    await expect(offer(page)).toBeHidden();
    await page.reload();
    await expectReady(page);
    await expect(offer(page)).toBeHidden();
  });

  test("keeps a colleague's later changes", async ({ page, product, shop }) => {
    await openEditor(page, product);
    await field(page, "Cut type").fill("Bone in");
    await page.goBack();
    const theirs = { pricePerLb: "19.99" };
    await shop.db.update(products).set(theirs).where(eq(products.id, product.id));
    await openEditor(page, product);
    await press(page, "Restore");
    await expect(field(page, "Cut type")).toHaveValue("Bone in");
    await expect(field(page, "Price per lb")).toHaveValue("19.99");
  });

  test("is offered after the session ended at Save", async ({ page, product, shop }) => {
    await openEditor(page, product);
    await field(page, "Description").fill("Typed with care");
    await page.context().clearCookies();
    await save(page);
    await page.getByLabel("Email").fill(shop.admin.email);
    await page.getByLabel("Password", { exact: true }).fill(shop.admin.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await press(page, "Restore");
    await expect(field(page, "Description")).toHaveValue("Typed with care");
    await save(page);
    await expect(toastText(page, "Product updated")).toBeVisible();
  });
});

test("a new slug changes the address, to which the former one redirects; a new name does not", async ({
  page,
  product,
}) => {
  await openEditor(page, product);
  await field(page, "Name").fill(`${product.name} Roast`);
  await expect(field(page, "Slug")).toHaveValue(product.slug);
  await expect(field(page, "Slug")).toHaveAccessibleDescription(
    `Links to /shop/loin/${product.slug} lead on to the new address.`,
  );
  await field(page, "Slug").fill(`${product.slug}-roast`);
  await field(page, "Category").selectOption("Round");
  await save(page);
  await expect(toastText(page, "Product updated")).toBeVisible();
  const former = await page.request.get(`/shop/loin/${product.slug}`, { maxRedirects: 0 });
  expect(former.status()).toBe(301);
  expect(former.headers().location).toBe(`/shop/round/${product.slug}-roast`);
  expect((await visit(page, `/shop/round/${product.slug}-roast`)).status).toBe(200);
  // Cards link by id, which redirects to the product's current address.
  expect((await visit(page, `/shop/loin/${product.id}`)).text).toContain(`${product.name} Roast`);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of (400|404|409)/] });

  test("a product is edited and hidden", async ({ page, product, shop }) => {
    await page.goto(address);
    await choose(page, product.name, "Edit");
    await expect(dialog(page).getByRole("heading", { name: "Edit product" })).toBeVisible();
    await expect(example(page)).toContainText("10 lb: estimate $249.90, at most $274.89");
    await field(page, "Price per lb").fill("dear");
    await field(page, "Description").fill("Typed with care");
    await save(page);
    await expect(page.getByText("Please enter a price in dollars")).toBeVisible();
    await expect(field(page, "Description")).toHaveValue("Typed with care");
    await field(page, "Price per lb").fill("26.50");
    await field(page, "Active").uncheck();
    await save(page);
    await expect(page.getByRole("status").getByText("Product updated")).toBeVisible();
    await expect(rowOf(page, product.name)).toContainText("$26.50/lbInactive");
    expect((await visit(page, `/shop/loin/${product.slug}`)).status).toBe(404);

    await choose(page, product.name, "Activate");
    const shown = `"${product.name}" is now visible in the shop.`;
    await expect(page.getByRole("status").getByText(shown)).toBeVisible();
    expect((await visit(page, `/shop/loin/${product.slug}`)).status).toBe(200);

    await page.goto(`${address}?edit=${product.id}`);
    await shop.db.update(products).set({ cutType: "New" }).where(eq(products.id, product.id));
    await field(page, "Cut type").fill("Bone in");
    await save(page);
    await expect(page.getByText("Saved value: New")).toBeVisible();
    await save(page);
    await expect(page.getByRole("status").getByText("Product updated")).toBeVisible();
  });

  test("a product is added, its slug taken from its name", async ({ page, shop }) => {
    await page.goto(address);
    await page.getByRole("link", { name: "Add Product" }).click();
    await field(page, "Name").fill("Côte à l'Os");
    await field(page, "Price per lb").fill("29");
    await save(page);
    await expect(page.getByRole("status").getByText("Product added")).toBeVisible();
    const { status, text } = await visit(page, "/shop/other/cote-a-los");
    expect(status).toBe(200);
    expect(text).toContain("$29.00/lb");
    await shop.db.delete(products).where(eq(products.slug, "cote-a-los"));
  });
});
