import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { contactMessages, wholesaleInquiries } from "#db/schema/inquiries.ts";
import { insertInquiry, insertMessage } from "#tests/setup/factories/inbox.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getInquiry, getMessage, listInbox } from "./inbox.server.ts";
import type { InboxPage } from "./inbox.ts";

const noIds = ["", "%", "'", "\0", "12345678", randomUUID()];
const noon = Date.UTC(2026, 4, 1, 12);

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

const at = (minute: number) => new Date(noon + minute * 60_000);

async function names(page: InboxPage) {
  const { rows, hasMore, hasNewer } = await listInbox(database.db, admin, page);
  return { names: rows.map(({ from }) => from), hasMore, hasNewer };
}

describe("listInbox", () => {
  it("lists open entries, newest first, apart from handled ones", async () => {
    const { db } = database;
    await insertMessage(db, { name: "old", createdAt: at(1) });
    await insertMessage(db, { name: "done", createdAt: at(2), handledAt: at(3) });
    await insertMessage(db, { name: "new", createdAt: at(4) });
    await insertMessage(db, { name: "robot", createdAt: at(5), robotSign: "trap" });
    await insertInquiry(db, { company: "inquiry" });
    expect((await names({ box: "messages" })).names).toEqual(["new", "old"]);
    expect((await names({ box: "messages", show: "handled" })).names).toEqual(["done"]);
    expect((await names({ box: "messages", show: "robots" })).names).toEqual(["robot"]);
    expect((await names({ box: "inquiries" })).names).toEqual(["inquiry"]);
    expect((await names({ box: "inquiries", show: "handled" })).names).toEqual([]);
  });

  it("pages in both directions, also with equal times", async () => {
    const { db } = database;
    for (const minute of [1, 2, 2, 2, 3]) await insertMessage(db, { createdAt: at(minute) });
    const page = { box: "messages", limit: 2 } as const;
    const first = await listInbox(db, admin, page);
    const second = await listInbox(db, admin, { ...page, before: first.rows.at(-1) });
    const third = await listInbox(db, admin, { ...page, before: second.rows.at(-1) });
    const ids = [first, second, third].flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(5);
    expect(first).toMatchObject({ hasMore: true, hasNewer: false });
    expect(third).toMatchObject({ hasMore: false, hasNewer: true });
    const back = await listInbox(db, admin, { ...page, after: third.rows[0] });
    expect(back.rows).toEqual(second.rows);
  });

  it("shows the beginning of a text, and an inquiry's facts", async () => {
    const { db } = database;
    await insertMessage(db, { message: "x".repeat(10_000) });
    await insertInquiry(db, { contact: "Sam", weeklyVolume: "", notes: "Striploins" });
    const [message] = (await listInbox(db, admin, { box: "messages" })).rows;
    const [inquiry] = (await listInbox(db, admin, { box: "inquiries" })).rows;
    expect(message?.excerpt).toBe("x".repeat(240));
    expect(inquiry?.excerpt).toBe("Sam, Striploins");
  });

  it.each(noIds)("starts at the newest entry for the invalid position %j", async (id) => {
    await insertMessage(database.db, { name: "one", createdAt: at(1) });
    const place = { id, createdAt: at(9) };
    expect((await names({ box: "messages", before: place })).names).toEqual(["one"]);
    expect((await names({ box: "messages", after: place })).names).toEqual(["one"]);
  });
});

describe("a single entry", () => {
  it("has the complete text", async () => {
    const { db } = database;
    const message = await insertMessage(db, { message: "x".repeat(10_000) });
    const inquiry = await insertInquiry(db, { notes: "y".repeat(5000) });
    expect(await getMessage(db, admin, message.id)).toMatchObject({ message: message.message });
    expect(await getInquiry(db, admin, inquiry.id)).toMatchObject({
      notes: inquiry.notes,
      hasAccount: false,
    });
  });

  it("states whether its email address has an account", async () => {
    const { email } = await signedInClient(database.db);
    const { id } = await insertInquiry(database.db, { email });
    expect(await getInquiry(database.db, admin, id)).toMatchObject({ hasAccount: true });
  });

  it.each(noIds)("is null for the id %j", async (id) => {
    expect(await getMessage(database.db, admin, id)).toBeNull();
    expect(await getInquiry(database.db, admin, id)).toBeNull();
  });
});
