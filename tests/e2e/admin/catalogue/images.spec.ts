import { eq } from "drizzle-orm";
import { imageMappings } from "#db/schema/images.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { signIn, title } from "#tests/e2e/client-area.ts";
import { expectPanelsGone } from "#tests/e2e/closed-panel.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { sampleJpeg } from "#tests/setup/images/sample-images.ts";
import { jpegFile, noteImageEvents, pathsOf, pdfFile, pick, sendImage } from "./images-page.ts";

const address = "/admin/images";

test.use({ expectedErrors: [/^Failed to load resource/] });

const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true });
const uploads = (page: Page) => page.getByRole("list", { name: "Uploads" }).getByRole("listitem");
const cards = (page: Page, kind = "Products") =>
  page.getByRole("list", { name: `${kind} images` }).getByRole("listitem");

const fresh = (name: string) => `${name}-${crypto.randomUUID().slice(0, 8)}`;

test("several files are uploaded together, each with a progress bar, and listed", async ({
  page,
  shop,
}) => {
  const names = [fresh("zz-one"), fresh("zz-two"), fresh("zz-three")];
  await page.goto(address);
  await expect(title(page)).toHaveText("Images");
  const line = await holdBack(page, "**/api/images?*");
  const events = await eventsOf(page);
  await pick(page, await Promise.all(names.map(jpegFile)));
  await expect(uploads(page)).toHaveCount(3);
  const bar = page.getByRole("progressbar", { name: `Upload of ${names[0]}.jpg` });
  await expect(bar).toHaveAttribute("aria-valuenow", /^\d+$/);
  await expect(uploads(page).last()).toContainText("Waiting");
  line.release();
  await expect(uploads(page).filter({ hasText: "Uploaded" })).toHaveCount(3);
  await expect(toastText(page, "Image uploaded")).toBeVisible();
  await expect(toastText(page, "The image was successfully uploaded.")).toBeVisible();
  for (const name of names) {
    await expect(cards(page).filter({ hasText: name })).toContainText(
      /800 × 600, \d+ kBNot in use/,
    );
    expect(await pathsOf(shop, `products/${name}-`)).toHaveLength(1);
  }
  expect(await events()).toHaveLength(3);
});

async function eventsOf(page: Page) {
  const events = await noteImageEvents(page);
  await page.reload();
  await expect(title(page)).toHaveText("Images");
  return events;
}

test("an invalid file fails alone with its message, and is not offered again", async ({ page }) => {
  const name = fresh("zz-good");
  await page.goto(address);
  await pick(page, [pdfFile, await jpegFile(name)]);
  const bad = uploads(page).filter({ hasText: pdfFile.name });
  const message = "PDF files are not supported. Please choose a JPEG, PNG, WebP or AVIF image.";
  await expect(bad).toContainText(message);
  await expect(uploads(page).filter({ hasText: name })).toContainText("Uploaded");
  await expect(bad.getByRole("button")).toHaveText([`Dismiss ${pdfFile.name}`]);
  await bad.getByRole("button", { name: `Dismiss ${pdfFile.name}` }).click();
  await expect(uploads(page)).toHaveCount(1);
  await expect(page.getByRole("list", { name: "Uploads" })).toBeFocused();
});

test("an image that is too small is refused, and the page names the minimum size", async ({
  page,
}) => {
  await page.goto(address);
  await expect(page.getByText("at least 200 × 200 pixels")).toBeVisible();
  await pick(page, [{ name: "dot.jpg", mimeType: "image/jpeg", buffer: await sampleJpeg(1, 1) }]);
  const message = "This image is too small: 1 × 1 pixels. It needs at least 200 × 200.";
  await expect(uploads(page)).toContainText(message);
  await expect(uploads(page).getByRole("button", { name: /^Retry/ })).toHaveCount(0);
});

test("an interrupted upload is retried automatically, and results in one image", async ({
  page,
  shop,
}) => {
  const name = fresh("zz-cut-off");
  await page.goto(address);
  // The first upload is interrupted, and the second one's answer is lost.
  let sent = 0;
  await page.route("**/api/images?*", async (route) => {
    sent += 1;
    if (sent === 2) await route.fetch();
    await (sent < 3 ? route.abort() : route.fallback());
  });
  await pick(page, [await jpegFile(name)]);
  await expect(uploads(page)).toContainText("Reconnecting");
  await expect(uploads(page)).toContainText("Uploaded", { timeout: 15_000 });
  expect(sent).toBe(3);
  expect(await pathsOf(shop, `products/${name}-`)).toHaveLength(1);
});

test("an upload without a connection is reported, and Retry sends the file", async ({
  page,
  shop,
}) => {
  const name = fresh("zz-later");
  await page.goto(address);
  await page.route("**/api/images?*", (route) => route.abort(), { times: 3 });
  await pick(page, [await jpegFile(name)]);
  const lost = "The connection was lost. Please try again.";
  const said = page.getByRole("region", { name: /^Notifications/ });
  await expect(said.getByText(lost, { exact: true })).toBeVisible({ timeout: 15_000 });
  await uploads(page).getByRole("button", { name: "Retry" }).click();
  await expect(uploads(page)).toContainText("Uploaded");
  expect(await pathsOf(shop, `products/${name}-`)).toHaveLength(1);
});

