import { randomUUID } from "node:crypto";
import { openRecall } from "#app/features/recall/recalls.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { lotParents } from "#db/schema/packages.ts";
import { expectAccessible } from "#tests/e2e/accessible-page.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { expect, test } from "../orders/orders-page.ts";

// The server answers 400 to an incomplete form, and 409 to a held lot or a closing to confirm.
test.use({ expectedErrors: [/status of 4(00|09)/] });

test("a lot that proves good is released alone, before the whole recall is cleared", async ({
  page,
  shop,
}) => {
  const { db } = shop;
  const admin = await signedInAdmin(db);
  const { user } = await insertClient(db, {
    profile: { companyName: "Clear Bistro", phone: "604-555-0199" },
  });
  const lots = await Promise.all(
    ["A", "B"].map((letter) =>
      insertLot(db, { code: `${letter}-${randomUUID().slice(0, 8)}`, receivedLb: "20.00" }),
    ),
  );
  const [parent, child] = lots;
  if (!parent || !child) throw new Error("No lots");
  await db.insert(lotParents).values({ parentId: parent.id, childId: child.id, lb: "20.00" });
  const order = await insertOrder(db, user.id, { status: "fulfilled" });
  const item = await insertOrderItem(db, order.id);
  await insertPackage(db, item.id, { value: "5", unit: "lb" }, { lotId: parent.id });
  const waiting = await insertOrder(db, user.id, { status: "fulfilled" });
  const itsItem = await insertOrderItem(db, waiting.id);
  await insertPackage(db, itsItem.id, { value: "4", unit: "lb" }, { lotId: parent.id });
  await putOnRun(db, await insertRun(db, { date: pacificDay(new Date()) }), waiting);
  const id = await openRecall(db, admin, {
    requestId: randomUUID(),
    lotId: parent.id,
    scope: "forward",
    intent: "recall",
    reason: "It may have been warm",
    instructions: "Keep it apart",
  });
  const main = page.getByRole("main");
  // Its meat is on hold and still here, so handing it over is not the primary action.
  await page.goto(`/admin/orders/${waiting.id}`);
  await expect(main).toContainText("Don’t hand it over.");
  await expect(main.getByRole("button", { name: "Mark Delivered" })).toHaveClass(
    /button-secondary/,
  );
  // The server refuses at once: no dialog asks first.
  await main.getByRole("button", { name: "Mark Delivered" }).click();
  await expect(main).toContainText(`lot ${parent.code}. Release the lot on its page`);
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  await page.goto(`/admin/recall/${id}/clients/${user.id}`);
  await expect(main.getByRole("link", { name: "604-555-0199" })).toHaveAttribute(
    "href",
    "tel:6045550199",
  );
  await expect(main.getByRole("region", { name: "What they were given" })).toContainText(
    new RegExp(`lot ${parent.code}.*Order ${order.number}.*5 lb`),
  );
  await page.goto(`/admin/recall/${id}`);
  const row = main.getByRole("row").filter({ hasText: child.code });
  await expect(row).toContainText("On hold");
  await row.getByText("Release this lot").click();
  await expectAccessible(page);
  await row.getByLabel("Reason for the release").fill("Its own logger was cold");
  await row.getByRole("button", { name: "Release" }).click();
  await expect(row).toContainText("Its own logger was cold");
  await expect(row.getByText("Release this lot")).toHaveCount(0);
  await main.getByLabel("All clear: the meat is good. Release its lots").check();
  await main.getByRole("button", { name: "Close the recall" }).click();
  const note = main.getByRole("region", { name: "Close the recall" }).getByLabel("Note");
  await expect(note).toHaveAccessibleDescription(/how you know/);
  await note.fill("The thermometer was broken");
  await main.getByRole("button", { name: "Close the recall" }).click();
  // No call is recorded, to the authorities or the client, so it asks first.
  await expect(main).toContainText(
    "no call to the CFIA and none to your health authority is noted",
  );
  await expect(main).toContainText("1 client (Clear Bistro) has not answered");
  await main.getByLabel("Close it all the same").check();
  await main.getByRole("button", { name: "Close the recall" }).click();
  await expect(main).toContainText(
    "Closed as all clear: the meat is good, and its lots were released",
  );
  await expect(main.getByRole("row").filter({ hasText: parent.code })).toContainText("Released");
  // The record stays complete, and no calls are left to make.
  await expect(main.getByRole("region", { name: "Clients" })).toContainText(
    /Clear Bistro.*Not told.*5\slb with them, 4\slb packed, not left/s,
  );
  await expect(main).not.toContainText(/call the authorities|to call|Call:|notice|to get back/);
  await expectAccessible(page);
  await page.goto("/admin/recall");
  await expect(main.getByRole("row").filter({ hasText: parent.code })).toContainText("All clear");
});
