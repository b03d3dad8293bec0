import { jpegFile, openImages, pick } from "../admin/catalogue/images-page.ts";
import {
  dialog,
  expect,
  field,
  openEditor,
  type Page,
  test,
} from "../admin/catalogue/products-page.ts";
import { toastText } from "../fixtures.ts";

const cart = (page: Page) => page.getByRole("dialog", { name: /^Your Cart/ });

async function boxOf(locator: ReturnType<typeof dialog>) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("It is not on the screen");
  return box;
}

test("a dialog focuses its first field or itself, not its close button", async ({
  page,
  product,
}) => {
  await openEditor(page, product);
  await expect(field(page, "Name")).toBeFocused();
  await page.goto("/shop/loin");
  await page.getByRole("button", { name: /^Cart\b/ }).click();
  await expect(cart(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(cart(page).getByRole("button", { name: "Close" })).toBeFocused();
});

test("on a phone, a toast does not cover the editor's tabs and buttons", async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openImages(page, product.name);
  await dialog(page).getByRole("tab", { name: "Upload" }).click();
  await pick(page, [await jpegFile("Anything at all")]);
  await expect(toastText(page, "Upload successful")).toBeVisible();
  // Wait for its slide-in, and until the dialog has the image.
  await expect(async () => {
    const tabs = await boxOf(dialog(page).getByRole("tablist"));
    const save = await boxOf(dialog(page).getByRole("button", { name: "Save" }));
    const toast = await boxOf(page.getByRole("region", { name: /^Notifications/ }).locator("li"));
    expect(toast.y).toBeGreaterThan(tabs.y + tabs.height);
    expect(toast.y + toast.height).toBeLessThan(save.y);
  }).toPass({ timeout: 10_000 });
});