test("a temporary failure is reported with the shop's message, and can be retried", async ({
  page,
}) => {
  await page.goto(address);
  await page.route("**/api/images?*", (route) => route.fulfill({ status: 502, body: "<h1>Bad" }));
  await pick(page, [await jpegFile(fresh("zz-away"))]);
  await expect(toastText(page, "There was a problem uploading your images.")).toBeVisible();
  await expect(uploads(page).getByRole("button", { name: /^Retry/ })).toBeVisible();
});

test("a file refused by a proxy for its size is reported as refused in front of the shop", async ({
  page,
}) => {
  await page.goto(address);
  const body = "<html><head><title>413 Request Entity Too Large</title></head></html>";
  await page.route("**/api/images?*", (route) =>
    route.fulfill({ status: 413, contentType: "text/html", body }),
  );
  await pick(page, [await jpegFile(fresh("zz-large"))]);
  await expect(uploads(page)).toContainText(
    /A server in front of the shop refused this file because of its size, \d+ kB\. .* up to 20 MB\./,
  );
  await expect(uploads(page).getByRole("button", { name: /^Retry/ })).toHaveCount(0);
});

test("leaving while images are uploading needs confirmation, by a link or by closing the tab", async ({
  page,
  shop,
}) => {
  const name = fresh("zz-leaving");
  await page.goto(address);
  const line = await holdBack(page, "**/api/images?*");
  await pick(page, [await jpegFile(name)]);
  await expect(uploads(page)).toHaveCount(1);
  // Another tab of the manager is part of the same page.
  await tab(page, "Pages").click();
  await expect(page).toHaveURL(/tab=pages/);
  const question = page.getByRole("alertdialog");
  const menu = page.getByRole("navigation", { name: "Back office" }).first();
  await menu.getByRole("link", { name: "Products" }).click();
  await expect(question).toContainText("Leave while images are uploading?");
  await question.getByRole("button", { name: "Stay" }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(/tab=pages/);

  const asked = page.waitForEvent("dialog");
  const closing = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await closing;

  await menu.getByRole("link", { name: "Products" }).click();
  line.release();
  // The upload has finished, so leaving needs no confirmation.
  await expect(page).toHaveURL(/\/admin\/products$/);
  expect(await pathsOf(shop, `products/${name}-`)).toHaveLength(1);
});

test("an upload can be cancelled", async ({ page, shop }) => {
  const name = fresh("zz-never");
  await page.goto(address);
  await holdBack(page, "**/api/images?*");
  await pick(page, [await jpegFile(name)]);
  await uploads(page)
    .getByRole("button", { name: `Cancel ${name}.jpg` })
    .click();
  await expect(uploads(page)).toHaveCount(0);
  expect(await pathsOf(shop, `products/${name}-`)).toEqual([]);
});

test("files can be dropped on the page", async ({ page }) => {
  const name = fresh("zz-dropped");
  const { buffer } = await jpegFile(name);
  await page.goto(address);
  const files = await page.evaluateHandle(
    ({ bytes, file }) => {
      const transfer = new DataTransfer();
      const content = Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0));
      transfer.items.add(new File([content], file, { type: "image/jpeg" }));
      return transfer;
    },
    { bytes: buffer.toString("base64"), file: `${name}.jpg` },
  );
  const area = page.getByRole("group", { name: "Upload images" });
  await area.dispatchEvent("drop", { dataTransfer: files });
  await expect(uploads(page)).toContainText("Uploaded");
});

test("an image is deleted after a confirmation that says where it is shown", async ({
  page,
  shop,
}) => {
  const name = fresh("zz-gone");
  const url = await sendImage(page, shop, "products", name);
  const shown = { name: "Sample of a deleted image", isActive: false };
  const { id: key } = await insertProduct(shop.db, shown);
  await shop.db.insert(imageMappings).values({ section: "product", imageKey: key, url });
  await page.goto(address);
  const card = cards(page).filter({ hasText: name });
  await card.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("alertdialog");
  await expect(question).toContainText("Delete this image?");
  await expect(question).toContainText("It is shown here: Sample of a deleted image (inactive)");
  await question.getByRole("button", { name: "Keep" }).click();
  await expect(card.getByRole("button", { name: "Delete" })).toBeFocused();

  await page.route("**/api/images?*", (route) => route.fulfill({ status: 503 }), { times: 1 });
  await card.getByRole("button", { name: "Delete" }).click();
  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastText(page, "Delete failed")).toBeVisible();
  await expect(toastText(page, "There was a problem deleting the image.")).toBeVisible();

  await question.getByRole("button", { name: "Delete" }).click();
  await expect(toastText(page, "Image deleted")).toBeVisible();
  await expect(question).toBeHidden();
  await expect(card).toHaveCount(0);
  expect(await pathsOf(shop, `products/${name}-`)).toEqual([]);
  const left = await shop.db.select().from(imageMappings).where(eq(imageMappings.imageKey, key));
  expect(left).toEqual([]);
});

