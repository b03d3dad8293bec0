import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { getPastOrder } from "#app/domain/drafts/past-order.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { shopSettings } from "#db/schema/system.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, orderTraces, problemsOf, shop } from "#tests/setup/ordering.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { OrderAlreadyPlacedError, type PlaceOrderInput } from "./order-rules.ts";
import { getPlacedOrder, placeOrder } from "./place-order.server.ts";

type Product = typeof products.$inferSelect;

let database: OpenDatabase;
let db: Database;
let client: Client;
let striploin: Product;
let stew: Product;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db);
});
beforeEach(async () => {
  striploin = await insertProduct(db, {
    name: "Striploin Steak",
    soldBy: "piece",
    typicalPieceLb: "1.25",
    taxCode: "E",
  });
  stew = await insertProduct(db, {
    name: "Beef Stew",
    pricePerLb: "9.35",
    orderStepLb: "0.50",
    overCapPct: 0,
  });
});
afterAll(() => database.close());

function place(input: PlaceOrderInput, minOrderCents = 0) {
  return placeOrder(db, client, input, { shop, minOrderCents, needsConfirmedEmail: false });
}

function change(product: Product, to: Partial<Product>) {
  return db.update(products).set(to).where(eq(products.id, product.id));
}

function linesOf(orderId: string) {
  return db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.position);
}

describe("an order by the piece", () => {
  it("is estimated, promised and stored as it was shown", async () => {
    const placed = await place({
      ...askedOrder(askFor(striploin, "3"), askFor(stew, "2.5")),
      allowsSubstitutes: true,
    });

    // 3 × 1.25 lb × 24.99 = 93.7125, plus 10% 103.081; 2.5 × 9.35 = 23.375.
    expect(placed.totalPrice).toBe("117.09");
    const [order] = await db.select().from(orders).where(eq(orders.id, placed.id));
    expect(order).toMatchObject({
      totalPrice: "117.09",
      estimatedTotal: "117.09",
      allowsSubstitutes: true,
    });
    expect(await linesOf(placed.id)).toMatchObject([
      {
        soldBy: "piece",
        orderedPieces: 3,
        typicalPieceLb: "1.25",
        quantity: "3.75",
        overCapPct: 10,
        taxCode: "E",
        subtotal: "93.71",
        promisedAmount: "103.08",
      },
      {
        soldBy: "lb",
        orderedPieces: null,
        typicalPieceLb: null,
        quantity: "2.50",
        overCapPct: 0,
        taxCode: "Z",
        subtotal: "23.38",
        promisedAmount: "23.38",
      },
    ]);
    const seen = await getPlacedOrder(db, client, placed.id);
    expect(await db.transaction((tx) => costsNow(tx, placed.id))).toMatchObject({
      estimate: "117.09",
      mostCents: 126_46,
    });
    expect(seen).toMatchObject({
      allowsSubstitutes: true,
      items: [{ orderedPieces: 3, quantity: "3.75", subtotal: "93.71" }, { orderedPieces: null }],
    });
    expect(await getPastOrder(db, client, placed.id)).toMatchObject({
      allowsSubstitutes: true,
      items: [{ orderedPieces: 3 }, { orderedPieces: null, quantity: "2.50" }],
    });
  });

  it("is emailed to both sides with pieces, estimate and promise", async () => {
    await db.delete(mailOutbox);
    await place({ ...askedOrder(askFor(striploin, "3")), allowsSubstitutes: true });
    const mails = await db.select().from(mailOutbox).orderBy(mailOutbox.replyTo);
    expect(mails).toHaveLength(2);
    for (const { text, html } of mails) {
      for (const words of ["3 pieces, about 3.75 lb", "$93.71", "$103.08", "something similar"]) {
        expect(text.replace(/\s+/g, " ")).toContain(words);
        expect(html).toContain(words);
      }
    }
  });

  it("keeps the tolerance that applied when it was placed", async () => {
    await db.update(shopSettings).set({ overCapPct: 4 });
    try {
      const { id } = await place(askedOrder(askFor(striploin, "3")));
      await db.update(shopSettings).set({ overCapPct: 20 });
      expect(await linesOf(id)).toMatchObject([{ overCapPct: 4, promisedAmount: "97.46" }]);
    } finally {
      await db.update(shopSettings).set({ overCapPct: 10 });
    }
  });

  it("must reach the minimum by its estimate", async () => {
    const input = askedOrder(askFor(striploin, "3"));
    expect(await problemsOf(db, client, input, 93_72)).toEqual([
      { field: "lines", message: "The minimum order is $93.72. Please add $0.01 more." },
    ]);
    expect(await place(input, 93_71)).toMatchObject({ totalPrice: "93.71" });
  });

  it("goes up to 10,000 lb of a product and 10,000 pieces", async () => {
    expect(await place(askedOrder(askFor(striploin, "8000")))).toMatchObject({
      totalPrice: "249900.00",
    });
    const cube = await insertProduct(db, { soldBy: "piece", typicalPieceLb: "0.05" });
    expect(await place(askedOrder(askFor(cube, "10000")))).toMatchObject({
      totalPrice: "12495.00",
    });
    for (const [product, pieces, message] of [
      [striploin, "8001", "Enter at most 8,000 pieces."],
      [cube, "10001", "Enter at most 10,000 pieces."],
    ] as const) {
      expect(await problemsOf(db, client, askedOrder(askFor(product, pieces)))).toMatchObject([
        { field: "lines.0.quantity", productId: product.id, message },
      ]);
    }
  });

  it("can't have half a piece", async () => {
    for (const pieces of ["2.5", "0,5"]) {
      const input = askedOrder(askFor(stew, "1"), askFor(striploin, pieces));
      expect(await problemsOf(db, client, input)).toEqual([
        {
          field: "lines.1.quantity",
          productId: striploin.id,
          message: "Enter whole pieces, for instance 3.",
        },
      ]);
    }
  });
});

