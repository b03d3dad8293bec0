import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Client } from "#app/domain/access/capability.ts";
import { DayRefusedError } from "#app/domain/delivery/booking.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { getOrder } from "#app/domain/orders/lists/orders.server.ts";
import { costsNow } from "#app/domain/orders/order-costs.server.ts";
import { actFor } from "#app/guards/on-behalf.server.ts";
import { weekdayOf } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers, shipTos } from "#db/schema/customers.ts";
import { dayExceptions, runStops, runs, type zoneDays, zones } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { orderCharges, orderItems, orders } from "#db/schema/orders.ts";
import type { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct, numberOfOrder } from "#tests/setup/factories.ts";
import { askedOrder, askFor, orderTraces, shop } from "#tests/setup/ordering.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  OrderAlreadyPlacedError,
  OrderRefusedError,
  type PlaceOrderInput,
} from "../placing/order-rules.ts";
import { minimumOfOrder } from "../placing/ordering-terms.server.ts";
import { placeOrder } from "../placing/place-order.server.ts";
import { cancelOrder } from "../transition/cancel-order.server.ts";

let database: OpenDatabase;
let db: Database;
let client: Client;
let ribeye: typeof products.$inferSelect;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  ribeye = await insertProduct(db, { pricePerLb: "10.00" });
});
beforeEach(async () => {
  client = await clientAt("V3G1A2");
});
afterEach(async () => {
  await db.delete(orders);
  await db.delete(runStops);
  await db.delete(runs);
  await db.delete(zones);
});
afterAll(() => database.close());

async function clientAt(postalCode: string): Promise<Client> {
  const someone = await signedInClient(db, { companyName: "Sample Bistro", phone: "604-555-0101" });
  await db.update(shipTos).set({ postalCode }).where(eq(shipTos.customerId, someone.customerId));
  return someone;
}

const terms = { minOrder: "150.00", fee: "12.00", freeFrom: "400.00" };
const zoneOf = (prefix: string, limits: Partial<typeof zoneDays.$inferInsert> = {}) =>
  insertServedZone(db, { prefixes: [prefix], day: { ...terms, ...limits } });

function place(input: PlaceOrderInput, by = client, minOrderCents = 0) {
  return placeOrder(db, by, input, { shop, minOrderCents, needsConfirmedEmail: false });
}

/** An order of this many pounds at $10. */
const ask = (pounds: string, more: Partial<PlaceOrderInput> = {}) => ({
  ...askedOrder(askFor(ribeye, pounds)),
  ...more,
});

async function problemOf(attempt: () => Promise<unknown>) {
  const traces = await orderTraces(db);
  const error = await attempt().then(
    () => new Error("The order was placed"),
    (reason) => reason,
  );
  expect(await orderTraces(db)).toEqual(traces);
  if (error instanceof DayRefusedError) return error.reason;
  if (error instanceof OrderRefusedError) {
    return error.problems.map(({ field, message }) => `${field}: ${message}`).join();
  }
  throw error;
}

async function booked() {
  const [run] = await db.select().from(runs);
  return run && { stops: run.bookedStops, lb: run.bookedLb };
}

