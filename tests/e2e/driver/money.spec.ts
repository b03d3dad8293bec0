import { eq } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { doorReceipts } from "#db/schema/money/door.ts";
import { ledgerEntries } from "#db/schema/money/ledger.ts";
import { orders } from "#db/schema/orders.ts";
import { phoneJpeg } from "#tests/setup/images/sample-images.ts";
import { expectAccessible } from "../accessible-page.ts";
import { signIn } from "../client-area.ts";
import { expect, expectAllSent, type Page, test } from "./driver-page.ts";

test.use({ paysAtDoor: true });

async function paymentsAt(db: Database, { orderId }: { orderId: string }) {
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  const entries = await db
    .select()
    .from(ledgerEntries)
    .where(eq(ledgerEntries.customerId, order?.customerId ?? ""));
  return entries.filter(({ kind }) => kind === "payment");
}

const payments = (page: Page) => page.getByRole("list", { name: "Payments" });

test("a mistyped payment is taken back and recorded again, and a cheque may be for more", async ({
  page,
  run,
  shop,
}) => {
  const [first] = run.stops;
  if (!first) throw new Error("No stops");
  await page.goto(run.path);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Record a payment" }).click();
  await page.getByLabel("Your name").fill("Sam Sample");
  await page.getByRole("button", { name: "Record $499.80 in cash" }).click();
  await expect(payments(page)).toContainText("Took $499.80 in cash");
  await page.getByRole("button", { name: "Correct the payment of $499.80 in cash" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Confirm: take it back" }).click();
  await expect(page.getByText("Collect $499.80")).toBeVisible();
  await expect(payments(page)).toHaveCount(0);

  await page.getByRole("button", { name: "Record a payment" }).click();
  await page.getByRole("radio", { name: "Cheque" }).check();
  await page.getByLabel("Amount ($)").fill("550");
  await expect(page.getByText("$50.20 more than is due. Check the cheque")).toBeVisible();
  await page.getByLabel("Why not $499.80?").fill("A round sum");
  await page.getByRole("button", { name: "Record $550.00 by cheque" }).click();
  await expect(payments(page)).toContainText("Took $550.00 by cheque");
  await expectAllSent(page);
  const booked = await paymentsAt(shop.db, first);
  expect(booked.map(({ cents }) => cents).sort((one, other) => one - other)).toEqual([
    -55000, -49980, 49980,
  ]);
});

test("money is taken at stops, handed in and counted once", async ({
  page,
  run,
  shop,
  browser,
}) => {
  const [first, second] = run.stops;
  if (!first || !second) throw new Error("No stops");
  await page.goto(run.path);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Record a payment" }).click();
  await expectAccessible(page);
  await expect(page.getByText("Due here: $499.80")).toBeVisible();
  // A typo, and less than the amount due: each is answered before it is sent.
  await page.getByLabel("Amount ($)").fill("-5");
  await page
    .getByRole("button", { name: /^Record/ })
    .last()
    .click();
  await expect(page.getByText("Please type an amount")).toBeVisible();
  await page.getByLabel("Amount ($)").fill("900");
  await page.getByRole("button", { name: "Record $900.00 in cash" }).click();
  await expect(page.getByText("At most $499.80 is due")).toBeVisible();
  await page.getByLabel("Amount ($)").fill("300");
  await page.getByRole("button", { name: "Record $300.00 in cash" }).click();
  await expect(page.getByText("Please say why")).toBeVisible();
  await page.getByLabel("Why not $499.80?").fill("The rest by cheque");
  await page.getByLabel("Your name").fill("Sam Sample");
  await page.getByRole("button", { name: "Record $300.00 in cash" }).click();
  await expect(payments(page)).toContainText("Took $300.00 in cash");
  await expect(page.getByText("Collect $199.80")).toBeVisible();

  await page.getByRole("button", { name: "Record another payment" }).click();
  await page.getByRole("radio", { name: "Cheque" }).check();
  await expect(page.getByLabel("Amount ($)")).toHaveValue("199.80");
  // Typed once on this phone.
  await expect(page.getByLabel("Your name")).toHaveValue("Sam Sample");
  await page.getByLabel("Cheque number").fill("0042");
  await page.getByLabel("Photo of the cheque").setInputFiles({
    name: "cheque.jpg",
    mimeType: "image/jpeg",
    buffer: await phoneJpeg(),
  });
  await page.getByRole("button", { name: "Record $199.80 by cheque" }).click();
  await expect(page.getByText("Nothing left to collect")).toBeVisible();
  await expectAllSent(page);
  await expect(payments(page)).toContainText("Took $199.80 by cheque 0042");
  expect(await paymentsAt(shop.db, first)).toHaveLength(2);

  // A second cheque is accepted although all is paid; only the first one's number is refused.
  await page.getByRole("button", { name: "Record another payment" }).click();
  await expect(page.getByText("Nothing more is due for this delivery")).toBeVisible();
  await page.getByLabel("Amount ($)").fill("199.80");
  await page.getByLabel("What is it for?").fill("For next week");
  await page.getByLabel("Cheque number").fill("42");
  await page.getByRole("button", { name: "Record $199.80 by cheque" }).click();
  await expect(page.getByText("by cheque 0042 is recorded here already")).toBeVisible();
  await page.getByLabel("Cheque number").fill("0043");
  await page.getByRole("button", { name: "Record $199.80 by cheque" }).click();
  await expect(payments(page)).toContainText("Took $199.80 by cheque 0043");
  await expectAllSent(page);
  expect(await paymentsAt(shop.db, first)).toHaveLength(3);
  await page.getByRole("button", { name: "Correct the payment of $199.80 by cheque 0043" }).click();
  await page.getByRole("button", { name: "Confirm: take it back" }).click();
  await expectAllSent(page);

  // Refused goods are not collected, and leaving without money needs confirmation.
  await page.getByRole("link", { name: "All stops" }).click();
  await expect(page.getByText(", nothing left to collect")).toBeVisible();
  await page.getByRole("link", { name: "Sample Kitchen 2" }).click();
  await page.getByRole("button", { name: "Something was refused" }).click();
  await page.getByLabel("Line").selectOption({ index: 1 });
  await page.getByLabel("Pounds").fill("4");
  await page.getByLabel("Reason").selectOption({ label: "Not good" });
  await page.getByRole("button", { name: "Record as refused" }).click();
  await expect(page.getByText("Reported as refused: 4 lb of")).toBeVisible();
  await expect(page.getByText("Collect $399.84")).toBeVisible();
  await expect(page.getByText("$99.96 of what was refused is taken off.")).toBeVisible();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Kim Sample");
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByText("Please record the payment first")).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel("Nothing was paid").check();
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByText("Delivered: 2. Sample Kitchen 2")).toBeVisible();
  await expectAllSent(page);

  const office = await browser.newContext({ viewport: { width: 360, height: 740 } });
  await signIn(office.request, shop.url, shop.admin);
  const desk = await office.newPage();
  await desk.goto(`${shop.url}/admin/runs/${run.id}`);
  await expect(desk.getByRole("list", { name: "Payments of Sample Kitchen 1" })).toContainText(
    "$499.80 was due: “The rest by cheque”",
  );
  await expect(desk.getByRole("link", { name: "Photo of the cheque" })).toBeVisible();
  await desk.getByRole("link", { name: "Cash up" }).click();
  await expectAccessible(desk);
  await desk.getByLabel("Cash counted").fill("295");
  await desk.getByLabel("Cheques in all").fill("189.80");
  await desk.getByRole("button", { name: "Confirm cash-up" }).click();
  await expect(desk.getByText("Please say why it differs").first()).toBeVisible();
  await desk.getByLabel("Reason for the difference").fill("A five was torn");
  await desk.getByRole("button", { name: "Confirm cash-up" }).click();
  await expect(
    desk.getByText("Cash $5.00 short, Cheque $10.00 short: “A five was torn”"),
  ).toBeVisible();
  await expect(desk.getByText("No invoice is open again for the $10.00")).toBeVisible();
  await expectAccessible(desk);
  await desk.goto(`${shop.url}/admin/runs`);
  await expect(desk.getByText("$499.80 taken, cashed up: $15.00 short")).toBeVisible();

  // The owner takes it back with a reason, and it is counted again.
  await desk.goto(`${shop.url}/admin/runs/${run.id}`);
  await desk.getByRole("link", { name: "Take the cash-up back" }).click();
  await desk.getByRole("button", { name: "Take it back" }).click();
  await expect(desk.getByText("Please say why it is taken back")).not.toHaveCount(0);
  await desk.getByLabel("Reason").fill("The five was in the van");
  await desk.getByRole("button", { name: "Take it back" }).click();
  await expect(desk.getByRole("link", { name: "Cash up" })).toBeVisible();
  await office.close();
});

