import { categories } from "#app/features/catalog/category.ts";
import { expect, type Page, test } from "../fixtures.ts";
import { opener } from "../search-dropdown.ts";
import { publicPages } from "./public-pages.ts";

test.use({ expectedErrors: [/status of 4(04|10)/] });

/** How far anything stands out of the page sideways, in px, at a width of the window. */
async function overflowAt(page: Page, width: number) {
  await page.setViewportSize({ width, height: 800 });
  return page.evaluate(() => {
    const page = document.documentElement;
    // Not clientWidth, which counts the room that is kept for a scrollbar.
    return page.scrollWidth - page.getBoundingClientRect().width;
  });
}

for (const { path, status = 200 } of publicPages) {
  test(`${path} has its status, title, description and one heading, and fits`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(status);
    await expect(opener(page)).toBeVisible();
    await expect(page).toHaveTitle(/\S.* \| \S/);
    const description = page.locator('meta[name="description"]');
    await expect(description).toHaveCount(1);
    await expect(description).toHaveAttribute("content", /\S.{15,}\S/);
    await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
    for (const width of [1280, 768, 360]) expect(await overflowAt(page, width)).toBe(0);
  });
}

test("a browser that asks for /favicon.ico gets an icon", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/);
});

test("a link to learn more says about what", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("link", { name: "Learn More about AAA beef" });
  await expect(link).toHaveAttribute("href", "/why-aaa");
});

test("pages that are not the same have titles that are not the same", async ({ page }) => {
  const paths = publicPages.map(({ path }) => path).filter((path) => !path.includes("?"));
  const seen = new Map<string, string>();
  for (const path of new Set([...paths, ...categories.map((category) => `/shop/${category}`)])) {
    const html = await (await page.request.get(path)).text();
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
    expect(seen.get(title), `${title} of ${path}`).toBeUndefined();
    seen.set(title, path);
  }
});

test("the footer's links lead on without loading the page anew", async ({ page }) => {
  await page.goto("/");
  await expect(opener(page)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  const footer = page.getByRole("contentinfo");
  for (const [name, heading] of [
    ["Why AAA?", "Why AAA?"],
    ["Privacy Policy", "Privacy Policy"],
  ]) {
    await footer.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  }
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);
});
