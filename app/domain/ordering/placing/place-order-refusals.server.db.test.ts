import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { sameLineTwice } from "#app/domain/orders/order-refusals.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, orderTraces, problemsOf, shop } from "#tests/setup/ordering.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { PlaceOrderInput } from "./order-rules.ts";
import { placeOrder } from "./place-order.server.ts";

type Product = typeof products.$inferSelect;

let database: OpenDatabase;
let db: Database;
let client: Client;
let ribeye: Product;
let stew: Product;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  client = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
});
beforeEach(async () => {
  ribeye = await insertProduct(db);
  stew = await insertProduct(db, { name: "Beef Stew", pricePerLb: "9.35", category: "pre-cuts" });
});
afterAll(() => database.close());

function place(input: PlaceOrderInput, by = client) {
  return placeOrder(db, by, input, { shop, minOrderCents: 0, needsConfirmedEmail: false });
}

const reload = "Please reload the page and try again.";

describe("an order below the minimum", () => {
  it("is refused at today's prices, and the missing amount is named", async () => {
    const input = askedOrder(askFor(stew, "4"), askFor(ribeye, "0.5"));
    expect(await problemsOf(db, client, input, 50_00)).toEqual([
      { field: "lines", message: "The minimum order is $50.00. Please add $0.10 more." },
    ]);
    expect(
      await placeOrder(db, client, input, {
        shop,
        minOrderCents: 49_90,
        needsConfirmedEmail: false,
      }),
    ).toMatchObject({
      totalPrice: "49.90",
    });
  });

  it("gets the same answer if it was placed before the minimum rose", async () => {
    const input = askedOrder(askFor(stew, "1"));
    const placed = await place(input);
    const again = await placeOrder(db, client, input, {
      shop,
      minOrderCents: 50_00,
      needsConfirmedEmail: false,
    });
    expect(again).toEqual(placed);
  });
});

describe("a price that changed since it was shown", () => {
  it("is reported with the new one, and nothing is placed until that is accepted", async () => {
    const input = askedOrder(askFor(ribeye, "10", "23.99"), askFor(stew), askFor(stew, "1"));
    input.lines.pop();
    const before = await orderTraces(db);
    await expect(place(input)).rejects.toMatchObject({
      code: "prices",
      changes: [
        {
          productId: ribeye.id,
          name: "Ribeye Steak",
          seenPricePerLb: "23.99",
          pricePerLb: "24.99",
        },
      ],
    });
    expect(await orderTraces(db)).toEqual(before);
    const accepted = { ...input, lines: [askFor(ribeye), askFor(stew)] };
    expect(await place(accepted)).toMatchObject({ totalPrice: "343.40" });
  });

  it("is never charged to a concurrent order that has not seen it", async () => {
    const attempts = Array.from({ length: 10 }, () => place(askedOrder(askFor(ribeye, "1"))));
    const change = db
      .update(products)
      .set({ pricePerLb: "30.00" })
      .where(eq(products.id, ribeye.id));
    const results = await Promise.allSettled(attempts);
    await change;
    for (const result of results) {
      if (result.status === "fulfilled") expect(result.value.totalPrice).toBe("24.99");
      else expect(result.reason).toMatchObject({ code: "prices" });
    }
  });

  it("is reported for any other price that was shown, lower or higher", async () => {
    for (const seen of ["0.01", "0", "24.98", "25.00", "99999999.99"]) {
      await expect(place(askedOrder(askFor(ribeye, "1", seen)))).rejects.toMatchObject({
        changes: [{ pricePerLb: "24.99" }],
      });
    }
  });
});

describe("products that are not sold", () => {
  const notSold = "Not available for this order. Remove it to place the order.";

  it("are named line by line, and nothing is placed", async () => {
    const gone = await insertProduct(db, { isActive: false });
    const unknown = { ...askFor(stew), productId: randomUUID() };
    expect(await problemsOf(db, client, askedOrder(askFor(ribeye), askFor(gone), unknown))).toEqual(
      [
        { field: "lines.1.productId", productId: gone.id, message: notSold },
        { field: "lines.2.productId", productId: unknown.productId, message: notSold },
      ],
    );
  });

  it("are reported before changed prices", async () => {
    const gone = await insertProduct(db, { isActive: false });
    expect(
      await problemsOf(db, client, askedOrder(askFor(ribeye, "1", "1.00"), askFor(gone))),
    ).toHaveLength(1);
  });
});

