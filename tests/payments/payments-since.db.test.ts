import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { paymentsNotInBooks } from "#app/domain/payments/payments-since.server.ts";
import { payments } from "#db/schema/money/payments.ts";
import { numberOfOrder } from "#tests/setup/factories.ts";
import { openCardShop } from "./card-shop.ts";

let shop: Awaited<ReturnType<typeof openCardShop>>;
beforeAll(async () => {
  shop = await openCardShop();
});
afterAll(() => shop.close());

it("reports what happened at the provider after a backup, for payments that the books know and for others", async () => {
  const since = new Date();
  const booked = await shop.paid();
  const captured = await shop.paid();
  const unpaid = await shop.awaiting();
  await shop.cards.prepare(unpaid.paymentId);
  const list = () => paymentsNotInBooks(shop.db, shop.provider, since);
  expect(await list()).toEqual([]);

  // After the backup, one is charged, and another is created.
  const ref = await shop.refOf(captured.paymentId);
  const cents = 200_00;
  await shop.provider.capture({ key: randomUUID(), intentRef: ref, cents });
  const lost = await shop.paid();
  const lostRef = await shop.refOf(lost.paymentId);
  await shop.db.delete(payments).where(eq(payments.id, lost.paymentId));

  const missing = await list();
  expect(missing).toHaveLength(2);
  expect(missing).toContainEqual(
    expect.objectContaining({
      ref,
      state: "captured",
      capturedCents: cents,
      orderNumber: await numberOfOrder(shop.db, captured.orderId),
      isKnown: true,
    }),
  );
  expect(missing).toContainEqual(
    expect.objectContaining({
      ref: lostRef,
      state: "authorized",
      orderNumber: null,
      isKnown: false,
    }),
  );
  expect(missing.map((one) => one.orderNumber)).not.toContain(
    await numberOfOrder(shop.db, booked.orderId),
  );
  expect(await paymentsNotInBooks(shop.db, shop.provider, new Date(Date.now() + 1e9))).toEqual([]);
});
