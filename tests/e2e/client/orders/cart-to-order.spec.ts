import { bar, expect, openPad, type Page, pounds, test } from "../placing/place-order-page.ts";

const drawer = (page: Page) => page.getByRole("dialog", { name: /Your Cart/ });

/** Puts a pound of each product into the cart, from its card, and opens the drawer. */
async function fillCart(page: Page, ...names: string[]) {
  await page.goto("/shop/loin");
  for (const name of names) {
    await page.getByRole("button", { name: `Add ${name} to cart` }).click();
  }
  await page.getByRole("button", { name: /^Cart/ }).click();
  await expect(drawer(page).getByRole("listitem")).toHaveCount(names.length);
}

const quantity = (page: Page, name: string) =>
  page.getByRole("textbox", { name: `Quantity of ${name} in lb`, exact: true });

test("one press moves a signed-in client's cart into the order form", async ({
  page,
  client: _client,
}) => {
  await fillCart(page, "T-Bone Steak", "Striploin Steak");
  await quantity(page, "T-Bone Steak").fill("4.5");
  await drawer(page)
    .getByRole("link", { name: /^Order (these as|with your account)/ })
    .click();

  const filled = page.getByRole("main").getByRole("status").filter({ hasText: "Filled in from" });
  await expect(filled).toContainText("Filled in from your cart, at today's prices");
  await expect(pounds(page, "T-Bone Steak")).toHaveValue("4.5");
  await expect(pounds(page, "Striploin Steak")).toHaveValue("1");
  await expect(bar(page)).toContainText("2 products, 5.5 lb");

  // The products are in the order form now, and no longer in the cart.
  await page.goto("/shop/loin");
  await page.getByRole("button", { name: /^Cart/ }).click();
  await expect(drawer(page)).toContainText("Your cart is empty");
});

test("adds the cart to an order in progress after a confirmation", async ({
  page,
  client: _client,
}) => {
  await openPad(page);
  await pounds(page, "T-Bone Steak").fill("3");
  await expect(bar(page)).toContainText("1 product, 3 lb");
  await fillCart(page, "T-Bone Steak");
  await drawer(page)
    .getByRole("link", { name: /^Order (these as|with your account)/ })
    .click();
  await expect(page.getByText("Add everything from your cart to it")).toBeVisible();
  await page.getByRole("button", { name: "Add to it" }).click();
  await expect(pounds(page, "T-Bone Steak")).toHaveValue("4");
});

test("a visitor is offered no order, and a line links to the product's own address", async ({
  page,
}) => {
  await fillCart(page, "T-Bone Steak");
  await expect(drawer(page).getByRole("link", { name: "T-Bone Steak" })).toHaveAttribute(
    "href",
    "/shop/loin/t-bone-steak",
  );
  await expect(drawer(page).getByRole("button", { name: "Checkout" })).toBeVisible();
  await expect(
    drawer(page).getByRole("link", { name: /^Order (these as|with your account)/ }),
  ).toBeHidden();
});

test("a refused quantity shows the reason, in the cart and on the product's page", async ({
  page,
}) => {
  const refused = [
    ["0", "The minimum is 1 lb. Kept at 1 lb."],
    ["0.5", "The minimum is 1 lb. Kept at 1 lb."],
    ["99999", "The maximum is 10,000 lb. Kept at 1 lb."],
  ] as const;
  await fillCart(page, "T-Bone Steak");
  await expect(drawer(page)).toBeVisible();
  for (const path of ["", "/shop/loin/striploin-steak"]) {
    if (path) await page.goto(path);
    const box = quantity(page, path ? "Striploin Steak" : "T-Bone Steak");
    for (const [typed, why] of refused) {
      await box.fill(typed);
      await box.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: why })).toBeVisible();
      await expect(box).toHaveValue("1");
    }
    await box.fill("2.5");
    await box.press("Enter");
    await expect(page.getByText("The maximum is")).toBeHidden();
    await expect(box).toHaveValue("2.5");
  }
});

test("a zero on the order pad shows that the product is not ordered", async ({
  page,
  client: _client,
}) => {
  await openPad(page);
  await pounds(page, "T-Bone Steak").fill("0");
  await pounds(page, "T-Bone Steak").press("Enter");
  await expect(page.getByText("0 lb: not part of this order.")).toBeVisible();
  await pounds(page, "T-Bone Steak").fill("99999");
  await pounds(page, "T-Bone Steak").press("Enter");
  await expect(page.getByText("0 lb: not part of this order.")).toBeHidden();
  await expect(page.getByText("Enter at most 10,000 lb.")).toBeVisible();
  await expect(pounds(page, "T-Bone Steak")).toHaveValue("99999");
});
