import { eq } from "drizzle-orm";
import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { products } from "#db/schema/products.ts";
import { violationsOf } from "#tests/e2e/accessible-page.ts";
import { test as base, expect, ofWorker } from "#tests/e2e/fixtures.ts";
import { box, openSearch, options } from "#tests/e2e/search-dropdown.ts";
import { storedCart } from "#tests/e2e/stored-cart.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { startStockedShop } from "#tests/setup/shops/stocked-shop.ts";

/** Only 12 lb of it are in stock. */
const scarce = "Regular Ground Beef";

/** A shop whose retail checkout is open, with payment at pickup. */
const test = base.extend<object, object>({
  shop: [
    async ({ browserName: _ }, use) => {
      const shop = await startStockedShop(async (db) => {
        await db.update(paymentSettings).set({ takesDoor: true });
        const [product] = await db.select().from(products).where(eq(products.name, scarce));
        if (!product) throw new Error(`The catalogue has no ${scarce}`);
        const productId = product.id;
        await db.insert(productStock).values({ productId, tracking: "lb" });
        await db.insert(stockEntries).values({ productId, kind: "received", lb: "12.00" });
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

// Invalid screens are answered with 400.
test.use({ viewport: { width: 360, height: 780 }, expectedErrors: [/status of 400/] });

test("a home cook finds a sunday roast and orders it for pickup", async ({ page }) => {
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
  await expect(cart.getByText("$45.10 below the minimum of $150.00")).toBeVisible();
  // The sticky part leaves more than half of the drawer to the lines.
  const foot = await cart.locator("footer").boundingBox();
  expect(foot?.height).toBeLessThan(780 / 2.5);
  await cart.getByRole("button", { name: "Change the postal code" }).click();
  await expect(cart.getByLabel("Postal code")).toBeFocused();
  await cart.getByRole("button", { name: "Checkout" }).click();

  await screen("Where and when");
  // The only links are the logo and the way back.
  await expect(page.getByRole("banner").getByRole("link")).toHaveCount(1);
  await expect(page.getByRole("banner").getByRole("button")).toHaveCount(0);
  await expect(main.getByRole("link", { name: "604-555-0142" })).toBeVisible();
  await expect(main.getByRole("listitem").and(main.locator("[aria-current=step]"))).toHaveText(
    "1. Where and when",
  );
  await main.getByText("Your order").click();
  await expect(main.getByRole("group").getByText("3 pieces, about 10.5 lb")).toBeVisible();
  await main.getByLabel("Postal code, for delivery").fill("v3g 1a2");
  await next("Check delivery");
  await expect(main.getByText("We deliver to V3G 1A2.")).toBeVisible();
  // The first delivery is preselected, and its minimum is more than one roast.
  await next("Continue");
  await expect(main.getByText("The minimum order is $150.00.")).toBeVisible();
  await main
    .getByRole("radio", { name: /^Friday/ })
    .first()
    .check();
  await next("Continue");

  await screen("Your details");
  await next("Review order");
  await expect(main.getByText("Please enter your name")).toBeVisible();
  await main.getByLabel("Name").fill("Jo Cook");
  await main.getByLabel("Email", { exact: true }).fill("jo@example.com");
  await main.getByLabel("Phone").fill("604-555-0155");
  await main.getByRole("radio", { name: /^At pickup/ }).check();
  await next("Review order");

  await screen("Your order");
  await expect(main.getByText("You pay for the weight we pack, at most $115.39.")).toBeVisible();
  // A detour to the shop loses nothing.
  await page.goto("/shop");
  await page.goto("/checkout");
  await expect(main.getByRole("radio", { name: /^Friday/ }).first()).toBeChecked();
  await next("Continue");
  await expect(main.getByLabel("Name")).toHaveValue("Jo Cook");
  await next("Review order");
  await next("Place the order");

  await screen("Thank you");
  await expect(main.getByText("100 Sample Road, Abbotsford, BC")).toBeVisible();
  await expect.poll(() => storedCart(page)).toEqual([]);
  await expect(main.getByRole("list", { name: "Progress" }).getByRole("listitem")).toHaveText([
    /^Now: Received/,
    "To come: Cut, weighed and packed",
    /^To come: Ready for pickup/,
    "To come: Picked up",
  ]);
  const calendar = main.getByRole("link", { name: "Add to calendar" });
  const file = await page.request.get((await calendar.getAttribute("href")) ?? "");
  expect(file.headers()["content-type"]).toContain("text/calendar");
  expect(await file.text()).toContain("LOCATION:100 Sample Road\\, Abbotsford\\, BC");
  const orderPage = page.url();
  await main.getByRole("button", { name: "Order again" }).click();
  await expect(main.getByRole("heading", { name: "Your Cart (3 items)" })).toBeVisible();
  await page.goto(orderPage);
  await main.getByRole("link", { name: "Change quantities or notes" }).click();
  const sum = main.getByRole("region", { name: "New total" });
  const asked = Promise.withResolvers<void>();
  await page.route(/\/change\.data/, async (route) => {
    await asked.promise;
    await route.fallback();
  });
  await main.getByLabel(/^Pieces of/).fill("4");
  // The old total is not shown as current.
  await expect(sum.getByText("Working it out …")).toBeVisible();
  asked.resolve();
  // The total shown before saving equals the saved one.
  await expect(sum).toContainText(/New estimate\s*\$104\.90\s*\$139\.86/);
  await expect(sum).toContainText("at most $153.85");
  await next("Save");
  await expect(main.getByText("Your order was changed")).toBeVisible();
  await expect(main.getByText("4 pieces, about 14 lb").first()).toBeVisible();
  await expect(main.getByText("You pay for the weight we pack, at most $153.85.")).toBeVisible();
  await main.getByText("Cancel the order").click();
  await next("Yes, cancel it");
  await expect(main.getByText("Cancelled", { exact: true })).toBeVisible();
});

test("Back, Forward and a reload within the checkout keep the screen and the input", async ({
  page,
}) => {
  test.slow();
  const main = page.getByRole("main");
  const next = (name: string) => main.getByRole("button", { name, exact: true }).click();
  const screen = (name: string) =>
    expect(main.getByRole("heading", { name, exact: true })).toBeVisible();
  const name = main.getByLabel("Name");
  const friday = main.getByRole("radio", { name: /^Friday/ }).nth(1);
  for (const slug of ["striploin-steak", "tenderloin-steak"]) {
    await page.goto(`/shop/loin/${slug}`);
    await main.getByLabel(/Quantity/).fill("3");
    await main.getByRole("button", { name: "Add to Cart" }).click();
    await expect(main.getByRole("button", { name: "View cart" })).toBeVisible();
  }
  const before = page.url();
  await page.getByRole("button", { name: "Cart, 6 items" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Checkout" }).click();

  await screen("Where and when");
  await friday.check();
  await next("Continue");
  await screen("Your details");
  await name.fill("Jo Cook");
  await page.goBack();
  await screen("Where and when");
  await expect(friday).toBeChecked();
  await page.goForward();
  await screen("Your details");
  await expect(name).toHaveValue("Jo Cook");
  await main.getByLabel("Phone").fill("604-555-0155");
  await page.reload();
  await screen("Your details");
  await expect(main.getByLabel("Phone")).toHaveValue("604-555-0155");

  // A refused form adds no history entry.
  await next("Review order");
  await expect(main.getByText("Please enter your email address")).toBeVisible();
  await page.goBack();
  await screen("Where and when");
  await next("Continue");
  await screen("Your details");
  await main.getByLabel("Email", { exact: true }).fill("jo@example.com");
  await main.getByRole("radio", { name: /^At pickup/ }).check();
  await next("Review order");
  await screen("Your order");
  // Changing a line shows the current total, if any; a removed line comes back.
  const sum = main.getByText(/^You pay for the weight we pack, at most/);
  const lines = main.getByRole("list", { name: "Your order" }).getByRole("listitem");
  const more = main.getByRole("button", { name: "Increase quantity of Striploin Steak" });
  let most = (await sum.textContent()) ?? "";
  for (const pounds of ["4", "5"]) {
    await more.click();
    await expect(lines.nth(0).getByRole("textbox")).toHaveValue(pounds);
    await expect(sum).not.toHaveText(most);
    most = (await sum.textContent()) ?? "";
  }
  await expect(more).toBeFocused();
  await next("Remove Striploin Steak");
  await expect(main.getByText("Striploin Steak removed")).toBeVisible();
  await expect(lines).toHaveText([/^Tenderloin Steak/]);
  await next("Undo");
  await expect(lines).toHaveText([/^Striploin Steak/, /^Tenderloin Steak/]);
  await expect(sum).toHaveText(most);
  await expect.poll(() => storedCart(page)).toHaveLength(2);
  await next("Remove Tenderloin Steak");
  await expect(main.getByRole("button", { name: "Remove Tenderloin Steak" })).toHaveCount(0);
  await screen("Your order");
  await page.reload();
  await screen("Your order");
  await expect(main.getByRole("button", { name: /^Remove/ })).toHaveCount(1);
  await page.goBack();
  await screen("Your details");
  await expect(main.getByLabel("Email", { exact: true })).toHaveValue("jo@example.com");
  await page.goBack();
  await screen("Where and when");
  await expect(friday).toBeChecked();
  await page.goBack();
  await expect(page).toHaveURL(before);
  await page.goForward();
  await screen("Where and when");
  await page.goForward();
  await screen("Your details");
  await page.goForward();
  await screen("Your order");
  await next("Place the order");
  await screen("Thank you");
  const placed = new URL(page.url()).pathname;
  // The cart is empty by now, which doesn't affect going back.
  await page.goBack();
  await screen("Your order was placed");
  await main.getByRole("link", { name: "See your order" }).click();
  await expect(page).toHaveURL((url) => url.pathname === placed);
});

test("products added without JavaScript move into the browser's cart once", async ({ page }) => {
  await page.goto("/shop/loin/striploin-steak");
  const main = page.getByRole("main");
  const button = main.getByRole("button", { name: "Add to Cart" });
  const add = (await button.getAttribute("value")) ?? "";
  const headers = { Origin: new URL(page.url()).origin };
  await page.request.post("/cart", { form: { add, qty: "3" }, headers });
  await page.reload();
  await expect(page.getByRole("button", { name: "Cart, 3 items" })).toBeVisible();
  await expect
    .poll(async () => (await page.context().cookies()).map(({ name }) => name))
    .toEqual([]);
  await page.goto("/cart");
  await expect(main.getByRole("heading", { level: 1 })).toHaveText("Your Cart (3 items)");
  await main.getByRole("button", { name: /^Remove/ }).click();
  await expect(main.getByText("Your cart is empty")).toBeVisible();
  await page.reload();
  await expect(main.getByText("Your cart is empty")).toBeVisible();
  await page.goto("/checkout");
  await expect(main.getByText("Your cart is empty")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a home cook goes from the home page to Thank you, changes, moves and cancels", async ({
    page,
  }) => {
    test.slow();
    const main = page.getByRole("main");
    const press = (name: string) => main.getByRole("button", { name, exact: true }).click();
    const heading = (name: string) =>
      expect(main.getByRole("heading", { name, exact: true })).toBeVisible();

    await page.goto("/");
    await page.getByRole("link", { name: "Shop Now" }).click();
    await page.getByRole("link", { name: "Striploin Steak", exact: true }).click();
    await expect(main.getByRole("button", { name: /crease quantity/ })).toHaveCount(0);
    await main.getByRole("textbox", { name: "Quantity of Striploin Steak" }).fill("x");
    await press("Add to Cart");
    await expect(main.getByRole("alert")).toContainText("Striploin Steak was not added.");
    await page.goBack();
    await main.getByRole("textbox", { name: "Quantity of Striploin Steak" }).fill("2");
    await press("Add to Cart");
    await expect(main.getByText("Striploin Steak is in your cart.")).toBeVisible();
    await expect(main.getByRole("heading", { level: 1 })).toHaveText("Your Cart (2 items)");
    await main.getByLabel("of Striploin Steak").fill("0,1.");
    await press("Update the amounts");
    await expect(main.getByRole("alert")).toBeVisible();
    await main.getByLabel("of Striploin Steak").fill("4");
    // Typed quantities count without pressing Update first.
    await press("Checkout");

    await heading("Where and when");
    await main
      .getByRole("radio", { name: /^Friday/ })
      .first()
      .check();
    await press("Continue");
    await heading("Your details");
    await main.getByLabel("Name").fill("Sam Cook");
    await main.getByLabel("Email", { exact: true }).fill("sam@example.com");
    await main.getByLabel("Phone").fill("604-555-0156");
    await main.getByRole("radio", { name: /^At pickup/ }).check();
    await press("Review order");
    await heading("Your order");
    await press("Place the order");
    await heading("Thank you");
    // Only scripts fill in the badge; the button leads to the cart's page, which is empty now.
    const order = page.url();
    await page.getByRole("button", { name: "Cart", exact: true }).click();
    await heading("Your Cart (0 items)");
    await heading("Your cart is empty");

    await page.goto(order);
    await main.getByRole("link", { name: "Change quantities or notes" }).click();
    const amount = main.getByRole("textbox", { name: "Pounds of Striploin Steak" });
    await amount.fill("5");
    await press("Show the new total");
    await expect(main.getByRole("region", { name: "New total" })).toContainText("New estimate");
    await expect(amount).toHaveValue("5");
    await press("Save");
    await expect(main.getByText("Your order was changed")).toBeVisible();
    await main.getByRole("link", { name: "Change the day" }).click();
    await main
      .getByRole("radio", { name: /^Friday/ })
      .last()
      .check();
    await press("Change the day");
    await expect(main.getByText("Your order was changed")).toBeVisible();
    await main.getByRole("link", { name: "Change the phone number" }).click();
    await main.getByLabel("Phone").fill("604-555-0157");
    await press("Save");
    await expect(main.getByText("604-555-0157")).toBeVisible();
    await main.getByText("Cancel the order").click();
    await press("Yes, cancel it");
    await expect(main.getByText("Cancelled", { exact: true })).toBeVisible();
  });
});

test("an amount above the stock is reported in the cart and at the checkout, with a link back", async ({
  page,
}) => {
  const main = page.getByRole("main");
  await page.goto("/shop");
  await main.getByRole("link", { name: scarce }).first().click();
  await main.getByLabel(/Quantity/).fill("13");
  await main.getByRole("button", { name: "Add to Cart" }).click();
  await expect(main.getByRole("button", { name: "View cart" })).toBeVisible();
  await page.goto("/cart");
  const lack = `Only 12 lb of ${scarce} are left`;
  await expect(main.getByText(lack)).toBeVisible();
  await expect(main.getByText(/^With tax/)).toHaveCount(0);
  await main.getByRole("button", { name: "Checkout" }).click();
  await expect(main.getByText("It can’t be ordered like this")).toBeVisible();
  await expect(main.getByText(lack)).toBeVisible();
  await expect(main.getByText(/minimum order|at most/)).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await main.getByRole("link", { name: "Change your cart" }).click();
  await main.getByRole("button", { name: /^Decrease quantity/ }).click();
  await expect(main.getByText(/^With tax/)).toBeVisible();
  await expect(main.getByText(lack)).toHaveCount(0);
});
