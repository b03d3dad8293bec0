import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import { readDayKey } from "#app/domain/delivery/delivery-terms.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { readStock } from "#app/domain/stock/read-stock.server.ts";
import { availableOn } from "#app/domain/stock/stock.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { weekdayOf } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers, members, shipTos } from "#db/schema/customers.ts";
import { runs, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { productStock, stockIncoming } from "#db/schema/meat/stock.ts";
import {
  customerPriceLists,
  customerPrices,
  priceListItems,
  priceLists,
} from "#db/schema/money/prices.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertProduct } from "#tests/setup/factories.ts";
import { askedOrder, askFor, shop, whyNotMoved } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { cancelOrder } from "../transition/cancel-order.server.ts";
import { changeDay, changeDayForClient } from "./change-day.server.ts";
import { DayPricesError, linePricesOn } from "./day-prices.server.ts";
import { asSeen } from "./day-prices.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let client: Client;
let ribeye: typeof products.$inferSelect;
let valley: string;
let pickup: string;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  ribeye = await insertProduct(db, { pricePerLb: "10.00" });
});
beforeEach(async () => {
  client = await clientAt("V3G1A2");
  // Minimum $150, delivery $12, free from $400, two stops per day; pickup without a minimum.
  const day = { minOrder: "150.00", fee: "12.00", freeFrom: "400.00", capStops: 2 };
  valley = (await insertServedZone(db, { prefixes: ["V3G"], day })).id;
  pickup = (await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" })).id;
});
afterEach(async () => {
  await db.delete(zonePrefixes);
  await db.update(zones).set({ isActive: false });
});
afterAll(() => database.close());

async function clientAt(postalCode: string): Promise<Client> {
  const someone = await signedInClient(db, { companyName: "Sample Bistro" });
  await db.update(shipTos).set({ postalCode }).where(eq(shipTos.customerId, someone.customerId));
  return someone;
}

async function place(pounds: string, day: string, by = client): Promise<string> {
  const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
  const { id } = await placeOrder(db, by, { ...askedOrder(askFor(ribeye, pounds)), day }, rules);
  return id;
}

function wanted(key: string, { override = "", seenPrices = "" } = {}) {
  const day = readDayKey(key);
  if (!day) throw new Error("Not a day");
  return { day, siteId: null, override, seenPrices };
}

const move = (id: string, key: string, by = client, seenPrices = "") =>
  changeDay(db, by, id, wanted(key, { seenPrices }), shop);
const moveByStaff = (id: string, key: string, override = "") =>
  changeDayForClient(db, admin, id, wanted(key, { override }), shop);

async function booked(key: string) {
  const [run] = await db
    .select()
    .from(runs)
    .where(sql`${runs.zoneId}::text || ' ' || ${runs.date} = ${key}`);
  return run ? [run.bookedStops, run.bookedLb] : null;
}

const whyNot = (move: Promise<unknown>) => whyNotMoved(move, "gone", "not pending");

describe("a client who changes the day", () => {
  it("needs stock for the new day that isn't promised for a later one", async () => {
    const brisket = await insertProduct(db, { name: "Brisket", pricePerLb: "10.00" });
    const [early, mid, late] = [2, 3, 5].map((days) => runKey(pickup, dayIn(days))) as [
      string,
      string,
      string,
    ];
    await db.insert(productStock).values({ productId: brisket.id, tracking: "lb" });
    const soon = { productId: brisket.id, arrivesOn: dayIn(3), lb: "10.00" };
    await db.insert(stockIncoming).values(soon);
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
    const order = (pounds: string, day: string) =>
      placeOrder(db, client, { ...askedOrder(askFor(brisket, pounds)), day }, rules);
    const left = async (days: number) => {
      const [facts] = await readStock(db, [brisket.id]);
      return facts && availableOn(facts, dayIn(days)) / 100;
    };
    await expect(order("1", early)).rejects.toThrow(/^Brisket is sold out for .* It can be had/);
    const { id } = await order("6", late);
    // Stock promised for a later day can't be promised for an earlier one.
    await expect(order("5", mid)).rejects.toThrow(/^Only 4 lb of Brisket are left for/);
    expect([await left(2), await left(3), await left(5)]).toEqual([0, 4, 4]);
    expect(await whyNot(move(id, mid))).toBe("moved");
    expect([await left(2), await left(3), await left(5)]).toEqual([0, 4, 4]);
    expect(await whyNot(move(id, early))).toMatch(/^Brisket is sold out for/);
    expect(await whyNot(moveByStaff(id, early))).toMatch(/^Brisket is sold out for/);
    expect(await whyNot(moveByStaff(id, early, "Cut today"))).toBe("moved");
    expect(await left(2)).toBe(-6);
    expect(await whyNot(move(id, late))).toBe("moved");
    expect(await left(2)).toBe(0);
  });

  it("needs stock for a missing piece, even if the packed one weighs as much as both", async () => {
    const by = { soldBy: "piece", typicalPieceLb: "1.00" } as const;
    const box = await insertProduct(db, { name: "Gift box", pricePerLb: "10.00", ...by });
    const [early, late] = [runKey(pickup, dayIn(2)), runKey(pickup, dayIn(5))];
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
    const asked = { ...askedOrder(askFor(box, "2")), day: late };
    const { id } = await placeOrder(db, client, asked, rules);
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    await insertPackage(db, item?.id ?? "", { value: "2.20", unit: "lb" }, { pieces: 1 });
    await db.insert(productStock).values({ productId: box.id, tracking: "closed" });
    expect(await whyNot(moveByStaff(id, early))).toMatch(/^Gift box is sold out/);
    await insertPackage(db, item?.id ?? "", { value: "1.00", unit: "lb" }, { pieces: 1 });
    expect(await whyNot(moveByStaff(id, early))).toBe("moved");
  });

  it("releases the old day and books the new one, with its fee and address", async () => {
    const [from, to] = [runKey(valley, dayIn(3)), runKey(pickup, dayIn(4))];
    const id = await place("20", from);
    await db.delete(mailOutbox);
    await move(id, to);
    expect([await booked(from), await booked(to)]).toEqual([
      [0, "0.00"],
      [1, "22.00"],
    ]);
    expect(await getOrder(db, client, id)).toMatchObject({
      totalPrice: "200.00",
      charges: [],
      delivery: { day: { kind: "pickup", date: dayIn(4) }, address: "1 Sample Way" },
    });
    expect((await auditEntries(db, "order", id)).at(-1)).toMatchObject({
      action: "day changed",
      actorId: client.userId,
      before: { deliveryDay: dayIn(3), totalPrice: "212.00" },
      after: { deliveryDay: dayIn(4), totalPrice: "200.00" },
    });
    const mails = await db.select().from(mailOutbox);
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual(
      [client.email, "hello@example.com"].sort(),
    );
    for (const { text } of mails) expect(text).toContain("1 Sample Way");

    await move(id, from);
    expect(await getOrder(db, client, id)).toMatchObject({
      totalPrice: "212.00",
      charges: [{ amount: "12.00" }],
    });
  });

  it("is told of no move once it is back on the first day", async () => {
    const [first, second, third] = [3, 4, 5].map((days) => runKey(valley, dayIn(days)));
    const id = await place("20", first ?? "");
    await db.delete(mailOutbox);
    await move(id, second ?? "");
    await moveByStaff(id, third ?? "");
    expect(await db.$count(mailOutbox)).toBe(2);
    await move(id, first ?? "");
    expect(await db.$count(mailOutbox)).toBe(0);
  });

  it("keeps the old day if the new one is full", async () => {
    const [from, to] = [runKey(valley, dayIn(3)), runKey(valley, dayIn(4))];
    const id = await place("20", from);
    for (const code of ["V3G1B1", "V3G1B2"]) await place("20", to, await clientAt(code));
    expect(await whyNot(move(id, to))).toBe("full");
    expect(await booked(from)).toEqual([1, "22.00"]);
    expect((await getOrder(db, client, id))?.delivery.day?.date).toBe(dayIn(3));
  });

  it("must reach the minimum of the new day", async () => {
    const id = await place("5", runKey(pickup, dayIn(3)));
    expect(await whyNot(move(id, runKey(valley, dayIn(3))))).toContain("$150.00");
    expect(await booked(runKey(pickup, dayIn(3)))).toEqual([1, "5.50"]);
  });

  it("must reach the shop's minimum if that is higher, unless staff give a reason", async () => {
    const id = await place("20", runKey(pickup, dayIn(3)));
    const there = runKey(pickup, dayIn(4));
    const least = 1_000_00;
    const byClient = changeDay(db, client, id, wanted(there), shop, least);
    expect(await whyNot(byClient)).toContain("$1,000.00");
    const byStaff = (override: string) =>
      whyNot(changeDayForClient(db, admin, id, wanted(there, { override }), shop, least));
    expect(await byStaff("")).toContain("$1,000.00");
    // The client's own minimum counts for staff too, if it is lower.
    const own = eq(customers.id, client.customerId);
    await db.update(customers).set({ minOrder: "50.00" }).where(own);
    expect(await byStaff("")).toBe("moved");
    await db.update(customers).set({ minOrder: null }).where(own);
    expect(await byStaff("Agreed on the telephone")).toBe("moved");
  });

  it("may change it until the cut-off of the current day", async () => {
    const from = runKey(valley, dayIn(3));
    const id = await place("20", from);
    await db.update(runs).set({ cutOffAt: new Date(Date.now() - 1000) });
    expect(await whyNot(move(id, runKey(valley, dayIn(5))))).toBe("late");
    await moveByStaff(id, runKey(valley, dayIn(5)), "Agreed on the telephone");
    expect((await auditEntries(db, "order", id)).at(-1)?.after).toMatchObject({
      override: "Agreed on the telephone",
    });
  });

  it("may not once packing has begun or the order is settled", async () => {
    const id = await place("20", runKey(valley, dayIn(3)));
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    await insertPackage(db, item?.id ?? "", { value: "4.00", unit: "lb" });
    const to = runKey(valley, dayIn(4));
    expect(await whyNot(move(id, to))).toContain("being packed");
    await moveByStaff(id, to);
    const cancelled = await place("20", runKey(valley, dayIn(3)), await clientAt("V3G1C1"));
    await cancelOrder(db, admin, cancelled, shop);
    expect(await whyNot(moveByStaff(cancelled, to))).toContain("already cancelled");
  });

  it("can't choose a weekday on which the site is closed, unless staff give a reason", async () => {
    const [from, to] = [runKey(valley, dayIn(3)), runKey(valley, dayIn(4))];
    const id = await place("20", from);
    const closedOn = [weekdayOf(dayIn(3)), weekdayOf(dayIn(4))];
    await db.update(shipTos).set({ closedOn }).where(eq(shipTos.customerId, client.customerId));
    expect(await whyNot(move(id, to))).toMatch(/is closed on \w+days/);
    expect(await whyNot(moveByStaff(id, to))).toMatch(/is closed on \w+days/);
    // Its current day stays possible.
    expect(await whyNot(move(id, from))).toBe("moved");
    expect(await whyNot(moveByStaff(id, to, "They open for us"))).toBe("moved");
  });

  it("may only move their own orders, at sites and in roles that may order", async () => {
    const to = runKey(valley, dayIn(4));
    const id = await place("20", runKey(valley, dayIn(3)));
    const stranger = await clientAt("V3G1A2");
    for (const other of [id, randomUUID(), "x"]) {
      expect(await whyNot(move(other, to, stranger))).toContain("no such order");
    }
    const { user } = await insertClient(db);
    await db.delete(members).where(eq(members.userId, user.id));
    const membership = { customerId: client.customerId, role: "viewer", siteIds: null } as const;
    const account = { userId: user.id, email: user.email, isAdmin: false, membership };
    const viewer = capabilitiesOf(account, "").client;
    if (!viewer) throw new Error("unreachable");
    expect(await whyNot(move(id, to, viewer))).toContain("doesn't include placing orders");
    const [foreign] = await db
      .select()
      .from(shipTos)
      .where(eq(shipTos.customerId, stranger.customerId));
    const elsewhere = { ...wanted(to), siteId: foreign?.id ?? "" };
    expect(await whyNot(changeDay(db, client, id, elsewhere, shop))).toContain("this site");
    expect(await booked(to)).toBeNull();
  });
});

describe("the prices of the other day", () => {
  async function shown(attempt: Promise<unknown>) {
    const error: unknown = await attempt.then(
      () => "moved",
      (failure) => failure,
    );
    if (error instanceof DayPricesError) return error.prices;
    throw error;
  }

  const ownPrice = (pricePerLb: string, startsOn: string, productId = ribeye.id) =>
    db
      .insert(customerPrices)
      .values({ customerId: client.customerId, productId, pricePerLb, startsOn });

  it("are shown line by line, and saved as shown", async () => {
    const [from, to] = [runKey(valley, dayIn(3)), runKey(valley, dayIn(5))];
    const id = await place("39", from);
    await ownPrice("11.00", dayIn(5));
    const moved = { id, customerId: client.customerId, deliveryDay: dayIn(3) };
    const lineId = (await getOrder(db, client, id))?.items[0]?.id ?? "";
    expect(await linePricesOn(db, moved, [dayIn(3), dayIn(4), dayIn(5)])).toEqual({
      [dayIn(5)]: { [lineId]: "11.00" },
    });

    // At $429.00, up from $390.00, delivery is free.
    const prices = await shown(move(id, to));
    expect(prices).toMatchObject({
      lines: [{ productName: ribeye.name, quantity: "39.00", from: "10.00", to: "11.00" }],
      total: { from: "402.00", to: "429.00" },
    });
    expect(await getOrder(db, client, id)).toMatchObject({
      totalPrice: "402.00",
      deliveryDay: dayIn(3),
      items: [{ pricePerLb: "10.00" }],
    });
    expect(await booked(to)).toBeNull();

    await db.update(customerPrices).set({ pricePerLb: "12.00" });
    const others = await shown(move(id, to, client, asSeen(prices)));
    expect(others.lines).toMatchObject([{ from: "10.00", to: "12.00" }]);
    await db.delete(mailOutbox);
    await move(id, to, client, asSeen(others));
    expect(await getOrder(db, client, id)).toMatchObject({
      totalPrice: "468.00",
      deliveryDay: dayIn(5),
      charges: [],
      items: [{ pricePerLb: "12.00", subtotal: "468.00", promisedAmount: "514.80" }],
    });
    const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, id));
    expect(line).toMatchObject({ priceSource: "customer", basePricePerLb: "10.00" });
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    expect(order?.estimatedTotal).toBe("468.00");
    expect((await auditEntries(db, "order", id)).at(-1)).toMatchObject({
      before: { totalPrice: "402.00", prices: `${ribeye.name}: $10.00/lb` },
      after: { totalPrice: "468.00", prices: `${ribeye.name}: $12.00/lb` },
    });
    for (const { text } of await db.select().from(mailOutbox)) {
      expect(text).toContain("$10.00/lb, now $12.00/lb");
    }
  });

  it("must be confirmed again if they changed back in the meantime", async () => {
    const id = await place("20", runKey(valley, dayIn(3)));
    const to = runKey(valley, dayIn(5));
    await ownPrice("11.00", dayIn(5));
    const prices = await shown(move(id, to));
    await db.delete(customerPrices);
    const same = await shown(move(id, to, client, asSeen(prices)));
    expect(same).toEqual({ lines: [], total: { from: "212.00", to: "212.00" } });
    await move(id, to, client, asSeen(same));
  });

  it("don't apply if the product isn't sold then, on the same day, or once packing has begun", async () => {
    const [from, to] = [runKey(valley, dayIn(3)), runKey(valley, dayIn(5))];
    const gone = await insertProduct(db, { pricePerLb: "10.00" });
    const rules = { shop, minOrderCents: 0, needsConfirmedEmail: false };
    const asked = { ...askedOrder(askFor(gone, "20")), day: from };
    const { id } = await placeOrder(db, client, asked, rules);
    await ownPrice("11.00", dayIn(3), gone.id);
    await move(id, runKey(pickup, dayIn(3)));
    await db.update(products).set({ isActive: false }).where(eq(products.id, gone.id));
    await move(id, to);
    const packed = await place("20", from);
    await ownPrice("11.00", dayIn(3));
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, packed));
    await insertPackage(db, item?.id ?? "", { value: "4.00", unit: "lb" });
    await moveByStaff(packed, to);
    for (const one of [id, packed]) {
      expect(await getOrder(db, client, one)).toMatchObject({ items: [{ pricePerLb: "10.00" }] });
    }
  });

  it("come with that day's minimum quantities, which staff may bypass", async () => {
    const id = await place("20", runKey(valley, dayIn(3)));
    const list = { name: "From 25 lb", startsOn: dayIn(5) };
    const [{ id: listId } = { id: "" }] = await db.insert(priceLists).values(list).returning();
    const { customerId } = client;
    await db.insert(customerPriceLists).values({ customerId, listId, rank: 1 });
    const item = { listId, productId: ribeye.id, pricePerLb: "10.00", minLb: "25.00" };
    await db.insert(priceListItems).values(item);
    const to = runKey(valley, dayIn(5));
    expect(await whyNot(move(id, to))).toBe(
      `${ribeye.name}: The price list asks for at least 25 lb of this.`,
    );
    await moveByStaff(id, to, "Agreed on the telephone");
    await db.delete(priceLists);
  });

  it("count toward that day's minimum order", async () => {
    const id = await place("15", runKey(valley, dayIn(3)));
    await ownPrice("9.00", dayIn(5));
    expect(await whyNot(move(id, runKey(valley, dayIn(5))))).toContain("Please add $15.00");
  });
});

