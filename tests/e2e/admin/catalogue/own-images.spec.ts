import { and, eq } from "drizzle-orm";
import { imageMappings, images } from "#db/schema/images.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { title } from "#tests/e2e/client-area.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { jpegFile, pdfFile, pick } from "./images-page.ts";

// The list of images that are still the sample's. Each test has its own products.

const address = "/admin/images/yours";

test.use({ expectedErrors: [/^Failed to load resource/] });

const row = (page: Page, name: string) =>
  page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name, exact: true, level: 3 }) });

const proposed = (page: Page) => page.getByRole("region", { name: "Where they would go" });

/** Returns the paths of a product's images in order, without their unique suffix. */
async function imagesOf({ db }: ShopWithin, slug: string): Promise<string[]> {
  const found = await db
    .select({ url: imageMappings.url })
    .from(imageMappings)
    .innerJoin(products, eq(products.id, imageMappings.productId))
    .where(and(eq(imageMappings.section, "product"), eq(products.slug, slug)))
    .orderBy(imageMappings.position);
  return found.map(({ url }) => url.replace(/^\/photos\/products\/(.*)-\d{13}-.*$/, "$1"));
}

for (const width of [360, 1280]) {
  test(`files named after their cuts are proposed, accepted and placed, at ${width} px`, async ({
    page,
    shop,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const [slug, name] =
      width === 360 ? ["bavette-steak", "Bavette Steak"] : ["flat-iron-steak", "Flat Iron Steak"];
    const word = slug.replace("-steak", "");
    await page.goto(address);
    await expect(title(page)).toHaveText("Your pictures");
    await expect(row(page, name)).toContainText("Sample");
    await pick(page, [
      await jpegFile(`${word}-cooked`),
      await jpegFile(`${word}-raw`),
      await jpegFile("img-4711"),
    ]);
    const list = proposed(page);
    await expect(list).toBeFocused();
    await expect(list.getByLabel(`Place of ${word}-raw.jpg`)).toHaveValue(/./);
    await expect(list.getByLabel(`What ${word}-cooked.jpg shows`)).toHaveValue("cooked");
    await expect(list).toContainText("1 has no place yet");
    expect(await imagesOf(shop, slug)).toEqual([slug]);

    await list.getByRole("button", { name: "Put 2 pictures in place" }).click();
    await expect(row(page, name)).toContainText("Yours");
    await expect(row(page, name)).toContainText("2 of 4 photographs");
    await expect.poll(() => imagesOf(shop, slug)).toEqual([`${slug}-raw`, `${slug}-cooked`]);
    await list.getByRole("button", { name: "Leave out img-4711.jpg" }).click();
    await expect(list).toHaveCount(0);

    // Visitors see it, and the photographer's list has it checked.
    await page.goto(`/shop/all/${slug}`);
    await expect(page.getByRole("region", { name: `Images of ${name}` })).toBeVisible();
    await page.goto("/admin/images/shots");
    await expect(page.getByRole("img", { name: `${name}, raw: done` })).toBeVisible();
    await expect(page.getByRole("img", { name: `${name}, thickness: to do` })).toBeVisible();
    await expectAccessible(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

test("an image is uploaded in a product's row, and Undo restores the sample image", async ({
  page,
  shop,
}) => {
  await page.goto(address);
  const brisket = row(page, "Denver Steak");
  await brisket.getByLabel("Raw of Denver Steak").setInputFiles([await jpegFile("any-name")]);
  await expect(brisket).toContainText("Yours");
  await expect(toastText(page, "Picture in place")).toBeVisible();
  expect(await imagesOf(shop, "denver-steak")).toEqual(["denver-steak-raw"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(brisket).toContainText("Sample");
  expect(await imagesOf(shop, "denver-steak")).toEqual(["denver-steak"]);
});

test("refuses an invalid image with the reason, and changes nothing", async ({ page, shop }) => {
  await page.goto(address);
  const skirt = row(page, "Skirt Steak");
  await skirt.getByLabel("Raw of Skirt Steak").setInputFiles([pdfFile]);
  const message = "PDF files are not supported. Please choose a JPEG, PNG, WebP or AVIF image.";
  await expect(page.getByRole("list", { name: "Uploads" })).toContainText(message);
  await expect(skirt).toContainText("Sample");
  expect(await imagesOf(shop, "skirt-steak")).toEqual(["skirt-steak"]);
});

test("keeps both images that two people upload for one cut concurrently", async ({
  page,
  shop,
  context,
}) => {
  const other = await context.newPage();
  await page.goto(address);
  await other.goto(address);
  const send = async (at: Page, shot: string) =>
    row(at, "Striploin Steak")
      .getByLabel(`${shot} of Striploin Steak`)
      .setInputFiles([await jpegFile("x")]);
  await Promise.all([send(page, "Raw"), send(other, "Cooked")]);
  await expect
    .poll(async () => (await imagesOf(shop, "striploin-steak")).sort())
    .toEqual(["striploin-steak-cooked", "striploin-steak-raw"]);
});

test("a place on a page accepts an image too", async ({ page }) => {
  await page.goto(address);
  const contact = row(page, "Contact, beside the phone number");
  await expect(contact).toContainText("Sample");
  await contact.getByLabel(/^Replace of Contact/).setInputFiles([await jpegFile("x")]);
  await expect(contact).toContainText("Yours");
  await page.goto("/admin/images/shots");
  const done = page.getByRole("img", { name: "Contact, beside the phone number: done" });
  await expect(done).toBeVisible();
  await page.goto(`${address}?show=open`);
  await expect(row(page, "Wholesale, beside the benefits")).toBeVisible();
  await expect(contact).toHaveCount(0);
});

test("an image has a text, and a removed one can be restored", async ({ page, shop }) => {
  await page.goto(address);
  const shank = row(page, "Beef Shank");
  await shank.getByLabel("Raw of Beef Shank").setInputFiles([await jpegFile("x")]);
  await expect(shank).toContainText("1 of 4 photographs");
  await shank.getByLabel("Cooked of Beef Shank").setInputFiles([await jpegFile("x")]);
  await expect(shank).toContainText("2 of 4 photographs");
  await shank
    .getByRole("button", { name: "Order and describe the pictures of Beef Shank" })
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("tab", { name: "Selected (2)" }).click();
  await dialog.getByRole("button", { name: "Describe beef-shank-raw" }).click();
  await dialog.getByLabel("What it shows").fill("A slice of shank with its marrow bone");
  await dialog.getByRole("button", { name: "Save the description of beef-shank-raw" }).click();
  await expect(toastText(page, "Description saved")).toBeVisible();
  const said = await shop.db
    .select({ alt: images.alt })
    .from(images)
    .where(eq(images.alt, "A slice of shank with its marrow bone"));
  expect(said).toHaveLength(1);

  const order = dialog.getByRole("list", { name: "Selected images, in order" });
  await dialog.getByRole("button", { name: "Remove beef-shank-raw" }).click();
  await expect(order.getByRole("listitem")).toHaveCount(1);
  await dialog.getByRole("button", { name: "Undo" }).click();
  await expect(order.getByRole("listitem")).toHaveCount(2);
  await dialog.getByRole("button", { name: "Move beef-shank-raw down" }).press("Enter");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toastText(page, "Image updated")).toBeVisible();
  expect(await imagesOf(shop, "beef-shank")).toEqual(["beef-shank-cooked", "beef-shank-raw"]);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(() => imagesOf(shop, "beef-shank"))
    .toEqual(["beef-shank-raw", "beef-shank-cooked"]);

  await page.goto("/shop/other/beef-shank");
  const shown = page.getByRole("img", { name: "A slice of shank with its marrow bone" });
  await expect(shown).toHaveAttribute("src", /beef-shank-raw/);
});

test("the list is accessible and fits the window", async ({ page }) => {
  await page.goto(address);
  await pick(page, [await jpegFile("ribeye-raw"), await jpegFile("unknown")]);
  await expect(proposed(page)).toBeVisible();
  await expectAccessible(page);
});
