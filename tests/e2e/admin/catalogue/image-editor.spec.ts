import { eq } from "drizzle-orm";
import { imageUrls } from "#app/domain/pictures/placement/placed-images.server.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { jpegFile, noteImageEvents, openImages, pdfFile, pick, sendImage } from "./images-page.ts";
import { dialog, expect, type Page, rowOf, test } from "./products-page.ts";

test.use({ expectedErrors: [/^Failed to load resource/] });

const tab = (page: Page, name: string | RegExp) => dialog(page).getByRole("tab", { name });
const choice = (page: Page, name: string) => dialog(page).getByRole("button", { name });
const save = (page: Page) => dialog(page).getByRole("button", { name: "Save", exact: true });
const inOrder = (page: Page) =>
  dialog(page).getByRole("list", { name: "Selected images, in order" }).getByRole("listitem");

const fresh = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;

/** Sorts addresses by the time at their end. */
const byTime = (one: string, other: string) =>
  Number(one.split("?t=")[1]) - Number(other.split("?t=")[1]);

async function imageUrlOf({ db }: Parameters<typeof sendImage>[1], slug: string) {
  const [found] = await db.select().from(products).where(eq(products.slug, slug));
  return found?.imageUrl ?? null;
}

test("an image is uploaded, saved, and in the shop at the next request", async ({
  page,
  product,
  shop,
}) => {
  const events = await noteImageEvents(page);
  await openImages(page, product.name);
  await expect(rowOf(page, product.name)).toBeHidden();
  await expect(save(page)).toBeDisabled();
  await expect(dialog(page).getByText("No images selected", { exact: true })).toBeVisible();
  await tab(page, "Selected (0)").click();
  await expect(dialog(page).getByText("No images selected yet")).toBeVisible();

  await tab(page, "Upload").click();
  await expect(page.getByLabel("Choose images")).toHaveAttribute("accept", "image/*");
  await pick(page, [await jpegFile("Anything at all")]);
  await expect(toastText(page, "Upload successful")).toBeVisible();
  await expect(toastText(page, "Image has been uploaded and selected")).toBeVisible();
  await expect(tab(page, "Selected (1)")).toBeVisible();
  await save(page).click();
  await expect(toastText(page, "Image updated")).toBeVisible();
  await expect(toastText(page, "Product image has been updated successfully.")).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  expect(await events()).toEqual([product.id]);

  const path = (await imageUrlOf(shop, product.slug))?.split("?")[0] ?? "none";
  expect(path).toMatch(new RegExp(`^/photos/products/${product.slug}-\\d+-[a-z0-9]{8}\\.jpg$`));
  const html = await (await page.request.get(`/shop/loin/${product.slug}`)).text();
  expect(html).toContain(path);
  const button = rowOf(page, product.name).getByRole("button", { name: /^Change/ });
  await expect(button).toBeFocused();
});

test("refuses an invalid file with a message, and selects nothing", async ({ page, product }) => {
  await openImages(page, product.name);
  await tab(page, "Upload").click();
  await pick(page, [pdfFile]);
  await expect(toastText(page, "Upload failed")).toBeVisible();
  await expect(dialog(page).getByText(/^PDF files are not supported\./)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: /^Retry/ })).toHaveCount(0);
  await page.route("**/api/images?*", (route) => route.fulfill({ status: 500 }), { times: 1 });
  await pick(page, [await jpegFile("zz-unlucky")]);
  await expect(toastText(page, "Unknown error uploading image")).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: "Retry zz-unlucky.jpg" })).toBeVisible();
  await expect(tab(page, "Selected (0)")).toBeVisible();
  await expect(save(page)).toBeDisabled();
});

test("a new image chosen with Change becomes the first, and several keep the order of choosing", async ({
  page,
  product,
  shop,
}) => {
  const url = await sendImage(page, shop, "products", fresh("zz-old"));
  await openImages(page, product.name);
  await choice(page, "zz-old").first().click();
  await save(page).click();
  await expect(toastText(page, "Image updated")).toBeVisible();
  expect(await imageUrlOf(shop, product.slug)).toBe(url);

  await openImages(page, product.name);
  await tab(page, "Upload").click();
  await pick(page, [await jpegFile("first")]);
  await expect(tab(page, "Selected (2)")).toBeVisible();
  await pick(page, await Promise.all(["second", "third", "fourth"].map(jpegFile)));
  await expect(tab(page, "Selected (5)")).toBeVisible();
  await save(page).click();
  await expect(toastText(page, "Product image has been updated successfully.")).toBeVisible();
  const urls = await imageUrls(shop.db, "product", product.id);
  expect(urls).toHaveLength(5);
  expect(urls.at(-1)).toBe(url);
  expect(await imageUrlOf(shop, product.slug)).toBe(urls[0]);
  // The image uploaded alone at first comes after the others.
  const earliest = [...urls.slice(0, -1)].sort(byTime)[0];
  expect(urls.at(-2)).toBe(earliest);
});