test("each tab has its own address, and an empty one shows a message", async ({ page, shop }) => {
  await page.goto(address);
  await tab(page, "Sections").click();
  await expect(page).toHaveURL(/\?tab=sections$/);
  const shown = cards(page, "Sections").filter({ hasText: "Shown: Home page, About Us" });
  await expect(shown).toHaveCount(1);
  await shown.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No images found in this section")).toBeVisible();
  const place = page.getByRole("listitem").filter({ hasText: "Home page, About Us" });
  await expect(place).toContainText("No image chosen");
  const name = fresh("about-us");
  await sendImage(page, shop, "pages", name);
  await tab(page, "Pages").click();
  await expect(cards(page, "Pages").filter({ hasText: name })).toHaveCount(1);
  await page.goBack();
  await expect(page.getByText("No images found in this section")).toBeVisible();

  const about = page.getByRole("img", { name: /^A tied tenderloin and a steak/ });
  await page.goto("/");
  await expect(about).toHaveCount(0);
  await sendImage(page, shop, "sections", fresh("zz-block"));
  await page.goto(`${address}?tab=sections`);
  await place.getByRole("button", { name: /^Add/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^zz-block/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "Image saved")).toBeVisible();
  await expectPanelsGone(page);
  await page.goto("/");
  await expect(about).toHaveAttribute("src", /\/photos\/sections\/zz-block/);
});

test("a long list is split into pages", async ({ page, shop }) => {
  const name = fresh("zzz-many");
  for (let sent = 0; sent < 25; sent += 1) await sendImage(page, shop, "products", name);
  await page.goto(address);
  await expect(cards(page)).toHaveCount(24);
  await page.getByRole("link", { name: "Next" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(cards(page).filter({ hasText: name })).toHaveCount(1);
  await page.goto(`${address}?page=9000`);
  await expect(cards(page).first()).toBeVisible();
});

test("'Refresh Images' counts the cuts, and reloads the page", async ({ page }) => {
  await page.clock.install();
  await page.goto(address);
  const refresh = page.getByRole("button", { name: "Refresh Images" });
  await expect(refresh).toBeEnabled();
  // The page leaves half a second after the toast, so its clock is stopped to read it.
  await page.clock.pauseAt(Date.now() + 60_000);
  await refresh.click();
  await expect(toastText(page, "Images refreshed")).toBeVisible();
  const counts = /^Cut images refreshed\. \d+ of 42 cuts mapped successfully\.$/;
  const said = page.getByRole("region", { name: /^Notifications/ });
  await expect(said.getByText(counts)).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^Successfully refreshed \d+ cut images\.$/ }),
  ).toBeVisible();
  const reloaded = page.waitForEvent("load");
  await page.clock.resume();
  await reloaded;
  await expect(refresh).toBeVisible();

  await page.route("**/api/image-refresh", (route) => route.fulfill({ status: 503 }));
  await refresh.click();
  await expect(toastText(page, "Refresh failed")).toBeVisible();
  await expect(toastText(page, "Failed to refresh cut images.")).toBeVisible();
});

test("only the designated administrator sees the link to the page and can open it", async ({
  page,
  shop,
  context,
}) => {
  const menu = () => page.getByRole("navigation", { name: "Back office" }).first();
  await page.goto("/admin");
  await menu().getByRole("link", { name: "Images" }).click();
  await expect(title(page)).toHaveText("Images");

  const other = { email: `${fresh("other")}@example.com`, password: "long enough a password" };
  await ensureAccount(shop.db, { ...other, name: "Other", profile: { isAdmin: true } });
  await context.clearCookies();
  await signIn(context.request, shop.url, other);
  await page.goto("/admin");
  await expect(menu().getByRole("link", { name: "Products" })).toBeVisible();
  await expect(menu().getByRole("link", { name: "Images" })).toHaveCount(0);
  const answer = await page.request.get(address, { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([302, "/login?denied"]);
  await page.goto(address);
  await expect(page).toHaveURL("/admin");
  await expect(toastText(page, "Access Denied")).toBeVisible();
  const who = `Only ${shop.admin.email} can edit images. You are signed in as ${other.email}.`;
  await expect(toastText(page, who)).toBeVisible();

  await context.clearCookies();
  await page.goto(address);
  await expect(page).toHaveURL(/\/login\?next=%2Fadmin%2Fimages$/);
});

test("the page is accessible and fits its window", async ({ page, shop }) => {
  await sendImage(
    page,
    shop,
    "products",
    fresh("zz-a-name-that-is-longer-than-its-column-is-wide"),
  );
  await page.goto(address);
  await pick(page, [pdfFile, await jpegFile(fresh("zz-well-made"))]);
  await expect(uploads(page).filter({ hasText: "Uploaded" })).toHaveCount(1);
  await expect(uploads(page).filter({ hasText: "PDF files are not supported" })).toHaveCount(1);
  await expectAccessible(page);
  await page.goto(`${address}?tab=pages`);
  await expectAccessible(page);
});
