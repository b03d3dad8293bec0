import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import { runs } from "#db/schema/deliveries.ts";
import { orders } from "#db/schema/orders.ts";
import type { OrderStatus } from "#db/schema/values/orders.ts";
import { insertZone } from "#tests/setup/factories/deliveries.ts";
import { insertHold } from "#tests/setup/factories/holds.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { insertRun, putOnRun } from "#tests/setup/factories/runs.ts";
import { insertClient, insertOrder, insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { endHold } from "../holds.server.ts";
import { type OrderFilter, type OrderWork, orderWorks } from "../order.ts";
import { exportOrderLines } from "./order-lines-export.server.ts";
import {
  countWork,
  getOrderForAdmin,
  listOrdersForAdmin,
  recentPendingOrders,
  zonesOfOrders,
} from "./orders-admin.server.ts";
import { exportOrders } from "./orders-export.server.ts";

const may = (day: number) => new Date(Date.UTC(2026, 4, day, 17));
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);

// Day of May, client and status of each order.
const placed: [number, "bistro" | "butcher", OrderStatus][] = [
  [1, "bistro", "pending"],
  [2, "butcher", "fulfilled"],
  [3, "bistro", "pending"],
  [4, "butcher", "cancelled"],
  [5, "bistro", "pending"],
  [6, "bistro", "delivered"],
  [7, "butcher", "pending"],
  [8, "bistro", "pending"],
  [9, "butcher", "pending"],
];

let database: OpenDatabase;
let admin: Admin;
let clients: Record<"bistro" | "butcher", Client>;
/** Returns the order id by day of May. */
let orderOf: (day: number) => string;
beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  admin = await signedInAdmin(db);
  clients = {
    bistro: await signedInClient(db, { companyName: 'Bistro 50%_\\ O\'Brien, "Fine"' }),
    butcher: await signedInClient(db, { companyName: "Butcher & Sons" }),
  };
  const placedIds: string[] = [];
  for (const [day, client, status] of placed) {
    const order = await insertOrder(db, clients[client].userId, { placedAt: may(day), status });
    placedIds.push(order.id);
  }
  orderOf = (day) => placedIds[day - 1] ?? "";
});
afterAll(() => database.close());

