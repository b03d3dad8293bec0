import { expectAccessible } from "../accessible-page.ts";
import { expect, test } from "./orders-page.ts";
import { details, open, orderOf, weigh } from "./station-page.ts";

test.use({ expectedErrors: [/status of 410/] });

test("prints a label when a package is weighed, prints it again, and prints none of a voided one", async ({
  page,
  context,
  shop,
  kitchen,
}) => {
  // A browser in kiosk printing mode prints without asking.
  await context.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute("data-printed", "yes");
  });
  const order = await orderOf(shop, kitchen.userId, [{ name: "Tri-Tip Roast" }]);
  await open(page, order);
  await page.getByLabel("Print a label for each package").selectOption("This computer’s printer");
  const opened = page.waitForEvent("popup");
  await weigh(page, "9.95");
  const label = await opened;
  await expect(label.getByRole("img", { name: "Label of Tri-Tip Roast, 9.95 lb" })).toBeVisible();
  await expect(label.locator("html")).toHaveAttribute("data-printed", "yes");
  await expectAccessible(label);
  const address = label.url();
  await label.close();

  const again = page.waitForEvent("popup");
  await details(page).getByRole("button", { name: "Label of 9.95 lb" }).click();
  await expect((await again).getByRole("img")).toBeVisible();
  expect((await again).url()).toBe(address);
  await (await again).close();

  const zpl = address.replace("/labels/", "/papers/label-").replace("?print", ".zpl");
  const answer = await page.request.get(zpl);
  expect(await answer.text()).toMatch(/^\^XA\n\^PW812\n\^LL609\n[\s\S]*\^XZ\n$/);

  await details(page).getByRole("button", { name: "Void 9.95 lb" }).click();
  await expect(details(page)).toHaveCount(0);
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "This package was taken back" })).toBeVisible();
  expect((await page.request.get(zpl)).status()).toBe(410);
});
