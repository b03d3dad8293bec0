import { desc, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { queueMail } from "./outbox.server.ts";

const mail = { to: "chef@example.com", subject: "Hello", text: "Hello.", html: "<p>Hello.</p>" };

let database: OpenDatabase;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

describe("queueMail", () => {
  it("stores the email unchanged", async () => {
    await queueMail(database.db, { ...mail, replyTo: "owner@example.com" });
    expect(await newest()).toMatchObject({
      recipient: "chef@example.com",
      replyTo: "owner@example.com",
      subject: "Hello",
      text: "Hello.",
      html: "<p>Hello.</p>",
      attempts: 0,
      sentAt: null,
    });
  });

  it("cleans line breaks and control characters out of typed text, and accepts a long subject", async () => {
    const subject = "From A\r\nBcc: everybody@example.com";
    await queueMail(database.db, { ...mail, subject, text: "A\0B", html: "A\0B" });
    expect(await newest()).toMatchObject({
      subject: "From A Bcc: everybody@example.com",
      text: "AB",
      html: "AB",
    });
    await queueMail(database.db, { ...mail, subject: "x".repeat(10_000) });
  });

  it.each([
    ["mail_outbox_recipient_form", { to: "chef@example.com\r\nBcc: everybody@example.com" }],
    ["mail_outbox_recipient_form", { to: "chef@example.com, everybody@example.com" }],
    ["mail_outbox_reply_to_form", { replyTo: "" }],
  ])("is refused by the constraint %s with %o", async (rule, overrides) => {
    expect(await refusalOf(queueMail(database.db, { ...mail, ...overrides }))).toBe(rule);
  });

  it("queues a job for each email, and none after a rollback", async () => {
    const before = await jobs();
    const failing = database.db.transaction(async (tx) => {
      await queueMail(tx, { ...mail, subject: "Never" });
      throw new Error("changed my mind");
    });
    await expect(failing).rejects.toThrow("changed my mind");
    expect(await newest()).not.toMatchObject({ subject: "Never" });
    expect(await jobs()).toBe(before);
    await database.db.transaction((tx) => queueMail(tx, mail, { ...mail, to: "b@example.com" }));
    expect(await jobs()).toBe(before + 2);
  });
});

async function jobs(): Promise<number> {
  const { rows } = await database.db.execute(sql`select count(*)::int as count from pgboss.job`);
  return Number(rows[0]?.count);
}

async function newest() {
  const [row] = await database.db
    .select()
    .from(mailOutbox)
    .orderBy(desc(mailOutbox.createdAt))
    .limit(1);
  return row;
}
