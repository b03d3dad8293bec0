import { isNull } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { takeWithin } from "#app/domain/limits/rate-limits.server.ts";
import { mailCounts } from "#app/domain/limits/rate-limits.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { deliveryWaitlist } from "#db/schema/deliveries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { insertServedZone } from "#tests/setup/factories/deliveries.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { joinWaitlist, tellWaiting } from "./waitlist.server.ts";

const shop = sampleShop();
let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  await insertServedZone(db, { prefixes: ["V5K", "V5L"] });
});
beforeEach(async () => {
  await db.delete(mailOutbox);
  await db.delete(deliveryWaitlist);
});
afterAll(() => database.close());

const join = (postalCode: string, email: string) =>
  joinWaitlist(db, { postalCode, email }, { robotSign: null });
const told = () =>
  db.select({ to: mailOutbox.recipient, subject: mailOutbox.subject }).from(mailOutbox);
const waiting = () => db.$count(deliveryWaitlist, isNull(deliveryWaitlist.toldAt));

it("emails each waiting address once, and none yet outside every zone", async () => {
  await join("V5K", "jo@example.com");
  await join("V9Z", "kim@example.com");
  expect(await tellWaiting(db, admin, shop)).toBe(1);
  expect(await told()).toEqual([
    { to: "jo@example.com", subject: expect.stringContaining("now delivers to V5K") },
  ]);
  expect(await tellWaiting(db, admin, shop)).toBe(0);
  expect(await waiting()).toBe(1);
});

it("emails an address again that waits again after it was told", async () => {
  await join("V5K", "jo@example.com");
  await tellWaiting(db, admin, shop);
  await join("V5K", "jo@example.com");
  expect(await waiting()).toBe(1);
  expect(await tellWaiting(db, admin, shop)).toBe(1);
  expect(await told()).toHaveLength(2);
});

it("sends one email to an address entered with many postal codes", async () => {
  for (let unit = 0; unit < 20; unit += 1) {
    await join(`V5K${unit % 10}A${Math.floor(unit / 10)}`, "victim@example.com");
  }
  expect(await tellWaiting(db, admin, shop)).toBe(1);
  expect(await told()).toHaveLength(1);
  expect(await waiting()).toBe(0);
});

it("keeps an unconfirmed address waiting while its email limit is used up", async () => {
  await join("V5L", "full@example.com");
  await db.transaction(async (tx) => {
    while ((await takeWithin(tx, mailCounts("acknowledgement", "full@example.com"))) === null);
  });
  expect(await tellWaiting(db, admin, shop)).toBe(0);
  expect(await told()).toEqual([]);
  expect(await waiting()).toBe(1);
});
