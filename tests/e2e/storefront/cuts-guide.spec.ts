import { expect, type Page, test } from "../fixtures.ts";

function tab(page: Page, name: string) {
  return page.getByRole("tab", { name, exact: true });
}

test("the guide opens with the loin, and shows each cut's heat, time and method", async ({
  page,
}) => {
  await page.goto("/cuts");
  await expect(page.getByRole("tab")).toHaveCount(8);
  await expect(tab(page, "Loin")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("tabpanel", { name: "Loin" })).toBeVisible();

  const cut = page
    .getByRole("article")
    .filter({ has: page.getByRole("heading", { name: "Striploin Steak" }) });
  for (const text of [
    "Fine, straight grain",
    "54 °C",
    "130 °F",
    "63 °C",
    "145 °F",
    "5 to 10 minutes",
  ]) {
    await expect(cut).toContainText(text);
  }
  await expect(cut.getByRole("listitem").first()).toHaveText("Grill");
});

test("a tab is a page: its address opens it, and going back returns", async ({ page }) => {
  await page.goto("/cuts?tab=primeRib");
  await expect(tab(page, "Prime Rib")).toHaveAttribute("aria-selected", "true");
  await expect(page.getByRole("heading", { name: "Tomahawk Steak" })).toBeVisible();
  await tab(page, "Ground").click();
  await expect(page).toHaveURL(/\/cuts\?tab=ground$/);
  await expect(page.getByRole("heading", { name: "Beef Burger Patties" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tomahawk Steak" })).toBeHidden();
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Tomahawk Steak" })).toBeVisible();
});

test("an unknown tab shows the loin", async ({ page }) => {
  await page.goto("/cuts?tab=tail");
  await expect(tab(page, "Loin")).toHaveAttribute("aria-selected", "true");
});

test("arrow keys move between the tabs, and Enter or Space opens one", async ({ page }) => {
  await page.goto("/cuts");
  await tab(page, "Loin").focus();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Sirloin")).toBeFocused();
  await expect(page).toHaveURL(/\/cuts$/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?tab=sirloin$/);
  await expect(page.getByRole("heading", { name: "Bavette Steak" })).toBeVisible();
  await page.keyboard.press("End");
  await expect(tab(page, "Ground")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(tab(page, "Chuck")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("heading", { name: "Denver Steak" })).toBeVisible();
  await expect(tab(page, "Chuck")).toBeFocused();
});

test("Shop This Cut lands on the cut's product, in every tab", async ({ page }) => {
  for (const id of [
    "chuck",
    "primeRib",
    "loin",
    "sirloin",
    "round",
    "brisket",
    "other",
    "ground",
  ]) {
    await page.goto(`/cuts?tab=${id}`);
    const cut = page.getByRole("article").last();
    const name = (await cut.getByRole("heading").textContent()) ?? "";
    await cut.getByRole("link", { name: `Shop This Cut: ${name}` }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add to Cart" })).toBeVisible();
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the tabs are links", async ({ page }) => {
    await page.goto("/cuts");
    await tab(page, "Brisket").click();
    await expect(page.getByRole("heading", { name: "Whole Beef Brisket" })).toBeVisible();
  });
});

test.describe("on a telephone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the chosen tab is in sight", async ({ page }) => {
    await page.goto("/cuts?tab=ground");
    await expect(tab(page, "Ground")).toBeInViewport({ ratio: 1 });
  });
});