describe("input that no form of ours sends", () => {
  it.each([
    ...["", "LB", "kg", "lbs", " lb", "piece", "piece ", "piece 0", "piece 0.00", "piece -1.25"],
    ...["piece 1,25", "piece 1.2", "piece 1.250", "piece 1e3", "piece NaN", "piece 99999.00"],
    ...["piece 1.25 ", "piece 1.25\n", "Piece 1.25", "piece １.25", "\0", "__proto__", "\ud800"],
    ...["' or true --", "piece 1.25'; drop table orders", "9".repeat(10_000)],
  ])("is refused: the unit %j", async (seenUnit) => {
    const input = askedOrder({ ...askFor(striploin, "3"), seenUnit });
    expect(await problemsOf(db, client, input)).toEqual([
      {
        field: "lines.0.seenUnit",
        productId: striploin.id,
        message: "Please reload the page and try again.",
      },
    ]);
  });

  it.each([
    ...["", " ", "2.5", "0.01", "-1", "-0", "1e2", "0x10", "NaN", "Infinity", "null", "3 boxes"],
    ...["1/2", "½", "1,000", "1,000.0", "1 000", "３", "..", "3..", "--3", "+3", "8001", "10001"],
    ...[
      "9".repeat(400),
      "0".repeat(400),
      "\0",
      "3\0",
      "1'; drop table orders",
      "{}",
      "[3]",
      "true",
    ],
  ])("is refused: %j pieces", async (pieces) => {
    expect(await problemsOf(db, client, askedOrder(askFor(striploin, pieces)))).toEqual([
      { field: "lines.0.quantity", productId: striploin.id, message: expect.any(String) },
    ]);
  });
});