describe("an order with a day", () => {
  it("is booked at its promised pounds, with the fee in its total and the address copied", async () => {
    const zone = await zoneOf("V3G");
    const { id } = await place(ask("20", { day: runKey(zone.id, dayIn(3)) }));
    expect(await booked()).toEqual({ stops: 1, lb: "22.00" });
    const order = await getOrder(db, client, id);
    expect(order).toMatchObject({
      totalPrice: "212.00",
      charges: [{ kind: "delivery_fee", description: "Delivery", amount: "12.00", taxCode: "Z" }],
      delivery: {
        day: {
          kind: "delivery",
          date: dayIn(3),
          from: "08:00",
          to: "12:00",
          zoneName: zone.name,
          isOpen: true,
        },
        name: "Sample Bistro",
        address: "100 Sample Street, Abbotsford, BC",
        postalCode: "V3G1A2",
        phone: "604-555-0101",
      },
    });
    expect(await db.transaction((tx) => costsNow(tx, id))).toMatchObject({
      estimate: "212.00",
      mostCents: 232_00,
    });
    await db.update(shipTos).set({ address: "Elsewhere", postalCode: "V1V1V1" });
    expect((await getOrder(db, client, id))?.delivery).toEqual(order?.delivery);
    const [entry] = await auditEntries(db, "order", id);
    expect(entry?.after).toMatchObject({ totalPrice: "212.00", deliveryDay: dayIn(3) });
  });

  it("is emailed with its day, window, place and fee", async () => {
    const zone = await zoneOf("V3G");
    await db.delete(mailOutbox);
    await place(ask("20", { day: runKey(zone.id, dayIn(3)) }));
    const mails = await db.select().from(mailOutbox);
    expect(mails).toHaveLength(2);
    for (const { text } of mails) {
      expect(text).toMatch(/Delivery: +\w+day, \w+ \d+, 8 a\.m\. to noon/);
      expect(text).toContain("Sample Bistro, 100 Sample Street, Abbotsford, BC, V3G 1A2");
      expect(text).toMatch(/Delivery +\$12\.00\nEstimate +\$212\.00/);
      expect(text).toContain("$232.00");
    }
  });

  it("pays no fee if its goods reach the amount for free delivery", async () => {
    const zone = await zoneOf("V3G");
    const { totalPrice } = await place(ask("40", { day: runKey(zone.id, dayIn(3)) }));
    expect(totalPrice).toBe("400.00");
    expect(await db.$count(orderCharges)).toBe(0);
  });

  it("has its fee taxed like the goods, unless the fee has its own tax code", async () => {
    const bones = await insertProduct(db, { pricePerLb: "10.00", taxCode: "G" });
    const zone = await zoneOf("V3G");
    const day = runKey(zone.id, dayIn(3));
    await place({ ...askedOrder(askFor(bones, "15"), askFor(ribeye, "5")), day });
    expect(await db.select().from(orderCharges)).toMatchObject([{ taxCode: "G" }]);
    const own = await insertServedZone(db, {
      kind: "pickup" as const,
      place: "1 Sample Way",
      day: { fee: "5.00", feeTaxCode: "GP" },
    });
    const { id } = await place(ask("1", { day: runKey(own.id, dayIn(3)) }));
    const [charge] = await db.select().from(orderCharges).where(eq(orderCharges.orderId, id));
    expect(charge).toMatchObject({ description: "Pickup", amount: "5.00", taxCode: "GP" });
  });

  it("is picked up at the zone's place, wherever the client is", async () => {
    const pickup = await insertServedZone(db, {
      kind: "pickup",
      place: "1 Sample Way, Abbotsford",
    });
    const far = await clientAt("");
    const { id } = await place(ask("1", { day: runKey(pickup.id, dayIn(2)) }), far);
    expect((await getOrder(db, far, id))?.delivery).toMatchObject({
      day: { kind: "pickup" },
      address: "1 Sample Way, Abbotsford",
      postalCode: "",
    });
  });

  it("stores the typed postal code with the site", async () => {
    const zone = await zoneOf("V3G");
    const fresh = await clientAt("");
    const asked = { day: runKey(zone.id, dayIn(3)) };
    expect(await problemOf(() => place(ask("20", asked), fresh))).toBe(
      "postalCode: Enter the postal code of the delivery address.",
    );
    expect(
      await problemOf(() => place(ask("20", { ...asked, postalCode: "T2P" }), fresh)),
    ).toContain("postalCode: We ship within British Columbia");
    await place(ask("20", { ...asked, postalCode: " v3g 1a2" }), fresh);
    const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, fresh.customerId));
    expect(site?.postalCode).toBe("V3G1A2");
    // Another code is refused before its days were shown.
    expect(
      await problemOf(() => place(ask("20", { ...asked, postalCode: "V3G 9Z9" }), fresh)),
    ).toContain("postalCode: Press “Check delivery” to see the days for V3G 9Z9");
    const [same] = await db.select().from(shipTos).where(eq(shipTos.customerId, fresh.customerId));
    expect(same?.postalCode).toBe("V3G1A2");
  });
});

