import { randomUUID } from "node:crypto";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { expect, type Page, test } from "../orders/orders-page.ts";

test.use({ expectedErrors: [/status of (400|404|409)/] });

const save = (page: Page) => page.getByRole("button", { name: "Save receipt" }).click();
const line = (page: Page, number: number) =>
  page.getByRole("group", { name: new RegExp(`^Line ${number}\\b`) });

test("scans cartons, decides on warm ones, and claims and settles a short delivery", async ({
  page,
  shop,
}) => {
  const product = await insertProduct(shop.db, { name: `Ribeye ${randomUUID().slice(0, 8)}` });
  const supplier = `Packer ${randomUUID().slice(0, 8)}`;
  await page.goto("/admin");
  const menu = page.getByRole("navigation", { name: "Back office" }).first();
  await menu.getByRole("link", { name: "Receiving" }).click();
  await page.getByRole("link", { name: "Receive", exact: true }).click();
  const scan = page.getByLabel("Scan a carton");
  const carton = (serial: number) => `(01)99506000134355(3202)001250(10)L-7(21)${serial}`;
  await scan.fill(carton(1));
  await scan.press("Enter");
  await expect(line(page, 1).getByLabel("Pounds")).toHaveValue("12.50");
  await scan.fill(carton(1));
  await scan.press("Enter");
  await expect(page.getByText("This carton was scanned already.")).toBeVisible();
  await expect(line(page, 1).getByLabel("Pounds")).toHaveValue("12.50");
  await scan.fill(carton(2));
  await scan.press("Enter");
  await expect(line(page, 1).getByLabel("Pounds")).toHaveValue("25.00");
  await expect(line(page, 1).getByLabel("Lot")).toHaveValue("L-7");
  await line(page, 1).getByLabel("Product").selectOption(product.id);
  await line(page, 1).getByLabel("Price ($)").fill("5.20");
  await line(page, 1).getByLabel("Invoiced (lb)").fill("30");
  await expect(page.getByLabel("Sum of line 1")).toContainText("5 lb short");
  await expect(page.getByLabel("Sum of line 1")).toContainText("to claim $26.00");
  await page.getByLabel("Or a new supplier").fill(supplier);
  await page.getByLabel("Their invoice number").fill("A-77");
  await page.getByLabel("Temperature (°C)").fill("6.5");
  await page.getByLabel("Freight ($)").fill("10");
  await expect(page.getByRole("region", { name: "Sums" })).toContainText(
    /Their invoice should say\$140\.00.*It says, as entered\$166\.00/,
  );
  await expectAccessible(page);
  // Leaving by mistake loses nothing.
  await page.reload();
  await page.getByRole("button", { name: "Restore" }).click();
  await expect(line(page, 1).getByLabel("Pounds")).toHaveValue("25.00");
  await expect(page.getByLabel("Or a new supplier")).toHaveValue(supplier);
  await save(page);
  await expect(line(page, 1).getByLabel("Reason")).toBeFocused();
  await line(page, 1).getByLabel("Reason").fill("Iced at once");
  await save(page);
  await expect(toastText(page, "Received")).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText("$140.00");
  await expect(main).toContainText("$140.00: accepted goods $130.00, freight $10.00");
  await expect(main.getByRole("link", { name: "L-7" })).toBeVisible();
  await expectAccessible(page);
  // Its lines are fully visible on a tablet and on a phone too.
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const table = main.getByRole("region", { name: "Lines" });
    await expect(table.getByRole("link", { name: "L-7" })).toBeVisible();
    const hidden = await table.evaluate((region) => region.scrollWidth - region.clientWidth);
    expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 720 });

  await expect(page.getByLabel("The claim as a letter")).toHaveValue(/A-77[\s\S]*\$26\.00/);
  await expect(main).toContainText("Not sent yet");
  await page.getByLabel("Sent to whom, or how").fill("Emailed Kim");
  await page.getByRole("button", { name: "Note that it was sent" }).click();
  await expect(toastText(page, "Claim noted as sent")).toBeVisible();
  await expect(main).toContainText(/Sent on .* by .*: Emailed Kim\. No answer is entered yet/);
  const receipt = page.url();
  await page.goto("/admin/receiving?show=claims");
  await expect(main.getByRole("row", { name: supplier })).toContainText(
    /Claim of \$26\.00 open\s*Sent /,
  );
  await page.goto(receipt);
  await page.getByLabel("Credited ($)").fill("0");
  await page.getByRole("button", { name: "Settle the claim" }).click();
  await expect(page.getByLabel("Why less of line 1")).toHaveAccessibleDescription(
    /Please say why less is credited/,
  );
  await page.getByLabel("Credited ($)").fill("20");
  await expect(page.getByRole("region", { name: "Cost of the lots" })).toContainText(
    "$5.84/lb, now $5.60/lb",
  );
  await page.getByLabel("Why less of line 1").fill("One box weighed again");
  await page.getByRole("button", { name: "Settle the claim" }).click();
  await expect(main).toContainText("$20.00 of $26.00 credited");
  await expect(main).toContainText("$146.00");

  await page.getByLabel("Add a paper").setInputFiles({
    name: "a.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4 cut"),
  });
  await expect(page.getByText("This PDF is damaged or cut short.")).toBeVisible();
  const whole = "%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n";
  await page.getByLabel("Add a paper").setInputFiles({
    name: "a.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from(whole),
  });
  await expect(page.getByRole("link", { name: "Paper 1, PDF" })).toBeVisible();

  await page.getByRole("link", { name: "Correct" }).click();
  await expectAccessible(page);
  await page.getByLabel("Freight ($)").fill("4");
  await line(page, 1).getByLabel("Lot").fill("L-77");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Why", { exact: true })).toHaveAccessibleDescription(
    /Please say why the lot is corrected/,
  );
  await page.getByLabel("Why", { exact: true }).fill("Typed wrong");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "Receipt corrected")).toBeVisible();
  await expect(page.getByText("Labels printed before still say L-7.").first()).toBeVisible();
  await expect(main.getByRole("link", { name: "L-77" })).toBeVisible();
  await expect(main).toContainText("$140.00");
  await expect(page.getByRole("region", { name: "History" })).toContainText("Freight: $10.00");

  await page.getByRole("link", { name: supplier }).click();
  await expect(page.getByLabel("99506000134355", { exact: true })).toHaveValue(product.id);
  await expectAccessible(page);

  await page.goto("/admin/receiving/new");
  await page.getByLabel("Supplier", { exact: true }).selectOption({ label: supplier });
  await page.getByLabel("Their invoice number").fill("a-77");
  await line(page, 1).getByLabel("Description").fill("Front quarter");
  await line(page, 1).getByLabel("Pounds").fill("0");
  await save(page);
  await expect(line(page, 1).getByLabel("Pounds")).toHaveAccessibleDescription(/0 lb can't be/);
  await line(page, 1).getByLabel("Pounds").fill("200");
  await save(page);
  await page.getByLabel("Yes, another delivery").check();
  await save(page);
  await expect(toastText(page, "Received")).toBeVisible();
  await page.goto(`/admin/receiving?q=${encodeURIComponent(supplier)}`);
  await expect(main.locator("tbody tr")).toHaveCount(2);
  await expectAccessible(page);
  await page.goto("/admin/suppliers");
  await expectAccessible(page);
});

