import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { markFailed, markSent, nextDueIn, takeDueMails } from "./due-mails.server.ts";

let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.db.delete(mailOutbox);
});
afterAll(() => database.close());

async function queued(count: number, overrides: Partial<typeof mailOutbox.$inferInsert> = {}) {
  const mail = { recipient: "chef@example.com", subject: "Hello", text: "Hello.", ...overrides };
  const rows = await database.db
    .insert(mailOutbox)
    .values(Array.from({ length: count }, () => mail))
    .returning({ id: mailOutbox.id });
  // Well past its moment, which the database rounds to the millisecond.
  await database.db.execute(sql`update mail_outbox set next_attempt_at = now() - interval '1 s'
    where next_attempt_at <= now() + interval '1 s'`);
  return rows.map(({ id }) => id);
}

async function row(id: string) {
  const [found] = await database.db.select().from(mailOutbox).where(eq(mailOutbox.id, id));
  if (!found) throw new Error("The mail is gone");
  return found;
}

it("gives each mail to one taker only, however many ask at once", async () => {
  const ids = await queued(20);
  const takers = Array.from({ length: 8 }, () => takeDueMails(database.db, 3, 60));
  const taken = (await Promise.all(takers)).flat();
  expect(taken.length).toBe(20);
  expect(taken.map(({ id }) => id).sort()).toEqual(ids.sort());
  expect(await takeDueMails(database.db, 3, 60)).toEqual([]);
});

it("counts the attempt at taking, so that a mail which kills its process is seen", async () => {
  await queued(1);
  const [mail] = await takeDueMails(database.db, 5, 60);
  expect(mail).toMatchObject({ attempts: 1, sentAt: null });
});

it("gives a mail again when the lease of whoever took it has run out", async () => {
  const [id] = await queued(1);
  await takeDueMails(database.db, 5, -1);
  const [again] = await takeDueMails(database.db, 5, 60);
  expect(again).toMatchObject({ id, attempts: 2 });
});

it("takes the one that has been due for longest, and none that was sent or is not due", async () => {
  await queued(1, { sentAt: new Date() });
  await queued(1, { nextAttemptAt: new Date(Date.now() + 3_600_000) });
  const [old] = await queued(1, { nextAttemptAt: new Date(Date.now() - 3_600_000) });
  await database.db.execute(
    sql`update mail_outbox set next_attempt_at = now() - interval '1 h' where id = ${old}`,
  );
  await queued(1);
  const [first] = await takeDueMails(database.db, 1, 60);
  expect(first).toMatchObject({ id: old });
  expect(await takeDueMails(database.db, 5, 60)).toHaveLength(1);
});

it("keeps why an attempt failed, and forgets it when the mail is sent", async () => {
  const [id = ""] = await queued(1);
  await markFailed(database.db, id, { reason: "no such user", wait: 3600 });
  expect(await row(id)).toMatchObject({ lastError: "no such user", sentAt: null });
  expect(await takeDueMails(database.db, 5, 60)).toEqual([]);
  await markSent(database.db, [id]);
  expect(await row(id)).toMatchObject({ lastError: null, sentAt: expect.any(Date) });
});

it("forgets what a mail said once it is sent, since it may hold a link to an account", async () => {
  const [id = ""] = await queued(1, { html: "<p>Hello.</p>" });
  await markSent(database.db, [id]);
  expect(await row(id)).toMatchObject({ subject: "Hello", text: "", html: null });
});

it("lets nothing that comes late undo what was sent", async () => {
  const [id = ""] = await queued(1);
  await markSent(database.db, [id]);
  const { sentAt } = await row(id);
  await markFailed(database.db, id, { reason: "timeout", wait: 0 });
  await markSent(database.db, [id]);
  expect(await row(id)).toMatchObject({ sentAt, lastError: null });
});

it("tells when to look again", async () => {
  expect(await nextDueIn(database.db)).toBeNull();
  await queued(1, { sentAt: new Date() });
  expect(await nextDueIn(database.db)).toBeNull();
  await queued(1, { nextAttemptAt: new Date(Date.now() + 60_000) });
  const ms = (await nextDueIn(database.db)) ?? 0;
  expect(ms).toBeGreaterThan(30_000);
  expect(ms).toBeLessThanOrEqual(61_000);
  await queued(1);
  expect(await nextDueIn(database.db)).toBe(0);
});
