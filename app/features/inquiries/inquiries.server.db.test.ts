import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { wholesaleInquiries } from "#db/schema/inquiries.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { rateLimits } from "#db/schema/system.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { receiveInquiry } from "./inquiries.server.ts";

const shop = sampleShop();
const sending = { key: "one", shop, robotSign: null };
const form = {
  company: "Harbour Kitchen",
  contact: "Sam Sample",
  email: "sam@example.com",
  phone: "604-555-0177",
  businessType: "meal-prep",
  weeklyVolume: "about 120 lb",
  delivery: "pickup",
  notes: "Striploins to 12 oz.\nWe open in spring.",
} as const;

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
beforeEach(async () => {
  await database.db.delete(wholesaleInquiries);
  await database.db.delete(mailOutbox);
  await database.db.delete(rateLimits);
});
afterAll(() => database.close());

const stored = () => database.db.select().from(wholesaleInquiries);
const mails = () => database.db.select().from(mailOutbox);

describe("receiveInquiry", () => {
  it("stores the inquiry and mails the company, whose reply goes to the sender", async () => {
    const id = await receiveInquiry(database.db, form, sending);
    expect(await stored()).toMatchObject([{ id, ...form, handledAt: null, invitedAt: null }]);
    const sent = await mails();
    expect(sent).toHaveLength(2);
    const company = sent.find(({ recipient }) => recipient === sampleShop().company.email);
    expect(company).toMatchObject({
      replyTo: form.email,
      subject: "Wholesale inquiry from Harbour Kitchen",
    });
    expect(company?.text).toContain(`Company: Harbour Kitchen
Contact: Sam Sample
Email: sam@example.com
Phone: 604-555-0177
Business type: Meal prep
Weekly volume: about 120 lb
Delivery or pickup: Pickup
`);
    expect(company?.text).toContain("  Striploins to 12 oz.\n  We open in spring.");
    expect(company?.text).toContain(`${shop.siteUrl}/admin/inbox/inquiries/${id}`);
  });

  it("mails the sender without repeating what was typed", async () => {
    const spam = { ...form, company: "Cheap pills", notes: "https://spam.example/buy" };
    await receiveInquiry(database.db, spam, sending);
    const sender = (await mails()).find(({ recipient }) => recipient === form.email);
    expect(sender).toMatchObject({ replyTo: null });
    expect(sender?.text.replaceAll("\n", " ")).toContain(
      "We'll be in touch with you shortly to discuss your wholesale needs.",
    );
    expect(`${sender?.subject}${sender?.text}${sender?.html}`).not.toMatch(/pills|spam/);
  });

  it("stores repeated submissions once", async () => {
    const ids = await Promise.all([1, 2, 3].map(() => receiveInquiry(database.db, form, sending)));
    expect(ids.filter((id) => id !== null)).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
    expect(await mails()).toHaveLength(2);
  });

  it("puts a company's name on one line of a subject", async () => {
    const company = "Harbour\r\nBcc: all@example.com\r\n\r\nHello";
    await receiveInquiry(database.db, { ...form, company }, sending);
    const told = (await mails()).find(({ recipient }) => recipient === sampleShop().company.email);
    expect(told?.subject).toBe("Wholesale inquiry from Harbour Bcc: all@example.com Hello");
  });

  it("leaves omitted fields empty", async () => {
    const short = { ...form, weeklyVolume: "", notes: "" };
    await receiveInquiry(database.db, short, sending);
    const told = (await mails()).find(({ recipient }) => recipient === sampleShop().company.email);
    expect(told?.text).toContain("Weekly volume: Not provided");
    expect(told?.text).not.toContain("Notes");
  });
});
