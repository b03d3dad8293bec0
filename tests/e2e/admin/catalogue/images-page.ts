import { like } from "drizzle-orm";
import { images } from "#db/schema/images.ts";
import { expectPanelsGone } from "#tests/e2e/closed-panel.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { address, dialog, expect, type Page } from "./products-page.ts";

/** Opens a product's images from the list, once a dialog that was just closed is gone. */
export async function openImages(page: Page, name: string) {
  await expectPanelsGone(page);
  // Other tests' products may move it to a later page of the list.
  await page.goto(`${address}?${new URLSearchParams({ q: name })}`);
  await page.getByRole("button", { name: new RegExp(`image of ${name}$`) }).click();
  await expect(dialog(page).getByRole("heading", { name: `Images: ${name}` })).toBeVisible();
}

/** Returns an image file as picked from a disk. */
export async function jpegFile(name: string) {
  return { name: `${name}.jpg`, mimeType: "image/jpeg", buffer: await sampleJpeg(800, 600) };
}

/** A file that isn't an image despite its name. */
export const pdfFile = {
  name: "price-list.jpg",
  mimeType: "image/jpeg",
  buffer: Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n"),
};

/** Picks files in the visible picker. */
export async function pick(page: Page, files: Awaited<ReturnType<typeof jpegFile>>[]) {
  await page.getByLabel("Choose images").setInputFiles(files);
}

/** Uploads an image to a folder by a plain request; returns its address. */
export async function sendImage(page: Page, shop: ShopWithin, folder: string, name: string) {
  const answer = await page.request.post(`/api/images?${new URLSearchParams({ folder, name })}`, {
    data: await sampleJpeg(400, 300),
    headers: { Origin: shop.url },
  });
  expect(answer.status()).toBe(201);
  const { url }: { url: string } = await answer.json();
  return url;
}

/** Returns the paths of images with this prefix. */
export async function pathsOf({ db }: ShopWithin, beginning: string): Promise<string[]> {
  const found = await db
    .select()
    .from(images)
    .where(like(images.path, `${beginning}%`));
  return found.map(({ path }) => path);
}

/** Records `image-updated` events from the next page on. */
export async function noteImageEvents(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const noted: string[] = [];
    window.addEventListener("image-updated", (event) => {
      if (event instanceof CustomEvent) noted.push(event.detail.itemId);
      document.documentElement.dataset.imagesUpdated = noted.join(" ");
    });
  });
  return async () =>
    (await page.locator("html").getAttribute("data-images-updated"))?.split(" ") ?? [];
}
