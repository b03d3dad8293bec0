import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { signUpForm } from "#app/domain/accounts/credentials/auth-forms.ts";
import { signUp } from "#app/domain/accounts/credentials/sign-up.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { mailOutbox } from "#db/schema/mail-outbox.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertInquiry } from "#tests/setup/factories/inbox.ts";
import { sampleShop } from "#tests/setup/shops/sample-shop.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getInquiry } from "./inbox.server.ts";
import { invitedSender, inviteSender } from "./invitations.server.ts";

const shop = sampleShop();

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
beforeEach(() => database.db.delete(mailOutbox));
afterAll(() => database.close());

const invite = (id: string, invitedBefore: Date | null = null) =>
  inviteSender(database.db, admin, { id, invitedBefore, shop });
const mails = () => database.db.select().from(mailOutbox);
const inquiryOf = (id: string) => getInquiry(database.db, admin, id);

describe("inviteSender", () => {
  it("emails a link to the prefilled form, records the time, and marks the inquiry as handled", async () => {
    const given = {
      company: "Harbour & Sons / Été",
      contact: "Sam O'Sample",
      phone: "+1 604-555-0177",
      email: "sam+shop@example.com",
    };
    const { id } = await insertInquiry(database.db, given);
    await invite(id);
    expect(await inquiryOf(id)).toMatchObject({
      invitedAt: expect.any(Date),
      handledAt: expect.any(Date),
    });
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: given.email, replyTo: null });
    const link = new URL(/https:\/\/\S+/.exec(mail?.text ?? "")?.[0] ?? "");
    expect(link.origin + link.pathname).toBe(`${shop.siteUrl}/login`);
    expect(link.searchParams.has("create")).toBe(true);
    expect(await invitedSender(database.db, link.searchParams.get("invitation") ?? "")).toEqual({
      companyName: given.company,
      contactName: given.contact,
      phone: given.phone,
      email: given.email,
    });
    // The mailed link proves the address, so it needs no confirmation, even where others do.
    const settings = { shop, adminEmail: "admin@example.com", emailConfirmation: true };
    const typed = { email: given.email, password: "a good password", companyName: given.company };
    const proof = link.searchParams.get("proof") ?? "";
    const form = signUpForm.parse(typed);
    const other = { ...form, email: "other@example.com" };
    expect(await signUp(database.db, other, settings, proof)).toBe("confirm");
    expect(await signUp(database.db, form, settings, proof)).toBe("created");
    const isProved = and(eq(user.email, given.email), eq(user.emailVerified, true));
    expect(await database.db.$count(user, isProved)).toBe(1);
    expect(await auditEntries(database.db, "inquiry", id)).toEqual([
      {
        actorId: admin.userId,
        actorEmail: admin.email,
        action: "invited",
        before: { status: "open" },
        after: { status: "handled" },
      },
    ]);
  });

  it("repeats nothing in the email that the sender typed", async () => {
    const typed = { company: "Claim your prize", contact: "Act now", phone: "604-555-0199" };
    const { id } = await insertInquiry(database.db, typed);
    await invite(id);
    const [mail] = await mails();
    const { subject, text, html } = mail ?? {};
    const said = [subject, text, html].join(" ");
    for (const word of ["prize", "Act", "0199"]) expect(said).not.toContain(word);
  });

  it.each(["", "\0", randomUUID()])("prefills nothing for the invitation %j", async (id) => {
    expect(await invitedSender(database.db, id)).toEqual({});
  });

  it("prefills nothing for an inquiry that was never invited, or longer than a month ago", async () => {
    const month = 31 * 24 * 60 * 60 * 1000;
    for (const invitedAt of [null, new Date(Date.now() - month)]) {
      const { id } = await insertInquiry(database.db, { invitedAt });
      expect(await invitedSender(database.db, id)).toEqual({});
    }
  });

  it("doesn't change when an inquiry was handled before", async () => {
    const handledAt = new Date("2026-05-01T12:00:00Z");
    const { id } = await insertInquiry(database.db, { handledAt });
    await invite(id);
    expect(await inquiryOf(id)).toMatchObject({ handledAt });
    const [entry] = await auditEntries(database.db, "inquiry", id);
    expect(entry).toMatchObject({ action: "invited", before: null, after: null });
  });

  it("invites once if two people do so concurrently, and refuses the other", async () => {
    const { id } = await insertInquiry(database.db);
    const results = await Promise.allSettled([invite(id), invite(id)]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const lost = results.find((result) => result.status === "rejected");
    expect(lost?.reason).toMatchObject({ code: "changed" });
    expect(await mails()).toHaveLength(1);
  });

  it("invites again if the staff member has seen the earlier invitation", async () => {
    const { id } = await insertInquiry(database.db);
    await invite(id);
    await expect(invite(id)).rejects.toMatchObject({ code: "changed" });
    await expect(invite(id, new Date(0))).rejects.toMatchObject({ code: "changed" });
    await invite(id, (await inquiryOf(id))?.invitedAt);
    expect(await mails()).toHaveLength(2);
  });

  it.each(["", "\0", "12345678", randomUUID()])("refuses the inquiry %j", async (id) => {
    await expect(invite(id)).rejects.toMatchObject({ code: "gone" });
    expect(await mails()).toEqual([]);
  });
});
