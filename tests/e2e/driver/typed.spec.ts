import { eq } from "drizzle-orm";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { phoneJpeg } from "#tests/setup/images/sample-images.ts";
import { expectAccessible } from "../accessible-page.ts";
import { expect, expectAllSent, type Page, test } from "./driver-page.ts";

test.use({
  viewport: { width: 360, height: 740 },
  expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/],
});

async function sign(page: Page) {
  const pad = page.getByRole("img", { name: "Signature" });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("No pad");
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 50, { steps: 5 });
  await page.mouse.up();
}

const inkOn = (page: Page) =>
  page.getByRole("img", { name: "Signature" }).evaluate((pad) => {
    const { width, height } = pad as HTMLCanvasElement;
    const pen = (pad as HTMLCanvasElement).getContext("2d");
    const { data } = pen?.getImageData(0, 0, width, height) ?? { data: [] };
    return [...data].filter((value, at) => at % 4 === 3 && value > 0).length;
  });

async function expectTyped(page: Page) {
  await expect(page.getByLabel("Received by")).toHaveValue("Kim Sample");
  await expect(page.getByLabel("Product temperature")).toHaveValue("2.5");
  await expect(page.getByLabel("Note")).toHaveValue("Side door");
  await expect(page.getByText("Kept on this phone")).toBeVisible();
  expect(await inkOn(page)).toBeGreaterThan(100);
}

test.describe("if the client pays at the door", () => {
  test.use({ paysAtDoor: true });

  test("input at a stop stays during a refusal and a payment, offline and after Back", async ({
    page,
    context,
    run,
    shop,
  }) => {
    const [first] = run.stops;
    await page.goto(run.path);
    await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
    await context.setOffline(true);
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await page.getByRole("button", { name: "Delivered" }).click();
    await page.getByLabel("Received by").fill("Kim Sample");
    await page.getByLabel("Product temperature").fill("2.5");
    await sign(page);
    await page.getByLabel("Note").fill("Side door");
    await page
      .getByLabel("Photo")
      .setInputFiles({ name: "door.jpg", mimeType: "image/jpeg", buffer: await phoneJpeg() });
    await expect(page.getByText("Kept on this phone")).toBeVisible();
    await expectAccessible(page);

    // Opens the payment, and leaves it again.
    await page.getByRole("button", { name: "Record a payment" }).click();
    await page.getByLabel("Amount ($)").fill("300");
    await page.getByRole("button", { name: "Delivered" }).click();
    await expectTyped(page);

    // Back to the list and in again, and an offline reload: the form is open as it was left.
    await page.goBack();
    await expect(page.getByRole("link", { name: "Sample Kitchen 1" })).toBeVisible();
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await expectTyped(page);
    await page.reload();
    await expectTyped(page);

    // Something is refused and the rest is paid; each leads back to the delivery.
    await page.getByRole("button", { name: "Something was refused" }).click();
    await page.getByLabel("Line").selectOption({ index: 1 });
    await page.getByLabel("Pounds").fill("4");
    await page.getByLabel("Reason").selectOption({ label: "Not good" });
    await page.getByRole("button", { name: "Record as refused" }).click();
    await expectTyped(page);
    await page.getByRole("button", { name: "Record a payment" }).click();
    await expect(page.getByText("Due here: $399.84")).toBeVisible();
    await expect(page.getByLabel("Amount ($)")).toHaveValue("300");
    await page.getByLabel("Amount ($)").fill("399.85");
    await page.getByLabel("Your name").fill("Sam Sample");
    await page.getByRole("button", { name: "Record $399.85 in cash" }).click();
    await expect(page.getByText("Nothing left to collect")).toBeVisible();
    await expectTyped(page);
    await page.getByRole("button", { name: "Confirm delivery" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("2. Sample Kitchen 2");
    await context.setOffline(false);
    await expectAllSent(page);
    const events = await shop.db
      .select()
      .from(stopEvents)
      .where(eq(stopEvents.stopId, first?.id ?? ""));
    const delivered = events.find(({ kind }) => kind === "delivered");
    expect(delivered).toMatchObject({
      receivedBy: "Kim Sample",
      temperatureC: "2.5",
      note: "Side door",
      signatureId: expect.any(String),
      photoId: expect.any(String),
    });
    // None of it is left for the next form.
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("run-drafts");
  });
});

test("after a delivery, the next stop is an earlier one that was passed over, with its company's name", async ({
  page,
  run,
  shop,
}) => {
  const [first] = run.stops;
  await shop.db
    .update(orders)
    .set({ deliveryName: "Main kitchen" })
    .where(eq(orders.id, first?.orderId ?? ""));
  await page.goto(run.path);
  await page.getByRole("link", { name: "Sample Kitchen 2" }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Kim Sample");
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "1. Sample Kitchen 1, Main kitchen",
  );
});
