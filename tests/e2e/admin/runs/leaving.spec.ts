import { eq } from "drizzle-orm";
import { packedSettings } from "#app/domain/ordering/packing/packed-settings.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { keptValues } from "#db/schema/system.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { signIn } from "#tests/e2e/client-area.ts";
import { expect, test } from "#tests/e2e/driver/driver-page.ts";
import { toastText } from "#tests/e2e/fixtures.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, insertStop } from "#tests/setup/factories/runs.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import type { ShopWithin } from "#tests/setup/shops/shop-within.ts";
import { open, weigh } from "../packing/station-page.ts";

/** Other journeys in the same shop read the email of packed orders. */
const reset = ({ shop }: { shop: ShopWithin }) =>
  shop.db.delete(keptValues).where(eq(keptValues.key, packedSettings.key));

test.beforeEach(async ({ context, shop }) => {
  await reset({ shop });
  await signIn(context.request, shop.url, shop.admin);
});
test.afterEach(reset);

test("a packed order's client gets the email when the run is sent out, if the owner chose that", async ({
  page,
  shop,
}) => {
  const { db } = shop;
  const { user } = await insertClient(db);
  const run = await insertRun(db, { driver: "Sam", bookedStops: 1 });
  const { order } = await insertStop(db, run, user.id, { rank: 0 });
  const { id: productId } = await insertProduct(db, { name: "Chuck" });
  await insertOrderItem(db, order.id, { productId, productName: "Chuck", quantity: "10.00" });
  const told = async () =>
    (
      await db
        .select({ subject: mailOutbox.subject })
        .from(mailOutbox)
        .where(eq(mailOutbox.recipient, user.email))
    ).map(({ subject }) => subject);

  await page.goto("/admin/settings");
  await page.getByRole("link", { name: "When clients are notified" }).click();
  const when = page.getByLabel("Email the invoice and charge the card");
  await expect(when).toHaveValue("packed");
  await when.selectOption("When it leaves: its run is sent out, or it is handed over");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toastText(page, "When clients are notified saved")).toBeVisible();
  await expect(page.getByRole("region", { name: "History" })).toContainText(
    /Waits until it leaves: No .*to Yes/,
  );
  await expectAccessible(page);

  await open(page, { path: `/admin/packing/${order.id}` });
  await weigh(page, "10.05");
  await page.keyboard.press("+");
  await page.keyboard.press("f");
  await expect(page.getByText("10.05 lb in 1 box")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Order ${order.number} is finished`)).toBeVisible();
  await expect(page.getByText("This shop can’t send email yet")).toBeVisible();
  expect(await told()).toEqual([]);

  await page.goto(`/admin/runs/${run.id}`);
  await page.getByRole("link", { name: "Start deliveries" }).click();
  await page.getByRole("button", { name: "Start deliveries", exact: true }).click();
  await expect(page.getByText("Out since")).toBeVisible();
  expect((await told()).sort()).toEqual([
    expect.stringMatching(/^Order \d+ is on the way/),
    expect.stringMatching(/^Order \d+ is packed: invoice INV-\d{6}$/),
  ]);
});
