import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { forgetNetworks } from "#app/domain/customers/guests.server.ts";
import { runKey } from "#app/domain/delivery/rules.ts";
import { cancelOrder } from "#app/domain/ordering/transition/cancel-order.server.ts";
import { fulfilOrder } from "#app/domain/ordering/transition/finish-order.server.ts";
import { proveGuest } from "#app/domain/orders/links/order-links.server.ts";
import { addPackage } from "#app/domain/packages/packages.server.ts";
import { pacificDay } from "#app/lib/dates.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { runStops, runs } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { paymentSettings } from "#db/schema/money/payments.ts";
import { orderItems, orders } from "#db/schema/orders.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { bookPayment } from "#tests/setup/booking.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { askFor, shop } from "#tests/setup/ordering.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { changeDayForClient } from "../delivery/change-day.server.ts";
import { placeRetailOrder } from "../retail/place-retail-order.server.ts";
import { cancelUnconfirmed, keepPlace } from "./unconfirmed-orders.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let zoneId: string;
let roast: Awaited<ReturnType<typeof insertProduct>>;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  roast = await insertProduct(db, { pricePerLb: "10.00" });
  await db.update(paymentSettings).set({
    takesDoor: true,
    takesEtransfer: true,
    etransferEmail: "pay@example.com",
    confirmHours: 48,
  });
  zoneId = (await insertServedZone(db, { kind: "pickup", place: "100 Sample Road" })).id;
});
afterAll(() => database.close());

const hour = 3_600_000;
/** Looks like a network's digest. */
const street = "s".repeat(43);
const after = (hours: number) => new Date(Date.now() + hours * hour);
const end = (hours = 49) => cancelUnconfirmed(db, shop, after(hours));

async function place({
  isProved = false,
  way = "etransfer" as "etransfer" | "door",
  date = dayIn(7),
} = {}) {
  const email = `jo-${randomUUID()}@example.com`;
  const { id } = await placeRetailOrder(
    db,
    {
      requestId: randomUUID(),
      lines: [askFor(roast, "10")],
      notes: "",
      way,
      allowsSubstitutes: false,
      day: runKey(zoneId, date),
      contact: {
        name: "Jo Cook",
        email,
        phone: "604-555-0155",
        driverNotes: "",
        address: "",
        postalCode: "",
      },
    },
    {
      shop,
      minOrderCents: 0,
      hasCard: false,
      guest: { network: isProved ? "" : street, isProved },
    },
  );
  return { email, ...(await stored(id)) };
}

async function stored(id: string) {
  const [order] = await db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error("There is no such order");
  return order;
}

const mailsTo = async (recipient: string) =>
  (await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, recipient))).map(
    ({ subject, text }) => `${subject} ${text}`.replace(/\s+/g, " "),
  );

