import { paymentSettings } from "#db/schema/money/payments.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { startStockedShop } from "#tests/setup/stocked-shop.ts";
import { violationsOf } from "../accessible-page.ts";
import { test as base, expect, ofWorker } from "../fixtures.ts";
import { box, openSearch, options } from "../search-dropdown.ts";
import { storedCart } from "../stored-cart.ts";

/** A shop whose counter is open to all, and where orders are paid at pick-up. */
const test = base.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startStockedShop(async (db) => {
        await db.update(paymentSettings).set({ takesDoor: true });
        await insertServedZone(db, {
          name: "Fraser Valley",
          prefixes: ["V2S", "V3G"],
          weekdays: [2, 4],
          day: { minOrder: "150.00", fee: "12.00", freeFrom: "400.00" },
        });
        await insertServedZone(db, {
          name: "Abbotsford counter",
          kind: "pickup",
          place: "100 Sample Road, Abbotsford, BC",
          weekdays: [5],
          day: { windowFrom: "10:00", windowTo: "17:00" },
        });
      });
      await use(shop);
      await shop.stop();
    },
    ofWorker,
  ],
});

// Screens with a mistake are answered 400.
test.use({ viewport: { width: 360, height: 780 }, expectedErrors: [/status of 400/] });

test("a home cook finds a sunday roast and orders it for pick-up", async ({ page }) => {
  test.slow();
  const main = page.getByRole("main");
  const next = (name: string) => main.getByRole("button", { name }).click();
  const screen = async (name: string) => {
    await expect(main.getByRole("heading", { name })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      360,
    );
    expect(await violationsOf(page), name).toEqual([]);
  };
  await page.emulateMedia({ reducedMotion: "reduce" });

  await openSearch(page);
  await box(page).fill("sunday roast");
  await options(page).first().click();
  await main.getByLabel(/Quantity/).fill("3");
  await main.getByRole("button", { name: "Add to Cart" }).click();
  await main.getByRole("button", { name: "View cart" }).click();
  const cart = page.getByRole("dialog");
  await cart.getByLabel("Postal code").fill("v3g 1a2");
  await cart.getByLabel("Postal code").press("Enter");
  await expect(cart.getByText("With tax and delivery ($12.00), at most $127.39.")).toBeVisible();
  await cart.getByRole("button", { name: "Checkout" }).click();

  await screen("Where and when");
  await main.getByLabel("Postal code, for delivery").fill("v3g 1a2");
  await next("Show days");
  await expect(main.getByText("We deliver to V3G 1A2.")).toBeVisible();
  // The first delivery is chosen, and asks for more than one roast.
  await next("Continue");
  await expect(main.getByText("The minimum order is $150.00.")).toBeVisible();
  await main
    .getByRole("radio", { name: /^Friday/ })
    .first()
    .check();
  await next("Continue");

  await screen("Your details");
  await next("Check the order");
  await expect(main.getByText("Please enter your name")).toBeVisible();
  await main.getByLabel("Name").fill("Jo Cook");
  await main.getByLabel("E-mail", { exact: true }).fill("jo@example.com");
  await main.getByLabel("Phone").fill("604-555-0155");
  await main.getByRole("radio", { name: /^At pick-up/ }).check();
  await next("Check the order");

  await screen("Your order");
  await expect(main.getByText("You pay for the weight we pack, at most $115.39.")).toBeVisible();
  // A look at the shop loses nothing.
  await page.goto("/shop");
  await page.goto("/checkout");
  await expect(main.getByRole("radio", { name: /^Friday/ }).first()).toBeChecked();
  await next("Continue");
  await expect(main.getByLabel("Name")).toHaveValue("Jo Cook");
  await next("Check the order");
  await next("Place the order");

  await screen("Thank you");
  await expect(main.getByText("100 Sample Road, Abbotsford, BC")).toBeVisible();
  await expect.poll(() => storedCart(page)).toEqual([]);
  await main.getByRole("link", { name: "Change quantities or notes" }).click();
  await main.getByLabel(/^Pieces of/).fill("4");
  await next("Save");
  await expect(main.getByText("Your order was changed")).toBeVisible();
  await expect(main.getByText("4 pieces, about 14 lb").first()).toBeVisible();
  await main.getByText("Cancel the order").click();
  await next("Yes, cancel it");
  await expect(main.getByText("Cancelled")).toBeVisible();
});
