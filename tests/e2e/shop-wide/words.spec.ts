import { violationsOf } from "../accessible-page.ts";
import { expect, type Page, test } from "../fixtures.ts";

const pages = [
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

/** How far anything stands out of the page sideways, in px. */
function overflowOf(page: Page) {
  return page.evaluate(() => {
    const root = document.documentElement;
    return root.scrollWidth - root.getBoundingClientRect().width;
  });
}

test.describe("each page of words", () => {
  test.use({ reducedMotion: "reduce" });

  for (const { path, heading } of pages) {
    test(`${path} has one heading, a title, a description, fits, and axe finds nothing`, async ({
      page,
    }) => {
      expect((await page.goto(path))?.status()).toBe(200);
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
      await expect(page).toHaveTitle(/\S.+ \| \S/);
      const description = page.locator('meta[name="description"]');
      await expect(description).toHaveCount(1);
      // What a search engine shows of it without cutting it off, more or less.
      await expect(description).toHaveAttribute("content", /^.{50,165}$/);

      for (const width of [1280, 768, 360]) {
        await page.setViewportSize({ width, height: 800 });
        // Asked until it settles: the first answer may still be of the width before.
        await expect.poll(() => overflowOf(page), { message: `stands out at ${width} px` }).toBe(0);
        if (width === 768) continue;
        expect(await violationsOf(page), `at ${width} px`).toEqual([]);
      }
    });
  }
});

test("no link of any public page is dead, and no anchor of one", async ({ request }) => {
  test.slow();
  const htmlOf = new Map<string, string>();
  const anchors: { from: string; path: string; id: string }[] = [];
  const waiting = ["/"];
  for (let from = waiting.shift(); from; from = waiting.shift()) {
    if (htmlOf.has(from)) continue;
    const answer = await request.get(from, { maxRedirects: 0 });
    expect(answer.status(), from).toBe(200);
    const html = await answer.text();
    htmlOf.set(from, html);
    for (const [, href = ""] of html.matchAll(/<a\b[^>]*?\shref="([/#][^"]*)"/g)) {
      const [path = "", id] = href.replaceAll("&amp;", "&").split("#");
      // Behind these stand accounts, which have tests of their own.
      if (/^\/(login|dashboard|admin)\b/.test(path)) continue;
      const to = path === "" ? from : path;
      if (!htmlOf.has(to)) waiting.push(to);
      if (id) anchors.push({ from, path: to, id });
    }
  }
  expect(htmlOf.size).toBeGreaterThan(60);
  for (const { from, path, id } of anchors) {
    expect(htmlOf.get(path), `${from} links to ${path}#${id}`).toContain(`id="${id}"`);
  }
});

test("contact says where, when and how, and leads to wholesale", async ({ page }) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  await expect(main.getByRole("link", { name: /^604-555-01\d\d$/ })).toHaveAttribute(
    "href",
    /^tel:\+1604555/,
  );
  await expect(main.getByRole("link", { name: /@example\.com$/ })).toHaveAttribute(
    "href",
    /^mailto:/,
  );
  await expect(main.getByText("Abbotsford, BC")).toBeVisible();
  await expect(main.getByText("9 am – 5 pm Pacific")).toBeVisible();
  await expect(main.getByText("By appointment", { exact: true })).toBeVisible();
  await expect(main.getByText("Closed")).toBeVisible();
  await main.getByRole("link", { name: "Wholesale" }).click();
  await expect(page).toHaveURL(/\/wholesale$/);
  await expect(
    page.getByRole("main").getByRole("link", { name: "Wholesale Login" }),
  ).toHaveAttribute("href", "/login");
});
