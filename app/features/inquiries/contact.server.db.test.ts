import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendingKey } from "#app/routes/storefront/receive-form.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { contactMessages } from "#db/schema/inquiries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { rateLimits } from "#db/schema/system.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { receiveMessage } from "./contact.server.ts";
import { forgetAnswered } from "./inbox/forget-old.server.ts";

const shop = sampleShop();
const sending = { key: "one", shop, robotSign: null };
const form = {
  name: "Jean Sample",
  email: "jean@example.com",
  message: "Do you cut tomahawks?\n\nSix of them.",
};

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.db.delete(contactMessages);
  await database.db.delete(mailOutbox);
  await database.db.delete(rateLimits);
});
afterAll(() => database.close());

const stored = () => database.db.select().from(contactMessages);
const mails = () => database.db.select().from(mailOutbox);

async function mailsByRecipient() {
  const all = await mails();
  const to = (address: string) => all.find(({ recipient }) => recipient === address);
  return { company: to(sampleShop().company.email), sender: to(form.email), count: all.length };
}

describe("receiveMessage", () => {
  it("stores the message and mails the company, whose reply goes to the sender", async () => {
    const id = await receiveMessage(database.db, form, sending);
    expect(await stored()).toMatchObject([{ id, ...form, handledAt: null }]);
    const { company, sender, count } = await mailsByRecipient();
    expect(count).toBe(2);
    expect(company).toMatchObject({ replyTo: form.email, subject: "Message from Jean Sample" });
    expect(company?.text).toContain("  Do you cut tomahawks?\n\n  Six of them.");
    expect(company?.text).toContain(`${shop.siteUrl}/admin/inbox/messages/${id}`);
    expect(sender).toMatchObject({ replyTo: null });
    expect(sender?.text).toContain("Thank you for contacting us. We'll get back to you shortly.");
  });

  it("mails the company even if the sender's address has reached its limit of emails", async () => {
    for (let time = 0; time < 6; time += 1) {
      await receiveMessage(database.db, form, { ...sending, key: String(time) });
    }
    const recipients = (await mails()).map(({ recipient }) => recipient);
    expect(recipients.filter((recipient) => recipient === sampleShop().company.email)).toHaveLength(
      6,
    );
    expect(recipients.filter((recipient) => recipient === form.email)).toHaveLength(4);
  });

  it("repeats no typed text to the sender", async () => {
    const spam = { ...form, name: "Cheap pills", message: "https://spam.example/buy" };
    await receiveMessage(database.db, spam, sending);
    const { sender } = await mailsByRecipient();
    expect(`${sender?.subject}${sender?.text}${sender?.html}`).not.toMatch(/pills|spam/);
  });

  it("stores repeated submissions once, concurrent ones too", async () => {
    const together = [1, 2, 3, 4].map(() => receiveMessage(database.db, form, sending));
    const ids = (await Promise.all(together)).filter((id) => id !== null);
    expect(ids).toHaveLength(1);
    expect(await receiveMessage(database.db, form, sending)).toBeNull();
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  it("stores suspected spam without sending emails", async () => {
    const id = await receiveMessage(database.db, form, { ...sending, robotSign: "haste" });
    expect(await stored()).toMatchObject([{ id, ...form, robotSign: "haste", handledAt: null }]);
    expect(await mails()).toEqual([]);
  });

  it("keeps at most 500 suspected spam messages for 30 days, and never deletes other messages for them", async () => {
    const { db } = database;
    const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    const held = { ...form, robotSign: "trap" as const };
    await db.insert(contactMessages).values([
      { ...form, name: "person", createdAt: daysAgo(90) },
      { ...held, name: "old", createdAt: daysAgo(31) },
      { ...held, name: "dealt with", createdAt: daysAgo(31), handledAt: daysAgo(1) },
      { ...held, name: "oldest", createdAt: daysAgo(2) },
    ]);
    const many = Array.from({ length: 499 }, () => ({ ...held, createdAt: daysAgo(1) }));
    await db.insert(contactMessages).values(many);
    await receiveMessage(db, { ...form, name: "new" }, { ...sending, robotSign: "trap" });
    const names = (await stored()).map(({ name }) => name);
    expect(names.filter((name) => name === form.name)).toHaveLength(499);
    expect(names.filter((name) => name !== form.name).sort()).toEqual([
      "dealt with",
      "new",
      "person",
    ]);
  });

  it("stores nothing if the emails can't be queued", async () => {
    const nowhere = { ...form, email: "nobody" };
    await expect(receiveMessage(database.db, nowhere, sending)).rejects.toThrow();
    expect(await stored()).toEqual([]);
    expect(await mails()).toEqual([]);
  });

  it.each(["Jean\r\nBcc: all@example.com", "Jean\nX: 1", "Jean\u2028Bcc: all@example.com"])(
    "puts the name %j on one line of a subject",
    async (name) => {
      await receiveMessage(database.db, { ...form, name }, { ...sending, key: name });
      const { company } = await mailsByRecipient();
      expect(company?.subject).not.toMatch(/[\r\n\u2028]/);
      expect(company?.subject).toContain("Message from Jean ");
      expect(company).toMatchObject({ recipient: sampleShop().company.email, replyTo: form.email });
    },
  );

  it("treats markup as text", async () => {
    const message = `</td><script src="https://evil.example"></script>`;
    await receiveMessage(database.db, { ...form, message, name: message }, sending);
    const { company } = await mailsByRecipient();
    expect(company?.html).not.toContain("<script");
  });

  it("deletes handled messages after a year, and nothing else", async () => {
    const keep = async (name: string, ago: string | null) => {
      const handledAt = ago && sql.raw(`now() - interval '${ago}'`);
      const row = { ...form, name, createdAt: sql`now() - interval '3 years'` };
      await database.db.insert(contactMessages).values({ ...row, handledAt: handledAt as never });
    };
    await keep("long dealt with", "366 days");
    await keep("lately dealt with", "360 days");
    await keep("waiting", null);
    await receiveMessage(database.db, { ...form, name: "new" }, sending);
    await forgetAnswered(database.db, 12);
    const names = (await stored()).map(({ name }) => name).sort();
    expect(names).toEqual(["lately dealt with", "new", "waiting"]);
  });

  it("deletes suspected spam after thirty days, although nothing arrives", async () => {
    const keep = (name: string, days: number) =>
      database.db.insert(contactMessages).values({
        ...form,
        name,
        robotSign: "trap",
        createdAt: sql`now() - make_interval(days => ${days})`,
      });
    await keep("old spam", 31);
    await keep("new spam", 29);
    await forgetAnswered(database.db, 12);
    expect((await stored()).map(({ name }) => name)).toEqual(["new spam"]);
  });

  it("stores the longest text that the form accepts", async () => {
    const longest = { ...form, name: "é".repeat(200), message: "é".repeat(10_000) };
    const id = await receiveMessage(database.db, longest, sending);
    const [row] = await database.db
      .select()
      .from(contactMessages)
      .where(eq(contactMessages.id, id ?? ""));
    expect(row).toMatchObject(longest);
  });
});

describe("sendingKey", () => {
  it("is the same only for the same texts with the same mark", () => {
    const key = sendingKey({ sending: "1-2-3-4" }, form);
    expect(sendingKey({ sending: "1-2-3-4" }, form)).toBe(key);
    expect(sendingKey({ sending: "1-2-3-5" }, form)).not.toBe(key);
    expect(sendingKey({ sending: "1-2-3-4" }, { ...form, message: "Seven." })).not.toBe(key);
  });

  it("is the same for the same texts if the form has no mark, that is without JavaScript", () => {
    expect(sendingKey({}, form)).toBe(sendingKey({ sending: "" }, form));
    expect(sendingKey({}, { ...form, message: "Seven." })).not.toBe(sendingKey({}, form));
  });
});
