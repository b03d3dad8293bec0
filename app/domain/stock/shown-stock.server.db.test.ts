import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { holdLot } from "#app/domain/lots/holds/lot-holds.server.ts";
import { daysAfter, pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { productStock, stockIncoming, stockWaitlist } from "#db/schema/meat/stock.ts";
import { products } from "#db/schema/products.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertLot } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { joinStockWaitlist, leaveStockWaitlist, tellWaiting } from "./back-in-stock.server.ts";
import { openShownStocks, type ShownStocks } from "./shown-stock.server.ts";
import { enterStock } from "./stock-entries.server.ts";
import { withStock } from "./stock-offers.server.ts";

let database: OpenDatabase;
let db: Database;
let customerId: string;
const { log } = recordingLog();
const today = pacificDay(new Date());
const patiently = { timeout: 10_000 };

beforeAll(async () => {
  database = await openTestDatabase(log);
  db = database.db;
  customerId = (await insertClient(db)).user.id;
});
beforeEach(async () => {
  await db.delete(productStock);
  await db.delete(stockWaitlist);
  await db.delete(mailOutbox);
});
afterAll(() => database.close());

/** Inserts a product counted in pounds: 200 on hand, low at 20. */
async function tracked() {
  const product = await insertProduct(db, { name: `Brisket ${randomUUID().slice(0, 6)}` });
  await db.insert(productStock).values({ productId: product.id, tracking: "lb", lowAt: "20.00" });
  await enter(product.id, "200.00");
  return product;
}

const enter = (productId: string, lb: string) =>
  db.transaction((tx) => enterStock(tx, null, [{ productId, lotId: null, kind: "received", lb }]));

async function order(productId: string, quantity: string) {
  const { id } = await insertOrder(db, customerId);
  await insertOrderItem(db, id, { productId, quantity });
}

describe("pages that are cached whole", () => {
  let shown: ShownStocks;
  let crossed: number;
  const stops: (() => Promise<unknown>)[] = [];

  async function open() {
    shown = await openShownStocks(db, log, () => {
      crossed += 1;
    });
    crossed = 0;
    stops.push(await database.listen("stock_changed", shown.renew));
  }
  afterAll(async () => {
    for (const stop of stops) await stop();
  });

  it("stay cached through a hundred orders, and are rendered again at low and sold out", async () => {
    const { id } = await tracked();
    await open();
    let heard = 0;
    stops.push(
      await database.listen("catalog_changed", () => {
        heard += 1;
      }),
    );
    for (let nth = 0; nth < 100; nth += 1) await order(id, "1");
    await vi.waitFor(async () => {
      const [product] = await withStock(db, [{ id }]);
      expect(product?.left?.from[0]?.most).toBe(100_00);
    }, patiently);
    expect(shown.of(id)).toBeUndefined();
    expect([crossed, heard]).toEqual([0, 0]);

    await order(id, "85");
    await vi.waitFor(() => expect(shown.of(id)?.words).toBe("Last 15 lb"), patiently);
    expect(shown.mostOf(id)).toEqual({ amount: 15, words: "There are 15 lb at the moment." });
    expect(crossed).toBe(1);
    // A further decrease of a low product doesn't render pages again.
    await order(id, "5");
    await vi.waitFor(() => expect(shown.of(id)?.words).toBe("Last 10 lb"), patiently);
    expect(crossed).toBe(1);
    await order(id, "10");
    const out = { words: "Sold out", isOut: true, isOver: true };
    await vi.waitFor(() => expect(shown.of(id)).toEqual(out), patiently);
    expect(shown.mostOf(id)).toBeNull();
    expect(crossed).toBe(2);
    expect(heard).toBe(0);
    await enter(id, "100.00");
    await vi.waitFor(() => expect(shown.of(id)).toBeUndefined(), patiently);
    expect(shown.beside([{ id }])).toEqual([{ id }]);
    expect(crossed).toBe(3);
  });

  it("show a product as sold out once its only lot is put on hold", async () => {
    await open();
    const product = await insertProduct(db, { name: `Chuck ${randomUUID().slice(0, 6)}` });
    const productId = product.id;
    await db.insert(productStock).values({ productId, tracking: "lb" });
    const { id: lotId } = await insertLot(db);
    await db.transaction((tx) =>
      enterStock(tx, null, [{ productId, lotId, kind: "received", lb: "40.00" }]),
    );
    await vi.waitFor(() => expect(shown.of(productId)).toBeUndefined(), patiently);
    await holdLot(db, await signedInAdmin(db), lotId, "Recalled");
    await vi.waitFor(() => expect(shown.of(productId)?.words).toBe("Sold out"), patiently);
  });

  it("get no notifications in a shop that tracks nothing", async () => {
    const product = await insertProduct(db);
    await open();
    let heard = 0;
    stops.push(
      await database.listen("stock_changed", () => {
        heard += 1;
      }),
    );
    await order(product.id, "5");
    const { id } = await tracked();
    await vi.waitFor(() => expect(heard).toBeGreaterThan(0), patiently);
    expect(shown.of(product.id)).toBeUndefined();
    expect(id).not.toBe(product.id);
  });
});

describe("a customer on the waitlist", () => {
  const wait = (slug: string, email: string, robotSign: string | null = null) =>
    joinStockWaitlist(db, { product: slug, email }, { robotSign });
  const mails = () => db.select().from(mailOutbox);

  it("gets a single email when the product can be ordered", async () => {
    const [one, two] = [await tracked(), await tracked()];
    await order(one.id, "200");
    await order(two.id, "200");
    const email = `${randomUUID()}@example.com`;
    await wait(one.slug, email);
    await wait(one.slug, email);
    await wait(two.slug, email);
    await wait(two.slug, "robot@example.com", "trap");
    expect(await db.$count(stockWaitlist)).toBe(2);
    expect(await tellWaiting(db, shop)).toBe(0);
    await enter(one.id, "50.00");
    await enter(two.id, "50.00");
    expect(await Promise.all([tellWaiting(db, shop), tellWaiting(db, shop)])).toContain(1);
    expect(await tellWaiting(db, shop)).toBe(0);
    expect(await mails()).toMatchObject([
      { recipient: email, subject: "2 products are back in stock" },
    ]);
    expect(await db.$count(stockWaitlist)).toBe(0);
  });

  it("is found by the product's former name, and refused if it is no longer for sale", async () => {
    const product = await tracked();
    const { id } = product;
    const ofProduct = eq(products.id, id);
    await db
      .update(products)
      .set({ slug: `${product.slug}-now` })
      .where(ofProduct);
    await wait(product.slug, "jo@example.com");
    expect(await db.$count(stockWaitlist, eq(stockWaitlist.productId, id))).toBe(1);
    await db.update(products).set({ isActive: false }).where(ofProduct);
    for (const slug of [product.slug, "nothing-there"]) {
      await expect(wait(slug, "kim@example.com")).rejects.toThrow("no longer for sale");
    }
    expect(await db.$count(stockWaitlist)).toBe(1);
  });

  it("waits for expected stock, and can leave the list", async () => {
    const product = await tracked();
    await order(product.id, "200");
    await db
      .insert(stockIncoming)
      .values({ productId: product.id, arrivesOn: daysAfter(today, 2), lb: "40.00" });
    const email = `${randomUUID()}@example.com`;
    await wait(product.slug, email);
    expect(await tellWaiting(db, shop)).toBe(0);
    await db.transaction((tx) => leaveStockWaitlist(tx, email));
    await enter(product.id, "50.00");
    expect(await tellWaiting(db, shop)).toBe(0);
    expect(await mails()).toEqual([]);
  });
});