describe("pounds that don't match a product's steps", () => {
  it("are refused beside their line, and nothing is placed", async () => {
    const input = askedOrder(askFor(striploin, "1"), askFor(stew, "12.6"));
    expect(await problemsOf(db, client, input)).toEqual([
      {
        field: "lines.1.quantity",
        productId: stew.id,
        message: "Order in steps of 0.5 lb, for instance 12.5.",
      },
    ]);
    expect(await place(askedOrder(askFor(stew, "12.5")))).toMatchObject({ totalPrice: "116.88" });
  });
});

describe("a unit that changed since it was shown", () => {
  async function expectChange(input: PlaceOrderInput, changes: object[]) {
    const before = await orderTraces(db);
    await expect(place(input)).rejects.toMatchObject({ code: "prices", changes });
    expect(await orderTraces(db)).toEqual(before);
  }

  it("is reported with the new one, and nothing is placed until that is accepted", async () => {
    const input = askedOrder(askFor(striploin, "3"), askFor(stew, "2"));
    await change(striploin, { soldBy: "lb" });
    await change(stew, { soldBy: "piece", typicalPieceLb: "2.00" });
    await expectChange(input, [
      { productId: striploin.id, seenUnit: "piece 1.25", unit: "lb" },
      { productId: stew.id, seenUnit: "lb", unit: "piece 2.00" },
    ]);
    const accepted = [
      { ...askFor(striploin, "3.75"), seenUnit: "lb" },
      { ...askFor(stew, "1"), seenUnit: "piece 2.00" },
    ];
    expect(await place({ ...input, lines: accepted })).toMatchObject({ totalPrice: "112.41" });
  });

  it("may differ only in the weight of a piece", async () => {
    const input = askedOrder(askFor(striploin, "3"));
    await change(striploin, { typicalPieceLb: "1.30" });
    await expectChange(input, [{ seenUnit: "piece 1.25", unit: "piece 1.30" }]);
  });

  it("must be confirmed for a form without a unit, which counts as pounds", async () => {
    const { productId, quantity, seenPricePerLb } = askFor(striploin, "3");
    await expectChange(askedOrder({ productId, quantity, seenPricePerLb }), [
      { seenUnit: "lb", unit: "piece 1.25" },
    ]);
    const old = { productId: stew.id, quantity: "2", seenPricePerLb: "9.35" };
    expect(await place(askedOrder(old))).toMatchObject({ totalPrice: "18.70" });
  });

  it("never applies to a concurrent order that has not seen it", async () => {
    const attempts = Array.from({ length: 10 }, () => place(askedOrder(askFor(striploin, "2"))));
    const lighter = change(striploin, { typicalPieceLb: "1.00" });
    const results = await Promise.allSettled(attempts);
    await lighter;
    for (const result of results) {
      if (result.status === "fulfilled") expect(result.value.totalPrice).toBe("62.48");
      else expect(result.reason).toMatchObject({ code: "prices" });
    }
  });
});

describe("the same request", () => {
  it("gets the same answer after the product's unit changed", async () => {
    const input = askedOrder(askFor(striploin, "3"));
    const first = await place(input);
    await change(striploin, { soldBy: "lb", typicalPieceLb: null });
    expect(await place(input)).toEqual(first);
  });

  it("is refused as another order if its unit, quantity or substitutes differ", async () => {
    const input = askedOrder(askFor(striploin, "3"));
    const first = await place(input);
    for (const other of [
      { lines: [{ ...askFor(striploin, "3.75"), seenUnit: "lb" }] },
      { lines: [askFor(striploin, "4")] },
      { allowsSubstitutes: true },
    ]) {
      const again = place({ ...input, ...other });
      await expect(again).rejects.toThrow(OrderAlreadyPlacedError);
      await expect(again).rejects.toMatchObject({ order: first });
    }
  });
});

it("never returns another client's order", async () => {
  const { id } = await place(askedOrder(askFor(striploin, "3")));
  const other = await signedInClient(db);
  expect(await getPastOrder(db, other, id)).toBeNull();
  for (const none of ["", "'", "\0", crypto.randomUUID()]) {
    expect(await getPastOrder(db, client, none)).toBeNull();
  }
});
