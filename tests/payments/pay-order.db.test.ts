import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openOrderPayment, payOrderAnew } from "#app/features/orders/checkout/pay-order.server.ts";
import { makeOrderLink, orderHolderOf } from "#app/features/payments/order-links.server.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { openCardShop } from "./card-shop.ts";

// An order's card form after the checkout; the checkout's own is in tests/permission/card-orders.test.ts.

const day = 24 * 3600_000;

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

async function holderOf(orderId: string) {
  const path = await shop.db.transaction((tx) => makeOrderLink(tx, orderId));
  const holder = await orderHolderOf(shop.db, path.replace("/orders/", ""));
  if (!holder) throw new Error("The link opens nothing");
  return holder;
}

const open = async (orderId: string) =>
  openOrderPayment(
    { db: shop.db, cardPayments: shop.cards, log: silentLog },
    await holderOf(orderId),
  );

describe("an order that was placed", () => {
  it("is paid with another card when the saved one is refused", async () => {
    const holdOn = shop.fake.now().toISOString().slice(0, 10);
    const order = await shop.paid({ card: "pm_card_chargeCustomerFail", holdOn });
    expect(await open(order.orderId)).toMatchObject({ step: "paid", form: null });
    shop.fake.advance(day);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.order(order.orderId)).toMatchObject({ holdReason: "payment" });
    expect(await open(order.orderId)).toMatchObject({ step: "form", form: { kind: "payment" } });
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_mastercard");
    expect(await open(order.orderId)).toMatchObject({ step: "paid", form: null });
    expect((await shop.order(order.orderId))?.releasedAt).not.toBeNull();
    // Told when it was placed, and not again.
    expect(shop.told.paid.filter((id) => id === order.orderId)).toHaveLength(1);
  });

  it("is paid anew when its hold ran out, by one payment however often that is asked", async () => {
    const order = await shop.paid();
    await payOrderAnew(shop.db, await holderOf(order.orderId));
    expect(await open(order.orderId)).toMatchObject({
      step: "paid",
      paymentId: order.paymentId,
    });
    shop.fake.advance(8 * day);
    await shop.cards.refresh(order.paymentId);
    expect(await open(order.orderId)).toMatchObject({ step: "lapsed", form: null });
    const holder = await holderOf(order.orderId);
    await Promise.all([payOrderAnew(shop.db, holder), payOrderAnew(shop.db, holder)]);
    const anew = await open(order.orderId);
    expect(anew).toMatchObject({ step: "form", form: { kind: "payment" } });
    expect(anew?.paymentId).not.toBe(order.paymentId);
    shop.fake.confirm(await shop.refOf(anew?.paymentId ?? ""), "pm_card_visa");
    expect(await open(order.orderId)).toMatchObject({ step: "paid", paymentState: "held" });
    expect((await shop.order(order.orderId))?.releasedAt).not.toBeNull();
  });

  it("says so when the provider does not answer, and opens the same form after that", async () => {
    const order = await shop.awaiting();
    shop.fake.drop(/.*/, 8);
    expect(await open(order.orderId)).toMatchObject({ step: "unreached", form: null });
    shop.fake.heal();
    const [one, other] = await Promise.all([open(order.orderId), open(order.orderId)]);
    expect(one).toMatchObject({ step: "form" });
    expect(other?.form?.clientSecret).toBe(one?.form?.clientSecret);
  });
});
