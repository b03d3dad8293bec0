import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import {
  OrderRefusedError,
  type PlaceOrderInput,
} from "#app/domain/ordering/placing/order-rules.ts";
import { placeOrder } from "#app/domain/ordering/placing/place-order.server.ts";
import {
  type FulfilledOrder,
  fulfilOrder,
} from "#app/domain/ordering/transition/finish-order.server.ts";
import { unitOf } from "#app/domain/orders/order-quantity.ts";
import { isRefusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";

type Product = typeof products.$inferSelect;

export const shop = sampleShop("https://shop.example.com");

/** Returns a line of an order form: by default 10 lb or pieces at today's price. */
export function askFor(product: Product, quantity = "10", seenPricePerLb = product.pricePerLb) {
  return { productId: product.id, quantity, seenUnit: unitOf(product), seenPricePerLb };
}

/** Returns an order form with a new request id. */
export function askedOrder(...lines: PlaceOrderInput["lines"]) {
  return { requestId: randomUUID(), lines };
}

/** Returns the row counts of every table that placing an order writes to. */
export async function orderTraces(db: Database) {
  return {
    orders: await db.$count(orders),
    lines: await db.$count(orderItems),
    audit: await db.$count(auditLog),
    mails: await db.$count(mailOutbox),
  };
}

/** Places an order that must be refused, and checks that it leaves nothing behind. */
export async function problemsOf(
  db: Database,
  client: Client,
  input: PlaceOrderInput,
  minOrderCents = 0,
) {
  const before = await orderTraces(db);
  const failure: unknown = await placeOrder(db, client, input, {
    shop,
    minOrderCents,
    needsConfirmedEmail: false,
  }).then(
    () => new Error("The order was placed"),
    (error) => error,
  );
  expect(await orderTraces(db)).toEqual(before);
  if (failure instanceof OrderRefusedError) return failure.problems;
  throw failure;
}

/** Returns a fulfilled order's documents; throws if it was cancelled for lack of a line. */
export async function invoicedOrder(
  ...fulfilled: Parameters<typeof fulfilOrder>
): Promise<FulfilledOrder> {
  const order = await fulfilOrder(...fulfilled);
  if (!order) throw new Error("Nothing of the order was left");
  return order;
}

/**
 * Returns why an order was not moved to another day, or "moved". Throws a refusal of any other code
 * than these, if some are given.
 */
export async function whyNotMoved(move: Promise<unknown>, ...codes: string[]): Promise<string> {
  try {
    await move;
    return "moved";
  } catch (error) {
    if (error instanceof DayRefusedError) return error.reason;
    if (error instanceof OrderRefusedError) return error.problems[0]?.message ?? "";
    if (isRefusal(error, ...codes)) return error.message;
    throw error;
  }
}
