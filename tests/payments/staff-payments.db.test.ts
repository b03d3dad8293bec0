import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { checkRefund } from "#app/domain/payments/payment.ts";
import { listPaymentsOfOrder } from "#app/domain/payments/payments-admin.server.ts";
import { refundPayment } from "#app/domain/payments/refunds.server.ts";
import { reversePayment } from "#app/features/collecting/by-hand.server.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import { adjust } from "#tests/setup/booking.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
let order: { customerId: string; orderId: string; paymentId: string };
beforeAll(async () => {
  shop = await openCardShop();
  order = await shop.paid();
  await fulfilOrder(shop.db, shop.admin, order.orderId, sampleShop("https://shop.example"));
  await shop.doJobs();
});
afterAll(() => shop.close());

describe("an order's card payment", () => {
  it("is listed for the order, with the charged amount", async () => {
    const listed = await listPaymentsOfOrder(shop.db, shop.admin, order.orderId);
    expect(listed).toMatchObject([
      { id: order.paymentId, state: "captured", capturedCents: 249_90, cardLast4: "4242" },
    ]);
    const other = await shop.awaiting();
    expect(await listPaymentsOfOrder(shop.db, shop.admin, other.orderId)).toMatchObject([
      { id: other.paymentId, state: "confirming" },
    ]);
    expect(await listPaymentsOfOrder(shop.db, shop.admin, "no-uuid")).toEqual([]);
  });

  it("is refunded with a reason, and each step is in the order's history", async () => {
    const { customerId, orderId, paymentId } = order;
    await adjust(shop.db, shop.admin, {
      customerId,
      requestId: randomUUID(),
      note: "short",
      cents: -10_00,
    });
    const asked = { paymentId, cents: 10_00, reason: "Short by a pound", requestId: randomUUID() };
    expect(await refundPayment(shop.db, shop.admin, asked)).toBeNull();
    expect(await refundPayment(shop.db, shop.admin, asked)).toBeNull();
    await shop.doJobs();
    expect(await shop.money(paymentId)).toMatchObject({ refunded: 10_00 });
    const history = await listHistory(shop.db, shop.admin, { entity: "order", entityId: orderId });
    const said = history.filter(({ action }) => action.startsWith("card"));
    expect(said.map(({ action, after }) => [action, after])).toEqual([
      ["card refund asked for", { amount: "10.00", reason: "Short by a pound" }],
      ["card charged", { amount: "249.90" }],
      ["card accepted", { status: "pending" }],
    ]);
  });

  it("can't be reversed in the books alone", async () => {
    const { customerId, paymentId } = order;
    const { entryId } = await shop.payment(paymentId);
    const asked = { customerId, paymentId: entryId ?? "", note: "A mistake." };
    expect(
      await reversePayment(shop.db, shop.admin, asked, sampleShop("https://shop.example")),
    ).toEqual({
      refused: "at the card provider",
    });
  });
});

it("a refund needs a reason", () => {
  const fields = { requestId: randomUUID(), amount: "12.50" };
  expect(checkRefund(fields).refused?.errors).toHaveProperty("reason");
  expect(checkRefund({ ...fields, reason: " " }).refused?.errors).toHaveProperty("reason");
  expect(checkRefund({ ...fields, reason: "late" }).data).toMatchObject({ amount: 12_50 });
});
