import { expectAccessible } from "../accessible-page.ts";
import { expect, test } from "../fixtures.ts";

const regions = {
  Chuck: "chuck",
  "Prime Rib": "prime-rib",
  Loin: "loin",
  Sirloin: "sirloin",
  Round: "round",
  "Other Cuts: brisket, plate, flank, shank": "other",
  "Ground Beef": "ground",
  "Pre-Cuts": "pre-cuts",
};

for (const address of ["/", "/cuts"]) {
  test(`every region of the chart on ${address} is a link with a name`, async ({ page }) => {
    await page.goto(address);
    const chart = page.getByRole("navigation", { name: "Butcher’s chart" });
    await expect(chart.getByRole("link")).toHaveCount(Object.keys(regions).length);
    for (const [name, category] of Object.entries(regions)) {
      const link = chart.getByRole("link", { name, exact: true });
      await expect(link).toHaveAttribute("href", `/shop/${category}`);
    }
  });
}

test("the words of a region do not run together", async ({ page }) => {
  await page.goto("/");
  const chart = page.getByRole("navigation", { name: "Butcher’s chart" });
  const rib = chart.getByRole("link", { name: "Prime Rib" });
  expect((await rib.locator("text").textContent())?.trim()).toBe("Prime Rib");
});

test("a region is reached and opened by keyboard, and shows its focus", async ({ page }) => {
  await page.goto("/cuts?tab=ground");
  const chart = page.getByRole("navigation", { name: "Butcher’s chart" });
  await chart.getByRole("link", { name: "Chuck" }).focus();
  await page.keyboard.press("Tab");
  const rib = chart.getByRole("link", { name: "Prime Rib" });
  await expect(rib).toBeFocused();
  await expect(rib.locator("path")).toHaveCSS("stroke-width", "7px");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/shop\/prime-rib$/);
});

test("the chart on the home page is accessible and fits the window", async ({ page }) => {
  await page.goto("/");
  await expectAccessible(page);
});
