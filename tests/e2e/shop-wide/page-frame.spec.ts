import { categories } from "#db/schema/values/products.ts";
import { expectAccessible } from "../accessible-page.ts";
import { expect, test } from "../fixtures.ts";
import { opener } from "../search-dropdown.ts";

/** The shop, the search, the account forms and the pages for errors, in their states. */
const pages: { path: string; status?: number }[] = [
  { path: "/" },
  { path: "/shop" },
  { path: "/shop?category=loin" },
  { path: "/shop/loin" },
  { path: "/shop/ground" },
  { path: "/shop/loin/striploin-steak" },
  { path: "/search" },
  { path: "/search?q=steak" },
  { path: "/search?q=unicorn" },
  { path: "/login" },
  { path: "/login?create" },
  { path: "/forgot-password" },
  { path: "/reset-password", status: 410 },
  { path: "/confirm-email", status: 410 },
  { path: "/shop/unicorn", status: 404 },
  { path: "/shop/loin/unicorn", status: 404 },
  { path: "/unicorn", status: 404 },
];

const pagesOfWords = [
  { path: "/why-aaa", heading: "Why AAA?" },
  { path: "/about", heading: "Our story" },
  { path: "/cuts", heading: "Cuts Guide" },
  { path: "/cuts?tab=ground", heading: "Cuts Guide" },
  { path: "/faq", heading: "FAQs" },
  { path: "/faq#shipping", heading: "FAQs" },
  { path: "/contact", heading: "Contact" },
  { path: "/wholesale", heading: "Wholesale" },
  { path: "/delivery", heading: "Delivery days" },
  { path: "/privacy", heading: "Privacy Policy" },
  { path: "/terms", heading: "Terms of Service" },
];

test.use({ expectedErrors: [/status of 4(04|10)/] });

for (const { path, status = 200, heading = /\S/, length = /\S.{15,}\S/ } of [
  ...pages.map((page) => ({ ...page, heading: undefined, length: undefined })),
  // A search engine shows a description of this length without truncating it.
  ...pagesOfWords.map((page) => ({ ...page, status: undefined, length: /^.{50,165}$/ })),
]) {
  test(`${path} has its status, title, description and one heading, fits, and axe finds nothing`, async ({
    page,
  }) => {
    expect((await page.goto(path))?.status()).toBe(status);
    await expect(opener(page)).toBeVisible();
    await expect(page).toHaveTitle(/\S.* \| \S/);
    const description = page.locator('meta[name="description"]');
    await expect(description).toHaveCount(1);
    await expect(description).toHaveAttribute("content", length);
    const headings = page.getByRole("heading", { level: 1 });
    await expect(headings).toHaveCount(1);
    await expect(headings).toHaveText(heading);
    await expectAccessible(page);
  });
}

test("a browser that asks for /favicon.ico gets an icon", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect(icon.status()).toBe(200);
  expect(icon.headers()["content-type"]).toMatch(/^image\/(x-icon|vnd\.microsoft\.icon)$/);
});

test("a link to learn more names its subject", async ({ page }) => {
  await page.goto("/");
  const link = page.getByRole("link", { name: "Learn More about AAA beef" });
  await expect(link).toHaveAttribute("href", "/why-aaa");
});

test("different pages have different titles", async ({ page }) => {
  const paths = [...pages, ...pagesOfWords]
    .map(({ path }) => path)
    .filter((path) => !/[?#]/.test(path));
  const seen = new Map<string, string>();
  for (const path of new Set([...paths, ...categories.map((category) => `/shop/${category}`)])) {
    const html = await (await page.request.get(path)).text();
    const title = /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";
    expect(seen.get(title), `${title} of ${path}`).toBeUndefined();
    seen.set(title, path);
  }
});

test("the footer's links navigate without reloading the page", async ({ page }) => {
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
