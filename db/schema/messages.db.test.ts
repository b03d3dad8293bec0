import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { user } from "./accounts.ts";
import { auditLog } from "./audit-log.ts";
import { contactMessages, wholesaleInquiries } from "./inquiries.ts";
import { mailOutbox } from "./mail-outbox.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(() => database.close());

describe("contact_messages", () => {
  const message = { name: "Sample", email: "sample@example.com", message: "Do you sell oxtail?" };

  it.each([
    ["accepted", {}],
    ["contact_messages_name_form", { name: " " }],
    ["contact_messages_email_form", { email: "" }],
    ["contact_messages_message_form", { message: "\n" }],
    ["contact_messages_message_form", { message: "x".repeat(10_001) }],
  ])("%s: %o", async (outcome, overrides) => {
    const values = { ...message, ...overrides };
    expect(await refusalOf(db.insert(contactMessages).values(values))).toBe(outcome);
  });
});

describe("wholesale_inquiries", () => {
  const inquiry = {
    company: "Sample Bistro",
    contact: "Sample Contact",
    email: "sample@example.com",
    phone: "604-555-0142",
    businessType: "restaurant" as const,
    delivery: "undecided" as const,
  };

  it.each([
    ["accepted", {}],
    ["wholesale_inquiries_company_form", { company: "" }],
    ["wholesale_inquiries_business_type_known", { businessType: "florist" as "other" }],
    ["wholesale_inquiries_delivery_known", { delivery: "" as "pickup" }],
    ["wholesale_inquiries_weekly_volume_length", { weeklyVolume: "x".repeat(201) }],
  ])("%s: %o", async (outcome, overrides) => {
    const values = { ...inquiry, ...overrides };
    expect(await refusalOf(db.insert(wholesaleInquiries).values(values))).toBe(outcome);
  });
});

describe("mail_outbox", () => {
  const mail = { recipient: "sample@example.com", subject: "Your order", text: "Thank you." };

  it.each([
    ["accepted", { replyTo: "other@example.com" }],
    ["mail_outbox_recipient_form", { recipient: "a@example.com\nBcc: b@example.com" }],
    ["mail_outbox_reply_to_form", { replyTo: "nobody" }],
    ["mail_outbox_subject_one_line", { subject: "Hello\r\nBcc: b@example.com" }],
    ["mail_outbox_subject_one_line", { subject: "Hello\nthere" }],
    ["mail_outbox_attempts_not_negative", { attempts: -1 }],
  ])("%s: %o", async (outcome, overrides) => {
    const values = { ...mail, ...overrides };
    expect(await refusalOf(db.insert(mailOutbox).values(values))).toBe(outcome);
  });

  it("makes a new email due immediately", async () => {
    const [row] = await db.insert(mailOutbox).values(mail).returning();
    expect(row).toMatchObject({ attempts: 0, sentAt: null });
  });
});

describe("audit_log", () => {
  async function record(overrides: Partial<typeof auditLog.$inferInsert> = {}) {
    const entry = {
      actorEmail: "admin@example.com",
      entity: "product" as const,
      entityId: "ribeye-steak",
      action: "price changed",
      before: { pricePerLb: "24.99" },
      after: { pricePerLb: "27.99" },
      ...overrides,
    };
    const [row] = await db.insert(auditLog).values(entry).returning();
    if (!row) throw new Error("Nothing was recorded");
    return row;
  }

  it("records old and new values, in the order of the changes", async () => {
    await record({ entityId: "one" });
    await record({ entityId: "one", before: null });
    const rows = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityId, "one"))
      .orderBy(asc(auditLog.id));
    expect(rows.map(({ before }) => before)).toEqual([{ pricePerLb: "24.99" }, null]);
  });

  it("can be neither changed nor emptied", async () => {
    const { id } = await record();
    const change = db.update(auditLog).set({ action: "nothing" }).where(eq(auditLog.id, id));
    expect(await refusalOf(change)).toBe("audit_log_append_only");
    expect(await refusalOf(db.delete(auditLog))).toBe("audit_log_append_only");
    expect(await refusalOf(db.execute(sql`truncate audit_log`))).toBe("audit_log_append_only");
  });

  it("keeps the actor's address when the account is deleted", async () => {
    const { id, email } = (await insertClient(db)).user;
    const { id: entry } = await record({ actorId: id, actorEmail: email });
    await db.delete(user).where(eq(user.id, id));
    const [row] = await db.select().from(auditLog).where(eq(auditLog.id, entry));
    expect(row).toMatchObject({ actorId: null, actorEmail: email });
  });

  it("accepts only known entity types", async () => {
    expect(await refusalOf(record({ entity: "weather" as "order" }))).toBe(
      "audit_log_entity_known",
    );
  });
});
