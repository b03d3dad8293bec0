import { expect, type Page, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";
import { box, openSearch, options } from "../search-dropdown.ts";

function watchQueries(page: Page) {
  const queries: (string | null)[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === "/api/search") queries.push(url.searchParams.get("q"));
  });
  return queries;
}

test("a search is sent once, 300 ms after the last key, and never for blanks", async ({ page }) => {
  await page.clock.install();
  await openSearch(page);
  const queries = watchQueries(page);
  await page.clock.pauseAt(Date.now() + 60_000);

  await page.keyboard.type("   ");
  await page.clock.runFor(1000);
  await expect(page.getByText("Start typing to search")).toBeVisible();

  for (const key of "ribeye") {
    await page.keyboard.press(key);
    await page.clock.runFor(100);
  }
  await page.clock.runFor(199);
  await expect(page.getByText("Searching...")).toBeVisible();
  expect(queries).toEqual([]);
  const asked = page.waitForRequest("**/api/search*");
  await page.clock.runFor(1);
  await asked;
  await page.clock.resume();
  const found = [/^Ribeye Steak/, /^Tomahawk Steak/];
  await expect(options(page)).toHaveText(found);
  expect(queries).toEqual(["ribeye"]);

  // A recent query is cached. Filled at once, since a slow machine may search between two keys.
  await box(page).fill("ribeyeqqqq");
  await expect(page.getByText("No products found")).toBeVisible();
  await box(page).fill("ribeye");
  await expect(options(page)).toHaveText(found);
  expect(queries).toEqual(["ribeye", "ribeyeqqqq"]);
});

test("the search shows its state: start, searching, nothing found", async ({ page }) => {
  const answers = await holdBack(page, "**/api/search*");
  await openSearch(page);
  await expect(page.getByText("Start typing to search")).toBeVisible();
  await page.keyboard.type("porcupine");
  await expect(page.getByText("Searching...")).toBeVisible();
  await expect(page.getByText("No products found")).toBeHidden();
  answers.release();
  await expect(page.getByText("No products found")).toBeVisible();
  await box(page).fill("   ");
  await expect(page.getByText("Start typing to search")).toBeVisible();
});

test("nothing moves while the next results are awaited", async ({ page }) => {
  await openSearch(page);
  await page.keyboard.type("ribeye");
  await expect(options(page)).toHaveCount(2);
  const form = page.getByRole("search").filter({ has: box(page) });
  const height = async () => (await form.boundingBox())?.height;
  const before = await height();
  const answers = await holdBack(page, "**/api/search*");
  const asked = page.waitForRequest("**/api/search?q=oxtail");
  await box(page).fill("oxtail");
  await asked;
  await expect(page.getByText("Searching...")).toBeVisible();
  await expect(options(page)).toHaveCount(2);
  expect(await height()).toBe(before);
  answers.release();
  await expect(options(page)).toHaveText([/^Oxtail/]);
  expect(await height()).toBe(before);
});

test("outdated results are not shown", async ({ page }) => {
  const answers = await holdBack(page, "**/api/search*");
  await openSearch(page);
  const first = page.waitForRequest("**/api/search?q=ribeye");
  await page.keyboard.type("ribeye");
  await first;
  const second = page.waitForRequest("**/api/search?q=oxtail");
  await box(page).fill("oxtail");
  await second;
  answers.release();
  await expect(options(page)).toHaveText([/^Oxtail/]);
});

test.describe("when the search fails", () => {
  test.use({ expectedErrors: [/status of 500/] });

  test("no products are found, without an error, and the next search works", async ({ page }) => {
    const logged = page.waitForEvent("console", (message) =>
      message.text().startsWith("Search failed:"),
    );
    await page.route("**/api/search*", (route) => route.fulfill({ status: 500 }), { times: 1 });
    await openSearch(page);
    // Typed without pauses, which would cause separate requests of which only the first fails.
    await box(page).fill("ribeye");
    await expect(page.getByText("No products found")).toBeVisible();
    await logged;
    await expect(page.getByRole("alert")).toHaveCount(0);
    await box(page).fill("ribeye steak");
    await expect(options(page).first()).toHaveText(/^Ribeye Steak/);
  });
});