describe("the minimum", () => {
  it("is the zone's, checked against the estimate without the fee", async () => {
    const zone = await zoneOf("V3G");
    const day = runKey(zone.id, dayIn(3));
    expect(await problemOf(() => place(ask("14.99", { day })))).toBe(
      "lines: The minimum order is $150.00. Please add $0.10 more.",
    );
    await place(ask("15", { day }));
  });

  it("is the shop's if that is higher", async () => {
    const zone = await zoneOf("V3G");
    const day = runKey(zone.id, dayIn(3));
    expect(await problemOf(() => place(ask("15", { day }), client, 20_000))).toContain("$200.00");
  });

  it("is computed for staff from the client's agreement and the order's day", async () => {
    const admin = await signedInAdmin(db);
    const zone = await zoneOf("V3G");
    const { id } = await place(ask("15", { day: runKey(zone.id, dayIn(3)) }));
    const [order] = await db.select().from(orders).where(eq(orders.id, id));
    if (!order) throw new Error("unreachable");
    expect(await minimumOfOrder(db, admin, order, 5_000)).toBe(15_000);
    await db
      .update(customers)
      .set({ minOrder: "200.00" })
      .where(eq(customers.id, order.customerId));
    expect(await minimumOfOrder(db, admin, order, 5_000)).toBe(20_000);
    await db.update(customers).set({ minOrder: "20.00" }).where(eq(customers.id, order.customerId));
    expect(await minimumOfOrder(db, admin, { ...order, runId: null }, 5_000)).toBe(2_000);
  });

  it("and the fee don't apply to a second order of the same site on the same day", async () => {
    const zone = await zoneOf("V3G", { capStops: 1 });
    const day = runKey(zone.id, dayIn(3));
    await place(ask("15", { day }));
    const { totalPrice } = await place(ask("1", { day }), client, 20_000);
    expect(totalPrice).toBe("10.00");
    expect(await booked()).toEqual({ stops: 1, lb: "17.60" });
    // On another day, the minimum applies.
    expect(await problemOf(() => place(ask("1", { day: runKey(zone.id, dayIn(4)) })))).toContain(
      "lines",
    );
  });
});

describe("the fee of several orders of a site on a day", () => {
  const totals = async (...ids: string[]) =>
    Promise.all(ids.map(async (id) => (await getOrder(db, client, id))?.totalPrice));

  it("passes to the next unpacked order when the one that paid it is cancelled", async () => {
    const admin = await signedInAdmin(db);
    const zone = await zoneOf("V3G");
    const day = runKey(zone.id, dayIn(3));
    const [first, second, third] = [
      (await place(ask("20", { day }))).id,
      (await place(ask("2", { day }))).id,
      (await place(ask("3", { day }))).id,
    ];
    const other = await clientAt("V3G1A2");
    const theirs = (await place(ask("20", { day }), other)).id;
    expect(await totals(first, second, third)).toEqual(["212.00", "20.00", "30.00"]);
    await db.delete(mailOutbox);

    await cancelOrder(db, admin, first, shop);
    expect(await totals(second, third)).toEqual(["32.00", "30.00"]);
    expect((await getOrder(db, other, theirs))?.totalPrice).toBe("212.00");
    const mails = (await db.select().from(mailOutbox)).map(({ text }) => text.replace(/\s+/g, " "));
    const words = `Delivery: Added: $12.00, which order ${await numberOfOrder(db, first)} would have paid`;
    expect(mails.filter((text) => text.includes(words))).toHaveLength(1);

    // Cancelling one that paid no fee changes nothing.
    await cancelOrder(db, admin, third, shop);
    expect(await totals(second)).toEqual(["32.00"]);
    await cancelOrder(db, admin, second, shop);
  });

  it("is not charged to an order with free delivery, and passes on when two are cancelled concurrently", async () => {
    const admin = await signedInAdmin(db);
    const zone = await zoneOf("V3G", { freeFrom: "300.00" });
    const day = runKey(zone.id, dayIn(3));
    const first = (await place(ask("20", { day }))).id;
    const large = (await place(ask("30", { day }))).id;
    await cancelOrder(db, admin, first, shop);
    expect(await totals(large)).toEqual(["300.00"]);

    const later = runKey(zone.id, dayIn(4));
    const three = [];
    for (const pounds of ["20", "2", "3"])
      three.push((await place(ask(pounds, { day: later }))).id);
    const [one = "", two = "", last = ""] = three;
    await Promise.all([one, two].map((id) => cancelOrder(db, admin, id, shop)));
    expect(await totals(last)).toEqual(["42.00"]);
  });
});

