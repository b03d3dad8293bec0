import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, onTestFinished, test } from "vitest";
import type { StationOrder } from "#app/domain/packages/packing.ts";
import { connect } from "#db/connect.ts";
import { documents } from "#db/schema/money/documents.ts";
import { orderItems } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { enter, send } from "#tests/setup/browserless.ts";
import { startSmtpInbox } from "#tests/setup/mail/smtp-inbox.ts";
import type { RunningShop } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openShop, usedShop } from "./own-shop.ts";

const patiently = { timeout: 60_000, interval: 200 };

async function operate(shop: RunningShop, cookie: string, orderId: string, op: object) {
  const answer = await fetch(`${shop.url}/api/packing/${orderId}`, {
    method: "POST",
    headers: { cookie, origin: shop.url, "Content-Type": "application/json" },
    body: JSON.stringify(op),
  });
  const { order, reason } = (await answer.json()) as { order: StationOrder; reason?: string };
  return { status: answer.status, order, reason };
}

const weighed = (itemId: string, value: string) => ({
  kind: "package",
  requestId: randomUUID(),
  itemId,
  value,
  unit: "lb",
  pieces: null,
  source: "typed",
});

async function inTables<Result>(
  dataDir: string,
  look: (db: Awaited<ReturnType<typeof connect>>["db"]) => Promise<Result>,
) {
  const { db, close } = await connect({ dataDir, log: silentLog });
  try {
    return await look(db);
  } finally {
    await close();
  }
}

/** Returns a product sold by the pound that needs no lot. */
async function cutByThePound(dataDir: string) {
  const [cut] = await inTables(dataDir, (db) =>
    db
      .update(products)
      .set({ soldBy: "lb", isTraced: false, overCapPct: 30 })
      .where(eq(products.slug, "ribeye-steak"))
      .returning({ id: products.id, pricePerLb: products.pricePerLb }),
  );
  if (!cut) throw new Error("The shop sells nothing");
  return cut;
}

type Cut = Awaited<ReturnType<typeof cutByThePound>>;

/** Places an order with one line and returns it as the station sees it. */
async function placed(shop: RunningShop, admin: string, { id, pricePerLb }: Cut, pounds: string) {
  const client = await enter(shop.url, shop.demo);
  const answer = await send(
    shop.url,
    "/api/orders",
    {
      intent: "place",
      requestId: randomUUID(),
      notes: "",
      [`quantity.${id}`]: pounds,
      [`price.${id}`]: pricePerLb,
    },
    { cookie: client },
  );
  const { placed: order } = (await answer.json()) as { placed: { id: string } };
  const { order: shown } = await operate(shop, admin, order.id, { kind: "claim" });
  const [line] = shown.lines;
  if (!line) throw new Error("The order has no line");
  return { id: order.id, itemId: line.id };
}

async function finishLine(
  shop: RunningShop,
  admin: string,
  { id, itemId }: { id: string; itemId: string },
  seenLb: string,
) {
  const { status, order } = await operate(shop, admin, id, { kind: "finish", itemId, seenLb });
  expect(status).toBe(200);
  return order.version;
}

test("two packers' 200 packages all count, and one of them finishes the order", async () => {
  const settings = { ...(await usedShop()), DEMO: "1" };
  const cut = await cutByThePound(settings.DATA_DIR);
  const other = { email: "dana@example.com", password: "long enough a password" };
  await inTables(settings.DATA_DIR, (db) =>
    ensureAccount(db, { ...other, name: "Dana", profile: { isAdmin: true } }),
  );
  const shop = await openShop(settings);
  const packers = [await enter(shop.url, shop.admin), await enter(shop.url, other)];
  const [first = ""] = packers;
  const order = await placed(shop, first, cut, "200");
  await Promise.all(
    packers.map(async (packer) => {
      for (let count = 0; count < 100; count += 1) {
        const op = weighed(order.itemId, "1.01");
        expect((await operate(shop, packer, order.id, op)).status).toBe(200);
        // A lost answer: sent again, it is stored once.
        if (count % 10 === 0) await operate(shop, packer, order.id, op);
      }
    }),
  );
  const version = await finishLine(shop, first, order, "202.00");
  const outcomes = await Promise.all(
    packers.map((packer) => operate(shop, packer, order.id, { kind: "finalise", version })),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 409]);
  const late = await operate(shop, first, order.id, weighed(order.itemId, "1"));
  expect(late).toMatchObject({ status: 409, reason: "not pending" });
  await shop.stop("SIGTERM");
  await shop.ended;
  await inTables(settings.DATA_DIR, async (db) => {
    const stored = await db
      .select({ packages: sql<number>`count(*)::int`, lb: sql<string>`sum(${packages.netLb})` })
      .from(packages)
      .where(eq(packages.orderItemId, order.itemId));
    expect(stored).toEqual([{ packages: 200, lb: "202.00" }]);
    const [line] = await db.select().from(orderItems).where(eq(orderItems.id, order.itemId));
    expect(line?.packedLb).toBe("202.00");
    const issued = await db.execute(
      sql`select from document_orders join ${documents} on id = document_id where order_id = ${order.id}`,
    );
    expect(issued.rows).toHaveLength(1);
  });
}, 120_000);

test("a kill between finishing an order and its email neither loses nor doubles a mail", async () => {
  // A mail server that accepts connections and never answers.
  const slow = await startSmtpInbox({ onRecipient: () => new Promise(() => {}) });
  onTestFinished(() => slow.stop());
  const settings = { ...(await usedShop()), DEMO: "1" };
  const { DATA_DIR: dataDir } = settings;
  const cut = await cutByThePound(dataDir);
  const shop = await openShop({ ...settings, SMTP_URL: slow.url });
  const admin = await enter(shop.url, shop.admin);
  const order = await placed(shop, admin, cut, "20");
  await operate(shop, admin, order.id, weighed(order.itemId, "20.5"));
  const version = await finishLine(shop, admin, order, "20.50");
  const finished = await operate(shop, admin, order.id, { kind: "finalise", version });
  expect(finished).toMatchObject({ status: 200, order: { status: "fulfilled" } });
  await shop.stop("SIGKILL");
  const number = finished.order.invoiceNumber ?? "no invoice";

  const inbox = await startSmtpInbox();
  onTestFinished(() => inbox.stop());
  const told = () =>
    inbox.mails.filter(
      ({ envelope, text }) => envelope.to.includes(shop.demo.email) && text?.includes(number),
    ).length;
  const unsent = () =>
    inTables(dataDir, (db) => db.execute(sql`select from mail_outbox where sent_at is null`));
  for (let start = 1; start <= 2; start += 1) {
    const again = await openShop({ ...settings, SMTP_URL: inbox.url });
    await expect.poll(told, patiently).toBe(1);
    await again.stop("SIGTERM");
    await again.ended;
  }
  expect(told()).toBe(1);
  expect((await unsent()).rows).toEqual([]);
}, 180_000);
