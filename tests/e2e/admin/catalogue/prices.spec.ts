import { eq } from "drizzle-orm";
import { customers } from "#db/schema/customers.ts";
import { products } from "#db/schema/products.ts";
import { violationsOf } from "#tests/e2e/accessible-page.ts";
import { expect, type Page, test } from "#tests/e2e/back-office.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";

test.use({ reducedMotion: "reduce", expectedErrors: [/status of 4(00|09)/] });

const telephone = { width: 360, height: 740 };
const desktop = { width: 1280, height: 800 };

async function expectAccessible(page: Page) {
  for (const size of [desktop, telephone]) {
    await page.setViewportSize(size);
    expect(await violationsOf(page)).toEqual([]);
  }
  await page.setViewportSize(desktop);
}

async function chooseProduct(page: Page, typed: string, name: string) {
  await page.getByRole("searchbox", { name: "Search by product" }).fill(typed);
  await page.getByRole("list", { name: "Products found" }).getByRole("link", { name }).click();
  await expect(page.getByLabel("Price ($/lb)")).toBeFocused();
}

test("a preview stays while others order", async ({ page, shop, context }) => {
  await page.goto("/admin/prices");
  const box = page.getByLabel("Striploin Steak, Catalogue");
  const before = await box.inputValue();
  await box.fill("31.11");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByRole("heading", { name: "1 changed price" })).toBeVisible();
  const list = await context.newPage();
  await list.goto("/admin/orders");
  const { user } = await insertClient(shop.db, {
    profile: { companyName: "Sample Newcomer" },
  });
  await insertOrder(shop.db, user.id);
  // Updated at the same time as the page with the preview.
  await expect(list.getByRole("cell", { name: "Sample Newcomer" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "1 changed price" })).toBeVisible();
  await expect(box).toHaveValue("31.11");
  expect(before).not.toBe("31.11");
});

test("the owner writes a price list, gives it to a client and raises its prices", async ({
  page,
  shop,
}) => {
  await page.goto("/admin/prices");
  const name = `Kitchens ${crypto.randomUUID().slice(0, 8)}`;
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Add list" }).click();
  await expect(page.getByRole("columnheader", { name })).toBeVisible();

  const box = page.getByLabel(`Striploin Steak, ${name}`);
  await box.fill("cheap");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByText("Please correct the marked prices.")).toBeVisible();
  await box.fill("20.00 / 5");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await expect(page.getByRole("heading", { name: "1 changed price" })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save this price" }).click();
  // The field shows it before it is saved; then the form is reset.
  await expect(page.getByText("Prices saved").first()).toBeVisible();
  await expect(box).toHaveValue("20.00 / 5");

  await page.getByText("Raise or lower a whole column").click();
  await page.getByLabel("Column").selectOption(name);
  await page.getByRole("button", { name: "Preview", exact: true }).last().click();
  await expect(page.getByText("20.60 / 5")).toBeVisible();
  await page.getByRole("button", { name: "Save this price" }).click();
  await expect(box).toHaveValue("20.60 / 5");

  const [client] = await shop.db.select().from(customers).limit(1);
  await page.goto(`/admin/clients/${client?.id}/prices`);
  await page.getByLabel("Give a list").selectOption(name);
  await page.getByRole("button", { name: "Give" }).click();
  await expect(page.getByRole("link", { name })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add price" })).toHaveCount(0);
  await chooseProduct(page, "striploin", "Striploin Steak");
  await page.getByLabel("Price ($/lb)").fill("19.00");
  await page.getByRole("button", { name: "Add price" }).click();
  await expect(page.getByText("$19.00/lb")).toBeVisible();
  await chooseProduct(page, "striploin", "Striploin Steak");
  await page.getByLabel("Price ($/lb)").fill("18.00");
  await page.getByRole("button", { name: "Add price" }).click();
  await expect(page.getByText("The client already has a price for this product")).toBeVisible();
  await expectAccessible(page);
  const sheet = await page.request.get(`/admin/clients/${client?.id}/prices.pdf`);
  expect(sheet.headers()["content-type"]).toBe("application/pdf");

  await page.getByRole("link", { name }).click();
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expectAccessible(page);
});

test("a block from a spreadsheet is pasted over several boxes, and Enter moves down", async ({
  page,
}) => {
  await page.goto("/admin/prices");
  const boxes = page.locator("input[data-cell][name^='cell.base.']");
  const first = boxes.nth(0);
  const second = boxes.nth(1);
  await first.focus();
  await first.evaluate((box) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "11.11\r\n22.22\r\n");
    box.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  });
  await expect(first).toHaveValue("11.11");
  await expect(second).toHaveValue("22.22");
  await first.press("Enter");
  await expect(second).toBeFocused();
  await second.press("ArrowUp");
  await expect(first).toBeFocused();
});