it("many concurrent changes leave every run's booking equal to its orders", {
  timeout: 60_000,
}, async () => {
  const clients = await Promise.all(["1", "2", "3", "4"].map((n) => clientAt(`V3G1E${n}`)));
  const days = [3, 4, 5].map((ahead) => runKey(valley, dayIn(ahead)));
  const placed = [];
  for (const [index, one] of clients.entries()) {
    placed.push({ by: one, id: await place("20", days[index % 3] ?? "", one) });
  }
  for (let round = 0; round < 8; round++) {
    await Promise.all(
      placed.flatMap(({ by, id }, index) =>
        days.map((day, at) => whyNot((index + at) % 2 ? move(id, day, by) : moveByStaff(id, day))),
      ),
    );
  }
  const { rows } = await db.execute(sql`
    select runs.id from runs left join orders on orders.run_id = runs.id
    group by runs.id
    having runs.booked_stops <> count(distinct orders.stop_id)
      or runs.booked_lb <> coalesce(sum(orders.booked_lb), 0.00) or runs.booked_stops > cap_stops`);
  expect(rows).toEqual([]);
  for (const { by, id } of placed) {
    expect(await getOrder(db, by, id)).toMatchObject({
      totalPrice: "212.00",
      charges: [{ amount: "12.00" }],
    });
  }
});
