import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";
import { insertInquiry, insertMessage } from "#tests/setup/factories/inbox.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { createInboxCount } from "./inbox-count.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
beforeEach(async () => {
  await database.db.delete(contactMessages);
  await database.db.delete(wholesaleInquiries);
});
afterAll(() => database.close());

it("counts the open messages and inquiries, without handled ones", async () => {
  const { db } = database;
  const count = createInboxCount(db);
  expect(await count.waiting(admin)).toEqual({ messages: 0, inquiries: 0 });
  await insertMessage(db);
  await insertMessage(db);
  await insertMessage(db, { handledAt: new Date() });
  await insertInquiry(db);
  count.drop();
  expect(await count.waiting(admin)).toEqual({ messages: 2, inquiries: 1 });
});

it("queries the database once until the cache is dropped, even during a query", async () => {
  const { db } = database;
  const count = createInboxCount(db);
  const early = count.waiting(admin);
  expect(count.waiting(admin)).toBe(early);
  count.drop();
  const late = count.waiting(admin);
  expect(late).not.toBe(early);
  await Promise.all([early, late]);
  await insertMessage(db);
  expect(await count.waiting(admin)).toEqual({ messages: 0, inquiries: 0 });
});

it("doesn't cache the result of a query that was running when the cache was dropped", async () => {
  const { db } = database;
  const count = createInboxCount(db);
  const early = count.waiting(admin);
  count.drop();
  expect(await early).toEqual({ messages: 0, inquiries: 0 });
  await insertMessage(db);
  expect(await count.waiting(admin)).toEqual({ messages: 1, inquiries: 0 });
});

it("doesn't cache a failure", async () => {
  const { db } = database;
  const count = createInboxCount(db);
  await db.execute(sql`alter table contact_messages rename to contact_messages_away`);
  await expect(count.waiting(admin)).rejects.toThrow();
  await db.execute(sql`alter table contact_messages_away rename to contact_messages`);
  expect(await count.waiting(admin)).toEqual({ messages: 0, inquiries: 0 });
});
