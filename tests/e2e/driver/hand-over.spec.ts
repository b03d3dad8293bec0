import { expectAccessible } from "../accessible-page.ts";
import { signIn } from "../client-area.ts";
import { expect, expectAllSent, test } from "./driver-page.ts";

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|410|Gone/],
});

test("a run is handed over midway, and the old phone shows what it could not send", async ({
  page,
  run,
  shop,
  browser,
  context,
}) => {
  const office = await browser.newContext();
  await signIn(office.request, shop.url, shop.admin);
  const desk = await office.newPage();
  await desk.goto(`${shop.url}/admin/runs/${run.id}`);

  await page.goto(run.path);
  await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Kim Sample");
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByText("Delivered: 1. Sample Kitchen 1")).toBeVisible();
  await expectAllSent(page);
  // The second stop is delivered offline.
  await context.setOffline(true);
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Lee Sample");
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByText("1 report waits to be sent.")).toBeVisible();

  await desk.getByLabel("Who drives from now on").fill("Robin");
  await desk.getByRole("button", { name: "Hand over" }).click();
  const link = await desk.getByLabel("Link", { exact: true }).inputValue();
  await expect(desk.getByText("Handed over from Sam to Robin")).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Robin drives this run now" })).toBeVisible({
    timeout: 20_000,
  });
  const told = page.getByRole("listitem").filter({ hasText: "Sample Kitchen 2" });
  await expect(told).toContainText("Delivered, received by Lee Sample");
  await expect(page.getByText("Tell Robin or the office now")).toBeVisible();
  await expectAccessible(page);
  // It is still there after a reload, with and without network.
  await page.reload();
  await expect(told).toBeVisible();
  await context.setOffline(true);
  await page.reload();
  await expect(told).toBeVisible();
  await context.setOffline(false);

  // The new phone has the earlier reports.
  const other = await browser.newContext({ viewport: { width: 360, height: 740 } });
  const phone = await other.newPage();
  await phone.goto(link);
  await expect(phone.getByText("Taken over from Sam")).toBeVisible();
  await expect(phone.getByText("1 of 3 stops done")).toBeVisible();

  await page.getByRole("button", { name: "I’ve told them: remove this list" }).click();
  await expect(page.getByText("This phone has nothing left to send")).toBeVisible();
  await page.reload();
  await expect(page.getByText("This phone has nothing left to send")).toBeVisible();
  await other.close();
  await office.close();
});
