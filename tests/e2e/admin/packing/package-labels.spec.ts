import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { expect, test } from "../orders/orders-page.ts";
import { details, field, open, orderOf, status, weigh } from "./station-page.ts";

test.use({ expectedErrors: [/status of 410/] });

test("prints a label when a package is weighed, prints it again, and prints none for a voided package", async ({
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

test("a corrected order lists the outdated labels of its packages and boxes", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [{ name: "Striploin" }]);
  await open(page, order);
  await weigh(page, "5");
  await weigh(page, "5.05");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  const outcome = page.getByRole("region", { name: "What became of the order" });
  await expect(outcome).toContainText("is finished");
  await expect(outcome.getByText("These labels changed")).toHaveCount(0);

  await outcome.getByRole("link", { name: "Correct it" }).click();
  await page.getByLabel("Reason").fill("A label was misread");
  await page.getByRole("button", { name: "Open it again" }).click();
  await expect(field(page)).toBeFocused();
  await details(page).getByRole("button", { name: "Wrong weight of 5 lb" }).click();
  await weigh(page, "4.95");
  await expect(status(page)).toHaveText(
    /If it has a label, PKG-\d+, destroy it, and print the new one\.$/,
  );
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  await expect(outcome.getByRole("listitem")).toHaveText([
    /^Destroy the label of PKG-\d+ \(Striploin, 5.00 lb, box 1\)\.$/,
    /^Print the label of PKG-\d+ \(Striploin, 4.95 lb, box 1\)\.$/,
    "Print the label of box 1 again.",
  ]);
  await expectAccessible(page);
});
