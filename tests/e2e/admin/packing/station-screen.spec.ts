import { lotHolds } from "#db/schema/meat/recalls.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { expect, type Page, test } from "../orders/orders-page.ts";
import { currentLine, field, lineButton, open, orderOf, status, weigh } from "./station-page.ts";

const sizes = [
  { width: 1280, height: 800 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
];

const always = ["Next line", "Short", "Undo", "Finish the order"];

/** Checks that everything needed at any moment lies within the window, which does not scroll. */
async function expectInSight(page: Page, when: string) {
  const window = page.viewportSize();
  if (!window) throw new Error("The page has no viewport");
  const within = async (name: string) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    if (!box) return `${name} is not there`;
    const isIn =
      box.x >= 0 &&
      box.y >= 0 &&
      box.x + box.width <= window.width &&
      box.y + box.height <= window.height;
    return isIn && box.height >= 44 ? "" : `${name} at ${JSON.stringify(box)}`;
  };
  const outside = async () => (await Promise.all(always.map(within))).filter(Boolean);
  await expect.poll(outside, `${when} at ${window.width} × ${window.height}`).toEqual([]);
  const scrolled = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  expect(scrolled, `${when}: the page itself does not scroll`).toBeLessThanOrEqual(0);
}

test("the station fills the window, and its commands stay in sight beside any question", async ({
  page,
  shop,
  kitchen,
}) => {
  test.slow();
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Tri-Tip Roast", pieces: 3, typicalPieceLb: "1.25" },
    { name: "Ground Beef", pounds: "10.00", isTraced: true },
    ...Array.from({ length: 12 }, (_, index) => ({ name: `Cut ${index + 1}` })),
  ]);
  for (let count = 0; count < 8; count++) await insertLot(shop.db);
  await open(page, order);
  await expect(page.getByRole("navigation", { name: "Back office" })).toHaveCount(0);
  for (const size of sizes) {
    await page.setViewportSize(size);
    await lineButton(page, "Tri-Tip Roast").click();
    await expectInSight(page, "at the start");
    // The figures are read from two metres away: they are at least 60 pixels high.
    const figure = currentLine(page).getByText("0", { exact: true });
    const height = await figure.evaluate((element) =>
      Number.parseFloat(getComputedStyle(element).fontSize),
    );
    expect(height).toBeGreaterThanOrEqual(72);

    const pad = page.getByRole("group", { name: "Number pad" });
    await expect(pad).toBeVisible();
    // A weight that needs confirmation is typed on the same keys: the question moves none of them.
    const keys = () =>
      pad.getByRole("button").evaluateAll((buttons) =>
        buttons.map((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return [button.textContent, x, y, width, height].join(" ");
        }),
      );
    const before = await keys();
    await weigh(page, "90.55");
    await expect(status(page)).toContainText("90.55 lb is far from what is expected.");
    await expect(page.getByRole("button", { name: "Cancel", exact: true })).toBeInViewport({
      ratio: 1,
    });
    expect(await keys(), `asked twice at ${size.width} × ${size.height}`).toEqual(before);
    await page.getByRole("button", { name: "Cancel", exact: true }).click();
    await page.keyboard.press("s");
    await expect(page.getByRole("button", { name: "Yes", exact: true })).toBeInViewport({
      ratio: 1,
    });
    await expect(pad).toHaveCount(0);
    await expectInSight(page, "asked whether it is short");
    await page.keyboard.press("Escape");
    await expect(pad).toBeVisible();

    await page.getByRole("button", { name: "Substitute", exact: true }).click();
    await expect(page.getByRole("region", { name: /^Substitute for/ })).toBeVisible();
    await expectInSight(page, "asked for a substitute");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();

    await lineButton(page, "Ground Beef").click();
    await weigh(page, "5");
    await expect(page.getByRole("region", { name: "Lot of Ground Beef" })).toBeVisible();
    await expectInSight(page, "asked for the lot");
    await page.getByRole("button", { name: "Cancel", exact: true }).click();

    await lineButton(page, "Cut 12").click();
    await expect(lineButton(page, "Cut 12")).toBeInViewport({ ratio: 1 });
    await weigh(page, "11.5");
    await expect(page.getByRole("region", { name: "Over the maximum" })).toBeVisible();
    await expectInSight(page, "asked about the extra");
    await expect(page.getByRole("button", { name: "Customer agreed" })).toBeInViewport({
      ratio: 1,
    });
    await page.getByRole("button", { name: "Take the last package off" }).click();
    await expect(status(page)).toContainText("Took back");
  }
  await expectAccessible(page);
});