test.describe("without network", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/] });

  test("a payment waits, survives a reload, and is booked once though the office booked it too", async ({
    page,
    context,
    run,
    shop,
    browser,
  }) => {
    const [first] = run.stops;
    if (!first) throw new Error("No stop");
    await page.goto(run.path);
    await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await page.getByRole("button", { name: "Record a payment" }).click();
    await page.getByLabel("Your name").fill("Sam Sample");
    await page.getByRole("button", { name: "Record $499.80 in cash" }).click();
    await expect(page.getByText("Nothing left to collect")).toBeVisible();
    await page.reload();
    await expect(page.getByText("1 report waits to be sent.")).toBeVisible();
    await expect(payments(page)).toContainText("Took $499.80 in cash");

    const office = await browser.newContext();
    await signIn(office.request, shop.url, shop.admin);
    const desk = await office.newPage();
    await desk.goto(`${shop.url}/admin/orders/${first.orderId}/pay`);
    await desk.getByRole("button", { name: "Record payment" }).click();
    await desk.waitForURL(/\/admin\/orders\/[^/]+\?paid/);

    await context.setOffline(false);
    await expectAllSent(page);
    await expect(payments(page)).toContainText("The office had recorded it already");
    expect(await paymentsAt(shop.db, first)).toHaveLength(1);
    const stored = await shop.db.select().from(doorReceipts).where(eq(doorReceipts.runId, run.id));
    expect(stored).toMatchObject([{ cents: 499_80, takenBy: "Sam Sample" }]);
    await office.close();
  });
});
