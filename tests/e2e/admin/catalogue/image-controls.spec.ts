import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { test as base, signIn } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdEvents } from "#tests/e2e/hold-back.ts";
import { noteImageEvents, sendImage } from "./images-page.ts";
import { address, dialog, expect, type Page } from "./products-page.ts";

// Who gets image controls, in the shop and in the list of products.

const test = base.extend<{ otherAdmin: { email: string; password: string } }>({
  otherAdmin: async ({ shop }, use) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const account = { email, password: "long enough a password" };
    await ensureAccount(shop.db, { ...account, name: "Other", profile: { isAdmin: true } });
    await use(account);
  },
});

const product = "/shop/loin/t-bone-steak";
const controls = (page: Page) => page.getByRole("region", { name: "Images of this product" });
const editButton = (page: Page) =>
  controls(page).getByRole("button", { name: /^(Change|Add) image$/ });
const refreshButton = (page: Page) => controls(page).getByRole("button", { name: "Refresh image" });
const refreshAll = (page: Page) => page.getByRole("button", { name: "Refresh Images" });

function watchScripts(page: Page) {
  const names: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") names.push(request.url().replace(/.*\//, ""));
  });
  return names;
}

const ofImages = /^(product-image-panel|refresh-images-button|image-editor|image-queries)/;

/** Waits until the browser knows the session. */
async function settled(page: Page, label: "Login" | "Dashboard" | "Admin") {
  const banner = page.getByRole("banner");
  await expect(banner.getByRole("link", { name: label, exact: true })).toBeVisible();
}

test("a visitor and a client see no controls and fetch none", async ({ page, shop, context }) => {
  const scripts = watchScripts(page);
  for (const label of ["Login", "Dashboard"] as const) {
    if (label === "Dashboard") await signIn(context.request, shop.url, shop.demo);
    for (const path of [product, "/shop"]) {
      await page.goto(path);
      await settled(page, label);
      await expect(controls(page)).toHaveCount(0);
      await expect(refreshAll(page)).toHaveCount(0);
    }
  }
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((name) => ofImages.test(name))).toEqual([]);
});

test("every administrator can refresh; only the designated one can change", async ({
  page,
  shop,
  context,
  otherAdmin,
}) => {
  await holdEvents(page);
  await signIn(context.request, shop.url, otherAdmin);
  await page.goto("/shop");
  await settled(page, "Admin");
  const events = await noteImageEvents(page);
  await page.goto(product);
  await refreshButton(page).click();
  await expect(toastText(page, "Refreshing image")).toBeVisible();
  await expect(toastText(page, "Loading fresh image data...")).toBeVisible();
  expect(await events()).toHaveLength(1);
  await expect(editButton(page)).toHaveCount(0);
  await page.goto("/shop");
  await settled(page, "Admin");
  await expect(refreshAll(page)).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByRole("table")).toBeVisible();
  await expect(page.getByRole("button", { name: /image of/ })).toHaveCount(0);

  await context.clearCookies();
  await signIn(context.request, shop.url, shop.admin);
  await page.goto("/shop");
  await expect(refreshAll(page)).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("button", { name: "image of T-Bone Steak" })).toBeVisible();
});

test("the designated administrator replaces an image on the product's own page", async ({
  page,
  shop,
  context,
}) => {
  await signIn(context.request, shop.url, shop.admin);
  const url = await sendImage(page, shop, "products", "zz-replacement");
  await page.goto(product);
  await expect(refreshButton(page)).toBeVisible();
  await editButton(page).click();
  const chosen = dialog(page).getByRole("button", { pressed: true });
  await expect(dialog(page).getByRole("button", { name: "zz-replacement" })).toBeVisible();
  for (const before of await chosen.all()) await before.click();
  await dialog(page).getByRole("button", { name: "zz-replacement" }).click();
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "Product image has been updated successfully.")).toBeVisible();
  const path = url.split("?")[0] ?? url;
  await expect(page.locator(`main article img[src*="${path}"]`).first()).toBeVisible();
  await expect(editButton(page)).toHaveText("Change image");

  await expectAccessible(page);
  await page.goto("/shop");
  await expect(refreshAll(page)).toBeVisible();
  await expectAccessible(page);
});

test("a change of an image updates the shop and the pages of categories", async ({
  page,
  shop,
  context,
}) => {
  await signIn(context.request, shop.url, shop.admin);
  for (const path of ["/shop", "/shop/prime-rib", "/"]) {
    await page.goto(path);
    await settled(page, "Admin");
    const name = "Ribeye Steak";
    const image = page.getByRole("main").getByRole("img", { name, exact: true });
    const url = await sendImage(page, shop, "products", "zz-heard");
    await shop.db.update(products).set({ imageUrl: url }).where(eq(products.name, name));
    await expect
      .poll(async () => {
        await page.evaluate(() =>
          window.dispatchEvent(new CustomEvent("image-updated", { detail: { itemId: "any" } })),
        );
        return image.getAttribute("src");
      })
      .toContain(url.split("?")[0]);
  }
});

test("a printed product page has no controls", async ({ page, shop, context }) => {
  await signIn(context.request, shop.url, shop.admin);
  await page.goto(product);
  const add = page.getByRole("article").first().getByRole("button", { name: "Add to Cart" });
  await expect(add).toBeVisible();
  await expect(refreshButton(page)).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(add).toBeHidden();
  await expect(controls(page)).toBeHidden();
});

test("the served page is the same for everybody", async ({ page, shop, context }) => {
  const html = async (path: string) => {
    const text = await (await page.request.get(path)).text();
    return text.replace(/nonce="[^"]*"/g, "");
  };
  const before = [await html("/shop"), await html(product)];
  await signIn(context.request, shop.url, shop.admin);
  expect([await html("/shop"), await html(product)]).toEqual(before);
});
