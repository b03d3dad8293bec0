import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "../fixtures.ts";
import { opener } from "../search-dropdown.ts";
import { cartProduct } from "../stored-cart.ts";

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name });

/** Goes to an address and waits until the page's scripts run; returns the answer's status. */
async function visit(page: Page, path: string) {
  const response = await page.goto(path);
  await expect(opener(page)).toBeVisible();
  return response?.status();
}

test.afterEach(({ shop }) => {
  // No request of a visitor may cause an error of the shop.
  expect(shop.log().filter(({ level }) => level >= 50)).toEqual([]);
});

test.describe("unknown addresses", () => {
  // The browser logs every 404; anything else fails the test.
  test.use({ expectedErrors: [/^Failed to load resource: .* status of 404/] });

  test("an unknown category leads back to the shop", async ({ page }) => {
    for (const category of ["unicorn", "LOINS", "__proto__", "constructor", "%20", "🥩"]) {
      expect(await visit(page, `/shop/${category}`), category).toBe(404);
      await expect(heading(page, "Category not found")).toBeVisible();
      await expect(page).toHaveTitle(/^Category not found \|/);
    }
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await expect(heading(page, "The shop")).toBeVisible();
    await expect(page).toHaveURL(/\/shop$/);
  });

  test("an unknown product leads back to the shop and on to four categories", async ({ page }) => {
    const unknown = [
      "unicorn",
      "123",
      randomUUID(),
      "00000000-0000-0000-0000-000000000000",
      "3f2504e0-4f89-41d3-9a0c-0305e82c330",
      "3f2504e0-4f89-41d3-9a0c-0305e82c3301-and-more",
      "'; drop table products; --",
      "x".repeat(900),
    ];
    for (const product of unknown) {
      expect(await visit(page, `/shop/loin/${encodeURIComponent(product)}`), product).toBe(404);
      await expect(heading(page, "Product not found")).toBeVisible();
    }
    await expect(page).toHaveTitle(/^Product not found \|/);
    const others = page.getByRole("navigation", { name: "Other categories" }).getByRole("link");
    await expect(others).toHaveCount(4);
    await expect(others.first()).toHaveAttribute("href", /^\/shop\/[a-z-]+$/);
    // The visitor has visited Loin. Chuck is the first of the four.
    expect(await visit(page, "/shop/chuck/unicorn")).toBe(404);
    await expect(others).toHaveCount(4);
    await expect(others.getByText("Chuck")).toHaveCount(0);
    await page.getByRole("link", { name: "Return to shop" }).click();
    await expect(heading(page, "The shop")).toBeVisible();
  });

  const strange = [
    "/%00",
    "//unicorn",
    "//example.com",
    "/..;/",
    "/..%2f..%2fetc/passwd",
    "/shop/%00",
    "/shop/loin/%00",
    "/shop/loin/striploin-steak/more",
    "/<script>alert(1)</script>",
    "/__proto__",
    "/index.html",
    `/${"a/".repeat(30)}`,
  ];
  test("strange addresses show a page that is not found, with a link to the shop", async ({
    page,
    shop,
  }) => {
    for (const path of strange) {
      // Playwright would treat a leading // as another host.
      expect(await visit(page, `${shop.url}${path}`), path).toBe(404);
      await expect(heading(page, /^(Page|Category|Product) not found$/)).toBeVisible();
      await page.getByRole("banner").getByRole("link", { name: "Shop", exact: true }).click();
      await expect(heading(page, "The shop")).toBeVisible();
    }
  });
});

test.describe("an address that cannot be decoded", () => {
  test.use({ expectedErrors: [/status of 400/] });

  test("shows a message, with a link to the shop", async ({ page, shop }) => {
    for (const path of ["/%ff", "/%", "/%E0%A4%A", "/shop/%ff", "/shop/loin/%ff"]) {
      expect((await page.goto(shop.url + path))?.status(), path).toBe(400);
      await expect(heading(page, "This address cannot be read")).toBeVisible();
      await page.getByRole("link", { name: "Shop all cuts" }).click();
      await expect(heading(page, "The shop")).toBeVisible();
    }
  });
});

test.describe("an address longer or deeper than any of the shop's", () => {
  test.use({ expectedErrors: [/status of 414/] });

  test("shows a message, with a link to the shop", async ({ page, shop }) => {
    for (const path of [`/${"x".repeat(2_000)}`, `/${"a/".repeat(500)}`]) {
      expect((await page.goto(shop.url + path))?.status(), path).toBe(414);
      await expect(heading(page, "This address is too long")).toBeVisible();
      await page.getByRole("link", { name: "Shop all cuts" }).click();
      await expect(heading(page, "The shop")).toBeVisible();
    }
  });
});

test("// is the home page, and its scripts work", async ({ page, shop }) => {
  expect(await visit(page, `${shop.url}//`)).toBe(200);
  await expect(heading(page, /Triple AAA Graded/)).toBeVisible();
  await page.getByRole("link", { name: "Shop Now" }).click();
  await expect(heading(page, "The shop")).toBeVisible();
});

test("an unknown tab of the shop shows every product", async ({ page }) => {
  for (const query of [
    "category=unicorn",
    "category=",
    "category=loin%00",
    "category=a&category=b",
  ]) {
    expect(await visit(page, `/shop?${query}`), query).toBe(200);
    const all = page.getByRole("tab", { name: "All Products" });
    await expect(all).toHaveAttribute("aria-selected", "true");
    await expect(page.getByRole("article")).toHaveCount(42);
  }
});

test("a product's address under another category redirects to its own", async ({ page }) => {
  const { id } = await cartProduct(page, "Striploin Steak");
  for (const product of ["striploin-steak", id, id.toUpperCase()]) {
    for (const category of ["chuck", "unicorn"]) {
      expect(await visit(page, `/shop/${category}/${product}?from=mail`)).toBe(200);
      const canonical = product.toLowerCase();
      await expect(page).toHaveURL(new RegExp(`/shop/loin/${canonical}\\?from=mail$`));
      await expect(heading(page, "Striploin Steak")).toBeVisible();
    }
  }
});

test("a search of 10,000 characters finds nothing, and fits the page", async ({ page }) => {
  expect(await visit(page, `/search?q=${"x".repeat(10_000)}`)).toBe(200);
  await expect(page.getByText("No products found")).toBeVisible();
  const box = page.getByRole("main").getByRole("searchbox");
  await expect(box).toHaveValue("x".repeat(100));
  await page.setViewportSize({ width: 360, height: 740 });
  const { scrollWidth, right } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    right: document.documentElement.getBoundingClientRect().right,
  }));
  expect(scrollWidth).toBeLessThanOrEqual(right);
});

test("searches with special characters find nothing or the products they name", async ({
  page,
}) => {
  const nothing = [
    "%00",
    "%ff",
    "%E0%A4%A",
    "%25",
    "_",
    "%5C",
    "%27",
    "%22",
    "%2C",
    "%F0%9F%A5%A9",
  ];
  for (const typed of nothing) {
    expect(await visit(page, `/search?q=${typed}`), typed).toBe(200);
    await expect(page.getByText(/^(No products found|Start typing to search)$/)).toBeVisible();
    await expect(page.getByRole("article")).toHaveCount(0);
  }
  await visit(page, "/search?q=%20%20tenderloin%20%00&q=other&x=1");
  await expect(page.getByRole("heading", { name: "2 products for “tenderloin”" })).toBeVisible();
  await visit(page, "/search?other=1");
  await expect(page.getByText("Start typing to search")).toBeVisible();
});
