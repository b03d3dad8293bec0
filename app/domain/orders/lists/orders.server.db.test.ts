import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { insertFilledOrder, insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { invoicedOrder, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getOrder, listOrders } from "./orders.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const may = (day: number) => new Date(Date.UTC(2026, 4, day, 17));

describe("listOrders", () => {
  it("lists the client's own orders, newest first", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const other = await signedInClient(db);
    const middle = await insertOrder(db, client.userId, { placedAt: may(2), status: "cancelled" });
    const oldest = await insertOrder(db, client.userId, { placedAt: may(1), totalPrice: "10.50" });
    const newest = await insertOrder(db, client.userId, { placedAt: may(3), notes: "At the back" });
    const foreign = await insertOrder(db, other.userId, { placedAt: may(4) });
    await insertOrderItem(db, foreign.id, { quantity: "9999" });
    await insertOrderItem(db, newest.id, { quantity: "12.35" });
    await insertOrderItem(db, newest.id, { position: 1, quantity: "0.5" });
    await insertOrderItem(db, middle.id, { quantity: "30" });

    const { rows, hasMore, hasNewer } = await listOrders(db, client);
    expect(ids(rows)).toEqual(ids([newest, middle, oldest]));
    expect(rows.map(({ weightLb }) => weightLb)).toEqual(["12.85", "30.00", "0.00"]);
    expect({ hasMore, hasNewer }).toEqual({ hasMore: false, hasNewer: false });
    expect(rows[2]).toEqual({
      id: oldest.id,
      number: oldest.number,
      status: "pending",
      placedAt: may(1),
      totalPrice: "10.50",
      notes: "",
      isNewClient: false,
      holds: [],
      isRefused: false,
      deliveryDay: null,
      deliveryKind: null,
      weightLb: "0.00",
      poNumber: "",
    });
  });

  it("finds the client's own orders by number, last three digits and PO number", async () => {
    const { db } = database;
    const [client, other] = [await signedInClient(db), await signedInClient(db)];
    const first = await insertOrder(db, client.userId, { poNumber: "PO 4711", placedAt: may(1) });
    const second = await insertOrder(db, client.userId, { placedAt: may(2) });
    const foreign = await insertOrder(db, other.userId, { poNumber: "PO 4711" });
    const found = async (search: string) => ids((await listOrders(db, client, { search })).rows);
    expect(await found(`${first.number}`)).toEqual([first.id]);
    expect(await found(`Order ${second.number}`)).toEqual([second.id]);
    expect(await found(`${first.number}`.slice(-3))).toEqual([first.id]);
    expect(await found("po 47")).toEqual([first.id]);
    expect((await listOrders(db, client, { search: "4711" })).rows).toMatchObject([
      { poNumber: "PO 4711" },
    ]);
    expect(await found(second.id.slice(0, 8))).toEqual([second.id]);
    expect(await found(`${foreign.number}`)).toEqual([]);
    expect(await found(" ")).toEqual([second.id, first.id]);
  });

  it("pages through every order once, even if several were placed at the same moment", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const placed = [];
    for (const day of [1, 2, 2, 2, 2, 3, 3]) {
      placed.push(await insertOrder(db, client.userId, { placedAt: may(day) }));
    }
    const seen = [];
    let page = await listOrders(db, client, { limit: 3 });
    for (;;) {
      seen.push(...page.rows);
      if (!page.hasMore) break;
      expect(page.rows).toHaveLength(3);
      page = await listOrders(db, client, { limit: 3, before: page.rows.at(-1) });
    }
    expect(ids(seen)).toHaveLength(7);
    expect(ids(seen).sort()).toEqual(ids(placed).sort());
    const times = seen.map(({ placedAt }) => placedAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  it("pages back through the same pages", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    for (const day of [1, 2, 2, 2, 3, 4, 5]) {
      await insertOrder(db, client.userId, { placedAt: may(day) });
    }
    const first = await listOrders(db, client, { limit: 2 });
    const second = await listOrders(db, client, { limit: 2, before: first.rows.at(-1) });
    const third = await listOrders(db, client, { limit: 2, before: second.rows.at(-1) });
    expect([first, second, third].map(({ hasNewer }) => hasNewer)).toEqual([false, true, true]);
    expect(await listOrders(db, client, { limit: 2, after: third.rows[0] })).toEqual(second);
    expect(await listOrders(db, client, { limit: 2, after: second.rows[0] })).toEqual(first);
    expect(await listOrders(db, client, { limit: 2, after: first.rows[0] })).toEqual(first);
  });

  it("ignores another client's order as a cursor", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const other = await signedInClient(db);
    const mine = await insertOrder(db, client.userId, { placedAt: may(1) });
    const theirs = await insertOrder(db, other.userId, { placedAt: may(2) });
    expect(ids((await listOrders(db, client, { before: theirs })).rows)).toEqual([mine.id]);
    expect(ids((await listOrders(db, client, { after: theirs })).rows)).toEqual([mine.id]);
  });

  it("starts at the newest order with an invalid cursor", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    await insertOrder(db, client.userId);
    const wrong = [
      { placedAt: new Date(Number.NaN), id: randomUUID() },
      { placedAt: may(1), id: "' or true --" },
    ];
    for (const cursor of wrong) {
      expect((await listOrders(db, client, { before: cursor })).rows).toHaveLength(1);
      expect((await listOrders(db, client, { after: cursor })).rows).toHaveLength(1);
    }
  });

  it("returns 50 orders by default and never more than 100", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    await Promise.all(Array.from({ length: 101 }, () => insertOrder(db, client.userId)));
    expect((await listOrders(db, client)).rows).toHaveLength(50);
    expect((await listOrders(db, client, { limit: 1e9 })).rows).toHaveLength(100);
  });
});

