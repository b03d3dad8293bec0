import { signIn } from "#tests/e2e/client-area.ts";
import { holdEvents } from "#tests/e2e/hold-back.ts";
import {
  bar,
  expect,
  expectPlaced,
  openPad,
  ordersOf,
  pickTwo,
  placeButton,
  pounds,
  review,
  reviewButton,
  reviewed,
  test,
} from "./place-order-page.ts";

test("a client picks, reviews, places, and finds the order", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  await openPad(page);
  await expect(bar(page)).toContainText("Nothing picked yet");
  const plus = page.getByRole("button", { name: "One pound more of Ribeye Steak", exact: true });
  await plus.click();
  await plus.click();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2");
  await pounds(page, "Ribeye Steak").fill("2,5");
  await pounds(page, oxtail.name).fill("10");
  await expect(bar(page)).toContainText("2 products, 12.5 lb");
  // 2.5 × 27.99 = 69.975, half up; 10 × 9.35.
  await expect(bar(page)).toContainText("$163.48");

  await review(page);
  await expect(reviewed(page)).toHaveCount(2);
  await expect(reviewed(page).first()).toContainText("Ribeye Steak");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await expect(reviewed(page).first()).toContainText("$27.99/lb · $61.71/kg");
  await expect(reviewed(page).first()).toContainText("$69.98");
  await page.getByRole("textbox", { name: "Notes for this order" }).fill("Thick cut\nplease");
  await placeButton(page).click();

  await expectPlaced(page);
  const [order, ...others] = await ordersOf(shop, client);
  expect(others).toEqual([]);
  expect(order).toMatchObject({
    status: "pending",
    totalPrice: "163.48",
    notes: "Thick cut\nplease",
    items: [
      { productName: "Ribeye Steak", quantity: "2.50", pricePerLb: "27.99", subtotal: "69.98" },
      { productName: "Sample Oxtail", quantity: "10.00", pricePerLb: "9.35", subtotal: "93.50" },
    ],
  });
  const main = page.getByRole("main");
  await expect(main).toContainText(`Order ${order?.number}`);
  await expect(main).toContainText("$163.48");
  await expect(main).toContainText(client.email);

  await main.getByRole("link", { name: "See the order" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/orders/${order?.id}$`));
  await page.goBack();
  await main.getByRole("link", { name: "Place another order" }).click();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("");
  await expect(bar(page)).toContainText("Nothing picked yet");
  await expect(main).toContainText(`Order ${order?.number} was placed`);
});

test("pressing twice, and pressing in two tabs, places one order", async ({
  page,
  context,
  shop,
  client,
  oxtail,
}) => {
  expect(oxtail.isActive).toBe(true);
  await pickTwo(page);
  const other = await context.newPage();
  await openPad(other);
  await expect(pounds(other, "Ribeye Steak")).toHaveValue("2.5");
  await review(other);

  await Promise.all([placeButton(page).dblclick(), placeButton(other).dblclick()]);
  await Promise.all([expectPlaced(page), expectPlaced(other)]);
  expect(other.url()).toBe(page.url());
  expect(await ordersOf(shop, client)).toHaveLength(1);
});

test("keeps picked lines after a reload, also in the review, and shares them between tabs", async ({
  page,
  context,
  client: _client,
}) => {
  await openPad(page);
  await pounds(page, "Ribeye Steak").fill("2.5");
  await page.reload();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");

  const other = await context.newPage();
  await openPad(other);
  await expect(pounds(other, "Ribeye Steak")).toHaveValue("2.5");
  await pounds(other, "Striploin Steak").fill("4");
  await expect(pounds(page, "Striploin Steak")).toHaveValue("4");

  await review(page);
  await page.getByRole("textbox", { name: "Notes for this order" }).fill("Thick");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Review your order");
  await expect(reviewed(page)).toHaveCount(2);
  await expect(page.getByRole("textbox", { name: "Notes for this order" })).toHaveValue("Thick");

  await page.goBack();
  await expect(pounds(page, "Striploin Steak")).toHaveValue("4");
  await expect(reviewButton(page)).toBeFocused();
});

test("a line that reaches 0 or is removed is dropped", async ({ page, client: _client }) => {
  await openPad(page);
  await page.getByRole("button", { name: "One pound more of Ribeye Steak", exact: true }).click();
  await page.getByRole("button", { name: "One pound less of Ribeye Steak", exact: true }).click();
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("");
  await pounds(page, "Striploin Steak").fill("0");
  await pounds(page, "T-Bone Steak").fill("0.5");
  await expect(pounds(page, "Striploin Steak")).toHaveValue("");
  await pounds(page, "Bavette Steak").fill("3");
  await expect(bar(page)).toContainText("2 products, 3.5 lb");

  await review(page);
  await page.getByRole("button", { name: "Remove Bavette Steak" }).click();
  await expect(page.getByRole("button", { name: "Remove Bavette Steak" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page.getByRole("button", { name: "Remove Bavette Steak" }).click();
  await expect(reviewed(page)).toHaveCount(1);
  await page.getByRole("button", { name: "Remove T-Bone Steak" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Place an order");
  await expect(bar(page)).toContainText("Nothing picked yet");
});

test("an invalid quantity shows the reason at its line", async ({ page, client: _client }) => {
  await openPad(page);
  await reviewButton(page).click();
  await expect(bar(page).getByRole("alert")).toHaveText(
    "Enter a quantity for at least one product.",
  );
  for (const [typed, message] of [
    ["2.555", "Use at most 2 decimals, for instance 12.75."],
    ["1,000", "Write thousands without a comma, for instance 1000."],
    ["10001", "Enter at most 10,000 lb."],
    ["-1", "Enter more than 0 lb."],
    ["ten", "Enter the weight in pounds, for instance 12.5."],
  ] as const) {
    const box = pounds(page, "Ribeye Steak");
    await box.fill(typed);
    await box.press("Tab");
    await expect(box).toHaveValue(typed);
    await expect(box).toHaveAccessibleDescription(message);
    await reviewButton(page).click();
    await expect(bar(page).getByRole("alert")).toHaveText("Check the quantity of Ribeye Steak.");
    await expect(box).toBeFocused();
  }
});

test("the filter finds products by name and category, and links jump to the categories", async ({
  page,
  client: _client,
}) => {
  await openPad(page);
  const categories = page.getByRole("navigation", { name: "Categories on this page" });
  await categories.getByRole("link", { name: "Prime Rib" }).click();
  const rib = page.getByRole("heading", { level: 2, name: "Prime Rib" });
  await expect(rib).toBeFocused();
  await expect(rib).toBeInViewport();
  await expect(page).toHaveURL(/#pick$/);

  const filter = page.getByRole("searchbox", { name: "Filter products" });
  await pounds(page, "Ribeye Steak").fill("2");
  await filter.fill("tbone");
  await expect(page.getByText("1 product found")).toBeAttached();
  await expect(pounds(page, "T-Bone Steak")).toBeVisible();
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Loin"]);
  await filter.press("Enter");
  await filter.fill("unicorn");
  await expect(page.getByText("No products found")).toBeVisible();
  // Hidden lines stay in the order.
  await expect(bar(page)).toContainText("1 product, 2 lb");
  await filter.fill("");
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2");
});

test("signing out clears the picked lines, and another account never sees them", async ({
  page,
  shop,
  client,
}) => {
  await holdEvents(page);
  await openPad(page);
  await pounds(page, "Ribeye Steak").fill("2.5");
  await expect(bar(page)).toContainText("1 product");

  await signIn(page.request, shop.url, shop.demo);
  await openPad(page);
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("");

  await signIn(page.request, shop.url, client);
  await openPad(page);
  await expect(pounds(page, "Ribeye Steak")).toHaveValue("2.5");
  await page.getByRole("banner").getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/$/);
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("Ribeye");
});
