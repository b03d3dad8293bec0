import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ZodError } from "zod";
import type { Client } from "#app/domain/access/capability.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { OpenDatabase } from "#db/database.ts";
import { user } from "#db/schema/accounts.ts";
import { customers } from "#db/schema/customers.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getProfile, updateProfile } from "./profiles.server.ts";
import { readProfile } from "./stored-profile.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function withoutProfile(): Promise<Client> {
  const email = `${randomUUID()}@example.com`;
  const [bare] = await database.db.insert(user).values({ name: "Bare", email }).returning();
  const account = { userId: bare?.id ?? "", email, isAdmin: null, membership: null };
  const { client } = capabilitiesOf(account, "");
  if (!client) throw new Error("Not a client");
  return client;
}

async function stored({ userId, customerId }: Client) {
  const { db } = database;
  const [customer] = await db.select().from(customers).where(eq(customers.id, customerId));
  return { ...customer, ...(await readProfile(db, userId)) };
}

describe("getProfile", () => {
  it("returns the client's own profile", async () => {
    const { db } = database;
    const client = await signedInClient(db, { companyName: "Bistro", notes: "Ring twice" });
    await signedInClient(db, { companyName: "Other" });
    expect(await getProfile(db, client)).toEqual({
      id: client.userId,
      companyName: "Bistro",
      contactName: "Sample Contact",
      phone: "604-555-0142",
      address: "100 Sample Street, Abbotsford, BC",
      notes: "Ring twice",
      postalCode: "",
    });
  });

  it("returns null for an account without one", async () => {
    expect(await getProfile(database.db, await withoutProfile())).toBeNull();
  });
});

describe("updateProfile", () => {
  it("changes the given fields, only in the client's own profile", async () => {
    const { db } = database;
    const client = await signedInClient(db, { companyName: "Bistro" });
    const other = await signedInClient(db);
    const untouched = await stored(other);

    const fields = { companyName: ' O\'Brien, "Fine" 50%_\\ \u725b\u8089 ', notes: "a\0b\nc" };
    const answer = await updateProfile(db, client, fields);
    expect(answer).toEqual(await getProfile(db, client));
    expect(answer).toMatchObject({
      companyName: 'O\'Brien, "Fine" 50%_\\ \u725b\u8089',
      notes: "ab\nc",
      contactName: "Sample Contact",
    });
    expect(await stored(other)).toEqual(untouched);
  });

  it("can clear all five fields", async () => {
    const { db } = database;
    const client = await signedInClient(db, { notes: "Ring twice" });
    const empty = { companyName: "", contactName: "", phone: "", address: "", notes: "" };
    expect(await updateProfile(db, client, empty)).toMatchObject(empty);
    expect(await stored(client)).toMatchObject(empty);
  });

  it("logs changed fields with their old and new values", async () => {
    const { db } = database;
    const client = await signedInClient(db, { companyName: "Bistro" });
    await updateProfile(db, client, { companyName: "Bistro", phone: "604-555-0199" });
    expect(await auditEntries(db, "client", client.userId)).toEqual([
      {
        actorId: client.userId,
        actorEmail: client.email,
        action: "updated",
        before: { phone: "604-555-0142" },
        after: { phone: "604-555-0199" },
      },
    ]);
  });

  it("logs only the part of long texts that differs", async () => {
    const { db } = database;
    const long = "🥩".repeat(4_000);
    const client = await signedInClient(db, { notes: long });
    await updateProfile(db, client, { notes: `${long} and rare` });
    const [entry] = await auditEntries(db, "client", client.userId);
    expect(JSON.stringify(entry?.after)).toContain("and rare");
    expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThan(5_000);
    const other = "b".repeat(5_000);
    await updateProfile(db, client, { notes: other });
    const [, whole] = await auditEntries(db, "client", client.userId);
    expect(Buffer.byteLength(JSON.stringify(whole))).toBeLessThan(5_000);
    expect(await stored(client)).toMatchObject({ notes: other });
  });

  it("writes nothing when nothing changes", async () => {
    const { db } = database;
    const client = await signedInClient(db, { companyName: "Bistro" });
    const before = await stored(client);
    await updateProfile(db, client, { companyName: "Bistro " });
    await updateProfile(db, client, {});
    expect(await stored(client)).toEqual(before);
    expect(await auditEntries(db, "client", client.userId)).toEqual([]);
  });

  it("ignores other fields", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const other = await signedInClient(db);
    const sent = { phone: "1", isAdmin: true, is_admin: true, id: other.userId };
    await updateProfile(db, client, sent);
    expect(await stored(client)).toMatchObject({ id: client.userId, phone: "1", isAdmin: false });
    expect((await stored(other))?.phone).toBe("604-555-0142");
  });

  it("refuses a text that is too long, and changes nothing", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const before = await stored(client);
    const update = updateProfile(db, client, { notes: "Fine", phone: "1".repeat(51) });
    await expect(update).rejects.toThrow(ZodError);
    expect(await stored(client)).toEqual(before);
  });

  it("accepts texts up to the table's limit", async () => {
    const { db } = database;
    const client = await signedInClient(db);
    const longest = {
      companyName: "x".repeat(200),
      contactName: "x".repeat(200),
      phone: "x".repeat(50),
      address: "x".repeat(500),
      notes: "x".repeat(5000),
    };
    expect(await updateProfile(db, client, longest)).toMatchObject(longest);
  });

  it("creates no customer for an account without one", async () => {
    const update = updateProfile(database.db, await withoutProfile(), { phone: "1" });
    await expect(update).rejects.toThrow(Refusal);
    const client = await signedInClient(database.db);
    await database.db.delete(customers).where(eq(customers.id, client.customerId));
    const late = updateProfile(database.db, client, { phone: "1" });
    await expect(late).rejects.toThrow("No customer with the id");
  });
});