describe("listOrdersForAdmin", () => {
  it("lists everyone's orders, newest first, with the client's company", async () => {
    const { rows, hasMore, hasNewer } = await listOrdersForAdmin(database.db, admin);
    expect(ids(rows)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1].map(orderOf));
    expect([hasMore, hasNewer]).toEqual([false, false]);
    expect(rows[0]).toEqual({
      id: orderOf(9),
      number: await numberOfOrder(database.db, orderOf(9)),
      customerId: clients.butcher.userId,
      status: "pending",
      placedAt: may(9),
      totalPrice: "249.90",
      paymentWay: null,
      channel: "wholesale",
      notes: "",
      isNewClient: false,
      holds: [],
      isRefused: false,
      deliveryDay: null,
      deliveryKind: null,
      zoneName: null,
      companyName: "Butcher & Sons",
    });
  });

  it.each([
    ["pending", [9, 8, 7, 5, 3, 1]],
    ["fulfilled", [2]],
    ["delivered", [6]],
    ["cancelled", [4]],
  ] as const)("lists orders that are %s", async (status, days) => {
    const { rows } = await listOrdersForAdmin(database.db, admin, { status });
    expect(ids(rows)).toEqual(days.map(orderOf));
  });

  it("filters by work status, with counts that match the lists", async () => {
    const { db } = database;
    await insertHold(db, orderOf(1));
    const search = { search: "o'brien" };
    const listed = async (work: OrderWork, filter: OrderFilter = {}) =>
      ids((await listOrdersForAdmin(db, admin, { work, ...filter })).rows);
    expect(await listed("pack")).toEqual([9, 8, 7, 5, 3].map(orderOf));
    expect(await listed("held")).toEqual([orderOf(1)]);
    expect(await listed("packed")).toEqual([orderOf(2)]);
    expect(await listed("delivered")).toEqual([orderOf(6)]);
    for (const filter of [{}, search, { days: { from: "2026-05-05" } }, { status: "pending" }]) {
      const counts = await countWork(db, admin, filter as OrderFilter);
      for (const work of orderWorks) {
        if (work === "delivered") continue;
        expect(await listed(work, filter as OrderFilter)).toHaveLength(counts[work]);
      }
    }
    expect(await countWork(db, admin, search)).toEqual({
      pack: 3,
      packing: 3,
      held: 1,
      packed: 0,
      refused: 0,
    });
    await endHold(db, orderOf(1), "manual", null, "");
  });

  it("pages forwards and back within the filter", async () => {
    const { db } = database;
    const first = await listOrdersForAdmin(db, admin, { status: "pending", limit: 4 });
    expect(ids(first.rows)).toEqual([9, 8, 7, 5].map(orderOf));
    expect(first.hasMore).toBe(true);
    const before = first.rows.at(-1);
    const second = await listOrdersForAdmin(db, admin, { status: "pending", limit: 4, before });
    expect(ids(second.rows)).toEqual([3, 1].map(orderOf));
    expect(second).toMatchObject({ hasMore: false, hasNewer: true });
    const after = second.rows[0];
    const back = await listOrdersForAdmin(db, admin, { status: "pending", limit: 4, after });
    expect(back).toEqual(first);
  });

  it("pages through search results that match by company or by id", async () => {
    const { db } = database;
    const idStart = orderOf(2).slice(0, 8);
    const named = await signedInClient(db, { companyName: `Sample ${idStart} House` });
    const later = await insertOrder(db, named.userId, { placedAt: may(10) });
    const earlier = await insertOrder(db, named.userId, { placedAt: may(1) });
    const search = idStart;
    const first = await listOrdersForAdmin(db, admin, { search, limit: 2 });
    expect(ids(first.rows)).toEqual([later.id, orderOf(2)]);
    const before = first.rows.at(-1);
    const second = await listOrdersForAdmin(db, admin, { search, limit: 2, before });
    expect(ids(second.rows)).toEqual([earlier.id]);
    expect(second.hasNewer).toBe(true);
    const after = second.rows[0];
    const back = await listOrdersForAdmin(db, admin, { search, limit: 1, after });
    expect(ids(back.rows)).toEqual([orderOf(2)]);
    await db.delete(orders).where(eq(orders.customerId, named.userId));
  });

  it.each(["%", "_", "\\", "50%_\\", "o'brien,", '"fine"', " BISTRO "])(
    "searches the company for %j",
    async (search) => {
      const { rows } = await listOrdersForAdmin(database.db, admin, { search });
      expect(ids(rows)).toEqual([8, 6, 5, 3, 1].map(orderOf));
    },
  );

  it("filters by day, zone, pickup, missing day, and hold", async () => {
    const { db } = database;
    const { userId } = await signedInClient(db, { companyName: "Delivered To" });
    const valley = await insertZone(db, { name: "Sample Valley" });
    const counter = await insertZone(db, {
      name: "Counter",
      kind: "pickup",
      place: "1 Sample Street",
    });
    const place = async (zone: typeof valley, date: string, held = false) => {
      const order = await insertOrder(db, userId, { placedAt: may(20), isNewClient: held });
      const [run] = await db
        .select()
        .from(runs)
        .where(and(eq(runs.zoneId, zone.id), eq(runs.date, date)));
      const { kind: deliveryKind } = zone;
      await putOnRun(db, run ?? (await insertRun(db, { zoneId: zone.id, date })), order, {
        deliveryKind,
      });
      return order.id;
    };
    const thursday = await place(valley, "2026-11-26");
    const friday = await place(valley, "2026-11-27", true);
    const pickup = await place(counter, "2026-11-26");
    const found = async (filter: OrderFilter) => {
      const { rows } = await listOrdersForAdmin(db, admin, filter);
      return ids(rows).toSorted();
    };
    expect(await found({ deliveryDay: "2026-11-26" })).toEqual([thursday, pickup].toSorted());
    expect(await found({ delivery: valley.id })).toEqual([thursday, friday].toSorted());
    expect(await found({ delivery: valley.id, deliveryDay: "2026-11-26" })).toEqual([thursday]);
    expect(await found({ delivery: "pickup" })).toEqual([pickup]);
    expect(await found({ held: "new" })).toEqual([friday]);
    expect(await found({ held: "hold" })).toEqual([]);
    await insertHold(db, pickup);
    expect(await found({ held: "hold" })).toEqual([pickup]);
    await endHold(db, pickup, "manual", null, "");
    expect(await found({ held: "hold" })).toEqual([]);
    const onDay = { deliveryDay: "2026-11-26", status: "packed" } as const;
    expect(await found(onDay)).toEqual([]);
    for (const status of ["fulfilled", "delivered"] as const) {
      await db.update(orders).set({ status }).where(eq(orders.id, thursday));
    }
    expect(await found(onDay)).toEqual([thursday]);
    expect(await found({ dayBefore: "2026-11-27" })).toEqual([thursday, pickup].toSorted());
    expect(await found({ delivery: "none", search: "Butcher" })).toHaveLength(4);
    expect(await found({ delivery: "none", search: "Delivered To" })).toEqual([]);
    for (const nowhere of ["unicorn", randomUUID()]) {
      expect(await found({ delivery: nowhere })).toEqual([]);
    }
    const { rows } = await listOrdersForAdmin(db, admin, { deliveryDay: "2026-11-27" });
    expect(rows).toMatchObject([
      { deliveryDay: "2026-11-27", deliveryKind: "delivery", zoneName: "Sample Valley" },
    ]);
    expect(await zonesOfOrders(db, admin)).toEqual([
      { id: valley.id, name: "Sample Valley", kind: "delivery" },
      { id: counter.id, name: "Counter", kind: "pickup" },
    ]);
    await db.delete(orders).where(eq(orders.customerId, userId));
  });

  it("finds an order by its id, in full or in part", async () => {
    const { db } = database;
    const shown = orderOf(4).slice(0, 8);
    const searches = [
      ...[shown, shown.toUpperCase(), `${shown}…`, ` ${orderOf(4)} `],
      ...[
        orderOf(4).slice(-9),
        orderOf(4).slice(10, 22),
        orderOf(4).replaceAll("-", "").slice(5, 18),
      ],
    ];
    for (const search of searches) {
      const { rows } = await listOrdersForAdmin(db, admin, { search });
      expect(ids(rows), search).toEqual([orderOf(4)]);
    }
    const none = await listOrdersForAdmin(db, admin, { search: orderOf(4), status: "pending" });
    expect(none.rows).toEqual([]);
  });

  it("finds an order by its number or its last three digits, but not outside the chosen status", async () => {
    const { db } = database;
    const number = await numberOfOrder(db, orderOf(4));
    const found = async (filter: OrderFilter) =>
      ids((await listOrdersForAdmin(db, admin, filter)).rows);
    for (const search of [`${number}`, `#${number}`, `Order ${number}`, `order #${number}`]) {
      expect(await found({ search }), search).toEqual([orderOf(4)]);
    }
    expect(await found({ search: `${number}`.slice(-3) })).toContain(orderOf(4));
    expect(await found({ search: `${number}`, status: "pending" })).toEqual([]);
    expect(await found({ search: `${number + 5000}` })).toEqual([]);
    const file = await exportedRows(exportOrders(db, admin, { q: `${number}` }));
    expect(file).toMatchObject([{ "Order ID": orderOf(4), Order: `${number}` }]);
    const lines = exportOrderLines(db, admin, { q: `${number}` });
    expect(await exportedRows(lines)).toEqual([]);
  });

  it("matches a short run of digits only at the start of an id", async () => {
    const { db } = database;
    const mine = await insertClient(db, { profile: { companyName: "Ids" } });
    const order = async (id: string) => (await insertOrder(db, mine.user.id, { id })).id;
    const begins = await order("98760000-0000-4000-8000-000000000000");
    await order("00000000-0000-4000-8000-000000009876");
    const { rows } = await listOrdersForAdmin(db, admin, { search: "9876" });
    await db.delete(orders).where(eq(orders.customerId, mine.user.id));
    expect(ids(rows)).toEqual([begins]);
  });

  it.each([
    "cafe con lena",
    "CAF\u00c9 CON LE\u00d1A",
    "jose munoz",
    "orders@cafe-lena.example",
    "cafe-lena.ex",
    "604 555 0177",
    "+1 (604) 555-0177",
    "0177",
  ])("finds the orders of a client by %j", async (search) => {
    const { db } = database;
    const { user: client } = await insertClient(db, {
      user: { email: "orders@cafe-lena.example" },
      profile: {
        companyName: "Caf\u00e9 con Le\u00f1a",
        contactName: "Jos\u00e9 Mu\u00f1oz",
        phone: "(604) 555-0177",
      },
    });
    const order = await insertOrder(db, client.id, { placedAt: may(0) });
    const { rows } = await listOrdersForAdmin(db, admin, { search });
    await db.delete(orders).where(eq(orders.customerId, client.id));
    await db.delete(customers).where(eq(customers.id, client.id));
    await db.delete(user).where(eq(user.id, client.id));
    expect(ids(rows)).toEqual([order.id]);
  });

  it("lists the orders of a range of Pacific days, within a search and a status too", async () => {
    const list = async (filter: OrderFilter) =>
      ids((await listOrdersForAdmin(database.db, admin, filter)).rows);
    const days = { from: "2026-05-03", to: "2026-05-06" };
    expect(await list({ days })).toEqual([6, 5, 4, 3].map(orderOf));
    expect(await list({ days, status: "pending" })).toEqual([5, 3].map(orderOf));
    expect(await list({ days, search: "bistro" })).toEqual([6, 5, 3].map(orderOf));
    expect(await list({ days: { from: "2026-05-08" } })).toEqual([9, 8].map(orderOf));
    expect(await list({ days: { to: "2026-05-01" } })).toEqual([orderOf(1)]);
    expect(await list({ days: { from: "2026-06-01" } })).toEqual([]);
  });

  it.each(["%%", "b%o", "' or true --", "nobody"])("finds nothing for %j", async (search) => {
    expect((await listOrdersForAdmin(database.db, admin, { search })).rows).toEqual([]);
  });

  it.each(["", "  ", "\0"])("lists all for %j", async (search) => {
    expect((await listOrdersForAdmin(database.db, admin, { search })).rows).toHaveLength(9);
  });
});

