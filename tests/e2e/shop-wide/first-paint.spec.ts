import { publicRoutes } from "../../../tools/bench/public-routes.ts";
import { test as clientTest } from "../client-area.ts";
import { expect, type Page, test } from "../fixtures.ts";
import { holdBack } from "../hold-back.ts";

function scriptsOf(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") asked.push(request.url());
  });
  return asked;
}

const carried = '<style data-precedence="default">';
const sheet = "**/assets/app-*.css";
const link = '<link rel="stylesheet"';

const cart = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Cart/ });

test("scripts wait for the image of the first screen, and then start", async ({ page }) => {
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

test("scripts do not wait forever for an image that does not arrive", async ({ page }) => {
  const line = await holdBack(page, "**/photos/pages/**");
  const asked = page.waitForRequest(/\/assets\/react-/);
  await page.goto("/", { waitUntil: "commit" });
  await asked;
  line.release();
});

test("a public page contains its styles", async ({ request }) => {
  for (const path of ["/", "/shop", "/faq", "/login", "/no-such-page"]) {
    const html = await (await request.get(path)).text();
    expect(html).toContain(carried);
    expect(html).not.toContain(link);
  }
});

test.describe("without the page's scripts", () => {
  test.use({
    expectedErrors: [/^Failed to load resource/],
    contextOptions: { reducedMotion: "reduce" },
  });

  for (const width of [360, 1280]) {
    test(`the whole style sheet adds nothing to the inline rules at ${width} px`, async ({
      page,
    }) => {
      test.slow();
      await page.setViewportSize({ width, height: 800 });
      await page.route("**/assets/*.js", (route) => route.abort());
      for (const path of [...publicRoutes, "/cart", "/checkout"]) {
        await page.goto(path);
        const changed = await page.evaluate(async () => {
          const looks = () =>
            Array.from(document.querySelectorAll("body, body *:not(script)"), (element) => ({
              html: element.outerHTML.slice(0, 200),
              look: [null, "::before", "::after", "::placeholder"]
                .map((part) => getComputedStyle(element, part).cssText)
                .join(),
            }));
          // The page has added it by now.
          const sheet = document.querySelector("link[rel=stylesheet]") as HTMLLinkElement;
          sheet.remove();
          const before = looks();
          const loaded = new Promise((resolve) => sheet.addEventListener("load", resolve));
          document.head.append(sheet);
          await loaded;
          return looks()
            .filter(({ look }, place) => look !== before[place]?.look)
            .map(({ html }) => html);
        });
        expect(changed, path).toEqual([]);
      }
    });
  }
});

const isRunning = (page: Page) => page.evaluate(() => "__reactRouterDataRouter" in window);

test("scripts start once the whole style sheet is loaded", async ({ page }) => {
  const line = await holdBack(page, sheet);
  const scripts = scriptsOf(page);
  await page.goto("/faq", { waitUntil: "commit" });
  await expect.poll(() => scripts.length).toBeGreaterThan(5);
  expect(await isRunning(page)).toBe(false);
  line.release();
  await expect.poll(() => isRunning(page)).toBe(true);
  await cart(page).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  // Its rules come after the inline ones, which they contain.
  await expect(page.locator("style[data-precedence] ~ link[rel=stylesheet]")).toHaveCount(1);
});

test.describe("a style sheet that cannot be loaded", () => {
  test.use({ expectedErrors: [/^Failed to load resource/] });

  test("does not keep the scripts from starting", async ({ page }) => {
    await page.route(sheet, (route) => route.abort());
    await page.goto("/faq");
    await expect.poll(() => isRunning(page)).toBe(true);
  });
});

test("from the first page into the back office and back, nothing is unstyled", async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    // Looks in each frame.
    const bare: string[] = [];
    Object.assign(window, { bare });
    const look = () => {
      const menu = document.querySelector(".menu-page");
      if (menu && getComputedStyle(menu).position !== "relative") bare.push(location.pathname);
      const body = document.body && getComputedStyle(document.body);
      if (body && body.minHeight === "0px") bare.push(location.pathname);
      requestAnimationFrame(look);
    };
    look();
  });
  const bare = () => page.evaluate(() => (window as unknown as { bare: string[] }).bare);
  await page.goto("/");
  await page.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await page.getByLabel("Email").fill(shop.admin.email);
  await page.getByLabel("Password", { exact: true }).fill(shop.admin.password);
  await page
    .getByRole("main")
    .getByRole("button", { name: /^Sign in|^Log in|^Login/ })
    .click();
  await expect(page).toHaveURL(/\/admin/);
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
  expect(await bare()).toEqual([]);
  await page.getByRole("link", { name: "See the shop" }).click();
  await expect(page).toHaveURL("/shop");
  await expect(page.getByRole("contentinfo")).toBeVisible();
  expect(await bare()).toEqual([]);
});

clientTest(
  "a page behind the sign-in links to the style sheet",
  async ({ page, client: _client }) => {
    expect(await (await page.request.get("/dashboard")).text()).toContain(link);
    // Coming from a page that has them keeps them.
    await page.goto("/faq");
    await page.getByRole("banner").getByRole("link", { name: "Dashboard" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your first order");
    await expect(page.locator("style[data-precedence] ~ link[rel=stylesheet]")).toHaveCount(1);
  },
);