describe("an order by e-transfer from an unconfirmed address", () => {
  it("keeps its place until a time that is emailed, and is then cancelled once", async () => {
    const { id, email, awaitsUntil, stopId } = await place();
    expect(Number(awaitsUntil) - Date.now()).toBeGreaterThan(47.9 * hour);
    expect((await mailsTo(email)).join()).toContain("Please confirm your email address by");
    expect((await mailsTo(shop.company.email)).join()).toContain("Nobody has confirmed this");
    expect(await end(47)).toEqual([]);
    const ended = await Promise.all([end(), end(), end()]);
    expect(ended.flat()).toEqual([id]);
    expect(await stored(id)).toMatchObject({
      status: "cancelled",
      awaitsUntil: null,
      stopId: null,
    });
    expect(await db.$count(runStops, eq(runStops.id, stopId ?? ""))).toBe(0);
    expect(await end(200)).toEqual([]);
    const told = (await mailsTo(email)).filter((mail) => mail.includes("is cancelled"));
    expect(told).toHaveLength(1);
    expect(told.join()).not.toContain("Jo Cook");
    const own = (await mailsTo(shop.company.email)).join();
    expect(own).toContain(`Nobody confirmed ${email} in time`);
    const entries = await auditEntries(db, "order", id);
    expect(entries.map(({ action }) => action)).toContain("not confirmed in time");
  });

  it("waits at most until its day's cut-off, even when it is moved", async () => {
    const cutOffOf = async ({ runId }: Awaited<ReturnType<typeof stored>>) =>
      (
        await db
          .select()
          .from(runs)
          .where(eq(runs.id, runId ?? ""))
      )[0]?.cutOffAt;
    const soon = await place({ date: dayIn(2) });
    expect(soon.awaitsUntil).toEqual(await cutOffOf(soon));
    const { id, awaitsUntil } = await place();
    const move = (date: string, override = "") =>
      changeDayForClient(
        db,
        admin,
        id,
        { day: { zoneId, date }, siteId: null, override, seenPrices: "" },
        shop,
      );
    await move(dayIn(6));
    expect((await stored(id)).awaitsUntil).toEqual(awaitsUntil);
    await move(dayIn(2));
    expect((await stored(id)).awaitsUntil).toEqual(soon.awaitsUntil);
    for (const order of [soon.id, id]) await keepPlace(db, admin, order);
  });

  it("keeps its place once it is confirmed, unless the cancellation came first", async () => {
    const { id, customerId } = await place();
    const [ended] = await Promise.all([end(), proveGuest(db, customerId)]);
    const { status } = await stored(id);
    expect(status).toBe(ended.includes(id) ? "cancelled" : "pending");
    const second = await place();
    await proveGuest(db, second.customerId);
    expect(await end()).not.toContain(second.id);
    expect(await stored(second.id)).toMatchObject({ status: "pending", awaitsUntil: null });
  });

  it("is not cancelled once it is being packed, paid or fulfilled", async () => {
    const packed = await place();
    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, packed.id));
    await addPackage(db, admin, packed.id, {
      kind: "package",
      itemId: item?.id ?? "",
      requestId: randomUUID(),
      value: "10",
      unit: "lb",
      isNet: true,
      isSure: true,
      pieces: null,
      source: "typed",
      rawScan: "",
      serial: null,
      lotId: null,
      boxId: null,
    });
    const paid = await place();
    await bookPayment(db, admin, {
      customerId: paid.customerId,
      requestId: randomUUID(),
      cents: 10_000,
      note: "",
      method: "etransfer",
      reference: "",
      settles: "oldest first",
      receivedOn: pacificDay(new Date()),
    });
    expect(await end()).toEqual([]);
    const fulfilled = await place();
    await fulfilOrder(db, admin, fulfilled.id, shop);
    expect(await stored(fulfilled.id)).toMatchObject({ status: "fulfilled", awaitsUntil: null });
  });

  it("can be kept by staff who know the customer", async () => {
    const { id } = await place();
    expect(await keepPlace(db, admin, id)).toBe(true);
    expect(await keepPlace(db, admin, id)).toBe(false);
    expect(await keepPlace(db, admin, "nothing")).toBe(false);
    expect(await end()).toEqual([]);
    const entries = await auditEntries(db, "order", id);
    expect(entries.map(({ action }) => action)).toContain("place kept");
  });
});

it("an order needs no confirmation if the address is proved or it is paid at pickup", async () => {
  expect((await place({ isProved: true })).awaitsUntil).toBeNull();
  expect((await place({ way: "door" })).awaitsUntil).toBeNull();
});

it("a guest's network is deleted once their orders are over", async () => {
  const [open, over] = [await place(), await place()];
  await cancelOrder(db, admin, over.id, shop);
  await forgetNetworks(db);
  const networkOf = async (id: string) =>
    (await db.select().from(customers).where(eq(customers.id, id)))[0]?.guestNetwork;
  expect(await networkOf(open.customerId)).toBe(street);
  expect(await networkOf(over.customerId)).toBe("");
});

it("the database refuses a deadline for an order that needs no confirmation", async () => {
  const { id } = await place({ way: "door" });
  const set = (values: object) => db.update(orders).set(values).where(eq(orders.id, id));
  expect(await refusalOf(set({ awaitsUntil: sql`now()` }))).toBe("orders_awaits_until");
});
