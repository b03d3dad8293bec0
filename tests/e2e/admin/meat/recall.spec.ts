import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { cutLots } from "#app/domain/cutting/cuttings.server.ts";
import { openRecall } from "#app/features/recall/recalls.server.ts";
import { packages } from "#db/schema/packages.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { expect, test } from "../orders/orders-page.ts";

// The server refuses an incomplete form.
test.use({ expectedErrors: [/status of 400/] });

test("the owner recalls a lot, clients get an email and answer, and the recall is closed", async ({
  page,
  shop,
}) => {
  const name = `Recalled Bistro ${randomUUID().slice(0, 6)}`;
  const { user } = await insertClient(shop.db, { profile: { companyName: name } });
  const lot = await insertLot(shop.db, { code: `R-${randomUUID().slice(0, 8)}` });
  const order = await insertOrder(shop.db, user.id, { status: "fulfilled" });
  const product = await insertProduct(shop.db, { name: `Roast ${randomUUID().slice(0, 6)}` });
  const item = await insertOrderItem(shop.db, order.id, { productId: product.id });
  await insertPackage(shop.db, item.id, { value: "5", unit: "lb" }, { lotId: lot.id });
  const maybe = `Maybe Bistro ${randomUUID().slice(0, 6)}`;
  const other = await insertClient(shop.db, { profile: { companyName: maybe } });
  const theirs = await insertOrder(shop.db, other.user.id, { status: "fulfilled" });
  const theirItem = await insertOrderItem(shop.db, theirs.id, { productId: product.id });
  await insertPackage(shop.db, theirItem.id, { value: "6", unit: "lb" });
  const main = page.getByRole("main");

  await page.goto("/admin");
  const menu = page.getByRole("navigation", { name: "Back office" }).first();
  await menu.getByRole("link", { name: "Recall" }).click();
  await main.getByRole("link", { name: "Start a recall or a drill" }).click();
  await main.getByRole("searchbox").fill(lot.code);
  await main.getByRole("searchbox").press("Enter");
  await main.getByRole("link", { name: lot.code }).click();
  await expect(main.getByRole("heading", { level: 1 })).toHaveText(`Recall lot ${lot.code}?`);
  await expectAccessible(page);
  await main.getByLabel("Why").fill("Sample: metal in one box");
  await main.getByLabel("What clients are to do").fill("Keep it apart and call us.");
  await main.getByRole("button", { name: "Open the recall" }).click();
  await expect(main).toContainText("Call the CFIA and your health authority");
  await expect(main).toContainText(name);
  await expectAccessible(page);

  await main.getByLabel("Authority").fill("CFIA");
  await main.getByLabel("Number called").fill("604-555-0190");
  await main.getByLabel("Who answered").fill("The officer on duty");
  await main.getByRole("button", { name: "Keep the call" }).click();
  await expect(main).toContainText("The officer on duty");
  // Two calls: the other one is still to be made.
  await expect(main).toContainText("Call your health authority before you call clients");
  await main.getByLabel("Authority").fill("Sample Health");
  await main.getByLabel("Number called").fill("604-555-0191");
  await main.getByLabel("Who answered").fill("The nurse on duty");
  await main.getByRole("button", { name: "Keep the call" }).click();
  await expect(main).toContainText("The nurse on duty");
  await expect(main.getByText("before you call clients")).toHaveCount(0);

  // A shop without a mail server says so first, with whom to call.
  await expect(main).toContainText(
    "No mail server is set up: emails become files that nobody gets",
  );
  await expect(main).not.toContainText("SMTP_URL");
  await expect(main).toContainText("Call: no mail reaches them");
  await main.getByRole("button", { name: `Called, no answer: ${name}` }).click();
  await expect(main.getByRole("heading", { name }).locator("../..")).toContainText(
    "Called, no answer,",
  );
  // This client may have some of it, since the lot of theirs is unknown.
  await expect(main).toContainText(`6 lb of ${product.name} packed without a lot`);
  await expect(main).toContainText("can’t be closed on paper: 6 lb");
  await main.getByRole("button", { name: `Told by phone: ${maybe}` }).click();
  await expect(main).toContainText("Ticked off");
  await expectAccessible(page);

  const mail = main.getByRole("region", { name: "The mail" });
  await expect(mail).toContainText("Sample: metal in one box");
  await expect(mail).toContainText(name);
  await main.getByRole("button", { name: "Email 1 client" }).click();
  await expect(main).toContainText("Please tick that you have read the mail");
  await main.getByLabel("I have read it").check();
  await main.getByRole("button", { name: "Email 1 client" }).click();
  await expect(main.getByRole("button", { name: "Email 1 client" })).toHaveCount(0);
  const links = async () => (await mailsTo(shop.dataDir, user.email)).map(({ link }) => link);
  await expect.poll(links).toHaveLength(1);
  await expect(main).toContainText("The mail became a file and reached nobody");
  await expect(main.getByRole("link", { name: `The mail to ${user.email}` })).toBeVisible();
  const [link = ""] = await links();
  const { pathname, search } = new URL(link);

  // The client, who does not need to sign in.
  await page.goto(`${pathname}${search}`);
  await expect(main).toContainText("Sample: metal in one box");
  await expectAccessible(page);
  await main.getByLabel("Used or sold (lb)").fill("2");
  await main.getByLabel("Held back, not used (lb)").fill("3");
  await main.getByLabel("Your name").fill("Sample Chef");
  await main.getByRole("button", { name: "Send the answer" }).click();
  await expect(main).toContainText("Thank you, we have your answer");

  await page.goto("/admin/recall");
  await main.getByRole("row").filter({ hasText: lot.code }).getByRole("link").first().click();
  await expect(main).toContainText("Sample Chef");

  // They get more of it, and are told of that too.
  const late = await insertOrder(shop.db, user.id, { status: "fulfilled" });
  const lateItem = await insertOrderItem(shop.db, late.id);
  await insertPackage(shop.db, lateItem.id, { value: "7", unit: "lb" }, { lotId: lot.id });
  await page.reload();
  await expect(main).toContainText("Got more since they were told, 7 lb");
  await expect(mail).toContainText("you got 7 lb more of it");
  await expectAccessible(page);
  await main.getByLabel("I have read it").check();
  await main.getByRole("button", { name: "Tell them again" }).click();
  await expect(main.getByRole("button", { name: "Tell them again" })).toHaveCount(0);
  await expect.poll(links).toHaveLength(2);
  await expect(main).toContainText("The mail to tell them again became a file and reached nobody");
  await expect(
    main.getByText("Emails became files and reached nobody", { exact: true }),
  ).toHaveCount(2);
  await expect(main).toContainText("0 answered, 1 to call");
  const recallUrl = page.url();
  await page.goto(`${pathname}${search}`);
  await expect(main.getByRole("heading", { name: "What became of the 12 lb?" })).toBeVisible();
  await main.getByLabel("Used or sold (lb)").fill("12");
  await main.getByLabel("Your name").fill("Sample Chef");
  await main.getByRole("button", { name: "Send the answer" }).click();
  await expect(main).toContainText("Thank you, we have your answer");
  await page.goto(recallUrl);
  await expect(main).toContainText("1 answered");

  await main.getByRole("button", { name: "Close the recall" }).click();
  await expect(main.getByRole("button", { name: "Close the recall" })).toHaveCount(0);
  await expect(main).toContainText("1 lot is still on hold");
  await expect(main.getByText("1 lot is still on hold")).toBeInViewport();
  await shop.db
    .update(packages)
    .set({ voidedAt: new Date(), voidedBy: user.id, voidReason: "Repacked" })
    .where(eq(packages.orderItemId, item.id));
  await page.reload();
  await expect(main).toContainText("The records have changed since");
  await expect(main).toContainText("2 packages, 12 lb when it was closed, 1 package, 7 lb now");
  await expectAccessible(page);
  await page.goto(`${pathname}${search}`);
  await expect(main).toContainText("This recall is closed");
});

