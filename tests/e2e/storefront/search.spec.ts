import { expect, test } from "../fixtures.ts";
import { box, opener, openSearch, options } from "../search-dropdown.ts";

test("the keyboard alone finds a product", async ({ page }) => {
  await page.goto("/");
  await expect(opener(page)).toBeVisible();
  // Past the skip link and the wordmark.
  for (const _ of ["skip", "home", "search"]) await page.keyboard.press("Tab");
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(opener(page)).toHaveAttribute("aria-expanded", "true");
  await expect(box(page)).toBeFocused();

  await page.keyboard.type("TENDERLOIN");
  await expect(options(page)).toHaveText([/^Tenderloin Roast/, /^Tenderloin Steak/]);
  await expect(page.getByRole("status").getByText("2 products found")).toBeAttached();
  const [roast, steak] = [options(page).nth(0), options(page).nth(1)];
  await page.keyboard.press("ArrowDown");
  await expect(roast).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await expect(roast).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(steak).toHaveAttribute("aria-selected", "true");
  await expect(roast).toHaveAttribute("aria-selected", "false");
  await expect(box(page)).toHaveAttribute(
    "aria-activedescendant",
    (await steak.getAttribute("id")) ?? "",
  );
  await expect(box(page)).toBeFocused();

  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Tenderloin Steak" })).toBeVisible();
  await expect(page).toHaveURL(/\/shop\/loin\/[0-9a-f-]{36}$/);
  await expect(box(page)).toBeHidden();
});

test("Escape and a press elsewhere close the search and clear it", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type("ribeye");
  await expect(options(page)).toHaveText([/^Ribeye Steak/, /^Tomahawk Steak/]);
  await page.keyboard.press("Escape");
  await expect(box(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await expect(opener(page)).toHaveAttribute("aria-expanded", "false");

  await page.keyboard.press("Space");
  await expect(box(page)).toHaveValue("");
  await expect(page.getByText("Start typing to search")).toBeVisible();
  await page.keyboard.type("ribeye");
  await expect(options(page)).toHaveCount(2);
  // The page's last line, since results may cover the upper part of its footer.
  await page.getByRole("contentinfo").getByText(/^©/).click();
  await expect(box(page)).toBeHidden();

  await opener(page).click();
  await expect(box(page)).toHaveValue("");
  await page.getByRole("button", { name: "Close search" }).click();
  await expect(box(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
});

test("at most five results are shown, sorted by name, and a press opens one", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type("steak");
  await expect(options(page)).toHaveCount(5);
  const names = await options(page).allInnerTexts();
  expect(names).toEqual(names.toSorted(new Intl.Collator("en-CA", { numeric: true }).compare));
  await options(page).filter({ hasText: "Chuck Blade Steak" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Chuck Blade Steak" })).toBeVisible();
  await expect(box(page)).toBeHidden();
});

test("every character is searched for literally", async ({ page }) => {
  await openSearch(page);
  for (const typed of [
    "%",
    "_",
    "\\",
    "'",
    '"',
    ",",
    "%' or 1=1 --",
    "🥩",
    "e%k",
    "x".repeat(10_000),
  ]) {
    const answered = page.waitForResponse("**/api/search*");
    await box(page).fill(typed);
    expect(await (await answered).json(), typed).toEqual({ products: [], total: 0 });
    await expect(page.getByText("No products found")).toBeVisible();
    await expect(options(page)).toHaveCount(0);
  }
  await box(page).fill("t-b");
  await expect(options(page).first()).toHaveText(/^T-Bone Steak/);
});

test("Enter without a chosen result opens the results page", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type("tenderloin");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=tenderloin$/);
  await expect(box(page)).toBeHidden();
  const main = page.getByRole("main");
  await expect(
    main.getByRole("heading", { level: 2, name: "2 products for “tenderloin”" }),
  ).toBeVisible();
  await expect(main.getByRole("article")).toHaveCount(2);

  await main.getByRole("searchbox").fill("100% unicorn");
  await main.getByRole("searchbox").press("Enter");
  await expect(main.getByText("No products found")).toBeVisible();
  await expect(main.getByText("Nothing in the shop goes by “100% unicorn”.")).toBeVisible();
  await main.getByRole("searchbox").fill("  ");
  await main.getByRole("button", { name: "Search" }).click();
  await expect(main.getByText("Start typing to search")).toBeVisible();
});

test("the number of further results is shown, with a link to them", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type("steaks");
  await expect(options(page)).toHaveCount(5);
  const more = page.getByRole("link", { name: /^\d+ more: see all \d+ products$/ });
  const [hidden = 0, all = 0] = ((await more.textContent()) ?? "").match(/\d+/g)?.map(Number) ?? [];
  expect(hidden).toBe(all - 5);
  await page.keyboard.press("Tab");
  await expect(more).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=steaks$/);
  await expect(box(page)).toBeHidden();
  const main = page.getByRole("main");
  await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText(
    `${all} products for “steaks”`,
  );
  await expect(main.getByRole("article")).toHaveCount(all);
});

test("a cut is found by its other names, and despite a typo", async ({ page }) => {
  await openSearch(page);
  for (const [typed, name] of [
    ["rib eye", "Ribeye Steak"],
    ["new york", "Striploin Steak"],
    ["filet mignon", "Tenderloin Steak"],
    ["hamburger", "Beef Burger Patties"],
  ] as const) {
    await box(page).fill(typed);
    await expect(options(page).filter({ hasText: name })).toBeVisible();
  }
  await box(page).fill("tenderlion");
  await expect(options(page)).toHaveText([/^Tenderloin Roast/, /^Tenderloin Steak/]);
  await expect(
    page.getByRole("status").getByText("2 products found for “tenderloin”"),
  ).toBeVisible();
  await page.keyboard.press("Enter");
  const main = page.getByRole("main");
  await expect(main.getByText("Nothing in the shop goes by “tenderlion”.")).toBeVisible();
  await expect(main.getByRole("heading", { level: 2 }).first()).toHaveText(
    "2 products for “tenderloin”",
  );
});