test("saving over a colleague's images shows them and asks which to keep", async ({
  page,
  product,
  shop,
}) => {
  const names = [fresh("zz-mine"), fresh("zz-theirs"), fresh("zz-later")];
  const [mine = "", theirs = "", later = ""] = names;
  const urls: string[] = [];
  for (const name of names) urls.push(await sendImage(page, shop, "products", name));
  const [mineUrl, theirsUrl = "", laterUrl = ""] = urls;
  const place = { section: "product", key: product.id };
  const colleague = async (url: string) => {
    const placed = await page.request.get(
      `/api/image-mappings?${new URLSearchParams({ section: "product", key: product.id })}`,
    );
    const { version } = await placed.json();
    const answer = await page.request.put("/api/image-mappings", {
      data: { ...place, urls: [url], version },
      headers: { Origin: shop.url },
    });
    expect(answer.status()).toBe(200);
  };
  await openImages(page, product.name);
  await choice(page, mine).click();
  await colleague(theirsUrl);
  await save(page).click();
  const notice = dialog(page).getByRole("alert");
  await expect(notice).toContainText(
    "A colleague changed these images while you were editing them.",
  );
  const saved = notice.getByRole("list", { name: "Saved images" }).getByRole("listitem");
  await expect(saved).toHaveText([theirs]);
  await expect(tab(page, "Selected (1)")).toBeVisible();
  expect(await imageUrls(shop.db, "product", product.id)).toEqual([theirsUrl]);
  await expectAccessible(page);

  // Newer than the images just seen, so the editor is warned again.
  await colleague(laterUrl);
  await save(page).click();
  await expect(saved).toHaveText([later]);
  await save(page).click();
  await expect(toastText(page, "Image updated")).toBeVisible();
  expect(await imageUrls(shop.db, "product", product.id)).toEqual([mineUrl]);

  await openImages(page, product.name);
  await choice(page, later).click();
  await colleague(theirsUrl);
  await save(page).click();
  await notice.getByRole("button", { name: "Use the saved images" }).click();
  await expect(notice).toBeHidden();
  await expect(choice(page, theirs)).toHaveAttribute("aria-pressed", "true");
  await expect(choice(page, later)).toHaveAttribute("aria-pressed", "false");
});

