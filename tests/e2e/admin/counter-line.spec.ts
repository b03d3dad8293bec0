import { expectAccessible } from "../accessible-page.ts";
import { makeTill, sale, sold, weigh } from "./counter-page.ts";
import { expect, signInAs, test } from "./orders-page.ts";

test.use({ expectedErrors: [/status of 40[014]/] });

test("a line is weighed again in its place, by touch and by keyboard", {
  tag: "@rest",
}, async ({ page, shop }) => {
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
  // What is typed replaces it.
  await page.keyboard.type("3 x 2.4");
  await page.keyboard.press("Enter");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("3 pieces, 2.40 lb");
  await expect(lines.last()).toContainText("1.00 lb");
  await expect(sale(page)).toContainText("$84.97");

  // Its pieces come back into the field; a payment waits until it is decided.
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
  // Taken off while another is changed: the field is empty again.
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

test("a drawer is closed without a sale that is still open in the till only if that is meant", {
  tag: "@rest",
}, async ({ page, shop }) => {
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
