import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { boxes, lots } from "#db/schema/packages.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { test as backOffice } from "#tests/e2e/back-office.ts";
import { expect, makeClient, type Page, test, title } from "#tests/e2e/client-area.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { billPacked, closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertOrder } from "#tests/setup/factories.ts";

/** Creates an order: three steaks of about 1.25 lb, 10 lb of oxtail, 12.5 lb of brisket. */
async function place(db: Database, customerId: string) {
  const order = await insertOrder(db, customerId, { totalPrice: "299.71" });
  const ribeye = await insertOrderItem(db, order.id, {
    soldBy: "piece",
    orderedPieces: 3,
    typicalPieceLb: "1.25",
    quantity: "3.75",
  });
  const oxtail = await insertOrderItem(db, order.id, {
    position: 1,
    productName: "Oxtail",
    quantity: "10",
    pricePerLb: "9.35",
  });
  const brisket = await insertOrderItem(db, order.id, {
    position: 2,
    productName: "Packer Brisket",
    quantity: "12.5",
    pricePerLb: "9.00",
  });
  return { id: order.id, ribeye: ribeye.id, oxtail: oxtail.id, brisket: brisket.id };
}

type Placed = Awaited<ReturnType<typeof place>>;

/** Packs and bills it: too much ribeye, too little oxtail, chuck in place of the brisket. */
async function packAndBill(db: Database, { id, ribeye, oxtail, brisket }: Placed) {
  await insertPackage(db, ribeye, { value: "1.32", unit: "kg" }, { pieces: 2 });
  await closeLine(db, ribeye, { overDecision: "bill_promise" });
  await insertPackage(db, oxtail, { value: "6.2", unit: "lb" });
  await closeLine(db, oxtail, { packState: "short", packNote: "ran out" });
  const chuck = await insertOrderItem(db, id, {
    position: 3,
    productName: "Chuck Roast",
    quantity: "12.5",
    pricePerLb: "8.50",
    substitutesItemId: brisket,
  });
  await closeLine(db, brisket, { packState: "substituted" });
  await insertPackage(db, chuck.id, { value: "12.03", unit: "lb" });
  await closeLine(db, chuck.id);
  await billPacked(db, id);
}

async function packFirst(db: Database, { id, ribeye }: Placed) {
  const [lot] = await db.insert(lots).values({ code: "2231", supplier: id }).returning();
  const [box] = await db.insert(boxes).values({ orderId: id, number: 1 }).returning();
  const where = { lotId: lot?.id ?? null, boxId: box?.id ?? null };
  await insertPackage(db, ribeye, { value: "0.585", unit: "kg" }, { pieces: 1, ...where });
}

const rows = (page: Page) => page.getByRole("main").locator("tbody tr:has(th)");
const cells = (page: Page, row: number) => rows(page).nth(row).locator("th, td");
const foot = (page: Page) => page.locator("table").first().locator("tfoot tr").last();

test("an order shows an estimate, the weights as they are packed, and then the bill", async ({
  page,
  client,
  shop: { db },
}) => {
  const order = await place(db, client.userId);
  await page.goto(`/dashboard/orders/${order.id}`);
  await expect(page.getByRole("columnheader")).toHaveText(["Product", "Ordered", "$/lb", "Amount"]);
  await expect(cells(page, 0)).toHaveText([
    ...[/^Ribeye Steak/, "3 pieces, about 3.75 lb", "$24.99", "$93.71"],
  ]);
  await expect(foot(page)).toContainText("Estimate");
  await expect(foot(page)).toContainText("$299.71");
  await expect(page.getByRole("main")).toContainText(
    "You pay for the weight we pack, at most $329.68.",
  );

  await packFirst(db, order);
  await expect(cells(page, 0)).toHaveText([
    ...[/^Ribeye Steak/, "3 pieces, about 3.75 lb", "1.29 lb so far 1 piece", "$24.99", "$93.71"],
  ]);
  await page.getByText("1 package of Ribeye Steak").click();
  await expect(page.getByRole("main")).toContainText("1.29 lb · 0.585 kg · Lot 2231 · Box 1");
  await expect(foot(page)).toContainText("$299.71");
  await expectAccessible(page);

  await page.setViewportSize({ width: 1280, height: 800 });
  await packAndBill(db, order);
  await expect(page.getByRole("main")).toContainText("Packed");
  const heads = ["Product", "Ordered", "Packed", "$/lb", "Amount"];
  await expect(page.getByRole("columnheader")).toHaveText(heads);
  await expect(cells(page, 0)).toContainText(["Ribeye Steak", "3.75 lb", "4.2 lb", "", "$104.96"]);
  await expect(cells(page, 1)).toContainText(["Over weight, no charge", "", "-$1.88"]);
  await expect(cells(page, 2)).toContainText([
    "Less than ordered: ran out",
    "",
    "6.2 lb",
    "",
    "$57.97",
  ]);
  await expect(cells(page, 3)).toContainText(["Replaced by Chuck Roast", "", "0 lb", "", "$0.00"]);
  await expect(cells(page, 4)).toContainText(["In place of Packer Brisket", "", "", "", "$102.26"]);
  await expect(foot(page)).toHaveText(/^Total22.43 lb26.25 lb22.43 lb\$263.31$/);
  await page.getByText("2 packages of Ribeye Steak").click();
  await expectAccessible(page);
  await page.goto("/dashboard/orders");
  await expect(rows(page)).toContainText(["$263.31"]);
});

backOffice("the back office sees the same", async ({ page, shop: { db } }) => {
  const client = await makeClient(db);
  const order = await place(db, client.userId);
  await page.goto(`/admin/orders/${order.id}`);
  await expect(foot(page)).toContainText("Total, estimated");
  await expect(page.getByRole("main")).toContainText("Client's maximum: at most $329.68.");
  await packFirst(db, order);
  await expect(cells(page, 0).nth(3)).toHaveText("1.29 lb so far 1 piece");
  await packAndBill(db, order);
  await expect(page.getByRole("main")).toContainText("Packed");
  await expect(cells(page, 1)).toContainText(["Over weight, no charge", "", "-$1.88"]);
  await expect(foot(page)).toContainText("26.25 lb22.43 lb");
  await expect(foot(page)).toContainText("$263.31");
  await page.getByText("2 packages of Ribeye Steak").click();
  await expectAccessible(page);
  await page.emulateMedia({ media: "print" });
  await expect(title(page)).toBeVisible();
  await expect(page.getByText("$263.31").filter({ visible: true })).toHaveCount(0);
});

test("an order fulfilled without weighing shows that its weights are as ordered", async ({
  page,
  client,
  shop: { db },
}) => {
  const order = await insertOrder(db, client.userId);
  const item = await insertOrderItem(db, order.id);
  await insertPackage(db, item.id, { value: "10", unit: "lb" }, { source: "assumed" });
  await closeLine(db, item.id);
  await billPacked(db, order.id);
  const [billed] = await db.select().from(orders).where(eq(orders.id, order.id));
  expect(billed?.totalPrice).toBe("249.90");
  await page.goto(`/dashboard/orders/${order.id}`);
  await expect(cells(page, 0)).toHaveText([
    ...[/^Ribeye Steak/, "10 lb", "10 lb", "$24.99", "$249.90"],
  ]);
  await expect(page.getByRole("main")).toContainText("Weights are as ordered.");
  await expect(page.getByText(/package/)).toHaveCount(0);
});
