import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { askCreditByLink, claimableLinkedOrder } from "#app/domain/claims/ask-credit.server.ts";
import { decideCredit } from "#app/domain/claims/decide-credit.server.ts";
import { addLineAtPacking } from "#app/domain/ordering/packing/raise-at-packing.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { makeOrderLink, openOrderLink } from "#app/domain/orders/links/order-links.server.ts";
import { lockCustomer, lockOrders } from "#db/locks.ts";
import { payments } from "#db/schema/money/payments.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { countingTransactions, untilSomebodyWaits } from "#tests/setup/waiting.ts";
import { openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

it("a credit is decided without a deadlock while a webhook has locked the order and is about to lock its customer", async () => {
  const { db, admin } = shop;
  const told = sampleShop();
  const order = await shop.paid();
  await fulfilOrder(db, admin, order.orderId, told);
  await shop.doJobs();
  const path = await db.transaction((tx) => makeOrderLink(tx, order.orderId));
  const link = await openOrderLink(db, path.replace("/orders/", ""));
  if (!link) throw new Error("The link opens nothing");
  const line = (await claimableLinkedOrder(db, link, told.documents))?.lines[0];
  const asked = {
    requestId: randomUUID(),
    item: line?.itemId ?? "",
    reason: "short" as const,
    lb: null,
    amount: "20.00",
    note: "",
    photoId: null,
    payout: "refund" as const,
  };
  const id = await askCreditByLink(db, link, asked, told.documents);
  const lines = [{ position: 0, lb: null, amount: "20.00" }];
  const { counted, begun } = countingTransactions(db);
  let decided: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await lockOrders(tx, order.orderId);
    decided = decideCredit(counted, admin, id, { intent: "approve", lines, note: "" }, told);
    await untilSomebodyWaits(db);
    await lockCustomer(tx, order.customerId);
  });
  await decided;
  expect(begun()).toBe(1);
  const [payment] = await db.select().from(payments).where(eq(payments.id, order.paymentId));
  expect(payment?.refundingCents).toBe(20_00);
});

it("a packer adds a line without a deadlock while a webhook has locked the order and is about to lock its customer and payment", async () => {
  const { db, admin } = shop;
  const { orderId, customerId, paymentId } = await shop.paid();
  const { id: productId } = await insertProduct(db, { pricePerLb: "10.00" });
  const line = { productId, amount: "2", substitutes: null, over: null, note: "" };
  const op = { kind: "add" as const, requestId: randomUUID(), ...line };
  const { counted, begun } = countingTransactions(db);
  let added: Promise<void> | undefined;
  await db.transaction(async (tx) => {
    await lockOrders(tx, orderId);
    added = addLineAtPacking(counted, admin, orderId, op, sampleShop());
    await untilSomebodyWaits(db);
    await lockCustomer(tx, customerId);
    await tx.select().from(payments).where(eq(payments.id, paymentId)).for("update");
  });
  await added;
  expect(begun()).toBe(1);
  expect(await db.$count(payments, eq(payments.orderId, orderId))).toBe(2);
});
