import { asc, eq, sql } from "drizzle-orm";
import sharp from "sharp";
import type { Database } from "#db/database.ts";
import { runLinks, runStops, runs } from "#db/schema/deliveries.ts";
import { attachments } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { ordersOffRuns, sitePhotos, stopEvents } from "#db/schema/stop-events.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { phoneJpeg } from "#tests/setup/images/sample-images.ts";
import { expectAccessible } from "../accessible-page.ts";
import { signIn } from "../client-area.ts";
import { expect, expectAllSent, type Page, test } from "./driver-page.ts";

const statusOf = async (db: Database, id: string) =>
  (await db.select().from(orders).where(eq(orders.id, id)))[0]?.status;

function eventsOf(db: Database, stopId: string) {
  return db
    .select()
    .from(stopEvents)
    .where(eq(stopEvents.stopId, stopId))
    .orderBy(asc(stopEvents.recordedAt));
}

/** Opens the run and waits until the phone has everything for offline use. */
async function openKept(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole("status").getByText("Works offline")).toBeVisible();
}

async function deliver(page: Page, name: string, takenBy: string) {
  await page.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill(takenBy);
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByText(`received by ${takenBy}`)).toBeVisible();
}

const photo = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await phoneJpeg(),
});

const back = (page: Page) => page.getByRole("link", { name: "All stops" }).click();

test("a delivery is recorded, and the office sees it", async ({ page, run, shop, browser }) => {
  const office = await browser.newContext();
  await signIn(office.request, shop.url, shop.admin);
  const desk = await office.newPage();
  await desk.goto(`${shop.url}/admin/runs/${run.id}`);
  const [stop] = run.stops;
  if (!stop) throw new Error("No stop");

  await page.goto(run.path);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await expect(page.getByText("Please enter who received it")).toBeVisible();
  await page.getByLabel("Received by").fill("Kim Sample");
  await page.getByLabel("Product temperature").fill("2,5");
  const pad = page.getByRole("img", { name: "Signature" });
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error("No pad");
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 120, box.y + 50, { steps: 5 });
  await page.mouse.up();
  await page.getByLabel("Photo").setInputFiles(await photo("door.jpg"));
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  // On to the next stop, with a link back to the report.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2. Sample Kitchen 2");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page.getByText("Delivered: 1. Sample Kitchen 1")).toBeVisible();
  await expectAllSent(page);
  await page.getByRole("link", { name: "Back to that stop" }).click();
  await expect(page.getByText("received by Kim Sample")).toBeVisible();
  await expect(page.getByText("Delivered: 1. Sample Kitchen 1")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Undo what was reported" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Next stop: 2. Sample Kitchen 2" })).toBeVisible();

  // Without a reload there.
  await expect(desk.getByText("at 2.5 °C. Received by Kim Sample.")).toBeVisible();
  expect(await statusOf(shop.db, stop.orderId)).toBe("delivered");
  const [event] = await eventsOf(shop.db, stop.id);
  expect(event).toMatchObject({ receivedBy: "Kim Sample", temperatureC: "2.5" });
  expect(event?.signatureId).toBeTruthy();
  const [image] = await shop.db
    .select()
    .from(attachments)
    .where(eq(attachments.id, event?.photoId ?? ""));
  expect(image).toMatchObject({ contentType: "image/webp" });
  expect(Math.max(image?.width ?? 0, image?.height ?? 0)).toBeLessThanOrEqual(1600);
  const seen = await office.request.get(`${shop.url}/admin/attachments/${image?.id}`);
  expect(seen.headers()["content-type"]).toBe("image/webp");

  // Taken back in the office: the phone shows it when it is looked at again.
  await desk.getByRole("link", { name: /^Undo/ }).click();
  await desk.getByRole("button", { name: "Take Delivery Back" }).click();
  await expect(desk.getByText(/^What was reported of .* was taken back$/)).toBeVisible();
  await expect(desk.getByText("Received by Kim Sample")).toBeHidden();
  expect(await statusOf(shop.db, stop.orderId)).toBe("fulfilled");
  await page.reload();
  await expect(page.getByRole("button", { name: "Delivered" })).toBeVisible();
  await office.close();
});

