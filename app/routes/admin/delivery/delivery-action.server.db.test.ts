import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { bookStop } from "#app/domain/delivery/booking.server.ts";
import { ordersOnDay } from "#app/domain/delivery/setup/setup.server.ts";
import { newsWaitMinutes } from "#app/domain/mail/mail.ts";
import type { OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { payments } from "#db/schema/money/payments.ts";
import { orders } from "#db/schema/orders.ts";
import { dayIn, insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { insertFilledOrder } from "#tests/setup/factories/orders.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { shop } from "#tests/setup/ordering.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { actOnDelivery } from "./delivery-action.server.ts";
import { toldOfMoveInWords } from "./told-of-move.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

/** Inserts an order in three days, for a client with or without an email address. */
async function bookedIn(zoneId: string, isMailed: boolean) {
  const { db } = database;
  const client = await insertClient(db);
  const standing = { emailVerified: isMailed, isVouched: false };
  await db.update(user).set(standing).where(eq(user.id, client.user.id));
  const order = await insertFilledOrder(db, client.user.id);
  const load = { customerId: client.user.id, shipToId: order.shipToId, lb: "10.00", boxes: 1 };
  await db.transaction(async (tx) => {
    const { columns } = await bookStop(tx, { zoneId, date: dayIn(3) }, load, { isForced: true });
    await tx.update(orders).set(columns).where(eq(orders.id, order.id));
  });
  // A saved card, to be authorized on the order's former day.
  await db.insert(payments).values({
    orderId: order.id,
    customerId: client.user.id,
    cents: 100,
    state: "to_hold",
    holdOn: dayIn(0),
    requestId: crypto.randomUUID(),
  });
  return client.user.email;
}

it("emails the clients of a closed day, and states how many it could not email", async () => {
  const { db } = database;
  const zone = await insertServedZone(db, { name: "Fraser Valley", prefixes: ["V3G"] });
  const told = [await bookedIn(zone.id, true), await bookedIn(zone.id, true)];
  await bookedIn(zone.id, false);
  const booked = await ordersOnDay(db, admin, dayIn(3));
  expect(booked.filter(({ isMailed }) => isMailed)).toHaveLength(2);

  const services = { db, shop, log: { error: vi.fn() }, deliveryRules: { renew: vi.fn() } };
  const before = Date.now();
  const answer = await actOnDelivery(services as unknown as RequestContext, admin, {
    intent: "day",
    kind: "closed",
    zoneId: zone.id,
    date: dayIn(3),
    [`ordersTo:${zone.id}`]: dayIn(5),
  });
  expect(answer).toBeInstanceOf(Response);
  const place = new URL((answer as Response).headers.get("Location") ?? "", "http://localhost");
  expect(Object.fromEntries(place.searchParams)).toEqual({
    done: "closed",
    told: "2",
    untold: "1",
  });
  const days = await db.select({ holdOn: payments.holdOn }).from(payments);
  expect(days.map(({ holdOn }) => holdOn)).toEqual([dayIn(2), dayIn(2), dayIn(2)]);
  const mails = await db.select().from(mailOutbox);
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(told.sort());
  for (const { sendAfter } of mails) {
    const minutes = ((sendAfter?.getTime() ?? 0) - before) / 60_000;
    expect(minutes).toBeGreaterThan(newsWaitMinutes - 0.1);
    expect(minutes).toBeLessThan(newsWaitMinutes + 1);
  }
});

it("states how many clients get an email, and how many to call", () => {
  expect(toldOfMoveInWords({ told: 3, untold: 1 })).toBe(
    "The clients of 3 orders get an email with their new day in about 5 minutes. The client of 1 order can’t be emailed: call them.",
  );
  expect(toldOfMoveInWords({ told: 0, untold: 2 })).toBe(
    "The clients of 2 orders can’t be emailed: call them.",
  );
  expect(toldOfMoveInWords({ told: 3, untold: 0 }, false)).toBe(
    "This shop can’t send email yet, so nobody is emailed: call them.",
  );
});
