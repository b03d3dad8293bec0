import { test as clientTest } from "../client-area.ts";
import { expect, type Page, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";

/** Scripts requested by the page so far. */
function scriptsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") asked.push(request.url());
  });
  return asked;
}

const link = '<link rel="stylesheet"';

const cart = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Cart/ });

test("scripts wait for the image of the first screen, and then begin", { tag: "@rest" }, async ({
  page,
}) => {
  const scripts = scriptsOf(page);
  const line = await holdBack(page, "**/photos/pages/**");
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.getByRole("contentinfo")).toBeVisible();
  await page.waitForFunction(() => document.readyState === "interactive");
  expect(scripts).toEqual([]);
  line.release();
  await page.waitForLoadState();
  expect(scripts.length).toBeGreaterThan(2);
  await cart(page).click();
  await expect(page.getByRole("dialog")).toBeVisible();
});

test("they do not wait for an image that does not come", { tag: "@rest" }, async ({ page }) => {
  const line = await holdBack(page, "**/photos/pages/**");
  const asked = page.waitForRequest(/\/assets\/react-/);
  await page.goto("/", { waitUntil: "commit" });
  await asked;
  line.release();
});

test("a public page carries its styles", { tag: "@rest" }, async ({ request }) => {
  for (const path of ["/", "/shop", "/faq", "/login", "/no-such-page"]) {
    const html = await (await request.get(path)).text();
    expect(html).toContain('<style id="styles">');
    expect(html).not.toContain(link);
  }
});

clientTest(
  "a page behind the sign-in names its styles",
  { tag: "@rest" },
  async ({ page, client: _client }) => {
    expect(await (await page.request.get("/dashboard")).text()).toContain(link);
    // Coming from a page that has them keeps them.
    await page.goto("/faq");
    await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your first order");
    await expect(page.locator("style#styles")).toHaveCount(1);
  },
);