test("boxes are summed, and a carton scanned twice without a serial number needs an answer", async ({
  page,
  shop,
}) => {
  const product = await insertProduct(shop.db, { name: `Chuck ${randomUUID().slice(0, 8)}` });
  await page.goto("/admin/receiving/new");
  const scan = page.getByLabel("Scan a carton");
  const same = "(01)99506000134355(3202)001250(10)L-8";
  await scan.fill(same);
  await scan.press("Enter");
  await scan.fill(same);
  await scan.press("Enter");
  await expect(page.getByText("The same carton, or another one?")).toBeVisible();
  await page.getByRole("button", { name: "Another one: count it" }).click();
  await expect(line(page, 1).getByLabel("Pounds")).toHaveValue("25.00");
  await line(page, 1).getByLabel("Product").selectOption(product.id);
  await page.getByRole("button", { name: "Add a line" }).click();
  await expect(line(page, 2).getByLabel("Product")).toBeFocused();
  await line(page, 2).getByLabel("Product").selectOption("Not one of ours");
  await line(page, 2).getByLabel("Description").fill("Chuck roll");
  await line(page, 2).getByLabel("Pounds").fill("61.20 + 58.75 + 60.05");
  await line(page, 2).getByLabel("Killed").fill("2026-01-05");
  await expect(page.getByRole("region", { name: "Sums" })).toContainText("205 lb, 5 boxes");
  await page.getByLabel("Or a new supplier").fill(`Packer ${randomUUID().slice(0, 8)}`);
  await page.getByLabel("Paper (optional)").setInputFiles({
    name: "a.pdf",
    mimeType: "application/pdf",
    buffer: Buffer.from("%PDF-1.4\n1 0 obj<<>>endobj\nstartxref\n9\n%%EOF\n"),
  });
  await save(page);
  await expect(toastText(page, "Received")).toBeVisible();
  await expect(page.getByRole("link", { name: "Paper 1, PDF" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "Chuck roll" });
  await expect(row).toContainText("180 lb");
  // A wrongly chosen product: only a foreign one is named.
  await page.getByRole("link", { name: "Correct" }).click();
  await expect(line(page, 1).getByLabel("Description")).toHaveCount(0);
  await line(page, 1).getByLabel("Product").selectOption("Not one of ours");
  await line(page, 1).getByLabel("Description").fill("Chuck short rib");
  await page.getByLabel("Why", { exact: true }).fill("Chosen wrong");
  // The sums follow the input, as during receiving.
  const sums = page.getByRole("region", { name: "Sums" });
  await expect(sums).toContainText("205 lb, 5 boxes");
  await line(page, 1).getByLabel("Price ($)").fill("2.00");
  await expect(sums).toContainText("$50.00");
  await line(page, 2).getByLabel("Remove this line").check();
  await expect(sums).toContainText("25 lb, 2 boxes");
  await line(page, 2).getByLabel("Remove this line").uncheck();
  await line(page, 2).getByLabel("Killed").fill("2026-01-06");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Chuck short rib" })).toContainText("L-8");
  await row.getByRole("link").click();
  const main = page.getByRole("main");
  await expect(main).toContainText("Chuck roll");
  await expect(main).toContainText("Jan 6, 2026");
  await expectAccessible(page);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the form has one line, and adds another while keeping the input", async ({ page }) => {
    await page.goto("/admin/receiving/new");
    await expect(page.getByRole("group", { name: /^Line/ })).toHaveCount(1);
    await page.getByLabel("Or a new supplier").fill(`Packer ${randomUUID().slice(0, 8)}`);
    await line(page, 1).getByLabel("Description").fill("Front quarter");
    await line(page, 1).getByLabel("Pounds").fill("180");
    await page.getByRole("button", { name: "Add a line" }).click();
    await expect(line(page, 1).getByLabel("Pounds")).toHaveValue("180");
    await line(page, 2).getByLabel("Product").selectOption("Not one of ours");
    await line(page, 2).getByLabel("Pounds").fill("60");
    await save(page);
    await expect(line(page, 2).getByLabel("Description")).toHaveAccessibleDescription(
      /Please say what it is/,
    );
    await line(page, 2).getByLabel("Description").fill("Hind quarter");
    await save(page);
    await expect(page.getByRole("main")).toContainText("240 lb");
  });
});
