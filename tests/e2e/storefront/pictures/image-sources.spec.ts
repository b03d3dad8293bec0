import { expect, type Page, test } from "#tests/e2e/fixtures.ts";
import { holdBack } from "#tests/e2e/hold-back.ts";
import { layoutShift, watchShifts } from "#tests/e2e/layout-shifts.ts";

// One shop for all of them.
test.describe.configure({ mode: "default" });

const placeholder = "/images/placeholder.webp";
const ribeye = "/shop/prime-rib/ribeye-steak";

const image = (page: Page, name: string) =>
  page.getByRole("main").getByRole("img", { name, exact: true }).first();

/** Returns width and format of each image that was fetched. */
async function fetched(page: Page, name: string) {
  const read = (element: SVGElement | HTMLElement) =>
    element instanceof HTMLImageElement && element.complete ? element.currentSrc : "";
  await expect.poll(() => image(page, name).evaluate(read)).toContain("/photos/products/");
  const [, variant] = /\/(\d+\.\w+)\?t=\d+$/.exec(await image(page, name).evaluate(read)) ?? [];
  return variant;
}

test("an image comes in the best format, and no wider than it is shown", async ({ page }) => {
  await page.goto(ribeye);
  expect(await fetched(page, "Ribeye Steak")).toBe("768.avif");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/shop/prime-rib");
  expect(await fetched(page, "Beef Back Ribs")).toBe("320.avif");
});

test("each preview is in the HTML once, and behind its image until that loads", async ({
  page,
}) => {
  const html = await (await page.request.get("/shop")).text();
  const previews = html.match(/data:image\/webp;base64,[\w+/=]+/g) ?? [];
  expect(previews.length).toBe(4);
  expect(new Set(previews).size).toBe(previews.length);

  const background = () =>
    image(page, "Ribeye Steak").evaluate((element) => getComputedStyle(element).backgroundImage);
  const line = await holdBack(page, "**/photos/**");
  await page.goto(ribeye, { waitUntil: "commit" });
  await expect(page.getByRole("article").locator(".animate-spin").first()).toBeVisible();
  expect(await background()).toContain("data:image/webp");
  line.release();
  expect(await fetched(page, "Ribeye Steak")).toBe("768.avif");
  await expect.poll(background).toBe("none");
});

test.describe("an image that fails", () => {
  test.use({ expectedErrors: [/^Failed to load resource/] });

  test("is replaced by the placeholder, along with its other sources", async ({ page }) => {
    await watchShifts(page);
    await page.route("**/photos/products/ribeye-steak-*/**", (route) => route.abort());
    await page.goto(ribeye);
    await expect(image(page, "Ribeye Steak")).toHaveAttribute("src", placeholder);
    const current = () =>
      image(page, "Ribeye Steak").evaluate((element) =>
        element instanceof HTMLImageElement && element.naturalWidth > 0 ? element.currentSrc : "",
      );
    await expect.poll(current).toContain(placeholder);
    const { total, shifts } = await layoutShift(page);
    expect(total, shifts).toBeLessThan(0.01);
  });

  test("is requested again after leaving its category and coming back, with each switch marked for about 150 ms", async ({
    page,
  }) => {
    let asked = 0;
    await page.route("**/photos/products/t-bone-steak-*/**", (route) => {
      asked += 1;
      return route.abort();
    });
    await page.goto("/shop?category=loin");
    await image(page, "T-Bone Steak").scrollIntoViewIfNeeded();
    await expect(image(page, "T-Bone Steak")).toHaveAttribute("src", placeholder);
    const before = asked;
    await page.getByRole("tabpanel").evaluate((panel) => {
      const times: number[] = [];
      new MutationObserver(() => {
        times.push(performance.now());
        const [from = 0, to] = times;
        if (to) panel.setAttribute("data-lasted", String(to - from));
      }).observe(panel, { attributeFilter: ["data-switching"] });
    });

    await page.getByRole("tab", { name: "Chuck" }).click();
    await expect(image(page, "Flat Iron Steak")).toBeVisible();
    const panel = page.getByRole("tabpanel");
    await expect(panel).toHaveAttribute("data-lasted");
    expect(Number(await panel.getAttribute("data-lasted"))).toBeGreaterThan(140);
    await page.getByRole("tab", { name: "Loin", exact: true }).click();
    await image(page, "T-Bone Steak").scrollIntoViewIfNeeded();
    await expect(image(page, "T-Bone Steak")).toHaveAttribute("src", placeholder);
    expect(asked).toBeGreaterThan(before);
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("home and Our Story have their images", async ({ page }) => {
    await page.goto("/");
    const hero = image(page, "Our steaks, cut and ready for the pan");
    await expect(hero).toHaveAttribute("fetchpriority", "high");
    await expect(hero).toHaveAttribute("src", /^\/photos\/pages\/home-hero-/);
    await page.goto("/about");
    const images = page.getByRole("main").getByRole("img");
    await expect(images).toHaveCount(3);
    for (const each of await images.all()) {
      await expect(each).toHaveAttribute("src", /^\/photos\/pages\/about-/);
      await expect(each).toHaveAttribute("alt", /\w/);
    }
  });
});
