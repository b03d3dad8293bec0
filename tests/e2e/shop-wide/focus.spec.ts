import { expect, type Page, test } from "../fixtures.ts";
import { opener } from "../search-dropdown.ts";
import { openCart } from "../stored-cart.ts";

const main = (page: Page) => page.getByRole("main");

function focusIsInMain(page: Page) {
  return page.evaluate(() => document.querySelector("main")?.contains(document.activeElement));
}

/** Returns the appearance of the focused element; null if nothing has focus. */
function lookOfFocus(page: Page) {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    // A region of a drawing is marked within its own outline, so neighbours do not cover it.
    const drawing = element.closest("svg");
    const shape = drawing && element.querySelector("path");
    const drawn = shape ? getComputedStyle(shape).strokeWidth : "0";
    const whole = drawing ?? element;
    const { left, width, top, bottom } = element.getBoundingClientRect();
    // Neither edge is outside the window or under the sticky bar.
    const isInSight = [top + 3, bottom - 3].every((y) => {
      const hit = document.elementFromPoint(left + width / 2, y);
      return hit && (whole.contains(hit) || (hit !== document.body && hit.contains(element)));
    });
    return {
      name: element.getAttribute("aria-label") ?? element.textContent,
      isMarked:
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2) ||
        Number.parseFloat(drawn) >= 2,
      isInSight,
    };
  });
}

/** Presses a key until the focus has been everywhere; returns the invisible stops. */
async function unseenStops(page: Page, key: "Tab" | "Shift+Tab") {
  const unseen: unknown[] = [];
  let stops = 0;
  for (; stops < 200; stops++) {
    await page.keyboard.press(key);
    const look = await lookOfFocus(page);
    if (!look) break;
    if (!look.isMarked || !look.isInSight) unseen.push(look);
  }
  expect(stops, "the focus gets out of the page again").toBeLessThan(200);
  return { stops, unseen };
}

for (const path of ["/", "/shop/loin/striploin-steak", "/search?q=tenderloin"]) {
  test(`the keyboard reaches everything on ${path}, and the focus is visible`, async ({ page }) => {
    await page.goto(path);
    await expect(opener(page)).toBeVisible();
    const forwards = await unseenStops(page, "Tab");
    expect(forwards.unseen).toEqual([]);
    expect(forwards.stops).toBeGreaterThan(20);
    // Moving up, elements appear from under the bar.
    const backwards = await unseenStops(page, "Shift+Tab");
    expect(backwards).toEqual({ stops: forwards.stops, unseen: [] });
  });
}

test("the first stop skips to the content", async ({ page }) => {
  await page.goto("/");
  const skip = page.getByRole("link", { name: "Skip to content" });
  await expect(skip).not.toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(main(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Shop Now" })).toBeFocused();
});

test("on another page, the focus is at its content", async ({ page }) => {
  await page.goto("/shop?category=loin");
  await expect(opener(page)).toBeVisible();
  await page.getByRole("link", { name: "Striploin Steak" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Striploin Steak" })).toBeVisible();
  await expect(main(page)).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Back to Loin" })).toBeFocused();

  // A tab of the shop is the same page, so the focus stays on it.
  await page.goto("/shop");
  await expect(opener(page)).toBeVisible();
  const tab = page.getByRole("tab", { name: "Ground Beef" });
  await tab.press("Enter");
  await expect(page).toHaveURL(/category=ground$/);
  await expect(tab).toHaveAttribute("aria-selected", "true");
  await expect(tab).toBeFocused();
});

test("the cart traps the focus, and returns it to what opened it", async ({ page }) => {
  await page.goto("/shop/loin/striploin-steak");
  const cartButton = page.getByRole("button", { name: /^Cart\b/ });
  for (const close of ["Escape", "cross"]) {
    const cart = await openCart(page);
    for (let press = 0; press < 12; press++) {
      await page.keyboard.press("Tab");
      expect(await focusIsInMain(page)).toBe(false);
    }
    if (close === "Escape") await page.keyboard.press("Escape");
    else await cart.getByRole("button", { name: "Close" }).click();
    await expect(cart).toBeHidden();
    await expect(cartButton).toBeFocused();
  }

  await page.getByRole("button", { name: "Add to Cart" }).press("Enter");
  const view = page.getByRole("button", { name: "View cart" });
  await expect(view).toBeFocused();
  await page.keyboard.press("Enter");
  const cart = page.getByRole("dialog", { name: "Your Cart (1 item)" });
  await cart.getByRole("button", { name: "Continue Shopping" }).press("Enter");
  await expect(cart).toBeHidden();
  await expect(view).toBeFocused();

  // The opener disappears with its line, so the cart button gets the focus.
  await view.press("Enter");
  await cart.getByRole("button", { name: "Remove Striploin Steak" }).press("Enter");
  const empty = page.getByRole("dialog", { name: "Your Cart (0 items)" });
  await page.keyboard.press("Escape");
  await expect(empty).toBeHidden();
  await expect(cartButton).toBeFocused();
});

test("the focus moves to the next line when one is removed", async ({ page }) => {
  await page.goto("/shop/loin");
  for (const name of ["Striploin Steak", "T-Bone Steak"]) {
    await page.getByRole("button", { name: `Add ${name} to cart` }).click();
  }
  const cart = await openCart(page);
  await cart.getByRole("button", { name: "Remove Striploin Steak" }).press("Enter");
  await expect(cart.getByRole("listitem").filter({ hasText: "T-Bone Steak" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(cart.getByRole("link", { name: "T-Bone Steak" })).toBeFocused();
  await cart.getByRole("button", { name: "Remove T-Bone Steak" }).press("Enter");
  await expect(cart.getByText("Your cart is empty")).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(cart.getByRole("link", { name: "Browse Products" })).toBeFocused();
});

test("a link in the cart leads to its page and moves the focus there", async ({ page }) => {
  await page.goto("/");
  const cart = await openCart(page);
  await cart.getByRole("link", { name: "Browse Products" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "The shop" })).toBeVisible();
  await expect(cart).toBeHidden();
  await expect(main(page)).toBeFocused();
});

test("reduced motion turns animations off", async ({ page }) => {
  const seconds = async () => {
    const cart = await openCart(page);
    const duration = await cart.evaluate((element) => getComputedStyle(element).animationDuration);
    await page.keyboard.press("Escape");
    await expect(cart).toBeHidden();
    return Number.parseFloat(duration);
  };
  await page.goto("/");
  expect(await seconds()).toBeGreaterThan(0.1);
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await seconds()).toBeLessThanOrEqual(0.001);
  const transition = await opener(page).evaluate(
    (link) => getComputedStyle(link).transitionDuration,
  );
  expect(Number.parseFloat(transition)).toBeLessThanOrEqual(0.001);
});