describe("a day", () => {
  it("is required once days are offered, and not before", async () => {
    const { id } = await place(ask("1"));
    expect((await getOrder(db, client, id))?.delivery).toMatchObject({
      day: null,
      address: "100 Sample Street, Abbotsford, BC",
    });
    const resting = await insertServedZone(db, { isActive: false });
    await insertServedZone(db, { weekdays: [] });
    await place(ask("1"));
    await db.update(zones).set({ isActive: true }).where(eq(zones.id, resting.id));
    expect(await problemOf(() => place(ask("1")))).toBe("day: Choose a day.");
  });

  it.each(["tomorrow", "2026-11-26", `${randomUUID()} 2026-13-45`, "x".repeat(3000)])(
    "is refused if invalid: %j",
    async (day) => {
      expect(await problemOf(() => place(ask("20", { day })))).toBe("day: Choose a day.");
    },
  );

  it("is refused if the run doesn't serve the postal code; the longest prefix decides", async () => {
    const wide = await zoneOf("V");
    const near = await zoneOf("V3G");
    const day = runKey(wide.id, dayIn(3));
    expect(await problemOf(() => place(ask("20", { day })))).toBe(
      "day: We don’t deliver to V3G 1A2 on that day. Choose another.",
    );
    await place(ask("20", { day }), await clientAt("V8W1A1"));
    await place(ask("20", { day: runKey(near.id, dayIn(3)) }));
  });

  it("is refused on a weekday on which the site is closed, unless it is picked up", async () => {
    const day = runKey((await zoneOf("V3G")).id, dayIn(3));
    const closedOn = [weekdayOf(dayIn(3))];
    await db.update(shipTos).set({ closedOn }).where(eq(shipTos.customerId, client.customerId));
    expect(await problemOf(() => place(ask("20", { day })))).toMatch(
      /^day: The site is closed on \w+days\. Choose another day\.$/,
    );
    const pickup = await insertServedZone(db, { kind: "pickup", place: "1 Sample Way" });
    await place(ask("20", { day: runKey(pickup.id, dayIn(3)) }));
  });

  it("is promised within the site's receiving hours, and refused outside of them", async () => {
    const day = runKey((await zoneOf("V3G")).id, dayIn(3));
    const receive = (receivesFrom: string, receivesTo: string) =>
      db
        .update(shipTos)
        .set({ receivesFrom, receivesTo })
        .where(eq(shipTos.customerId, client.customerId));
    await receive("05:00", "08:00");
    expect(await problemOf(() => place(ask("20", { day })))).toMatch(
      /^day: The site takes no delivery from 8 a\.m\. to .+\. Choose another day\.$/,
    );
    await receive("06:00", "10:30");
    await place(ask("20", { day }));
    const [order] = await db
      .select({ from: orders.deliveryFrom, to: orders.deliveryTo })
      .from(orders);
    expect(order).toEqual({ from: "08:00:00", to: "10:30:00" });
  });

  it("is refused once it is closed or past its cut-off", async () => {
    const zone = await zoneOf("V3G");
    const [date, day] = [dayIn(3), runKey(zone.id, dayIn(3))];
    await db.insert(dayExceptions).values({ date, kind: "closed" });
    expect(await problemOf(() => place(ask("20", { day })))).toBe("unserved");
    await db.delete(dayExceptions);
    expect(await problemOf(() => place(ask("20", { day: runKey(zone.id, dayIn(0)) })))).toBe(
      "late",
    );
    expect(await problemOf(() => place(ask("20", { day: runKey(zone.id, "2020-01-06") })))).toBe(
      "unserved",
    );
    expect(await problemOf(() => place(ask("20", { day: runKey(zone.id, dayIn(90)) })))).toBe(
      "unserved",
    );
  });

  it("is refused at another customer's site", async () => {
    const zone = await zoneOf("V3G");
    const other = await clientAt("V3G1A2");
    const [site] = await db.select().from(shipTos).where(eq(shipTos.customerId, other.customerId));
    const asked = { day: runKey(zone.id, dayIn(3)), site: site?.id ?? "" };
    expect(await problemOf(() => place(ask("20", asked)))).toBe(
      "site: You can't order for this site. Choose another.",
    );
  });
});

