import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  listFailedMails,
  listWaitingMails,
  redirectFailedMail,
  removeFailedMail,
  retryFailedMail,
} from "./failed-mails.server.ts";

let database: OpenDatabase;
let admin: Admin;

beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
beforeEach(async () => {
  await database.db.delete(mailOutbox);
  await database.db.execute(sql`delete from pgboss.job`);
});
afterAll(() => database.close());

async function insertMail(overrides: Partial<typeof mailOutbox.$inferInsert>) {
  const mail = { recipient: "chef@example.com", subject: "Your order", text: "Thank you." };
  const [row] = await database.db
    .insert(mailOutbox)
    .values({ ...mail, ...overrides })
    .returning({ id: mailOutbox.id });
  return row?.id ?? "";
}

const jobs = async () => (await database.db.execute(sql`select from pgboss.job`)).rows.length;

it("lists failed emails only, the latest first", async () => {
  const older = await insertMail({ failedAt: new Date("2026-11-01T10:00:00Z"), attempts: 21 });
  const newer = await insertMail({ failedAt: new Date("2026-11-02T10:00:00Z"), lastError: "no" });
  await insertMail({ sentAt: new Date() });
  await insertMail({});
  expect(await listFailedMails(database.db, admin)).toMatchObject([
    { id: newer, lastError: "no" },
    { id: older, attempts: 21, recipient: "chef@example.com", subject: "Your order" },
  ]);
});

it("requeues a failed email once for concurrent requests", async () => {
  const id = await insertMail({ failedAt: new Date() });
  const asked = await Promise.all([1, 2, 3].map(() => retryFailedMail(database.db, admin, id)));
  expect(asked.filter(Boolean)).toHaveLength(1);
  expect(await jobs()).toBe(1);
  expect(await listFailedMails(database.db, admin)).toEqual([]);
});

it("redirects a failed email, unless its link is for its recipient only", async () => {
  const id = await insertMail({ failedAt: new Date() });
  const link = await insertMail({
    failedAt: new Date(),
    expiresAt: new Date(Date.now() + 60_000),
  });
  const send = (mailId: string) =>
    redirectFailedMail(database.db, admin, mailId, "right@example.com");
  expect([await send(id), await send(id), await send(link)]).toEqual([true, false, false]);
  const sentOn = and(eq(mailOutbox.id, id), eq(mailOutbox.recipient, "right@example.com"));
  expect(await database.db.$count(mailOutbox, sentOn)).toBe(1);
  expect(await jobs()).toBe(1);
});

it("lists emails that wait for another attempt, and retries none that has expired", async () => {
  const tried = await insertMail({ attempts: 1, lastError: "try later" });
  await insertMail({});
  await insertMail({ sendAfter: new Date(Date.now() + 60_000), topic: "order changed x" });
  expect(await listWaitingMails(database.db, admin)).toMatchObject([{ id: tried, attempts: 1 }]);
  const over = await insertMail({ failedAt: new Date(), expiresAt: new Date(Date.now() - 1000) });
  expect(await retryFailedMail(database.db, admin, over)).toBe(false);
});

it("deletes a failed email", async () => {
  const id = await insertMail({ failedAt: new Date() });
  expect(await removeFailedMail(database.db, admin, id)).toBe(true);
  expect(await removeFailedMail(database.db, admin, id)).toBe(false);
});

it("ignores waiting, sent and unknown emails", async () => {
  const waiting = await insertMail({});
  const sent = await insertMail({ sentAt: new Date() });
  for (const id of [waiting, sent, randomUUID(), "'", "\0"]) {
    expect(await retryFailedMail(database.db, admin, id)).toBe(false);
    expect(await removeFailedMail(database.db, admin, id)).toBe(false);
  }
  expect(await jobs()).toBe(0);
  expect(await database.db.$count(mailOutbox, eq(mailOutbox.id, waiting))).toBe(1);
});
