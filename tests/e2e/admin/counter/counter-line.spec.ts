import { checkDigitOf } from "#app/lib/amounts/check-digits.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { expect, type Page, signInAs, test } from "../orders/orders-page.ts";
import { scan as scanCode } from "../packing/station-page.ts";
import { makeTill, receipt, sale, sold, weigh } from "./counter-page.ts";

test.use({ expectedErrors: [/status of 40[0149]/] });

const weighing = (page: Page, name: string) =>
  page.getByRole("list", { name: "Products" }).getByRole("button", { name });

test("a line is weighed again in its place, by touch and by keyboard", async ({ page, shop }) => {
  const till = await makeTill(shop);
  const { name } = till.product;
  await signInAs(page, shop, "counter");
  await page.goto(till.path);
  await weigh(page, till.product, "2");
  await weigh(page, till.product, "1");
  const lines = page.getByRole("list", { name: "Lines" }).getByRole("listitem");
  const weight = page.getByRole("textbox", { name: `Weight of ${name} (lb)` });
  const changing = (lb: string) =>
    sale(page).getByRole("button", { name: new RegExp(`^Change ${name} .*${lb} lb`) });
  await changing("2.00").click();
  await expect(weight).toBeFocused();
  await expect(weight).toHaveValue("2");
  await page.keyboard.type("3 x 2.4");
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("3 pieces, 2.40 lb");
  await expect(lines.last()).toContainText("1.00 lb");
  await expect(sale(page)).toContainText("$84.97");

  // Changed to nothing, it keeps its weight and its pieces.
  await changing("2.40").click();
  await weight.fill("");
  await page.getByRole("button", { name: "Change", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Scan, item number or name" })).toBeFocused();
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("3 pieces, 2.40 lb");
  await expect(sale(page)).toContainText("$84.97");

  // Its pieces come back into the field; a payment waits until the change is done.
  await changing("2.40").press("Enter");
  await expect(weight).toHaveValue("3 x 2.4");
  await sale(page).getByRole("button", { name: "$84.97 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sale(page).getByRole("alert")).toContainText("is being changed");
  await page.getByRole("button", { name: "Leave it as it is" }).click();
  await expect(lines).toHaveCount(2);
  const field = page.getByRole("textbox", { name: "Scan, item number or name" });
  await expect(field).toHaveValue("");
  // A reload in the middle neither changes a line nor adds one.
  await changing("1.00").click();
  await weight.fill("1.5");
  await page.reload();
  await expect(lines).toHaveCount(2);
  await expect(field).toHaveValue("");
  // If the line is removed while it is being changed, the field is empty again.
  await changing("1.00").click();
  await page.getByRole("button", { name: `Take off ${name}, 2.40 lb` }).click();
  await expect(lines).toHaveCount(1);
  await expect(field).toHaveValue("");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 740 });
  await sale(page).getByRole("button", { name: "$24.99 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sold(page)).toContainText("Paid: $24.99");
});

test("a till with an open sale is closed only after confirmation", async ({ page, shop }) => {
  const till = await makeTill(shop);
  await page.goto(till.path);
  await weigh(page, till.product, "1");
  await page.getByRole("link", { name: "Drawer" }).click();
  const closing = page.getByRole("region", { name: "Count and close" });
  await closing.getByLabel("Cash in the drawer ($)").fill("100");
  await closing.getByRole("button", { name: "Close the till" }).click();
  const meant = closing.getByRole("checkbox", {
    name: "Close although a sale is still open in this till",
  });
  await expect(meant).toBeFocused();
  await expect(meant).toHaveAccessibleDescription(/^A sale is still open in this till\./);
  await meant.check();
  await closing.getByRole("button", { name: "Close the till" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Z report");
});

test("a scan adds to the sale wherever the focus is, and pays, sends and closes nothing", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  const itemNumber = 54_330;
  const name = `Sample ${itemNumber}`;
  await insertProduct(shop.db, { name, itemNumber, pricePerLb: "10.00" });
  /** Scans the label of so many grams. */
  const scan = (grams: number) => {
    const digits = `21${itemNumber}${String(grams).padStart(5, "0")}`;
    return scanCode(page, digits + checkDigitOf(digits));
  };
  const lines = page.getByRole("list", { name: "Lines" }).getByRole("listitem");
  const field = page.getByRole("textbox", { name: "Scan, item number or name" });
  const cash = page.getByLabel("Cash handed over ($)");
  const take = page.getByRole("button", { name: "Take payment" });
  await page.goto(till.path);
  await weigh(page, till.product, "1");
  await expect(lines).toHaveCount(1);
  await field.blur();
  await scan(1000);
  await expect(lines).toHaveCount(2);
  await expect(lines.last()).toContainText(name);
  await expect(field).toBeFocused();

  // In a field of the payment, which keeps its own text.
  await cash.fill("60");
  await scan(1100);
  await expect(lines).toHaveCount(3);
  await expect(cash).toHaveValue("60");
  await take.focus();
  await scan(1200);
  await expect(lines).toHaveCount(4);
  await expect(sold(page)).toHaveCount(0);

  await weighing(page, till.product.name).click();
  const weight = page.getByRole("textbox", { name: `Weight of ${till.product.name} (lb)` });
  await weight.fill("1.5");
  await take.focus();
  await scan(1300);
  await expect(page.getByRole("alert")).toContainText("Nothing was scanned.");
  await expect(weight).toHaveValue("1.5");
  await page.getByRole("button", { name: "Another product" }).click();

  // Input to pay an abandoned sale is not carried over to the next one.
  for (const left of [3, 2, 1, 0]) {
    await sale(page).getByRole("button", { name: "Take off" }).first().click();
    await expect(lines).toHaveCount(left);
  }
  await scan(1000);
  await expect(lines).toHaveCount(1);
  await expect(cash).toHaveValue("");

  // The next sale begins with a scan, too.
  await sale(page)
    .getByRole("button", { name: /by card terminal$/ })
    .click();
  await take.click();
  await expect(page.getByRole("button", { name: "Next sale" })).toBeFocused();
  await scan(1000);
  await expect(lines).toHaveCount(1);
  await sale(page).getByRole("button", { name: "Take off" }).click();

  await page.getByRole("link", { name: "Drawer" }).click();
  const closing = page.getByRole("region", { name: "Count and close" });
  await closing.getByLabel("Cash in the drawer ($)").fill("90");
  await closing.getByRole("button", { name: "Close the till" }).click();
  const why = closing.getByLabel("Reason for the difference");
  await why.fill("Ten short");
  await scan(1000);
  await expect(page.getByText("That was a scan. Nothing was sent.", { exact: true })).toBeVisible();
  await expect(why).toHaveValue("Ten short");
  await closing.getByRole("button", { name: "Close the till" }).focus();
  await scan(1000);
  await page.reload();
  await expect(closing).toBeVisible();
});

test("a scan while a payment is being recorded pays nothing, and is announced for the next sale", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  const itemNumber = 54_331;
  const name = `Sample ${itemNumber}`;
  await insertProduct(shop.db, { name, itemNumber, pricePerLb: "10.00" });
  const digits = `21${itemNumber}01000`;
  const label = digits + checkDigitOf(digits);
  await page.goto(till.path);
  await weigh(page, till.product, "1");
  await sale(page).getByRole("button", { name: "$24.99 by card terminal" }).click();
  const answer = Promise.withResolvers<void>();
  let payments = 0;
  await page.route(`**/api${till.path.replace("/admin", "")}`, async (route) => {
    if (route.request().method() === "POST") {
      payments += 1;
      await answer.promise;
    }
    await route.continue();
  });
  const take = page.getByRole("button", { name: "Take payment" });
  const lines = page.getByRole("list", { name: "Lines" }).getByRole("listitem");
  await take.click();
  // The scanner's Enter would press the button that has the focus.
  await expect(take).toBeFocused();
  await scanCode(page, label);
  const title = "That wasn’t added: the payment is being recorded.";
  await expect(toastText(page, title)).toBeVisible();
  await expect(lines).toHaveCount(1);
  answer.resolve();
  await expect(sold(page)).toContainText("Paid: $24.99");
  await expect(receipt(page)).not.toContainText(name);
  expect(payments).toBe(1);
  await scanCode(page, label);
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText(name);
  expect(payments).toBe(1);
});

test("on a phone, the till's notice never covers the field in use", async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const till = await makeTill(shop);
  await page.goto(till.path);
  await weigh(page, till.product, "1");
  await sale(page).getByRole("button", { name: "$24.99 by card terminal" }).click();
  const answer = Promise.withResolvers<void>();
  await page.route(`**/api${till.path.replace("/admin", "")}`, async (route) => {
    if (route.request().method() === "POST") await answer.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Take payment" }).click();
  await scanCode(page, "4006381333931");
  const title = "That wasn’t added: the payment is being recorded.";
  await expect(toastText(page, title)).toBeVisible();
  const toast = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
  const field = page.getByRole("textbox", { name: "Scan, item number or name" });
  await expect(field).toBeFocused();
  await toast.hover();
  for (const top of [90, 150, 560]) {
    await field.evaluate((input, top) => {
      document.body.style.paddingTop = "40rem";
      scrollBy({ top: input.getBoundingClientRect().top - top, behavior: "instant" });
    }, top);
    await expect(async () => {
      const [one, other] = [await field.boundingBox(), await toast.boundingBox()];
      if (!one || !other) throw new Error("One is not on the screen");
      expect(Math.abs(one.y - top)).toBeLessThan(2);
      expect(one.y + one.height <= other.y || other.y + other.height <= one.y).toBe(true);
    }).toPass({ timeout: 10_000 });
  }
  answer.resolve();
  await expect(sold(page)).toContainText("Paid: $24.99");
});
