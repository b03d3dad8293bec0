import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { account, profiles, session, user } from "./accounts.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(() => database.close());

describe("users", () => {
  it.each(["Chef@example.com", "chef", "chef@", "@example.com", "two words@example.com", ""])(
    "refuse the address %o",
    async (email) => {
      expect(await refusalOf(insertClient(db, { user: { email } }))).toBe("users_email_form");
    },
  );

  it("can't share an address", async () => {
    const email = "same@example.com";
    await insertClient(db, { user: { email } });
    expect(await refusalOf(insertClient(db, { user: { email } }))).toBe("users_email_unique");
  });

  it("are deleted with their profile, sessions and sign-in methods", async () => {
    const { id } = (await insertClient(db)).user;
    const expiresAt = new Date(Date.now() + 60_000);
    await db.insert(session).values({ userId: id, token: randomUUID(), expiresAt });
    await db.insert(account).values({ userId: id, accountId: id, providerId: "credential" });

    await db.delete(user).where(eq(user.id, id));

    expect(await db.select().from(profiles).where(eq(profiles.id, id))).toEqual([]);
    expect(await db.select().from(session).where(eq(session.userId, id))).toEqual([]);
    expect(await db.select().from(account).where(eq(account.userId, id))).toEqual([]);
  });

  it("can't have two passwords", async () => {
    const { id } = (await insertClient(db)).user;
    const values = { userId: id, accountId: id, providerId: "credential" };
    await db.insert(account).values(values);
    expect(await refusalOf(db.insert(account).values(values))).toBe("accounts_provider_account");
  });
});

describe("profiles", () => {
  it("belong to clients by default", async () => {
    expect((await insertClient(db)).profile.isAdmin).toBe(false);
  });

  it("need an account", async () => {
    expect(await refusalOf(db.insert(profiles).values({ id: randomUUID() }))).toBe(
      "profiles_id_users_id_fk",
    );
  });

  it.each([
    ["customers_company_name_length", { companyName: "x".repeat(201) }],
    ["customers_phone_length", { phone: "6".repeat(51) }],
    ["customers_notes_length", { notes: "x".repeat(5001) }],
  ])("are refused by %s", async (rule, profile) => {
    expect(await refusalOf(insertClient(db, { profile }))).toBe(rule);
  });
});