test("the lots of a recall show all columns, with room for their names, at any width", async ({
  page,
  shop,
}) => {
  const { db } = shop;
  const admin = await signedInAdmin(db);
  const { user } = await insertClient(db);
  const product = await insertProduct(db, { name: `Roast ${randomUUID().slice(0, 6)}` });
  const lot = await insertLot(db, {
    code: `W-${randomUUID().slice(0, 8)}`,
    receivedLb: "1234.56",
    supplier: "Sample Packer of the Upper Valley Ltd.",
  });
  await cutLots(
    db,
    admin,
    {
      requestId: randomUUID(),
      kind: "Side",
      differenceReason: "Drip",
      confirmed: ["isMeant"],
      inputs: [{ row: 1, name: lot.code, lb: "1000" }],
      outputs: [{ row: 1, productId: product.id, code: "", lb: "700.25" }],
      wastes: [{ row: 1, reason: "Bone", lb: "250.50" }],
    },
    "Sample Beef",
  );
  const order = await insertOrder(db, user.id, { status: "fulfilled" });
  const item = await insertOrderItem(db, order.id, { productId: product.id });
  await insertPackage(db, item.id, { value: "155.55", unit: "lb" }, { lotId: lot.id });
  const drill = await openRecall(db, admin, {
    requestId: randomUUID(),
    lotId: lot.id,
    scope: "forward",
    intent: "drill",
    reason: "Sample drill",
    instructions: "Keep it apart",
  });
  for (const width of [1600, 1280, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`/admin/recall/${drill}`);
    const table = page.getByRole("region", { name: "Recalled lots" });
    const name = await table.getByRole("rowheader").first().boundingBox();
    expect(name?.width, `${width} px`).toBeGreaterThan(width < 640 ? 180 : 190);
    await expect(table.getByRole("columnheader", { name: "Difference" })).toBeVisible();
    const hidden = await table.evaluate((region) => region.scrollWidth - region.clientWidth);
    expect(hidden, `${width} px`).toBeLessThanOrEqual(0);
  }
});

