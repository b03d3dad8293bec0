import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { moveCash } from "#app/domain/door/till/till-moves.server.ts";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { customers } from "#db/schema/customers.ts";
import { cuttingOutputs, cuttings } from "#db/schema/meat/cuttings.ts";
import { productStock } from "#db/schema/meat/stock.ts";
import { products } from "#db/schema/products.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { expect, test } from "../orders/orders-page.ts";
import { makeTill, sale, sold, weigh } from "./counter-page.ts";

test.use({ expectedErrors: [/status of 409/] });

test("a till shows that a product is sold out or its lot on hold when it is chosen", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  const { db } = shop;
  const { id, name } = till.product;
  await page.goto(till.path);
  const adding = page.getByRole("region", { name: "Add to the sale" });
  const tile = adding.getByRole("button", { name: new RegExp(`^${name}`) });
  await expect(tile).not.toContainText("Sold out");

  // Its stock closes while the page is open: choosing it says so, and its tile does from then on.
  await db.insert(productStock).values({ productId: id, tracking: "closed" });
  await tile.click();
  await expect(adding.getByRole("alert")).toHaveText(
    `${name} is sold out. If you have it in your hands, sell it, and count the stock afterward.`,
  );
  await page.getByRole("button", { name: "Another product" }).click();
  await expect(tile).toContainText("Sold out");
  // Goods in hand can be sold all the same.
  await weigh(page, till.product, "1");
  await sale(page).getByRole("button", { name: "$24.99 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sold(page)).toContainText("Paid: $24.99");
  await page.getByRole("button", { name: "Next sale" }).click();

  // Traced from here on, with a single lot.
  await db.delete(productStock).where(eq(productStock.productId, id));
  await db.update(products).set({ isTraced: true }).where(eq(products.id, id));
  const lot = await insertLot(db);
  const [cutting] = await db
    .insert(cuttings)
    .values({
      requestId: lot.id,
      kind: "Side",
      cutBy: till.admin.userId,
      costBy: "weight",
    })
    .returning();
  await db.insert(cuttingOutputs).values({
    cuttingId: cutting?.id ?? "",
    position: 0,
    lotId: lot.id,
    productId: id,
    lb: "20.00",
    productName: name,
  });
  await page.reload();
  await weigh(page, till.product, "2");
  await expect(sale(page)).toContainText(`lot ${lot.code}`);
  const said = adding.getByRole("status");
  await expect(said).toHaveText(`${name}, 2.00 lb from lot ${lot.code}: $49.98.`);
  const field = adding.getByRole("textbox");
  await tile.click();
  await expect(said.last()).toHaveText(`The next piece comes from lot ${lot.code}.`);
  // The lot's code, typed or scanned, chooses the lot.
  await field.fill(lot.code);
  await field.press("Enter");
  await expect(field).toHaveValue("");
  await expect(said.last()).toHaveText(`The next piece comes from lot ${lot.code}.`);
  await page.getByRole("button", { name: "Another product" }).click();
  await holdLot(db, till.admin, lot.id, "Doubtful");
  await tile.click();
  const held = `Lot ${lot.code} is on hold: don’t sell meat of it.`;
  await expect(adding.getByRole("alert").first()).toHaveText(held);
  await expect(sale(page).getByRole("alert")).toHaveText(
    `Lot ${lot.code} is on hold: take this off.`,
  );
  await field.fill(lot.code);
  await field.press("Enter");
  await expect(adding.getByRole("alert").first()).toHaveText(
    `Lot ${lot.code} is on hold. Don’t sell its meat: set it aside and tell the owner.`,
  );
  await page.getByRole("button", { name: "Another product" }).click();
  await expect(tile).toContainText("Lot on hold");
  await tile.click();
  await sale(page)
    .getByRole("button", { name: `Take off ${name}` })
    .click();
  await expect(sale(page)).toContainText("Nothing yet.");
  await expectAccessible(page);
});

test("a sale over a client's limit can't go on account, and may be paid now instead", async ({
  page,
  shop,
  kitchen,
}) => {
  const till = await makeTill(shop);
  await shop.db
    .update(customers)
    .set({ creditLimit: "30.00" })
    .where(eq(customers.companyName, kitchen.companyName));
  await page.goto(till.path);
  await weigh(page, till.product, "1");
  // With cash typed already, Enter in the search chooses the only client found, without payment.
  await page.getByLabel("Cash handed over ($)").fill("60");
  await expect(sale(page)).toContainText("Change: $35.00");
  await page.getByRole("button", { name: "On a client’s account" }).click();
  const search = page.getByLabel("Client", { exact: true });
  await search.fill("Nobody at all");
  await search.press("Enter");
  await expect(sale(page)).toContainText("No client is called “Nobody at all”.");
  await search.fill(kitchen.companyName);
  await search.press("Enter");
  await expect(page.getByText(`On account of ${kitchen.companyName}`)).toBeVisible();
  await expect(sold(page)).toHaveCount(0);
  const put = page.getByRole("button", { name: `Put on the account of ${kitchen.companyName}` });
  await expect(put).toBeVisible();
  const against = sale(page).getByText("This can’t go on the client’s account:");
  await expect(against).toHaveCount(0);
  await weigh(page, till.product, "1");
  await expect(against).toContainText("Take the money now.");
  await expect(put).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Pay now instead" }).click();
  await expect(against).toHaveCount(0);
  await expect(sold(page)).toHaveCount(0);
  await sale(page).getByRole("button", { name: "$49.98 by card terminal" }).click();
  await page.getByRole("button", { name: "Take payment" }).click();
  await expect(sold(page)).toContainText("Paid: $49.98");
});

test("found clients are visible on a tablet and on a phone: no bar covers them", async ({
  page,
  shop,
  kitchen,
}) => {
  const till = await makeTill(shop);
  await page.goto(till.path);
  await weigh(page, till.product, "1");
  await page.getByRole("button", { name: "On a client’s account" }).click();
  const found = page.getByRole("list", { name: "Clients" }).getByRole("button");
  const isSeen = (button: Element) => {
    const { left, width, top, bottom } = button.getBoundingClientRect();
    return [top + 2, bottom - 2].every((y) =>
      button.contains(document.elementFromPoint(left + width / 2, y)),
    );
  };
  for (const [width, height] of [
    [768, 1024],
    [768, 600],
    [360, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.getByLabel("Client", { exact: true }).fill("");
    await page.getByLabel("Client", { exact: true }).fill(kitchen.companyName);
    await expect(found).toHaveText(kitchen.companyName);
    await expect(found).toBeInViewport({ ratio: 1 });
    expect(await found.evaluate(isSeen), `seen at ${width} × ${height}`).toBe(true);
  }
});

test("a printed report keeps each section on one page, and a tablet shows the drawer's labels in full", async ({
  page,
  shop,
}) => {
  const till = await makeTill(shop);
  const { sessionId } = till;
  for (const bag of Array.from({ length: 14 }, (_, index) => index + 1)) {
    const reason = `Ice, bag ${bag}.`;
    const move = { requestId: randomUUID(), sessionId, kind: "out" as const, amount: 1_00, reason };
    await moveCash(shop.db, till.admin, move);
  }
  await page.goto(till.session);
  const { text } = await extractText(new Uint8Array(await page.pdf({ format: "Letter" })), {
    mergePages: false,
  });
  expect(text.length).toBeGreaterThan(1);
  const pageOf = (words: string) => text.findIndex((one) => one.includes(words));
  expect(pageOf("Ice, bag 1.")).toBeGreaterThan(-1);
  expect(pageOf("Should be there")).toBe(pageOf("Ice, bag 1."));
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(`${till.path}/drawer`);
  // A second line would make it taller.
  const label = page.getByRole("rowheader", { name: "E-transfer" });
  expect((await label.boundingBox())?.height).toBeLessThan(60);
});