test("on a phone the field, the pad and the commands are in sight together", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Tri-Tip Roast", pieces: 3, typicalPieceLb: "1.25" },
    { name: "Ground Beef", pounds: "10.00" },
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, order);
  const pad = page.getByRole("group", { name: "Number pad" });
  const inSight = async () => {
    for (const part of [
      currentLine(page).getByText("Packed so far"),
      field(page),
      pad.getByRole("button", { name: "7" }),
      pad.getByRole("button", { name: "Enter" }),
      page.getByRole("button", { name: "Next line", exact: true }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }
    await pad.getByRole("button", { name: "Enter" }).click({ trial: true });
    await field(page).click({ trial: true });
  };
  await inSight();
  for (const key of ["1", ".", "2"]) await pad.getByRole("button", { name: key }).click();
  await pad.getByRole("button", { name: "Enter" }).click();
  await expect(status(page)).toContainText("Tri-Tip Roast: 1.2 lb");
  await inSight();
  // The content below can be scrolled clear of the pad.
  await page.getByRole("button", { name: "Move 1.2 lb to another order" }).click();
  await expect(page.getByText("No other order to pack has Tri-Tip Roast.")).toBeInViewport();
  await expectAccessible(page);
});

test("weights, long messages and other lines move no key, and a chosen line is shown from its top", async ({
  page,
  shop,
  kitchen,
}) => {
  await page.setViewportSize({ width: 768, height: 850 });
  const order = await orderOf(shop, kitchen.userId, [
    { name: "Ribeye Steak, bone in", pounds: "10.00" },
    { name: "Ground Beef", pounds: "15.00", isTraced: true },
  ]);
  const lot = await insertLot(shop.db, { receivedLb: "12.00" });
  await open(page, order);
  const five = page.getByRole("group", { name: "Number pad" }).getByRole("button", { name: "5" });
  const before = await five.boundingBox();
  await weigh(page, "4");
  await lineButton(page, "Ground Beef").click();
  for (const pounds of ["5", "6"]) await weigh(page, pounds);
  await page.getByRole("button", { name: lot.code }).click();
  await weigh(page, "4.05");
  // Said once, beside the lot from then on, and once more before the order is finished.
  await expect(status(page)).toContainText(
    `By the books lot ${lot.code} had 1 lb left. This package takes it to −3.05 lb. Is it the right lot?`,
  );
  expect(await five.boundingBox()).toEqual(before);
  await weigh(page, "0.1");
  await expect(status(page)).not.toContainText("By the books");
  await expect(
    page.getByText(`Lot ${lot.code}: 15.15 lb packed, 12 lb by the books.`),
  ).toBeVisible();
  const packages = page.getByRole("region", { name: "Packages" });
  await packages.getByRole("button", { name: "Void 5 lb" }).scrollIntoViewIfNeeded();
  await lineButton(page, "Ribeye Steak").click();
  await expect(currentLine(page).getByRole("heading", { level: 2 })).toBeInViewport({ ratio: 1 });
  await weigh(page, "6");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(
    page.getByText(`Lot ${lot.code} has 12 lb by the books, and 15.15 lb of it are packed here.`),
  ).toBeVisible();
  await page.keyboard.press("Escape");
  await shop.db.insert(lotHolds).values({ lotId: lot.id, reason: "Sample hold" });
  await page.reload();
  await lineButton(page, "Ribeye Steak").click();
  await page.getByRole("button", { name: "Show them in Ground Beef" }).click();
  await expect(currentLine(page).getByRole("heading", { level: 2 })).toHaveText("Ground Beef");
  await expect(packages.getByText("On hold: take it out").first()).toBeInViewport();
  await expectAccessible(page);
});

test("the back link leads to the list with its menu, and after Finish the result has the focus", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [{ name: "Stew", pounds: "10.00" }]);
  await open(page, order);
  await page.getByRole("link", { name: "Back to the orders to pack" }).click();
  await expect(page.getByRole("navigation", { name: "Back office" })).toBeVisible();
  await page.getByRole("link", { name: kitchen.companyName }).click();
  await expect(field(page)).toBeFocused();
  await weigh(page, "10");
  await page.keyboard.press("+");
  await expect(page.getByText("Waiting to be sent")).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(page.getByRole("button", { name: "Finish and invoice" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(
    page.getByRole("heading", { name: `Order ${order.number} is finished` }),
  ).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Next order" })).toBeFocused();
  await expectAccessible(page);
});

test("? lists the shortcuts, at the station and in the back office, but not in a text field", async ({
  page,
  shop,
  kitchen,
}) => {
  const order = await orderOf(shop, kitchen.userId, [{ name: "Stew", pounds: "10.00" }]);
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await open(page, order);
  await page.keyboard.press("?");
  await expect(list.getByRole("region", { name: "Packing station" })).toContainText("Next line");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toHaveValue("");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(list).toHaveCount(0);
  await expect(field(page)).toBeFocused();
  await page.keyboard.type("1");
  await page.keyboard.press("?");
  await expect(field(page)).toHaveValue("1?");
  await expect(list).toHaveCount(0);

  await page.goto("/admin/clients");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.keyboard.press("?");
  await expect(list).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("searchbox").first().focus();
  await page.keyboard.press("?");
  await expect(page.getByRole("searchbox").first()).toHaveValue("?");
  await expect(list).toHaveCount(0);
});