test("leads from stop to stop, and shows which stops were moved from the run in the meantime", async ({
  page,
  run,
  shop,
}) => {
  const [, second, third] = run.stops;
  await page.goto(run.path);
  await deliver(page, "Sample Kitchen 1", "Kim Sample");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("2. Sample Kitchen 2");
  await page.getByRole("button", { name: "No one there" }).click();
  await page.getByRole("button", { name: "Confirm no one there" }).click();
  await expect(page.getByRole("link", { name: /^Next stop: 3/ })).toBeVisible();
  await expectAccessible(page);
  // Corrected on the spot.
  await page.getByRole("button", { name: "Delivered" }).click();
  await page.getByLabel("Received by").fill("Lee Sample");
  await page.getByRole("button", { name: "Confirm delivery" }).click();
  await page.getByRole("link", { name: "Back to that stop" }).click();
  await expect(page.getByText("received by Lee Sample")).toBeVisible();
  await expect.poll(() => statusOf(shop.db, second?.orderId ?? "")).toBe("delivered");

  // The office moves the third, which the phone shows at its next update.
  await shop.db
    .update(runs)
    .set({ state: "out", departedAt: new Date() })
    .where(eq(runs.id, run.id));
  await shop.db.insert(ordersOffRuns).values({ runId: run.id, orderId: third?.orderId ?? "" });
  const [order] = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.id, third?.orderId ?? ""));
  const friday = await insertRun(shop.db, { date: "2027-01-08" });
  if (order) await putOnRun(shop.db, friday, order);
  await page.reload();
  const moved = page.getByText("1 order is no longer on this run");
  await expect(moved).toBeVisible();
  await expect(page.getByText(/Sample Kitchen 3, order .*: moved to Friday.*8/)).toBeVisible();
  await expect(page.getByRole("link", { name: "All stops are done" })).toBeVisible();
});

