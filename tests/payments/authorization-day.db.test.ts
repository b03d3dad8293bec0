import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookStop } from "#app/domain/delivery/booking.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { alignAuthorization } from "#app/domain/payments/order-payments.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { heldCents, openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
let zoneId: string;
beforeAll(async () => {
  shop = await openCardShop();
  zoneId = (await insertServedZone(shop.db, { prefixes: ["V3G"] })).id;
});
afterAll(() => shop.close());

const paymentsOf = (orderId: string) =>
  shop.db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(payments.createdAt);

/** Moves an order, as any user who may change its day does. */
async function moveTo(orderId: string, days: number) {
  await shop.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.id, orderId));
    if (!order) throw new Error("There is no such order");
    const load = { customerId: order.customerId, shipToId: order.shipToId, lb: "10.00", boxes: 1 };
    const { columns } = await bookStop(tx, { zoneId, date: dayIn(days) }, load, { isForced: true });
    await tx.update(orders).set(columns).where(eq(orders.id, orderId));
    await alignAuthorization(tx, orderId);
  });
}

describe("the day of a card's authorization", () => {
  it("is brought forward with the delivery day", async () => {
    const { orderId, paymentId } = await shop.paid({ holdOn: dayIn(27) });
    await moveTo(orderId, 20);
    expect(await shop.payment(paymentId)).toMatchObject({ state: "to_hold", holdOn: dayIn(17) });
    await moveTo(orderId, 2);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.payment(paymentId)).toMatchObject({ state: "held", heldCents });
  });

  it("is postponed with the delivery day, and an existing authorization is released", async () => {
    const { orderId } = await shop.paid();
    await moveTo(orderId, 4);
    expect(await paymentsOf(orderId)).toMatchObject([{ state: "held" }]);
    await moveTo(orderId, 20);
    await shop.rounds();
    await shop.doJobs();
    const [first, saved] = await paymentsOf(orderId);
    expect([first, saved]).toMatchObject([
      { state: "released", isCurrent: false },
      { state: "to_hold", isCurrent: true, holdOn: dayIn(17), cardLast4: first?.cardLast4 },
    ]);
    expect(await shop.money(first?.id ?? "")).toMatchObject({ state: "voided", captured: 0 });
    await moveTo(orderId, 3);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.payment(saved?.id ?? "")).toMatchObject({ state: "held", heldCents });
    expect(await shop.order(orderId)).toMatchObject({ status: "pending", holds: [] });
  });
});

describe("a card that is authorized after the invoice", () => {
  /** Packs an order while its bank refuses the card; its customer is asked for another. */
  async function refusedAndPacked() {
    const order = await shop.paid({ holdOn: dayIn(60), card: "pm_card_chargeCustomerFail" });
    const own = sampleShop("https://shop.example");
    await fulfilOrder(shop.db, shop.admin, order.orderId, own);
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "needs_customer" });
    return order;
  }

  const bookTransfer = (customerId: string, cents: number) =>
    bookPayment(shop.db, shop.admin, {
      customerId,
      requestId: crypto.randomUUID(),
      cents,
      method: "etransfer",
      reference: "",
      note: "",
      settles: "oldest first",
      receivedOn: pacificDay(new Date()),
    });

  it("is charged only the amount still open after another payment", async () => {
    const order = await refusedAndPacked();
    await bookTransfer(order.customerId, 200_00);
    await shop.cards.prepare(order.paymentId);
    shop.fake.confirm(await shop.refOf(order.paymentId), "pm_card_visa");
    await shop.cards.refresh(order.paymentId);
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({
      state: "captured",
      capturedCents: 49_90,
    });
    expect(await shop.books(order)).toMatchObject({ open: 0 });
  });

  it("is released once the invoice is paid in another way", async () => {
    const order = await refusedAndPacked();
    await bookTransfer(order.customerId, 249_90);
    await shop.rounds();
    await shop.doJobs();
    expect(await shop.payment(order.paymentId)).toMatchObject({ state: "released" });
    expect(await shop.money(order.paymentId)).toMatchObject({ captured: 0 });
  });
});
