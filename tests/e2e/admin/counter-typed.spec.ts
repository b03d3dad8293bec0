import { expectAccessible } from "../accessible-page.ts";
import { signIn } from "../client-area.ts";
import { makeTill, sale, sold, weigh } from "./counter-page.ts";
import { expect, signInAs, test } from "./orders-page.ts";

test.use({ expectedErrors: [/status of 40[14]/] });

test("a sale in the making outlives the session and a sign-out, and is nobody else's", async ({
  page,
  context,
  shop,
}) => {
  const till = await makeTill(shop);
  const kim = await signInAs(page, shop, "counter");
  await page.goto(till.path);
  await weigh(page, till.product, "2.03");
  await page.getByRole("button", { name: "E-transfer or cheque" }).click();
  await page.getByLabel("E-transfer ($)").fill("20");
  await page.getByLabel("Reference of the e-transfer").fill("CA9k-77");
  await page.getByLabel("Cash handed over ($)").fill("40");
  await page.getByRole("button", { name: new RegExp(`^${till.product.name}`) }).click();
  const weight = page.getByRole("textbox", { name: `Weight of ${till.product.name} (lb)` });
  await weight.fill("1.2");
  const expectTyped = async () => {
    await expect(sale(page)).toContainText("$50.73");
    await expect(weight).toHaveValue("1.2");
    await expect(page.getByLabel("E-transfer ($)")).toHaveValue("20");
    await expect(page.getByLabel("Reference of the e-transfer")).toHaveValue("CA9k-77");
    await expect(page.getByLabel("Cash handed over ($)")).toHaveValue("40");
  };

  // The session ends while the sale stands there.
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.getByRole("link", { name: "Drawer" }).click();
  await expect(page).toHaveURL(/\/login/);
  await context.addCookies(cookies);
  await page.goto(till.path);
  await expectTyped();

  // Signed out in another tab; somebody else sells meanwhile.
  const other = await context.newPage();
  await other.goto("/admin/counter");
  await other.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(till.path)}`);
  await signInAs(page, shop, "counter");
  await page.goto(till.path);
  await expect(sale(page)).toContainText("Nothing yet.");
  await expect(page.getByRole("textbox", { name: "Scan, item number or name" })).toHaveValue("");
  await weigh(page, till.product, "1");
  await expect(sale(page)).toContainText("$24.99");
  await expect(page.getByLabel("Cash handed over ($)")).toHaveValue("");
  await context.clearCookies();
  await signIn(context.request, shop.url, kim);
  await page.goto(till.path);
  await expectTyped();
});

test("a product that is still being weighed is neither left out of a payment nor kept for the next sale", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  await signInAs(page, shop, "counter");
  await page.goto(till.path);
  await weigh(page, till.product, "2");
  const { name } = till.product;
  const choose = () => page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  await choose();
  const weight = page.getByRole("textbox", { name: `Weight of ${name} (lb)` });
  await weight.fill("1.5");
  const adding = page.getByRole("region", { name: "Add to the sale" });
  await expect(adding).toContainText(name);
  await expect(adding).toContainText("1.50 lb, $37.49");
  await sale(page).getByRole("button", { name: "$49.98 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sale(page).getByRole("alert")).toContainText(`${name} isn’t in the sale yet`);
  await page.getByRole("button", { name: "Another product" }).click();
  const field = page.getByRole("textbox", { name: "Scan, item number or name" });
  await expect(field).toHaveValue("");
  // Chosen again, but without a weight.
  await choose();
  await page.getByRole("button", { name: "Take payment" }).click();
  await page.getByRole("button", { name: "Next sale" }).click();
  await expect(weight).toHaveCount(0);
  await expect(field).toHaveValue("");
});

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