test("a lot is cut into others, and its cost is allocated to them", async ({ page, shop }) => {
  const lot = await insertLot(shop.db, {
    code: `C-${randomUUID().slice(0, 8)}`,
    receivedLb: "100.00",
    costCents: 520_00,
  });
  const product = await insertProduct(shop.db, { name: `Ribeye ${randomUUID().slice(0, 6)}` });
  const main = page.getByRole("main");
  await page.goto("/admin/cutting");
  await expectAccessible(page);
  await main.getByRole("link", { name: "New cutting sheet" }).click();
  await expectAccessible(page);
  await main.getByLabel("What is cut").fill("Side");
  await main.getByLabel("Lot 1", { exact: true }).fill(lot.code);
  await main.getByLabel("Pounds of lot 1", { exact: true }).fill("100");
  await expect(main).toContainText("100 lb left");
  await main.getByLabel("Product 1", { exact: true }).selectOption(product.name);
  await main.getByLabel("Pounds of row 1", { exact: true }).fill("60");
  await expect(main.getByRole("region", { name: "Sums" })).toContainText("40 lb missing");
  await main.getByLabel("Why, 1", { exact: true }).fill("Bone");
  await main.getByLabel("Pounds thrown away, 1", { exact: true }).fill("30");
  await main.getByRole("button", { name: "Save the sheet" }).click();
  await expect(main.getByLabel("Reason for the difference")).toBeVisible();
  await main.getByLabel("Product 2", { exact: true }).selectOption("Not one of ours");
  await main.getByLabel("Description of row 2", { exact: true }).fill("Beef trim");
  await main.getByLabel("Pounds of row 2", { exact: true }).fill("1000000");
  await main.getByRole("button", { name: "Save the sheet" }).click();
  await expect(main).toContainText("1000000 lb is too much");
  await main.getByLabel("Pounds of row 2", { exact: true }).fill("10");
  // Leaving by mistake loses nothing.
  await page.reload();
  await main.getByRole("button", { name: "Restore" }).click();
  await expect(main.getByLabel("Description of row 2", { exact: true })).toHaveValue("Beef trim");
  await expect(main.getByRole("region", { name: "Sums" })).not.toContainText("missing");
  await main.getByRole("button", { name: "Save the sheet" }).click();
  await expect(main).toContainText("70");
  await expect(main).toContainText("$520.00, $5.20/lb");
  await expect(main.getByRole("link", { name: "Lot labels" })).toBeVisible();
  await expect(main).toContainText("Beef trim");
  await expectAccessible(page);
  await main.getByRole("region", { name: "Came of it" }).getByRole("link").nth(1).click();
  await expect(main).toContainText("Beef trim");
  await expectAccessible(page);
});
