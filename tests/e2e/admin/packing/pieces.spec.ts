import { randomUUID } from "node:crypto";
import { productStock } from "#db/schema/meat/stock.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { expect, test } from "../orders/orders-page.ts";

test.use({ expectedErrors: [/status of 400/] });

test("products kept in pieces are counted when received and when cut", async ({ page, shop }) => {
  const own = randomUUID().slice(0, 8);
  const name = `Brisket ${own}`;
  const brisket = await insertProduct(shop.db, { name, soldBy: "piece", typicalPieceLb: "12.00" });
  await shop.db.insert(productStock).values({ productId: brisket.id, tracking: "pieces" });
  await page.goto("/admin/receiving/new");
  const line = page.getByRole("group", { name: "Line 1" });
  await expect(line.getByLabel("Pieces")).toHaveCount(0);
  const scan = page.getByLabel("Scan a carton");
  for (const serial of [1, 2]) {
    await scan.fill(`(01)99506000134355(3202)001250(10)PIECES-1(21)${own}${serial}`);
    await scan.press("Enter");
  }
  await line.getByLabel("Product").selectOption(brisket.id);
  await page.getByLabel("Or a new supplier").fill(`Packer ${name}`);
  await page.getByRole("button", { name: "Save receipt" }).click();
  const pieces = line.getByLabel("Pieces");
  await expect(pieces).toBeFocused();
  await expect(pieces).toHaveAccessibleDescription(/Please enter how many came/);
  await expectAccessible(page);
  // The error is about the value that was sent, so it goes once another is typed.
  await pieces.fill("1");
  await expect(pieces).not.toHaveAccessibleDescription(/Please enter how many came/);
  await expect(pieces).not.toHaveAttribute("aria-invalid");
  await line.getByRole("button", { name: "Each carton is one piece" }).click();
  await expect(pieces).toHaveValue("2");
  await page.getByRole("button", { name: "Save receipt" }).click();
  await expect(toastText(page, "Received")).toBeVisible();
  await expect(page.getByRole("row", { name })).toContainText("2 pieces");

  await page.goto("/admin/cutting/new");
  await page.getByLabel("What is cut").fill("Brisket");
  await expect(page.getByLabel("Pieces of lot 1", { exact: true })).toBeHidden();
  await page.getByLabel("Lot 1", { exact: true }).fill(`PIECES-1, Packer ${name}`);
  await page.getByLabel("Pounds of lot 1", { exact: true }).fill("14");
  await expect(page.getByLabel("Pieces of lot 1", { exact: true })).toBeVisible();
  await expect(page.getByText("No best-before date is known of lot PIECES-1")).toBeVisible();
  await page.getByLabel("Product 1", { exact: true }).selectOption(brisket.id);
  await page.getByLabel("Pounds of row 1", { exact: true }).fill("10");
  await page.getByLabel("Best before of row 1", { exact: true }).fill("2031-12-03");
  await page.getByRole("button", { name: "Save the sheet" }).click();
  const why = page.getByLabel("Reason for the difference");
  await expect(why).toHaveAccessibleDescription(/4.00 lb of 14.00 lb are missing/);
  await expect(page.getByLabel("Pieces of lot 1", { exact: true })).toHaveAccessibleDescription(
    /whole pieces/,
  );
  // Once the weights add up, no reason for a difference is asked for.
  await page.getByLabel("Pounds of row 1", { exact: true }).fill("14");
  await expect(why).toBeHidden();
  await page.getByLabel("Pieces of lot 1", { exact: true }).fill("1");
  await page.getByLabel("Pieces of row 1", { exact: true }).fill("0");
  await page.getByRole("button", { name: "Save the sheet" }).click();
  await expect(page).toHaveURL(/\?cut|cutting\/[0-9a-f-]+$/);
  const cameOfIt = page.getByRole("region", { name: "Came of it" });
  await expect(page.getByRole("region", { name: "Went in" })).toContainText("14 lb, 1 piece");
  await expect(cameOfIt).toContainText("14 lb, 0 pieces");
  await expect(cameOfIt).toContainText("best before Dec 3, 2031; none is known of what went in");
  // It was a whole piece after all: the pieces are corrected alone, with the pounds left empty.
  const sheet = page.url();
  await page.getByText("Correct what came of it").click();
  await page.getByLabel("Pieces that came of it").fill("one");
  await page.getByLabel("Reason for the correction").fill("It was whole");
  await page.getByRole("button", { name: "Correct the sheet" }).click();
  await expect(page.getByLabel("Pieces that came of it")).toHaveAccessibleDescription(
    /Please enter whole pieces/,
  );
  await expect(page.getByLabel("Reason for the correction")).toHaveValue("It was whole");
  await page.getByLabel("Pieces that came of it").fill("1");
  await page.getByRole("button", { name: "Correct the sheet" }).click();
  await expect(cameOfIt).toContainText("14 lb, 1 piece");
  await expect(page.getByRole("region", { name: "History" })).toContainText("14 lb, 1 piece");
  await page.goto(sheet);
  await expect(cameOfIt).toContainText("14 lb, 1 piece");

  await page.goto(`/admin/stock/${brisket.id}`);
  const entries = page.getByRole("table", { name: "Entries, newest first" });
  await expect(entries).toContainText(/Cut from[\s\S]*−1 piece/);
  await expect(entries).not.toContainText("0 pieces");
});