test.describe("without network", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503/] });

  test("reports wait, survive a reload, and are sent in order", async ({
    page,
    context,
    run,
    shop,
  }) => {
    await openKept(page, run.path);
    await context.setOffline(true);
    await deliver(page, "Sample Kitchen 1", "Kim Sample");
    await expect(page.getByText("1 report waits to be sent.")).toBeVisible();
    await back(page);
    await page.getByRole("link", { name: "Sample Kitchen 2" }).click();
    await page.getByRole("button", { name: "No one there" }).click();
    await page.getByLabel("Photo").setInputFiles(await photo("dark.jpg"));
    await page.getByRole("button", { name: "Confirm no one there" }).click();
    await expect(page.getByText("2 reports wait to be sent.")).toBeVisible();
    await page.reload();
    await expect(page.getByText("2 reports wait to be sent.")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("listitem").filter({ hasText: "No one there" })).toContainText(
      "Waiting to send",
    );
    await page.getByRole("link", { name: "Sample Kitchen 2" }).click();
    await page.getByRole("button", { name: "Delivered" }).click();
    await page.getByLabel("Received by").fill("Lee Sample");
    await page.getByRole("button", { name: "Confirm delivery" }).click();
    await expect(page.getByText("3 reports wait to be sent.")).toBeVisible();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    await context.setOffline(false);
    await expectAllSent(page);
    const [first, second] = run.stops;
    expect((await eventsOf(shop.db, first?.id ?? "")).map(({ kind }) => kind)).toEqual([
      "delivered",
    ]);
    const events = await eventsOf(shop.db, second?.id ?? "");
    expect(events.map(({ kind }) => kind)).toEqual(["not_home", "delivered"]);
    expect(events[0]?.photoId).toBeTruthy();
    const reports = sent.filter((path) => path.endsWith("/reports"));
    expect(reports).toHaveLength(3);
  });

  test("a report whose answer is lost is stored once", async ({ page, run, shop }) => {
    let lost = 1;
    await page.route("**/reports", async (route) => {
      if (route.request().method() !== "POST" || lost === 0) return route.continue();
      lost -= 1;
      await route.fetch();
      await route.abort();
    });
    await page.goto(run.path);
    await deliver(page, "Sample Kitchen 1", "Kim Sample");
    const [stop] = run.stops;
    await expect.poll(() => eventsOf(shop.db, stop?.id ?? "")).toHaveLength(1);
    await expectAllSent(page);
    expect(await eventsOf(shop.db, stop?.id ?? "")).toHaveLength(1);
  });

  test("a photo of 20 MB is scaled down, and resent before its report when it is cut off", async ({
    page,
    run,
    shop,
  }) => {
    // Making the photo and decoding it take seconds of a busy machine.
    test.slow();
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const create = { width: 4800, height: 3600, channels: 3, background: "#000", noise } as const;
    const buffer = await sharp({ create }).jpeg({ quality: 98 }).toBuffer();
    expect(buffer.byteLength).toBeGreaterThan(19_000_000);
    let cut = 2;
    const sizes: number[] = [];
    await page.route("**/images/*", (route) => {
      sizes.push(route.request().postDataBuffer()?.byteLength ?? 0);
      if (cut === 0) return route.continue();
      cut -= 1;
      return route.abort();
    });
    await page.goto(run.path);
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await page.getByRole("button", { name: "No one there" }).click();
    await page
      .getByLabel("Photo")
      .setInputFiles({ name: "dark.jpg", mimeType: "image/jpeg", buffer });
    await page.getByRole("button", { name: "Confirm no one there" }).click();
    await expect(page.getByText("No network")).toBeVisible();
    await expectAllSent(page);
    expect(sizes).toHaveLength(3);
    expect(Math.max(...sizes)).toBeLessThan(3_000_000);
    const [stop] = run.stops;
    const [event] = await eventsOf(shop.db, stop?.id ?? "");
    const [image] = await shop.db
      .select()
      .from(attachments)
      .where(eq(attachments.id, event?.photoId ?? ""));
    expect(image).toMatchObject({ width: 1600, height: 1200 });
  });
});

