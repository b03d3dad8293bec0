import { and, eq, isNull, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import {
  fulfilOrder,
  fulfilPackedOrder,
} from "#app/domain/ordering/transition/finish-order.server.ts";
import { reopenOrder } from "#app/domain/ordering/transition/reopen-order.server.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { packages } from "#db/schema/packages.ts";
import { closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openCardShop } from "./card-shop.ts";

const told = sampleShop("https://shop.example");

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

/** Creates an order of 10 lb for $249.90 that was packed, charged and reopened. */
async function reopened() {
  const order = await shop.paid();
  await fulfilOrder(shop.db, shop.admin, order.orderId, told);
  const early = reopenOrder(shop.db, shop.admin, order.orderId, "Misread", told);
  await expect(early).rejects.toThrow(/card is being charged/);
  await shop.doJobs();
  await reopenOrder(shop.db, shop.admin, order.orderId, "Misread", told);
  return order;
}

async function finishWith(orderId: string, lb: string) {
  const [item] = await shop.db.select().from(orderItems).where(eq(orderItems.orderId, orderId));
  const itemId = item?.id ?? "";
  await shop.db
    .update(packages)
    .set({ voidedAt: new Date(), voidedBy: shop.admin.userId, voidReason: "Misread" })
    .where(and(eq(packages.orderItemId, itemId), isNull(packages.voidedAt)));
  await shop.db.update(orderItems).set({ packState: "open" }).where(eq(orderItems.id, itemId));
  await insertPackage(shop.db, itemId, { value: lb, unit: "lb" });
  await closeLine(shop.db, itemId);
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, orderId));
  const seen = { id: orderId, version: order?.version ?? 0 };
  await fulfilPackedOrder(shop.db, shop.admin, seen, told);
  await shop.doJobs();
}

const openOf = async (orderId: string) => {
  const { rows } = await shop.db.execute<{ cents: number }>(sql`
    select sum(open_cents)::int as cents from invoice_balances join document_orders using (document_id)
    where order_id = ${orderId}`);
  return rows[0]?.cents;
};

it("refunds the excess charge of a reopened order that is packed with less", async () => {
  const { orderId, paymentId } = await reopened();
  await finishWith(orderId, "9.00");
  expect(await shop.money(paymentId)).toMatchObject({ captured: 249_90, refunded: 24_99 });
  expect(await openOf(orderId)).toBe(0);
});

it("leaves the rest open for the invoice's link if the reopened order is packed with more", async () => {
  const { orderId, paymentId } = await reopened();
  await finishWith(orderId, "10.20");
  expect(await shop.money(paymentId)).toMatchObject({ captured: 249_90, refunded: 0 });
  expect(await openOf(orderId)).toBe(5_00);
});

it("refunds the whole charge if the reopened order is cancelled", async () => {
  const { orderId, paymentId } = await reopened();
  await cancelOrder(shop.db, shop.admin, orderId, told);
  await shop.doJobs();
  expect(await shop.money(paymentId)).toMatchObject({ captured: 249_90, refunded: 249_90 });
});