describe("recentPendingOrders", () => {
  it("returns the five newest pending orders with their companies", async () => {
    const rows = await recentPendingOrders(database.db, admin);
    expect(ids(rows)).toEqual([9, 8, 7, 5, 3].map(orderOf));
    expect(rows[0]?.companyName).toBe("Butcher & Sons");
  });
});

describe("getOrderForAdmin", () => {
  it("returns anyone's order with its client and lines", async () => {
    const { db } = database;
    const product = await insertProduct(db, { imageUrl: "/r.jpg" });
    const item = await insertOrderItem(db, orderOf(2), { productId: product.id });
    expect(await getOrderForAdmin(db, admin, orderOf(2))).toMatchObject({
      id: orderOf(2),
      customerId: clients.butcher.userId,
      companyName: "Butcher & Sons",
      status: "fulfilled",
      placedAt: may(2),
      totalPrice: "249.90",
      notes: "",
      isNewClient: false,
      deliveryDay: null,
      deliveryKind: null,
      standingNotes: "",
      allowsSubstitutes: false,
      invoiceNumber: null,
      invoicedAt: null,
      invoiceUrl: null,
      invoiceTotal: null,
      invoicedOrders: 0,
      differences: [],
      invoiceId: null,
      noteNumber: null,
      noteUrl: null,
      customer: {
        companyName: "Butcher & Sons",
        contactName: "Sample Contact",
        phone: "604-555-0142",
        address: "100 Sample Street, Abbotsford, BC",
        notes: "",
      },
      taxes: [],
      items: [
        {
          id: item.id,
          productId: product.id,
          productName: "Ribeye Steak",
          imageUrl: "/r.jpg",
          quantity: "10.00",
          pricePerLb: "24.99",
          subtotal: "249.90",
          soldBy: "lb",
          orderedPieces: null,
          typicalPieceLb: null,
          taxCode: "Z",
          overCapPct: 10,
          promisedAmount: "274.89",
          overDecision: null,
          packState: "open",
          packedLb: "0.00",
          packedPieces: 0,
          packNote: "",
          substitutesItemId: null,
          finalAmount: "0.00",
          packages: [],
        },
      ],
    });
  });

  it("returns the order of a customer without members and sites", async () => {
    const { db } = database;
    const [bare] = await db.insert(customers).values({ kind: "person" }).returning();
    const order = await insertOrder(db, bare?.id ?? "", {
      placedBy: null,
      shipToId: null,
      status: "cancelled",
      placedAt: may(0),
    });
    const found = await getOrderForAdmin(db, admin, order.id);
    const customer = { companyName: "", contactName: "", phone: "", address: "", notes: "" };
    expect(found).toMatchObject({ id: order.id, customer, items: [] });
    const { rows } = await listOrdersForAdmin(db, admin, { search: order.id });
    expect(rows).toMatchObject([{ companyName: "" }]);
  });

  it("returns the customer's email address until it is verified", async () => {
    const { db } = database;
    const unproved = async (owner: string, placedBy: string | null) => {
      const { id } = await insertOrder(db, owner, { placedBy, placedAt: may(0) });
      const order = await getOrderForAdmin(db, admin, id);
      await db.delete(orders).where(eq(orders.id, id));
      return order?.customer.unprovedEmail;
    };
    const email = "unproved@example.com";
    const { user: own } = await insertClient(db, { user: { email, emailVerified: false } });
    expect(await unproved(own.id, own.id)).toBe(email);
    // Emails about an order entered by staff go to the owner of the client's account.
    expect(await unproved(own.id, null)).toBe(email);
    await db.update(user).set({ emailVerified: true }).where(eq(user.id, own.id));
    expect(await unproved(own.id, own.id)).toBeNull();

    const guest = { kind: "person" as const, guestEmail: "guest@example.com" };
    await db.update(customers).set(guest).where(eq(customers.id, own.id));
    expect(await unproved(own.id, null)).toBe(guest.guestEmail);
    await db
      .update(customers)
      .set({ guestProvedAt: may(1) })
      .where(eq(customers.id, own.id));
    expect(await unproved(own.id, null)).toBeNull();
  });

  it("shows an order placed by the shop's own staff as theirs, in the list and on its page", async () => {
    const { db } = database;
    const order = await insertOrder(db, admin.userId, { status: "cancelled", placedAt: may(0) });
    const { rows } = await listOrdersForAdmin(db, admin, { search: order.id });
    const found = await getOrderForAdmin(db, admin, order.id);
    for (const seen of [rows[0], found]) expect(seen?.companyName).toBe("Staff (Sample Contact)");
  });

  it.each(["", "%", "'", "\0", "12345678", randomUUID()])("finds nothing for %j", async (id) => {
    expect(await getOrderForAdmin(database.db, admin, id)).toBeNull();
  });
});
