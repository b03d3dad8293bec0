import { eq } from "drizzle-orm";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import {
  expect,
  expectPlaced,
  notice,
  openPad,
  ordersOf,
  type Page,
  pad,
  placeButton,
  pounds,
  review,
  reviewed,
  test,
} from "../placing/place-order-page.ts";

test.use({
  serviceWorkers: "allow",
  // An order that waited may be sent before the page has the new prices; the shop then refuses it.
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch|status of 409/],
});

const caches = (page: Page) =>
  page.evaluate(async () => {
    const names = await window.caches.keys();
    const kept = await Promise.all(
      names.map(async (name) => (await (await window.caches.open(name)).keys()).length),
    );
    return kept.some((count) => count > 0);
  });

/** Reloads the form without a network, and waits until it says that there is none. */
async function reloadCut(page: Page) {
  await page.reload();
  // An order only waits from then on; one sent before may have arrived without the page knowing.
  await expect(page.getByRole("main").getByText("No connection")).toBeVisible();
}

const waiting = (page: Page) =>
  page.getByRole("main").getByText("Your order is waiting for a connection");

/** Waits until the order form has the new product, and then until this browser has cached it. */
async function openKept(page: Page, { id }: { id: string }) {
  await expect.poll(async () => (await page.request.get(pad)).text()).toContain(id);
  const isKept = page.addInitScript(() => {
    // The browser's own page of a failed load has no service worker.
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "order form kept") document.documentElement.dataset.kept = "yes";
    });
  });
  await isKept;
  await openPad(page);
  await expect(page.locator("html")).toHaveAttribute("data-kept", "yes");
}

test("the order form opens offline, keeps the input, and sends it once online", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  await openKept(page, oxtail);
  await page.context().setOffline(true);
  await reloadCut(page);
  await expectAccessible(page);
  await pounds(page, oxtail.name).fill("10");
  await reloadCut(page);
  await expect(pounds(page, oxtail.name)).toHaveValue("10");
  await review(page);
  await placeButton(page).click();
  await expect(waiting(page)).toBeVisible();
  expect(await ordersOf(shop, client)).toEqual([]);
  // Later changes aren't sent automatically.
  await reviewed(page).getByLabel("Pounds of").fill("12");
  await expect(waiting(page)).toHaveCount(0);
  await placeButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await page.context().setOffline(false);
  await expectPlaced(page);
  expect((await ordersOf(shop, client)).map(({ items }) => items[0]?.quantity)).toEqual(["12.00"]);
});

test("shows a changed price before the order is placed", async ({ page, shop, client, oxtail }) => {
  await openKept(page, oxtail);
  await page.context().setOffline(true);
  await reloadCut(page);
  await pounds(page, oxtail.name).fill("10");
  await review(page);
  await placeButton(page).click();
  await expect(waiting(page)).toBeVisible();
  await shop.db.update(products).set({ pricePerLb: "9.95" }).where(eq(products.id, oxtail.id));
  await page.context().setOffline(false);
  await expect(notice(page, "A price has changed since you picked the product")).toBeVisible();
  expect(await ordersOf(shop, client)).toEqual([]);
  await page.getByRole("button", { name: "Accept the new prices" }).click();
  await placeButton(page).click();
  await expectPlaced(page);
});

test("clears the cached form on signing out, or once the session has ended", async ({
  page,
  context,
  client: _client,
  oxtail,
}) => {
  await openKept(page, oxtail);
  expect(await caches(page)).toBe(true);
  // Signed out elsewhere, which the next visit notices.
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto(pad);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => caches(page)).toBe(false);
  await context.addCookies(cookies);
  await openKept(page, oxtail);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => caches(page)).toBe(false);
  await context.setOffline(true);
  await expect(page.goto(pad)).rejects.toThrow(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
});