describe("bad input", () => {
  it.each([
    ["0", "Enter more than 0 lb."],
    ["-1", "Enter more than 0 lb."],
    ["", "Enter the weight in pounds, for instance 12.5."],
    ["1e2", "Enter the weight in pounds, for instance 12.5."],
    ["1'; drop table orders", "Enter the weight in pounds, for instance 12.5."],
    ["2.555", "Use at most 2 decimals, for instance 12.75."],
    ["10000.01", "Enter at most 10,000 lb."],
  ])("refuses the quantity %j", async (quantity, message) => {
    expect(
      await problemsOf(db, client, askedOrder(askFor(stew), askFor(ribeye, quantity))),
    ).toEqual([{ field: "lines.1.quantity", productId: ribeye.id, message }]);
  });

  it("refuses no lines, too many lines, and the same product twice", async () => {
    expect(await problemsOf(db, client, askedOrder())).toEqual([
      { field: "lines", message: "Enter a quantity for at least one product." },
    ]);
    const many = Array.from({ length: 101 }, () => ({ ...askFor(stew), productId: randomUUID() }));
    expect(await problemsOf(db, client, askedOrder(...many))).toEqual([
      {
        field: "lines",
        message: "An order can have at most 100 products. Please split it into two orders.",
      },
    ]);
    const again = { ...askFor(ribeye), productId: ribeye.id.toUpperCase() };
    expect(await problemsOf(db, client, askedOrder(askFor(ribeye), askFor(stew), again))).toEqual([
      {
        field: "lines.2.productId",
        productId: again.productId,
        message: sameLineTwice,
      },
    ]);
  });

  it("refuses notes that are too long, measured as they are stored", async () => {
    const notes = "n".repeat(5_001);
    expect(await problemsOf(db, client, { ...askedOrder(askFor(ribeye)), notes })).toEqual([
      { field: "notes", message: "Please keep the notes within 5,000 characters." },
    ]);
    const longest = `${"é\r\n".repeat(2_499)}no`;
    const placed = await place({ ...askedOrder(askFor(ribeye)), notes: ` ${longest} ` });
    const [stored] = await db.select().from(orders).where(eq(orders.id, placed.id));
    expect(stored?.notes).toHaveLength(5_000);
  });

  it("removes characters from notes that the database would reject", async () => {
    const placed = await place({
      ...askedOrder(askFor(ribeye)),
      notes: "a\0b\u001b[1m\ud800\tc 🥩",
    });
    expect(await getOrder(db, client, placed.id)).toMatchObject({ notes: "ab[1m\ufffd\tc 🥩" });
  });

  it("refuses ids and prices that no form of ours sends", async () => {
    for (const requestId of ["", "1", "\0", `${randomUUID()}0`]) {
      expect(await problemsOf(db, client, { ...askedOrder(askFor(ribeye)), requestId })).toEqual([
        { field: "requestId", message: reload },
      ]);
    }
    for (const productId of ["", "ribeye-steak", "' or true --"]) {
      expect(await problemsOf(db, client, askedOrder({ ...askFor(ribeye), productId }))).toEqual([
        { field: "lines.0.productId", productId, message: reload },
      ]);
    }
    for (const seen of ["", "-1", "free", "1.999", "1e1", "999999999"]) {
      expect(await problemsOf(db, client, askedOrder(askFor(ribeye, "1", seen)))).toEqual([
        { field: "lines.0.seenPricePerLb", productId: ribeye.id, message: reload },
      ]);
    }
  });

  it("reports all errors in one answer", async () => {
    const input = {
      ...askedOrder(askFor(ribeye, "0"), askFor(stew, "2.555")),
      notes: "n".repeat(6_000),
    };
    expect((await problemsOf(db, client, input)).map(({ field }) => field)).toEqual([
      "lines.0.quantity",
      "lines.1.quantity",
      "notes",
    ]);
  });

  it("refuses a total above the largest amount", async () => {
    const dear = await Promise.all(
      Array.from({ length: 100 }, () => insertProduct(db, { pricePerLb: "10000.00" })),
    );
    expect(
      await problemsOf(db, client, askedOrder(...dear.map((it) => askFor(it, "10000")))),
    ).toEqual([
      {
        field: "lines",
        message: "This is more than can be ordered at once. Please split it into two orders.",
      },
    ]);
  });
});
