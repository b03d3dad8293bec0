import { expect, type Page } from "./fixtures.ts";

// The parts of the search dropdown, by role and name.

/** It is a link until the page's scripts run, so waiting for the button waits for them. */
export const opener = (page: Page) =>
  page.getByRole("banner").getByRole("button", { name: "Search", exact: true });

export const box = (page: Page) => page.getByRole("combobox", { name: "Search for products..." });

export const options = (page: Page) =>
  page.getByRole("listbox", { name: "Products" }).getByRole("option");

/** Opens the home page and its search. */
export async function openSearch(page: Page) {
  await page.goto("/");
  await opener(page).click();
  await expect(box(page)).toBeFocused();
}