test.describe("a refusal", () => {
  test.use({ expectedErrors: [/404|409/] });

  test("of a report of an unpacked order is shown, and the report can be sent again", async ({
    page,
    run,
    shop,
  }) => {
    const [stop] = run.stops;
    if (!stop) throw new Error("No stop");
    const ofStop = eq(orders.id, stop.orderId);
    await page.goto(run.path);
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await page.getByRole("button", { name: "Delivered" }).click();
    // The lifecycle does not allow this change.
    await shop.db.transaction(async (tx) => {
      await tx.execute(sql`alter table orders disable trigger orders_lifecycle`);
      await tx.update(orders).set({ status: "pending" }).where(ofStop);
      await tx.execute(sql`alter table orders enable trigger orders_lifecycle`);
    });
    await page.getByLabel("Received by").fill("Kim Sample");
    await page.getByRole("button", { name: "Confirm delivery" }).click();
    const refused = page.getByRole("alert");
    // It leads on to another client's stop, and must not look like that one's.
    await expect(refused).toContainText("A report of another stop was not recorded");
    await expect(page.getByText("Not recorded: Sample Kitchen 1")).toHaveCount(0);
    await page.getByRole("link", { name: "Go to 1. Sample Kitchen 1" }).click();
    await expect(refused).toContainText("Not recorded: Sample Kitchen 1");
    await expect(refused).toContainText("Not finished at the packing station yet");
    await expect(page.getByText("Not packed").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Delivered" })).toBeDisabled();
    await page.reload();
    await expect(refused).toContainText("Not recorded");
    await expect(refused).toHaveCount(1);
    await shop.db.update(orders).set({ status: "fulfilled" }).where(ofStop);
    await page.getByRole("button", { name: "Send again" }).click();
    await expect(refused).toBeHidden();
    await back(page);
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await expect(page.getByText("received by Kim Sample")).toBeVisible();
    await expectAllSent(page);
    expect(await statusOf(shop.db, stop.orderId)).toBe("delivered");
  });

  test("of a line's pounds at the door is checked, and corrected as a total", async ({
    page,
    run,
  }) => {
    await page.goto(run.path);
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await page.getByRole("button", { name: "Something was refused" }).click();
    await page.getByLabel("Line").selectOption({ label: "Ribeye Steak, 10 lb" });
    await page.getByLabel("Pounds refused").fill("10.5");
    await page.getByRole("button", { name: "Record as refused" }).click();
    await expect(page.getByText("Please choose the reason")).toBeVisible();
    await page.getByLabel("Reason").selectOption({ label: "Not good" });
    await expect(page.getByText("At most 10 lb of this line can be refused")).toBeVisible();
    await page.getByLabel("Pounds refused").fill("4,5");
    await page.getByRole("button", { name: "Record as refused" }).click();
    await expect(page.getByText("refused 4.5 lb of")).toBeVisible();
    // The same line again: the number is its total, and a lower one is not added up unseen.
    await page.getByRole("button", { name: "Something was refused" }).click();
    await page.getByLabel("Line").selectOption({ label: "Ribeye Steak, 10 lb" });
    await expect(page.getByText("4.5 lb refused so far")).toBeVisible();
    await page.getByLabel("Pounds refused in all").fill("2");
    await page.getByLabel("Reason").selectOption({ label: "Not good" });
    await page.getByRole("button", { name: "Record as refused" }).click();
    await expect(page.getByText("4.5 lb of this line are recorded as refused")).toBeVisible();
    await page.getByLabel("Pounds refused in all").fill("6");
    await page.getByRole("button", { name: "Record as refused" }).click();
    await expect(page.getByText("refused 6 lb of")).toBeVisible();
  });

  test("of an ended link looks like that of a made-up one", async ({ page, run, shop }) => {
    await page.goto(run.path);
    await shop.db.update(runLinks).set({ revokedAt: new Date() }).where(eq(runLinks.runId, run.id));
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    await page.getByRole("button", { name: "No one there" }).click();
    await page.getByRole("button", { name: "Confirm no one there" }).click();
    await expect(page.getByText("1 report could not be sent.")).toBeVisible();
    const texts = [];
    for (const path of [run.path, `/run/${"a".repeat(32)}`, "/run/x"]) {
      const answer = await page.goto(path);
      expect(answer?.status()).toBe(404);
      expect(answer?.headers()).toMatchObject({
        "cache-control": "private, no-store",
        "x-robots-tag": "noindex, nofollow",
        "referrer-policy": "no-referrer",
      });
      texts.push(await page.getByRole("main").innerText());
    }
    expect(new Set(texts).size).toBe(1);
  });
});

test("the pages are accessible at every width", async ({ page, run }) => {
  await page.goto(run.path);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
  await page.getByRole("button", { name: "Delivered" }).click();
  await expectAccessible(page);
});

test.describe("a stop's place", () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test("is shown to the driver, online and offline", async ({ page, run, shop }) => {
    const [stop] = run.stops;
    const [place] = await shop.db
      .select({ siteId: runStops.shipToId, customerId: runStops.customerId })
      .from(runStops)
      .where(eq(runStops.id, stop?.id ?? ""));
    const content = await sharp({
      create: { width: 64, height: 48, channels: 3, background: "#225" },
    })
      .webp()
      .toBuffer();
    const size = { width: 64, height: 48, contentType: "image/webp" };
    const [picture] = await shop.db
      .insert(attachments)
      .values({ ...size, content, customerId: place?.customerId ?? "" })
      .returning({ id: attachments.id });
    await shop.db
      .insert(sitePhotos)
      .values({ siteId: place?.siteId ?? "", attachmentId: picture?.id ?? "" });

    await openKept(page, run.path);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByRole("link", { name: "Sample Kitchen 1" }).click();
    const shown = page.getByRole("img", { name: "Where to go, 1 of 1" });
    await expect(shown).toBeVisible();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(64);
    await page.context().setOffline(false);
  });
});
