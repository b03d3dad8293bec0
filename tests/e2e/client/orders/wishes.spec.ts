import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import {
  bar,
  expect,
  expectPlaced,
  openPad,
  ordersOf,
  placeButton,
  pounds,
  review,
  reviewed,
  test,
} from "../placing/place-order-page.ts";

test("one product is ordered cut in two ways, and the first way is remembered", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  await openPad(page);
  await pounds(page, oxtail.name).fill("10");
  await review(page);
  await page.getByText(`Cut and pack ${oxtail.name}`).click();
  await page.getByLabel(`Thickness of ${oxtail.name}`).selectOption("1¼ in");
  await page.getByLabel(`Per pack of ${oxtail.name}`).fill("2");
  await page.getByRole("button", { name: /^Cut some of it otherwise/ }).click();
  await expect(reviewed(page)).toHaveCount(2);
  const other = reviewed(page).nth(1);
  await other.getByLabel("Pounds of").fill("5");
  await other.getByLabel("Anything else").fill("tied, for the grill");
  await expectAccessible(page);
  await expect(bar(page)).toContainText("1 product, 15 lb");
  // While both wishes are the same, there is one line too many.
  await other.getByLabel("Anything else").fill("");
  await other.getByLabel("Thickness").selectOption("1¼ in");
  await other.getByLabel("Per pack").fill("2");
  await expect(other.getByText("The same product, cut and packed alike")).toBeVisible();
  await other.getByLabel("Thickness").selectOption("As usual");
  await other.getByLabel("Per pack").fill("4");
  await placeButton(page).click();
  await expectPlaced(page);
  await expect(page.getByRole("main")).toContainText("10 lb (1¼ in, 2 per pack)");
  await expect(page.getByRole("main")).toContainText("5 lb (4 per pack)");
  const [placed] = await ordersOf(shop, client);
  expect(placed?.items).toMatchObject([
    { quantity: "10.00", wish: { thickness: "1.25", perPack: "2", trim: "", note: "" } },
    { quantity: "5.00", wish: { thickness: "", perPack: "4", trim: "", note: "" } },
  ]);

  // The next time it is there before any input, and after a reload.
  await openPad(page);
  await page.getByRole("button", { name: "All products" }).click();
  const row = page.getByRole("listitem").filter({ has: pounds(page, oxtail.name) });
  await expect(row).toContainText("1¼ in, 2 per pack");
  await pounds(page, oxtail.name).fill("3");
  await page.reload();
  await review(page);
  await expect(reviewed(page)).toHaveCount(1);
  await expect(reviewed(page).getByText("1¼ in, 2 per pack")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a cutting wish is sent with the review", async ({ page, shop, client, oxtail }) => {
    await page.goto("/dashboard/place-order");
    await pounds(page, oxtail.name).fill("10");
    await page.getByRole("button", { name: "Review order" }).click();
    await page.getByText(`Cut and pack ${oxtail.name}`).click();
    await page.getByLabel(`Trim of ${oxtail.name}`).selectOption("Closely trimmed");
    await page.getByLabel("Call me before you send it").check();
    await page.getByLabel("If something's out of stock, send a similar cut").check();
    await placeButton(page).click();
    await expectPlaced(page);
    await expect(page.getByRole("main")).toContainText("we call you before we send");
    const [placed] = await ordersOf(shop, client);
    expect(placed).toMatchObject({
      allowsSubstitutes: true,
      callFirst: true,
      items: [{ wish: { trim: "lean" } }],
    });
  });
});
