import { expectAccessible } from "../accessible-page.ts";
import { signIn } from "../client-area.ts";
import { expect, test } from "./driver-page.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("a signed-in user opens the driver's page with one press, and the sent link still works", async ({
  page,
  run,
  shop,
  browser,
}) => {
  await signIn(page.request, shop.url, shop.admin);
  await page.goto(`/admin/runs/${run.id}`);
  const deliver = page.getByRole("button", { name: "Deliver", exact: true });
  await expect(deliver).toBeInViewport();
  await deliver.click();
  await expect(page).toHaveURL(/\/run\/[\w-]{32}$/);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Kim Sample");
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByText("Delivered: 1. Sample Kitchen 1")).toBeVisible();

  const phone = await (await browser.newContext()).newPage();
  await phone.goto(shop.url + run.path);
  await expect(phone.getByRole("link", { name: "Sample Kitchen 1" })).toBeVisible();
});