describe("getOrder", () => {
  const unpacked = {
    wish: null,
    soldBy: "lb",
    orderedPieces: null,
    typicalPieceLb: null,
    overCapPct: 10,
    taxCode: "Z",
    packState: "open",
    packedLb: "0.00",
    packedPieces: 0,
    packNote: "",
    overDecision: null,
    substitutesItemId: null,
    finalAmount: "0.00",
    packages: [],
  };

  const catalogue = { source: "base", sourceName: "", endsOn: null, last: null };

  it("returns the client's own order with its lines in order", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const order = await insertOrder(db, client.userId, { notes: "At the back" });
    const product = await insertProduct(db, {
      name: "Brisket",
      imageUrl: "/b.jpg",
      pricePerLb: "8",
    });
    const second = await insertOrderItem(db, order.id, { position: 1, quantity: "2.5" });
    const first = await insertOrderItem(db, order.id, {
      productId: product.id,
      productName: "Packer Brisket",
      quantity: "12.35",
      pricePerLb: "7.99",
    });

    expect(await getOrder(db, client, order.id)).toEqual({
      number: order.number,
      isGuests: false,
      isInvoiceCredited: false,
      creditNotes: [],
      version: 0,
      charges: [],
      poNumber: "",
      samePoOrder: null,
      delivery: expect.objectContaining({ day: null, siteId: order.shipToId }),
      id: order.id,
      status: "pending",
      placedAt: order.placedAt,
      totalPrice: "249.90",
      notes: "At the back",
      isNewClient: false,
      holds: [],
      isRefused: false,
      deliveryDay: null,
      deliveryKind: null,
      departedAt: null,
      missedAt: null,
      deliveredAt: null,
      standingNotes: "",
      allowsSubstitutes: false,
      callFirst: false,
      invoiceNumber: null,
      invoicedAt: null,
      invoiceUrl: null,
      invoiceTotal: null,
      invoicedOrders: 0,
      differences: [],
      noteNumber: null,
      noteUrl: null,
      taxes: [],
      items: [
        {
          id: first.id,
          productId: product.id,
          productName: "Packer Brisket",
          imageUrl: "/b.jpg",
          quantity: "12.35",
          pricePerLb: "7.99",
          subtotal: "98.68",
          promisedAmount: "108.55",
          ...unpacked,
          reason: { ...catalogue, basePricePerLb: "7.99" },
        },
        {
          id: second.id,
          productId: null,
          productName: "Ribeye Steak",
          imageUrl: null,
          quantity: "2.50",
          pricePerLb: "24.99",
          subtotal: "62.48",
          promisedAmount: "68.73",
          ...unpacked,
          reason: { ...catalogue, basePricePerLb: "24.99" },
        },
      ],
    });
  });

  it("keeps a line whose product was deleted", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const order = await insertOrder(db, client.userId);
    const product = await insertProduct(db);
    await insertOrderItem(db, order.id, { productId: product.id });
    await db.delete(products);
    const found = await getOrder(db, client, order.id);
    expect(found?.items).toMatchObject([{ productId: null, productName: "Ribeye Steak" }]);
  });

  it("returns the invoice's URL and number for a fulfilled order", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const order = await insertFilledOrder(db, client.userId);
    const admin = await signedInAdmin(db);
    const { invoiceUrl, invoiceNumber } = await invoicedOrder(db, admin, order.id, shop);
    const found = await getOrder(db, client, order.id);
    expect(found).toMatchObject({ status: "fulfilled", invoiceUrl, invoiceNumber });
    expect(found?.invoicedAt).toBeInstanceOf(Date);
  });

  it("doesn't return another client's order, even to an administrator", async () => {
    const { db } = database;
    const order = await insertOrder(db, (await signedInClient(db)).userId);
    expect(await getOrder(db, await signedInClient(db), order.id)).toBeNull();
    expect(await getOrder(db, await signedInAdmin(db), order.id)).toBeNull();
  });

  it.each(["", "%", "'", "\0", "12345678", randomUUID()])("finds nothing for %j", async (id) => {
    expect(await getOrder(database.db, await signedInClient(database.db), id)).toBeNull();
  });
});