describe("staff", () => {
  it("bypass minimum and limits with a reason, which is recorded", async () => {
    const admin = await signedInAdmin(db);
    const zone = await zoneOf("V3G", { capStops: 1 });
    const day = runKey(zone.id, dayIn(3));
    await place(ask("20", { day }), await clientAt("V3G9Z9"));
    const staff = await actFor(db, admin, { customerId: client.customerId });
    if (!staff) throw new Error("unreachable");
    expect(await problemOf(() => place(ask("1", { day }), staff))).toBe("full");
    expect(await problemOf(() => place(ask("1", { day, override: "Please" })))).toBe("full");
    const { id } = await place(ask("1", { day, override: "A new client, on the way" }), staff);
    expect(await booked()).toEqual({ stops: 2, lb: "23.10" });
    const [entry] = await auditEntries(db, "order", id);
    expect(entry?.after).toMatchObject({ override: "A new client, on the way" });
  });
});

describe("a day that fills up", () => {
  it("takes exactly three of 50 orders for the last three stops", async () => {
    const zone = await zoneOf("V3G", { capStops: 3 });
    const day = runKey(zone.id, dayIn(3));
    const clients = await Promise.all(Array.from({ length: 50 }, () => clientAt("V3G1A2")));
    const results = await Promise.allSettled(clients.map((one) => place(ask("20", { day }), one)));
    const refused = results.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(47);
    for (const reason of refused) {
      expect(reason).toBeInstanceOf(DayRefusedError);
      expect(reason.reason).toBe("full");
      expect(reason.next).toHaveLength(2);
    }
    expect(await booked()).toEqual({ stops: 3, lb: "66.00" });
    expect(await db.$count(orders)).toBe(3);
    expect(await db.$count(orderItems)).toBe(3);
  });

  it("still answers a repeated request with the order it placed", async () => {
    const zone = await zoneOf("V3G", { capStops: 1 });
    const asked = ask("20", { day: runKey(zone.id, dayIn(3)) });
    const placed = await place(asked);
    expect(await place(asked)).toEqual(placed);
    const moved = { ...asked, day: runKey(zone.id, dayIn(4)) };
    await expect(place(moved)).rejects.toBeInstanceOf(OrderAlreadyPlacedError);
    expect(await booked()).toEqual({ stops: 1, lb: "22.00" });
  });

  it("has room again once an order is cancelled", async () => {
    const admin = await signedInAdmin(db);
    const zone = await zoneOf("V3G", { capStops: 1 });
    const day = runKey(zone.id, dayIn(3));
    const { id } = await place(ask("20", { day }));
    const other = await clientAt("V3G1A2");
    expect(await problemOf(() => place(ask("20", { day }), other))).toBe("full");
    await cancelOrder(db, admin, id, shop);
    expect(await booked()).toEqual({ stops: 0, lb: "0.00" });
    expect(await db.$count(runStops)).toBe(0);
    await place(ask("20", { day }), other);
    const idle = sql`not exists (select from orders where stop_id = run_stops.id)`;
    expect(await db.$count(runStops, idle)).toBe(0);
  });
});
