import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runKey } from "#app/domain/delivery/rules.ts";
import { emptyDraft } from "#app/domain/drafts/order-draft.ts";
import { exposureOf } from "#app/domain/ledger/exposure.server.ts";
import { writeOrderForm } from "#app/domain/ordering/placing/order-form.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { noWish } from "#app/domain/orders/wishes/wish.ts";

import { customers, shipTos } from "#db/schema/customers.ts";
import { customerPrices } from "#db/schema/money/prices.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { ask, enter, send } from "#tests/setup/browserless.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { mailsTo } from "#tests/setup/mail/mail-folder.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openShopWithin, type ShopWithin } from "#tests/setup/shops/shop-within.ts";

// Estimate and maximum of one order, with the tax of its delivery fee, are the same everywhere
// (trade rules, section 13): zero-rated goods of $115.72, at most $127.29, and $12.00 with GST.

const email = "kitchen@example.com";

let shop: ShopWithin;
let cookie: string;
let customerId: string;
beforeAll(async () => {
  shop = await openShopWithin();
  const account = { email, password: "long enough a password" };
  const profile = { phone: "604-555-0142", address: "100 Sample Street, Abbotsford, BC" };
  const made = await ensureAccount(shop.db, { ...account, name: "Sample Kitchen", profile });
  customerId = made.id ?? "";
  await shop.db
    .update(shipTos)
    .set({ postalCode: "V3G1A2" })
    .where(eq(shipTos.customerId, customerId));
  // The driver collects.
  await shop.db
    .update(customers)
    .set({ termsKind: "on_delivery" })
    .where(eq(customers.id, customerId));
  cookie = await enter(shop.url, account);
});
afterAll(() => shop.stop());

test("an order's cost is the same on pad, placed page, order pages, emails and hold", async () => {
  const { db, url, admin } = shop;
  const day = { minOrder: "50.00", fee: "12.00", freeFrom: null, feeTaxCode: "G" as const };
  const zone = await insertServedZone(db, { prefixes: ["V3G"], day });
  const [ribeye] = await db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  if (!ribeye) throw new Error("The shop sells no ribeye");
  const seenPricePerLb = "28.93";
  const own = { customerId, productId: ribeye.id, pricePerLb: seenPricePerLb };
  await db.insert(customerPrices).values({ ...own, startsOn: dayIn(-1) });
  const { id: productId, name } = ribeye;
  const line = { key: productId, productId, name, wish: noWish, quantity: "4", seenPricePerLb };
  const draft = {
    ...emptyDraft,
    requestId: randomUUID(),
    day: runKey(zone.id, dayIn(3)),
    lines: [{ ...line, seenUnit: unitOf(ribeye) }],
  };
  const fields = (intent: "place" | "review") =>
    Object.fromEntries([...writeOrderForm(draft, intent)].map(([k, v]) => [k, String(v)]));

  const told: Record<string, string> = {};
  const page = async (name: string, path: string, who = cookie) => {
    told[name] = await (await ask(url, path, { cookie: who })).text();
  };
  const review = await send(url, "/dashboard/place-order", fields("review"), { cookie });
  told.review = await review.text();
  const placed = await send(url, "/api/orders", fields("place"), { cookie });
  expect([placed.status, await placed.json()]).toEqual([200, { placed: expect.anything() }]);
  const [order] = await db.select().from(orders).where(eq(orders.customerId, customerId));
  if (!order) throw new Error("Nothing was placed");
  await page("placed", `/dashboard/place-order/placed/${order.id}`);
  await page("order", `/dashboard/orders/${order.id}`);
  const staff = await enter(url, admin);
  await page("office", `/admin/orders/${order.id}`, staff);
  for (const reader of [email, sampleShop().company.email]) {
    const mail = await vi.waitFor(async () => {
      const mails = await mailsTo(shop.dataDir, reader);
      const found = mails.find(({ text = "" }) => text.includes(order.id));
      if (!found) throw new Error(`No mail to ${reader} yet`);
      return found;
    }, 10_000);
    told[`mail to ${reader}`] = mail.text ?? "";
  }
  expect(Object.keys(told)).toHaveLength(6);
  for (const [where, text] of Object.entries(told)) {
    // The history has the stored amounts.
    const [words = ""] = text
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .split(" History ");
    expect(words, where).toContain("$128.32");
    expect(words, where).toContain("at most $139.89");
    expect(words, where).toMatch(/GST 5% ?\$0\.60/);
    expect(words, where).not.toContain("$127.72");
  }
  const estimates: Record<string, string> = {
    "client's list": "/dashboard/orders",
    "client's days": `/dashboard/orders/${order.id}/day`,
    "office's list": "/admin/orders",
    "office's days": `/admin/orders/${order.id}/day`,
    "office's change": `/admin/orders/${order.id}/change`,
    "run with what its driver collects": `/admin/runs/${order.runId}`,
  };
  for (const [where, path] of Object.entries(estimates)) {
    const who = path.startsWith("/admin") ? staff : cookie;
    const words = await (await ask(url, path, { cookie: who })).text();
    expect(words, where).toContain("$128.32");
    expect(words, where).not.toContain("$127.72");
  }
  expect(order).toMatchObject({ totalPrice: "128.32", estimatedTotal: "128.32" });
  expect((await exposureOf(db, customerId)).orderedCents).toBe(139_89);
  expect((await db.transaction((tx) => costsNow(tx, order.id))).mostCents).toBe(139_89);
});