test("keeps input on another page of the grid, and Back asks before it is lost", async ({
  page,
  shop,
}) => {
  const prefix = `Paged ${crypto.randomUUID().slice(0, 8)}`;
  await shop.db.insert(products).values(
    Array.from({ length: 60 }, (_, count) => ({
      name: `${prefix} ${count + 10}`,
      slug: `${prefix}-${count}`.toLowerCase().replace(" ", "-"),
      pricePerLb: "5.00",
    })),
  );
  await page.goto("/admin");
  await page.getByRole("navigation").getByRole("link", { name: "Prices", exact: true }).click();
  const first = page.locator("input[data-cell][name^='cell.base.']").first();
  const label = (await first.getAttribute("aria-label")) ?? "";
  const before = await first.inputValue();
  await first.fill("77.70");
  await page.getByRole("button", { name: "Next products" }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole("heading", { name: "1 changed price" })).toBeVisible();
  await expect(page.getByText(label.replace(", Catalogue", "")).first()).toBeVisible();
  const other = page.locator("input[data-cell][name^='cell.base.']").first();
  await other.fill("66.60");
  await page.goBack();
  await page.getByRole("button", { name: "Stay" }).click();
  await expect(other).toHaveValue("66.60");
  await page.getByRole("button", { name: "Preview changes" }).click();
  await page.getByRole("button", { name: "Save these 2 prices" }).click();
  await expect(toastText(page, "Prices saved")).toBeVisible();
  await expect(other).toHaveValue("66.60");
  await page.getByRole("button", { name: "Previous products" }).click();
  await expect(page.getByLabel(label, { exact: true })).toHaveValue("77.70");

  await page.getByLabel(label, { exact: true }).fill(before);
  await page.getByRole("button", { name: "Preview changes" }).click();
  await page.getByRole("link", { name: "Discard the changes" }).click();
  await expect(page.getByLabel(label, { exact: true })).toHaveValue("77.70");
});

test("saves a client's terms, and reports a colleague's changes in the meantime", async ({
  page,
  shop,
}) => {
  const [client] = await shop.db.select().from(customers).limit(1);
  const address = `/admin/clients/${client?.id}`;
  await page.goto(address);
  await page.getByRole("heading", { name: "Terms" }).click();
  await page.getByLabel("Credit limit ($)").fill("much");
  await page.getByRole("button", { name: "Save terms" }).click();
  await expect(page.getByText("Please enter an amount, for instance 5,000")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Credit limit ($)").fill("5,000");
  await page.getByRole("button", { name: "Save terms" }).click();
  await expect(page.getByText("$5,000.00").first()).toBeVisible();
  await page.getByLabel("Days of grace").fill("5");
  await shop.db
    .update(customers)
    .set({ creditLimit: "1.00" })
    .where(eq(customers.id, client?.id ?? ""));
  await page.getByRole("button", { name: "Save terms" }).click();
  // Untouched fields have the colleague's values.
  await expect(page.getByLabel("Credit limit ($)")).toHaveValue("1.00");
  await expect(page.getByLabel("Days of grace")).toHaveValue("5");
  await expect(page.getByText(/^Saved value: /)).toBeVisible();
});
