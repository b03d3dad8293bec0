import type { BrowserContext } from "@playwright/test";
import { asc, eq } from "drizzle-orm";
import { closeTill } from "#app/domain/door/till/tills.server.ts";
import { documents } from "#db/schema/money/documents.ts";
import { tillSales } from "#db/schema/money/tills.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "../orders/orders-page.ts";
import { makeTill, receipt, sale, sold, weigh } from "./counter-page.ts";

test.use({
  serviceWorkers: "allow",
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|status of (400|401|404)/],
});

/** Opens a till, and waits until this browser has cached it and has its own number for slips. */
async function openKept(page: Page, path: string) {
  await page.addInitScript(() => {
    // The browser's own page of a failed load has no service worker.
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      if (data === "till kept") document.documentElement.dataset.kept = "yes";
    });
  });
  await page.goto(path);
  await expect(page.locator("html")).toHaveAttribute("data-kept", "yes");
  // Requested separately from the page; without it the till sells nothing, and says so.
  const isNumbered = () =>
    page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith("till-device:")));
  await expect.poll(isNumbered).toBe(true);
}

const sending = "**/api/counter/*";

/** Lets sales through, and the browser notice a network, instead of waiting for its retry. */
async function letThrough(context: BrowserContext) {
  await context.unroute(sending);
  await context.setOffline(true);
  await context.setOffline(false);
}

const caches = (page: Page) =>
  page.evaluate(async () =>
    (await window.caches.keys()).filter((name) => name.startsWith("till-page-")),
  );

async function sellInCash(page: Page, product: { name: string }, lb: string, inCash: string) {
  await weigh(page, product, lb);
  await sale(page).getByRole("button", { name: inCash }).first().click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(receipt(page)).toContainText("Receipt number follows");
}

test("while the connection is down, the till loads, sells and shows unsent sales, which it later sends once", async ({
  page,
  context,
  shop,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  const till = await makeTill(shop);
  await openKept(page, till.path);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("main").getByText("No connection")).toBeVisible();
  await expectAccessible(page);
  // No link leads away from the till into the browser's error page.
  await expect(page.getByText("Needs a connection. Sales go on here.")).toBeVisible();
  for (const name of ["Drawer", "Pickups", "Counter"]) {
    await page.getByRole("link", { name, exact: true }).click({ force: true });
  }
  await expect(page).toHaveURL(till.path);
  await sellInCash(page, till.product, "1", "$25.00 in cash");
  await expect(sold(page)).toContainText(/Slip T\d+-0001\. Not sent yet/);
  await page.getByRole("button", { name: "Next sale" }).click();
  await sellInCash(page, till.product, "2", "$60.00 in cash");
  await expect(page.getByText("2 sales aren’t sent yet")).toBeVisible();
  await page.getByRole("button", { name: "Next sale" }).click();
  // An unfinished sale and its payments survive a reload; slip numbers continue.
  await weigh(page, till.product, "3");
  await page.reload();
  await expect(page.getByText("2 sales aren’t sent yet")).toBeVisible();
  await expect(sale(page)).toContainText("$74.97");
  await expectAccessible(page);
  await sale(page).getByRole("button", { name: "$74.97 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sold(page)).toContainText(/Slip T\d+-0003\. Not sent yet/);
  await expect(page.getByText("3 sales aren’t sent yet")).toBeVisible();
  expect(await shop.db.$count(tillSales, eq(tillSales.sessionId, till.sessionId))).toBe(0);
  await context.setOffline(false);
  await expect(page.getByText("sent yet")).toHaveCount(0);
  await expect(receipt(page)).toContainText(/Receipt R-\d{6}/);
  const stored = await shop.db
    .select({ slip: tillSales.slip, total: documents.total, isOffline: tillSales.isOffline })
    .from(tillSales)
    .innerJoin(documents, eq(documents.id, tillSales.documentId))
    .where(eq(tillSales.sessionId, till.sessionId))
    .orderBy(asc(documents.number));
  expect(stored).toEqual([
    { slip: 1, total: "24.99", isOffline: true },
    { slip: 2, total: "49.98", isOffline: true },
    { slip: 3, total: "74.97", isOffline: true },
  ]);
  // The drawer has it: 100.00 + 25.00 + 50.00
  await page.goto(till.session);
  await expect(page.getByRole("region", { name: "Drawer", exact: true })).toContainText("$175.00");
});

test("a drawer shows that a sale of this browser is unsent, and counts it after it was sent", async ({
  page,
  context,
  shop,
}) => {
  const till = await makeTill(shop);
  await openKept(page, till.path);
  await context.setOffline(true);
  await sellInCash(page, till.product, "1", "$25.00 in cash");
  // The shop is reachable again, but accepts no sale for a while.
  await context.route(sending, (route) => route.abort("failed"));
  await context.setOffline(false);
  await page.goto(`${till.path}/drawer`);
  const unsent = page.getByText("1 sale made without a connection is not sent yet");
  await expect(unsent).toBeVisible();
  await expect(page.getByRole("link", { name: "Send at the till" })).toHaveAttribute(
    "href",
    till.path,
  );
  const closing = page.getByRole("region", { name: "Count and close" });
  await closing.getByLabel("Cash in the drawer ($)").fill("125");
  await closing.getByRole("button", { name: "Close the till" }).click();
  const meant = closing.getByRole("checkbox", { name: "Close although 1 sale is not sent yet" });
  await expect(meant).toBeFocused();
  await expect(meant).toHaveAccessibleDescription(
    "Send what is not sent yet first, or close without it",
  );
  await expectAccessible(page);
  await letThrough(context);
  await expect(unsent).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Sales of this drawer" })).toContainText("$24.99");
  await closing.getByRole("button", { name: "Close the till" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Z report");
});

test("a till closed elsewhere sends this browser's sales, and shows how many", async ({
  page,
  context,
  shop,
}) => {
  const till = await makeTill(shop);
  await openKept(page, till.path);
  await context.setOffline(true);
  await sellInCash(page, till.product, "1", "$25.00 in cash");
  await context.route(sending, (route) => route.abort("failed"));
  await context.setOffline(false);
  await closeTill(shop.db, till.admin, {
    sessionId: till.sessionId,
    seen: "0-0-0",
    counted: 100_00,
    reason: "",
  });
  await page.goto(till.path);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("is closed");
  await expect(page.getByText("1 sale made without a connection is not sent yet.")).toBeVisible();
  await letThrough(context);
  await expect(page.getByText("1 sale made without a connection was sent.")).toBeVisible();
});

test("the cached till is deleted on signing out or being signed out, but not its payments", async ({
  page,
  context,
  shop,
}) => {
  const till = await makeTill(shop);
  await openKept(page, till.path);
  expect(await caches(page)).toHaveLength(1);
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.goto(till.path);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => caches(page)).toEqual([]);
  await context.addCookies(cookies);
  await openKept(page, till.path);
  await context.setOffline(true);
  await sellInCash(page, till.product, "1", "$25.00 in cash");
  await context.clearCookies();
  await context.setOffline(false);
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await context.addCookies(cookies);
  await page.getByRole("button", { name: "Send now" }).click();
  await expect(receipt(page)).toContainText(/Receipt R-\d{6}/);
  await page.goto("/admin/counter");
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL("/");
  await expect.poll(() => caches(page)).toEqual([]);
  await context.setOffline(true);
  await expect(page.goto(till.path)).rejects.toThrow(/ERR_(INTERNET_DISCONNECTED|FAILED)/);
});
