import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { profiles, session } from "#db/schema/accounts.ts";
import { members } from "#db/schema/customers.ts";
import { testAuth } from "#tests/setup/accounts.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { accountOfSession } from "./session-account.server.ts";

let database: OpenDatabase;
let db: Database;
let userId: string;
let email: string;
let membership: object;
/** Name and value, as set by better-auth. */
let cookie: string;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  const { user } = await insertClient(db, { profile: { isAdmin: true } });
  userId = user.id;
  membership = { customerId: userId, records: [userId], role: "owner", siteIds: null };
  email = user.email;
  const { headers } = await testAuth(db).api.openSession({ body: { userId }, returnHeaders: true });
  cookie = headers.getSetCookie()[0]?.split(";")[0] ?? "";
});
afterAll(() => database.close());

function accountOf(cookies: string) {
  return accountOfSession({ db, auth: testAuth(db) }, new Headers({ cookie: cookies }));
}

describe("the account of a session", () => {
  it("is found by its cookie among other cookies", async () => {
    expect(cookie).toMatch(/^__Secure-shop\.session_token=/);
    const account = { userId, email, isAdmin: true, staffRole: null, membership, guests: [] };
    expect(await accountOf(cookie)).toMatchObject({ ...account, owes: null });
    expect(await accountOf(`theme=dark; ${cookie}; more="1"`)).toMatchObject(account);
  });

  it("is not found without a cookie that we have signed", async () => {
    const [name = "", value = ""] = cookie.split("=", 2);
    const token = decodeURIComponent(value).split(".")[0] ?? "";
    const another = encodeURIComponent(`${randomUUID()}.${value.split(".")[1]}`);
    for (const forged of ["", token, `${token}.`, `.${value}`, `${value}x`, another, "%", "é"]) {
      expect(await accountOf(`${name}=${forged}`)).toBeNull();
    }
    expect(await accountOf(cookie.replace("__Secure-", ""))).toBeNull();
  });

  it("acts for the customer that was joined first, in the member's current role", async () => {
    const other = await insertClient(db);
    await db.insert(members).values({ customerId: other.user.id, userId, role: "buyer" });
    expect((await accountOf(cookie))?.membership).toEqual(membership);
    await db.delete(members).where(eq(members.customerId, userId));
    const records = [other.user.id];
    const now = { customerId: other.user.id, records, role: "buyer", siteIds: null };
    expect((await accountOf(cookie))?.membership).toEqual(now);
    await db.update(members).set({ role: "viewer", siteIds: [] }).where(eq(members.userId, userId));
    expect((await accountOf(cookie))?.membership).toEqual({ ...now, role: "viewer", siteIds: [] });
  });

  it("is found without a profile or a customer, but not once the session has expired", async () => {
    await db.delete(profiles).where(eq(profiles.id, userId));
    await db.delete(members).where(eq(members.userId, userId));
    expect(await accountOf(cookie)).toMatchObject({
      userId,
      email,
      isAdmin: null,
      staffRole: null,
      membership: null,
      guests: [],
    });
    await db.update(session).set({ expiresAt: new Date(Date.now() - 1000) });
    expect(await accountOf(cookie)).toBeNull();
  });

  it("throws during a database outage", async () => {
    const away = { db: {} as Database, auth: testAuth(db) };
    await expect(accountOfSession(away, new Headers({ cookie }))).rejects.toThrow();
  });
});
