import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import * as accounts from "#db/schema/accounts.ts";
import { profiles } from "#db/schema/accounts.ts";
import { expectConsole } from "#tests/setup/fail-on-console.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { ensureAccount, ensureAdmin } from "./accounts.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

beforeEach(() => db.delete(accounts.user));

afterAll(() => database.close());

/** better-auth on our tables, to prove that both are compatible. */
function auth() {
  return betterAuth({
    baseURL: "http://localhost",
    secret: "a secret that is used in this test and nowhere else",
    database: drizzleAdapter(db, { provider: "pg", schema: accounts }),
    advanced: { database: { generateId: "uuid" } },
    emailAndPassword: { enabled: true },
  }).api;
}

const signIn = (email: string, password: string) =>
  auth().signInEmail({ body: { email, password } });

describe("ensureAdmin", () => {
  it("creates a confirmed administrator who can sign in with the generated password", async () => {
    const made = await ensureAdmin(db, { email: "admin@example.com" });
    expect(made).toMatchObject({ email: "admin@example.com", created: true });
    expect(made.generatedPassword).toMatch(/^[\w-]{20,}$/);

    const { user } = await signIn("admin@example.com", made.generatedPassword ?? "");
    expect(user).toMatchObject({ email: "admin@example.com", emailVerified: true });
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, user.id));
    expect(profile?.isAdmin).toBe(true);
  });

  it("uses the given password and does not return it", async () => {
    const made = await ensureAdmin(db, { email: "admin@example.com", password: "a given one" });
    expect(made).toEqual({
      email: "admin@example.com",
      created: true,
      generatedPassword: undefined,
    });
    await signIn("admin@example.com", "a given one");
    expectConsole("warn", /Invalid password/);
    await expect(signIn("admin@example.com", "another one")).rejects.toThrow(/invalid/i);
  });

  it("does not change an existing account, even if its address has other capitals or spaces", async () => {
    await ensureAdmin(db, { email: "admin@example.com", password: "the first one" });
    const again = await ensureAdmin(db, { email: " Admin@Example.COM ", password: "a new one" });
    expect(again).toEqual({
      email: "admin@example.com",
      created: false,
      generatedPassword: undefined,
    });
    await signIn("admin@example.com", "the first one");
    expect(await db.select().from(accounts.user)).toHaveLength(1);
  });

  it("takes over a client's account, which a stranger may have opened at the address", async () => {
    const email = "owner@example.com";
    const { id = "" } = await ensureAccount(db, {
      email,
      password: "a stranger's",
      name: "Stranger",
      profile: {},
    });
    await signIn(email, "a stranger's");
    const expiresAt = new Date(Date.now() + 60_000);
    await db.insert(accounts.verification).values({ identifier: "reset", value: id, expiresAt });
    const starts = await Promise.all([ensureAdmin(db, { email }), ensureAdmin(db, { email })]);
    const [password, ...others] = starts.flatMap((start) => start.generatedPassword ?? []);
    expect(others).toEqual([]);
    expect(await db.$count(accounts.session)).toBe(0);
    expect(await db.$count(accounts.verification)).toBe(0);
    await signIn(email, password ?? "");
    expectConsole("warn", /Invalid password/);
    await expect(signIn(email, "a stranger's")).rejects.toThrow(/invalid/i);
    // Once.
    expect((await ensureAdmin(db, { email, password: "a new one" })).created).toBe(false);
    await signIn(email, password ?? "");
    const [profile] = await db.select().from(profiles).where(eq(profiles.id, id));
    expect(profile?.isAdmin).toBe(true);
  });

  it("keeps the password of staff, who have proven the address", async () => {
    const packer = { email: "pat@example.com", password: "long enough a password" };
    const { id = "" } = await ensureAccount(db, { ...packer, name: "Pat", profile: {} });
    await db.update(profiles).set({ staffRole: "packer" }).where(eq(profiles.id, id));
    expect(await ensureAdmin(db, { email: packer.email })).toMatchObject({
      generatedPassword: undefined,
    });
    await signIn(packer.email, packer.password);
  });

  it("creates one account when two processes start concurrently", async () => {
    const both = await Promise.all([
      ensureAdmin(db, { email: "admin@example.com" }),
      ensureAdmin(db, { email: "admin@example.com" }),
    ]);
    const [winner, ...others] = both.filter(({ created }) => created);
    expect(others).toEqual([]);
    expect(both.filter(({ generatedPassword }) => generatedPassword)).toEqual([winner]);
    await signIn("admin@example.com", winner?.generatedPassword ?? "");
  });
});

describe("better-auth on these tables", () => {
  it("signs up, lower-cases the address, keeps the session and signs out", async () => {
    const api = auth();
    const body = { name: "Sample", email: "Chef@Example.com", password: "long enough" };
    const { headers } = await api.signUpEmail({ body, returnHeaders: true });
    const cookie = new Headers({ cookie: headers.getSetCookie().join("; ") });

    const session = await api.getSession({ headers: cookie });
    expect(session?.user.email).toBe("chef@example.com");
    expect(await db.select().from(accounts.session)).toHaveLength(1);

    await api.signOut({ headers: cookie });
    expect(await db.select().from(accounts.session)).toEqual([]);
  });
});
