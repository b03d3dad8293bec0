import { productStock, stockEntries } from "#db/schema/meat/stock.ts";
import {
  expect,
  expectPlaced,
  openPad,
  placeButton,
  pounds,
  review,
  reviewed,
  test,
} from "../placing/place-order-page.ts";

test.use({ expectedErrors: [/status of 409/] });

test("the order form shows how much is left, also after some is removed while it is open", async ({
  page,
  shop,
  client: _,
  oxtail,
}) => {
  await shop.db.insert(productStock).values({ productId: oxtail.id, tracking: "lb" });
  const had = { productId: oxtail.id, kind: "received" as const, lb: "12.00" };
  await shop.db.insert(stockEntries).values(had);
  await openPad(page);
  const row = page.getByRole("listitem").filter({ has: pounds(page, oxtail.name) });
  await expect(row).toContainText("At most 12 lb");
  await pounds(page, oxtail.name).fill("13");
  await pounds(page, oxtail.name).blur();
  await expect(row).toContainText("Only 12 lb of Sample Oxtail are left");
  await pounds(page, oxtail.name).fill("10");
  await review(page);
  // Somebody throws meat away while this page is open.
  await shop.db.insert(stockEntries).values({ ...had, kind: "waste", lb: "-5.00" });
  await placeButton(page).click();
  await expect(reviewed(page).first()).toContainText("Only 7 lb of Sample Oxtail are left");
  await pounds(page, oxtail.name).fill("7");
  await pounds(page, oxtail.name).blur();
  await placeButton(page).click();
  await expectPlaced(page);
});
