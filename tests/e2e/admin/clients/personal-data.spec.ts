import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { eq } from "drizzle-orm";
import { user } from "#db/schema/accounts.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { title } from "#tests/e2e/client-area.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { textOf } from "#tests/setup/files/read-pdf.ts";
import { expect, test } from "../orders/orders-page.ts";

test.use({ expectedErrors: [/status of 4(00|04|09)/] });

test("the owner finds a person's data, hands it over, and erases it", async ({
  page,
  shop,
  kitchen,
}) => {
  const main = page.getByRole("main");
  const [person] = await shop.db.select().from(user).where(eq(user.id, kitchen.userId));
  const email = person?.email ?? "";
  await insertFilledOrder(shop.db, kitchen.userId, { status: "cancelled", totalPrice: "10.00" });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/admin/settings");
  await main.getByRole("link", { name: "A person's data" }).click();
  const find = main.getByRole("textbox", { name: "Their email" });
  await find.fill(`nobody-${randomUUID()}@example.com`);
  await main.getByRole("button", { name: "Find" }).click();
  await expect(main.getByText("We keep nothing of this address.")).toBeVisible();
  await expectAccessible(page);
  await find.fill(email.toUpperCase());
  await main.getByRole("button", { name: "Find" }).click();
  await expect(title(page)).toHaveText(email);
  // No logged address contains theirs.
  expect(page.url()).not.toContain("%40");
  await expect(main.getByRole("region", { name: "Orders" })).toContainText(/Order \d+/);
  await expect(main.getByRole("region", { name: "Who looked" })).toContainText("Looked at");
  await expectAccessible(page);
  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      main.getByRole("link", { name }).click(),
    ]);
    return readFile(await download.path());
  };
  const paper = (await textOf(await saved("Download for them (PDF)"))).join("\n");
  expect(paper).toContain("What we keep about you");
  expect(paper).toContain(kitchen.companyName);
  const file = JSON.parse((await saved("As data (JSON)")).toString());
  expect(file).toMatchObject({ email, customers: [{ companyName: kitchen.companyName }] });

  const confirmed = main.getByRole("textbox", { name: "Type their email to erase" });
  await confirmed.fill("somebody@example.com");
  await main.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(main.getByText("Please type the address as it is shown above.")).toBeVisible();
  await confirmed.fill(email);
  await main.getByRole("button", { name: "Erase", exact: true }).click();
  await expect(page.getByText("Erased", { exact: true }).first()).toBeVisible();
  const [left] = await shop.db.select().from(user).where(eq(user.id, kitchen.userId));
  expect(left?.email).toBe(`erased-${kitchen.userId}@erased.invalid`);
  await find.fill(email);
  await main.getByRole("button", { name: "Find" }).click();
  await expect(main.getByText("We keep nothing of this address.")).toBeVisible();
});
