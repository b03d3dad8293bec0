import { hashPassword } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { profiles, session, user } from "#db/schema/accounts.ts";
import { members } from "#db/schema/customers.ts";
import { adminEmail, shop, testAuth } from "#tests/setup/accounts.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { signIn } from "../credentials/sign-in.server.ts";
import { insertAccount } from "../insert-account.server.ts";
import { sessionSeconds } from "../lifetimes.ts";
import { createAuth } from "./auth.server.ts";
import { answerSession } from "./session.server.ts";
import type { AccountProfile, SessionAnswer } from "./session.ts";
import { accountOfSession } from "./session-account.server.ts";

const email = "chef@example.com";
const password = "long enough";

let database: OpenDatabase;
let db: Database;
let passwordHash: string;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  await db.delete(user);
  const named = { name: "Chef", emailVerified: true, passwordHash, profile: {} };
  await db.transaction(async (tx) => {
    await insertAccount(tx, { ...named, email });
    await insertAccount(tx, { ...named, email: adminEmail });
  });
});
afterAll(() => database.close());

/** Signs in and returns the cookies that were set. */
async function signedIn(address = email, auth = testAuth(db)) {
  const services = { db, auth, adminEmail, shop, clientAddress: "" };
  const request = new Request("https://shop.example/login");
  const entrance = await signIn(services, request, { email: address, password });
  if (typeof entrance === "string") throw new Error(entrance);
  const [cookie = ""] = entrance.headers.getSetCookie();
  return { cookie, landing: entrance.landing };
}

/** Returns the session answer and its cookies. */
async function ask(cookie: string) {
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  const request = new Request("https://shop.example/api/auth/get-session", { headers });
  const response = await answerSession({ db, auth: testAuth(db), adminEmail }, request);
  expect(response.headers.get("cache-control")).toBe("no-store");
  const session: SessionAnswer | null = await response.json();
  return { session, setCookie: response.headers.getSetCookie() };
}

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000);

it("keeps an account's 20 most recently used sessions", async () => {
  const { cookie: quiet } = await signedIn();
  const { cookie: others } = await signedIn(adminEmail);
  const userId = (await ask(quiet)).session?.user.id ?? "";
  await db.update(session).set({ updatedAt: inSeconds(-60) });
  const expiresAt = inSeconds(60);
  const more = Array.from({ length: 19 }, (_, nr) => ({ userId, token: `token ${nr}`, expiresAt }));
  await db.insert(session).values(more);
  expect((await ask(quiet)).session).not.toBeNull();
  const { cookie: last } = await signedIn();
  expect(await db.$count(session, eq(session.userId, userId))).toBe(20);
  expect((await ask(quiet)).session).toBeNull();
  for (const kept of [last, others]) expect((await ask(kept)).session).not.toBeNull();
});

describe("the session's cookie", () => {
  it("is hidden from scripts and other sites, and is sent over HTTPS only", async () => {
    const { cookie } = await signedIn();
    expect(cookie.split("; ").slice(1).sort()).toEqual([
      "HttpOnly",
      `Max-Age=${sessionSeconds}`,
      "Path=/",
      "SameSite=Lax",
      "Secure",
    ]);
    expect(cookie).toMatch(/^__Secure-shop\.session_token=/);
  });

  it("works without HTTPS where the shop has none", async () => {
    const auth = createAuth(db, {
      siteUrl: "http://localhost:3000",
      loopback: true,
      secret: "a secret that is used in tests and nowhere else",
      emailConfirmation: false,
      log: silentLog,
    });
    const { cookie } = await signedIn(email, auth);
    expect(cookie).toMatch(/^shop\.session_token=.*HttpOnly; SameSite=Lax$/);
  });

  it("is rejected when it was made up or changed", async () => {
    const { cookie } = await signedIn();
    const [name, value = ""] = (cookie.split(";")[0] ?? "").split("=");
    const [token = ""] = decodeURIComponent(value).split(".");
    for (const forged of [token, `${token}.${"x".repeat(43)}=`, "", `x${value}`]) {
      expect((await ask(`${name}=${forged}`)).session).toBeNull();
    }
  });
});

describe("the answer about who is signed in", () => {
  it("doesn't include the session's token", async () => {
    const { cookie } = await signedIn();
    const { session: told } = await ask(cookie);
    const [row] = await db.select().from(session);
    expect(told).toEqual({
      user: { id: row?.userId, email, emailVerified: true },
      session: { id: row?.id, expiresAt: row?.expiresAt.toISOString() },
      profile: expect.objectContaining({ id: row?.userId, isAdmin: false }),
      isAdmin: false,
      isImageEditor: false,
      isStaff: false,
    });
    expect(row).toMatchObject({ ipAddress: "" });
  });

  it("has a profile with the account's id and the details of the customer that it acts for", async () => {
    const { cookie } = await signedIn();
    const details = { companyName: "Bistro", contactName: "", phone: "", address: "", notes: "" };
    const { user: owner } = await insertClient(db, { profile: details });
    const [row] = await db.select().from(session);
    const userId = row?.userId ?? "";
    const joined = { customerId: owner.id, role: "buyer" } as const;
    await db.update(members).set(joined).where(eq(members.userId, userId));
    const profile: AccountProfile = { id: userId, isAdmin: false, ...details };
    expect((await ask(cookie)).session?.profile).toEqual(profile);
  });

  it("names an administrator by address or by profile", async () => {
    const designated = await signedIn(adminEmail);
    expect(designated.landing).toBe("/admin");
    expect((await ask(designated.cookie)).session).toMatchObject({
      isAdmin: true,
      isImageEditor: true,
    });
    await db.update(profiles).set({ isAdmin: true });
    const byProfile = await signedIn();
    expect(byProfile.landing).toBe("/admin");
    expect((await ask(byProfile.cookie)).session).toMatchObject({
      isAdmin: true,
      isImageEditor: false,
    });
  });

  it("names staff of a lesser role by profile", async () => {
    const packer = await signedIn();
    await db.update(profiles).set({ isAdmin: false, staffRole: "packer" });
    expect((await ask(packer.cookie)).session).toMatchObject({ isAdmin: false, isStaff: true });
    expect((await signedIn()).landing).toBe("/admin/packing");
  });
});

describe("a session", () => {
  it("lasts a week from when it was last extended, which works even with 90 seconds left", async () => {
    const { cookie } = await signedIn();
    await db.update(session).set({ expiresAt: inSeconds(90) });
    const { session: told, setCookie } = await ask(cookie);
    const left = Date.parse(told?.session.expiresAt ?? "") - Date.now();
    expect(left / 1000).toBeGreaterThan(sessionSeconds - 60);
    expect(setCookie[0]).toContain(`Max-Age=${sessionSeconds}`);
  });

  it("isn't extended again within a day, nor by a guard, which couldn't renew the cookie", async () => {
    const { cookie } = await signedIn();
    expect((await ask(cookie)).setCookie).toEqual([]);
    const soon = inSeconds(90);
    await db.update(session).set({ expiresAt: soon });
    const request = new Headers({ cookie: cookie.split(";")[0] ?? "" });
    expect(await accountOfSession({ db, auth: testAuth(db) }, request)).toMatchObject({ email });
    expect(await db.select().from(session)).toMatchObject([{ expiresAt: soon }]);
  });

  it("is deleted once it has expired", async () => {
    const { cookie } = await signedIn();
    await db.update(session).set({ expiresAt: inSeconds(-1) });
    expect((await ask(cookie)).session).toBeNull();
    expect(await db.select().from(session)).toEqual([]);
  });
});
