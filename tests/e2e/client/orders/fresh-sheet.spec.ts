import { addFromSheetPath } from "#app/features/fresh-sheet/sheet-links.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { freshPicks, freshSends, freshSheets } from "#db/schema/fresh-sheets.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { bar, expect, type Page, pounds, test } from "../placing/place-order-page.ts";

/** Creates a sheet with a cut, sent to these customers. */
async function sentSheet({ db }: ShopWithin, productId: string, customerIds: string[]) {
  const [sheet] = await db.insert(freshSheets).values({ sentAt: new Date() }).returning();
  const id = sheet?.id ?? "";
  await db.insert(freshPicks).values({ sheetId: id, productId, position: 1 });
  const sent = { sheetId: id, priceDay: pacificDay(new Date()), consent: "asked" } as const;
  for (const customerId of customerIds) {
    await db.insert(freshSends).values({ ...sent, customerId });
  }
  return id;
}

/** Filters the form, since other tests' products may have moved this one to another page. */
const find = (page: Page, name: string) =>
  page.getByRole("searchbox", { name: "Filter products" }).fill(name);

test("a cut of a fresh sheet is added to the order once by its link, and removed again", async ({
  page,
  shop,
  client,
  oxtail,
}) => {
  const path = addFromSheetPath(await sentSheet(shop, oxtail.id, [client.userId]), oxtail.id);
  await page.goto(path);
  await expect(toastText(page, "Sample Oxtail added")).toBeVisible();
  await expect(bar(page)).toContainText("1 product, 1 lb");
  await expect(page).toHaveURL(/\/place-order#pick$/);
  await find(page, "Sample Oxtail");
  await expect(pounds(page, "Sample Oxtail")).toHaveValue("1");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(pounds(page, "Sample Oxtail")).toHaveValue("");
  // An amount in the order already stays.
  await pounds(page, "Sample Oxtail").fill("7");
  await page.goto(path);
  await expect(toastText(page, "Sample Oxtail is in your order")).toBeVisible();
  await find(page, "Sample Oxtail");
  await expect(pounds(page, "Sample Oxtail")).toHaveValue("7");
});

test("a sheet that was not sent to the client adds nothing", async ({
  page,
  shop,
  client: _client,
  oxtail,
}) => {
  const path = addFromSheetPath(await sentSheet(shop, oxtail.id, []), oxtail.id);
  await page.goto(path);
  await find(page, "Sample Oxtail");
  await expect(pounds(page, "Sample Oxtail")).toHaveValue("");
  await expect(bar(page)).toContainText("Nothing picked yet");
});
