import { expectAccessible } from "../accessible-page.ts";
import { signIn } from "../client-area.ts";
import { toastText } from "../fixtures.ts";
import { expect, test } from "./driver-page.ts";

test.use({ viewport: { width: 360, height: 740 } });

test("the owner requires a temperature, and the driver enters it, with a reason above 4 °C", async ({
  page,
  run,
  shop,
  browser,
}) => {
  const office = await browser.newContext();
  await signIn(office.request, shop.url, shop.admin);
  const desk = await office.newPage();
  const asks = async (how: string) => {
    await desk.goto(`${shop.url}/admin/settings/door`);
    await desk.getByLabel("Product temperature at each delivery").selectOption(how);
    await desk.getByRole("button", { name: "Save" }).click();
    await expect(toastText(desk, "At the door saved")).toBeVisible();
  };
  await asks("Always ask for it");

  await page.goto(run.path);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Kim Sample");
  const confirm = page.getByRole("button", { name: "Confirm delivery" });
  await confirm.click();
  await expect(page.getByText("Please measure and enter it")).toBeVisible();
  const degrees = page.getByLabel("Product temperature in °C");
  await degrees.fill("400");
  await confirm.click();
  await expect(page.getByText("Please type degrees Celsius from -60 to 60")).toBeVisible();
  await expect(page.getByText("Note (optional)")).toBeVisible();
  await degrees.fill("4,5");
  await expect(page.getByText("Note (optional)")).toHaveCount(0);
  await confirm.click();
  await expect(page.getByText("Above 4 °C: please note why")).toBeVisible();
  await expect(page.getByLabel("Note")).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel("Note").fill("The van’s door was open; into their cooler at once.");
  await confirm.click();
  await expect(page.getByText("Delivered: 1. Sample Kitchen 1")).toBeVisible();

  await desk.goto(`${shop.url}/admin/runs/${run.id}`);
  await expect(desk.getByText("product at 4.5 °C")).toBeVisible();
  await desk.goto(`${shop.url}/admin/orders/${run.stops[0]?.orderId}`);
  await expect(desk.getByText("Product temperature taken at the door")).toBeVisible();
  // The other journeys in this shop expect this setting.
  await asks("Ask, may be left empty");
  await office.close();
});
