import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { session, user, verification } from "#db/schema/accounts.ts";
import { rateLimits } from "#db/schema/system.ts";
import { adminEmail, shop, siteUrl, takeMails, testAuth, tokenIn } from "#tests/setup/accounts.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { insertAccount } from "../insert-account.server.ts";
import { canResetPassword, requestPasswordReset, resetPassword } from "./password-reset.server.ts";
import { openSession, signIn } from "./sign-in.server.ts";

let database: OpenDatabase;
let db: Database;
let hashes: { chefs: string; others: string };
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  hashes = { chefs: await hashPassword("the old one"), others: await hashPassword("the other's") };
});
beforeEach(async () => {
  await db.delete(user);
  await db.delete(verification);
  await db.delete(rateLimits);
  await takeMails(db);
  await open(email, hashes.chefs);
  await open(other, hashes.others);
});
afterAll(() => database.close());

const email = "chef@example.com";
const other = "other@example.com";

function open(address: string, passwordHash: string) {
  const named = { email: address, name: "Somebody", profile: { companyName: "Bistro" } };
  return db.transaction((tx) => insertAccount(tx, { ...named, emailVerified: true, passwordHash }));
}

const services = () => ({ db, auth: testAuth(db), adminEmail, shop, clientAddress: "" });

function entering(address: string, password: string) {
  return signIn(services(), new Request(siteUrl), { email: address, password });
}

/** Returns the token of the newest link mailed to the chef. */
async function mailedToken() {
  await requestPasswordReset(db, email, shop);
  const [mail] = await takeMails(db);
  return tokenIn(mail?.link);
}

describe("asking for a new password", () => {
  it("emails a link to the account's address, good for an hour", async () => {
    await requestPasswordReset(db, email, shop);
    const mails = await takeMails(db);
    expect(mails).toMatchObject([
      { recipient: email, link: expect.stringMatching(/\/reset-password\?token=[\w-]{43}$/) },
    ]);
    expect(await canResetPassword(db, tokenIn(mails[0]?.link))).toBe(true);
    const [link] = await db.select().from(verification);
    const minutes = ((link?.expiresAt.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(59);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  it("emails nothing to an address without an account", async () => {
    await requestPasswordReset(db, "nobody@example.com", shop);
    expect(await takeMails(db)).toEqual([]);
    expect(await db.select().from(verification)).toEqual([]);
  });

  it("stores no link in plain text", async () => {
    const token = await mailedToken();
    expect(JSON.stringify(await db.select().from(verification))).not.toContain(token);
  });

  it("deletes expired links", async () => {
    await mailedToken();
    await db.update(verification).set({ expiresAt: new Date(Date.now() - 1) });
    await mailedToken();
    expect(await db.select().from(verification)).toHaveLength(1);
  });
});

describe("choosing a new password", () => {
  it("replaces the old one and ends every session of the account, and of no other", async () => {
    await entering(email, "the old one");
    await entering(email, "the old one");
    await entering(other, "the other's");
    const userId = await resetPassword(db, await mailedToken(), "the new one", shop);
    const [chef] = await db.select().from(user).where(eq(user.email, email));
    expect(userId).toBe(chef?.id);
    expect(await db.select().from(session)).toMatchObject([
      { userId: expect.not.stringMatching(userId ?? "") },
    ]);

    expect(await entering(email, "the old one")).toBe("wrong-credentials");
    expect(await entering(email, "the new one")).toMatchObject({ landing: "/dashboard" });
    expect(await entering(other, "the other's")).toMatchObject({ landing: "/dashboard" });
  });

  it("signs in the holder of the link", async () => {
    const userId = await resetPassword(db, await mailedToken(), "the new one", shop);
    const { headers, landing } = await openSession(services(), new Request(siteUrl), userId ?? "");
    expect(landing).toBe("/dashboard");
    const cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const found = await testAuth(db).api.getSession({ headers: new Headers({ cookie }) });
    expect(found?.user.email).toBe(email);
  });

  it("confirms the email address", async () => {
    await db.update(user).set({ emailVerified: false }).where(eq(user.email, email));
    await resetPassword(db, await mailedToken(), "the new one", shop);
    const [chef] = await db.select().from(user).where(eq(user.email, email));
    expect(chef?.emailVerified).toBe(true);
  });

  it("accepts a link once, and invalidates the account's other links", async () => {
    const [first, second] = [await mailedToken(), await mailedToken()];
    expect(await resetPassword(db, second, "the new one", shop)).not.toBeNull();
    for (const token of [first, second]) {
      expect(await canResetPassword(db, token)).toBe(false);
      expect(await resetPassword(db, token, "yet another", shop)).toBeNull();
    }
    expect(await entering(email, "the new one")).toMatchObject({ landing: "/dashboard" });
  });

  it("accepts only one of two concurrent requests", async () => {
    const token = await mailedToken();
    const outcomes = await Promise.all([
      resetPassword(db, token, "the first one", shop),
      resetPassword(db, token, "the second one", shop),
    ]);
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  it.each(["expired", "made up", "empty", "for something else"])(
    "refuses a link that is %s, and changes nothing",
    async (kind) => {
      const token = await mailedToken();
      if (kind === "expired") {
        await db.update(verification).set({ expiresAt: new Date(Date.now() - 1) });
      }
      if (kind === "for something else") {
        const [link] = await db.select().from(verification);
        const identifier = link?.identifier.replace("reset-password", "confirm-email");
        await db.update(verification).set({ identifier });
      }
      const tried = { "made up": "x".repeat(43), empty: "" }[kind] ?? token;
      await entering(email, "the old one");
      expect(await canResetPassword(db, tried)).toBe(false);
      expect(await resetPassword(db, tried, "the new one", shop)).toBeNull();
      expect(await entering(email, "the old one")).toMatchObject({ landing: "/dashboard" });
      expect(await db.select().from(session)).toHaveLength(2);
    },
  );
});