test("an unsaved selection is not dropped without confirmation", async ({
  page,
  product,
  shop,
}) => {
  const name = fresh("zz-chosen");
  await sendImage(page, shop, "products", name);
  await page.goto("/admin/orders");
  await page
    .getByRole("navigation", { name: "Back office" })
    .first()
    .getByRole("link", { name: "Products" })
    .click();
  await page.getByRole("button", { name: new RegExp(`image of ${product.name}$`) }).click();
  await choice(page, name).click();
  const question = page.getByRole("alertdialog");
  for (const leave of [
    () => page.keyboard.press("Escape"),
    () => dialog(page).getByRole("button", { name: "Cancel" }).click(),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(question).toContainText("Discard your changes to these images?");
    await question.getByRole("button", { name: "Keep editing" }).click();
    await expect(question).toBeHidden();
    await expect(tab(page, "Selected (1)")).toBeVisible();
  }
  await choice(page, name).click();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();

  await openImages(page, product.name);
  await choice(page, name).click();
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(dialog(page)).toBeHidden();
  await openImages(page, product.name);
  await expect(tab(page, "Selected (0)")).toBeVisible();

  const line = await holdBack(page, "**/api/images?*");
  await tab(page, "Upload").click();
  await pick(page, [await jpegFile("zz-on-its-way")]);
  await expect(dialog(page).getByText("1 image is uploading")).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  await expect(question).toContainText("Leave while images are uploading?");
  await question.getByRole("button", { name: "Leave" }).click();
  await expect(dialog(page)).toBeHidden();
  line.release();
});

test("several images are chosen, and ordered by keyboard and by dragging", async ({
  page,
  product,
  shop,
}) => {
  const names = [fresh("zz-a"), fresh("zz-b"), fresh("zz-c")];
  const urls: string[] = [];
  for (const name of names) urls.push(await sendImage(page, shop, "products", name));
  const [a = "", b = "", c = ""] = names;
  await openImages(page, product.name);
  for (const name of names) await choice(page, name).click();
  await expect(choice(page, b)).toHaveAttribute("aria-pressed", "true");
  await tab(page, "Selected (3)").click();
  await expect(inOrder(page)).toContainText([`1. ${a}Shown first`, `2. ${b}`, `3. ${c}`]);

  const down = dialog(page).getByRole("button", { name: `Move ${a} down` });
  await down.press("Enter");
  await expect(dialog(page).getByRole("status")).toHaveText(`${a}, now 2 of 3`);
  await expect(down).toBeFocused();
  await down.press("Enter");
  await down.press("Enter");
  await expect(inOrder(page)).toContainText([`1. ${b}`, `2. ${c}`, `3. ${a}`]);

  // Dragged by its image and dropped on the first.
  const from = await inOrder(page).nth(2).getByRole("presentation").boundingBox();
  const to = await inOrder(page).nth(0).getByRole("presentation").boundingBox();
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((from?.x ?? 0) + 20, (to?.y ?? 0) + 5, { steps: 8 });
  await page.mouse.up();
  await expect(inOrder(page)).toContainText([`1. ${a}`, `2. ${b}`, `3. ${c}`]);
  await page.mouse.move((from?.x ?? 0) + 20, (from?.y ?? 0) + 20);
  await expect(inOrder(page)).toContainText([`1. ${a}`, `2. ${b}`, `3. ${c}`]);

  await dialog(page)
    .getByRole("button", { name: `Remove ${b}` })
    .click();
  await expect(inOrder(page)).toContainText([`1. ${a}`, `2. ${c}`]);
  await save(page).click();
  await expect(toastText(page, "Image updated")).toBeVisible();
  expect(await imageUrls(shop.db, "product", product.slug)).toEqual([urls[0], urls[2]]);
  expect(await imageUrlOf(shop, product.slug)).toBe(urls[0]);

  await openImages(page, product.name);
  await expect(tab(page, "Selected (2)")).toBeVisible();
  await expect(choice(page, c)).toHaveAttribute("aria-pressed", "true");
});

test("images that can't be saved stay selected, with a message", async ({
  page,
  product,
  shop,
}) => {
  const name = fresh("zz-kept");
  await sendImage(page, shop, "products", name);
  await openImages(page, product.name);
  await choice(page, name).click();
  await page.route("**/api/image-mappings", (route) => route.fulfill({ status: 503 }));
  await save(page).click();
  await expect(toastText(page, "Update failed")).toBeVisible();
  await expect(toastText(page, "There was an error updating the product image.")).toBeVisible();
  await expect(tab(page, "Selected (1)")).toBeVisible();
  await expect(save(page)).toBeEnabled();
});

test("an empty or unreachable gallery shows a message", async ({ page, product }) => {
  const gallery = (route: Parameters<Parameters<Page["route"]>[1]>[0]) =>
    route.fulfill({ json: { images: [], hasMore: false } });
  await page.route("**/api/images?*", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await openImages(page, product.name);
  await expect(dialog(page).getByText("The images could not be loaded.")).toBeVisible();
  await page.route("**/api/images?*", gallery);
  await dialog(page).getByRole("button", { name: "Try again" }).click();
  await expect(
    dialog(page).getByText("No images available. Upload some images to get started."),
  ).toBeVisible();
});

test("a place on a page gets its image from the manager", async ({ page, shop }) => {
  const name = fresh("zz-hero");
  const url = await sendImage(page, shop, "pages", name);
  const events = await noteImageEvents(page);
  await page.goto("/admin/images?tab=pages");
  const place = "Our Story, the team";
  await page.getByRole("button", { name: new RegExp(`image: ${place}$`) }).click();
  for (const chosen of await dialog(page).getByRole("button", { pressed: true }).all()) {
    await chosen.click();
  }
  await choice(page, name).click();
  await page.route("**/api/image-mappings", (route) => route.abort(), { times: 1 });
  await save(page).click();
  await expect(toastText(page, "Save failed")).toBeVisible();
  await expect(toastText(page, "Failed to save images")).toBeVisible();
  await save(page).click();
  await expect(toastText(page, "Image saved")).toBeVisible();
  await expect(toastText(page, "Image has been updated successfully")).toBeVisible();
  expect(await imageUrls(shop.db, "pages", "about-team")).toContain(url);
  expect(await events()).toEqual(["pages/about-team"]);
  const card = page.getByRole("list", { name: "Pages images" }).getByRole("listitem");
  await expect(card.filter({ hasText: name })).toContainText(`Shown: ${place}`);
});

test("the dialog is accessible in each of its tabs", async ({ page, product, shop }) => {
  const names = [fresh("zz-a-name-that-is-longer-than-its-column"), fresh("zz-b")];
  for (const name of names) await sendImage(page, shop, "products", name);
  await openImages(page, product.name);
  for (const name of names) await choice(page, name).click();
  await expectAccessible(page);
  await tab(page, "Selected (2)").click();
  await expectAccessible(page);
  await tab(page, "Upload").click();
  await pick(page, [pdfFile]);
  await expect(dialog(page).getByText(/^PDF files are not supported\./)).toBeVisible();
  await expectAccessible(page);
});
