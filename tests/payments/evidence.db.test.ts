import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { getOrderForAdmin } from "#app/domain/orders/lists/orders-admin.server.ts";
import { createPrinter } from "#app/domain/papers/printer.ts";
import { getPaymentEvidence } from "#app/domain/payments/payments-admin.server.ts";
import { evidenceJob } from "#app/features/evidence/evidence.ts";
import { reportsOfOrder } from "#app/features/runs/reports/reports-of-order.server.ts";
import { attachments } from "#db/schema/money/credits.ts";
import { orders } from "#db/schema/orders.ts";
import { stopEvents } from "#db/schema/stop-events.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { bitmapsOf, textOf } from "#tests/setup/files/read-pdf.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { heldCents, openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

/** Stores a picture of one colour, like a signature or a photo. */
async function insertPicture(customerId: string, background: string): Promise<string> {
  const id = randomUUID();
  const [width, height] = [300, 200];
  const content = await sharp({ create: { width, height, channels: 3, background } })
    .webp()
    .toBuffer();
  const image = { id, customerId, content, contentType: "image/webp", width, height };
  await shop.db.insert(attachments).values(image);
  return id;
}

it("puts the answers to a bank's questions about a charge into one document", async () => {
  const { db, admin } = shop;
  const { orderId, paymentId } = await shop.paid();
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  if (!order) throw new Error("unreachable");
  const stop = await putOnRun(db, await insertRun(db), order);
  await fulfilOrder(db, admin, orderId, sampleShop());
  await shop.doJobs();
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 19, minute));
  const report = { stopId: stop.id, recordedBy: admin.userId };
  await db.insert(stopEvents).values([
    {
      ...report,
      kind: "delivered" as const,
      requestId: randomUUID(),
      happenedAt: at(1),
      recordedAt: at(1),
      receivedBy: "Taken back by mistake",
    },
    {
      ...report,
      kind: "undone" as const,
      requestId: randomUUID(),
      happenedAt: at(2),
      recordedAt: at(2),
    },
    {
      ...report,
      kind: "delivered" as const,
      requestId: randomUUID(),
      happenedAt: at(3),
      recordedAt: at(3),
      receivedBy: "R. Sample",
      temperatureC: "2.5",
      signatureId: await insertPicture(order.customerId, "#ff0000"),
      photoId: await insertPicture(order.customerId, "#0000ff"),
    },
  ]);

  const payment = await getPaymentEvidence(db, admin, paymentId);
  const seen = await getOrderForAdmin(db, admin, orderId);
  if (!payment || !seen) throw new Error("unreachable");
  const reports = await reportsOfOrder(db, admin, orderId);
  const { company } = sampleShop();
  const job = evidenceJob({ payment, order: seen, reports, company, printedAt: new Date() });
  const pdf = new Uint8Array((await createPrinter())(job));
  const text = (await textOf(pdf)).join(" ");

  expect(heldCents).toBe(274_89);
  for (const said of [
    `Card payment for order ${await numberOfOrder(shop.db, orderId)}`,
    "Agreed to, at most $274.89",
    "Charged $249.90",
    `Reference ${payment.intentRef}`,
    "10 lb",
    "Invoice total $249.90",
    "Delivered, Nov 20, 2026, 12:03 p.m.",
    "Received by R. Sample",
    "Temperature 2.5 °C",
    "Signature",
    "Photo",
  ]) {
    expect(text).toContain(said);
  }
  expect(text).not.toContain("Taken back by mistake");
  const colours = (await bitmapsOf(pdf, 72)).flatMap(({ data }) =>
    [
      [255, 0, 0],
      [0, 0, 255],
    ].map((rgb) => hasColour(data, rgb)),
  );
  expect(colours.filter(Boolean)).toHaveLength(2);
});

/** True if a good part of a page has about this colour. */
function hasColour(data: Uint8ClampedArray, [red = 0, green = 0, blue = 0]: number[]): boolean {
  let count = 0;
  for (let at = 0; at < data.length; at += 4) {
    const off = (channel: number, wanted: number) => Math.abs((data[at + channel] ?? 0) - wanted);
    if (off(0, red) < 12 && off(1, green) < 12 && off(2, blue) < 12) count += 1;
  }
  return count > 1_000;
}
