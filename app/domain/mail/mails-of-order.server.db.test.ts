import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { insertOrderItem } from "#tests/setup/factories/orders.ts";
import { billPacked, closeLine, insertPackage } from "#tests/setup/factories/packages.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { unsentMailsOf } from "./mails-of-order.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

it("lists an order's invoice email while it is delayed or failed, and no other order's", async () => {
  const { db } = database;
  const client = await insertClient(db);
  const order = await insertOrder(db, client.user.id);
  const item = await insertOrderItem(db, order.id);
  await insertPackage(db, item.id, { value: "10", unit: "lb" });
  await closeLine(db, item.id);
  await billPacked(db, order.id);
  const ofOrder = eq(mailOutbox.orderId, order.id);
  const [queued] = await db.select().from(mailOutbox).where(ofOrder);
  expect(queued).toMatchObject({ recipient: client.user.email });
  const unsent = () => unsentMailsOf(db, admin, order.id);
  // It normally leaves within seconds.
  expect(await unsent()).toEqual([]);
  const set = (facts: Partial<typeof mailOutbox.$inferInsert>) =>
    db.update(mailOutbox).set(facts).where(ofOrder);
  await set({ attempts: 1, lastError: "The server is busy" });
  expect(await unsent()).toMatchObject([
    { to: client.user.email, isFailed: false, sendAfter: null, lastError: "The server is busy" },
  ]);
  await set({ attempts: 0, lastError: null, createdAt: new Date(Date.now() - 120_000) });
  expect(await unsent()).toMatchObject([{ isFailed: false, lastError: "" }]);
  await set({ failedAt: new Date(), lastError: "No such mailbox" });
  expect(await unsent()).toMatchObject([{ isFailed: true, lastError: "No such mailbox" }]);
  await set({ failedAt: null, sentAt: new Date() });
  expect(await unsent()).toEqual([]);
  // Delayed news says when it leaves.
  await db.execute(sql`update mail_outbox set sent_at = null, created_at = now(),
    send_after = now() + interval '5 minutes' where order_id = ${order.id}`);
  const [news] = await unsent();
  expect(news?.sendAfter?.getTime()).toBeGreaterThan(Date.now());
  const other = await insertOrder(db, client.user.id);
  expect(await unsentMailsOf(db, admin, other.id)).toEqual([]);
  expect(await unsentMailsOf(db, admin, randomUUID())).toEqual([]);
  expect(await unsentMailsOf(db, admin, "no id")).toEqual([]);
});
