import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { session, user, verification } from "#db/schema/accounts.ts";
import { ensureAccount } from "#server/seed/accounts.ts";
import { adminEmail, shop, siteUrl, takeMails, testAuth, tokenIn } from "#tests/setup/accounts.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { changePassword } from "./password-change.server.ts";
import { canResetPassword, requestPasswordReset } from "./password-reset.server.ts";
import { signIn } from "./sign-in.server.ts";

const email = "chef@example.com";
const other = "other@example.com";

let database: OpenDatabase;
let db: Database;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});
beforeEach(async () => {
  await db.delete(user);
  await db.delete(verification);
  await open(email);
});
afterAll(() => database.close());

async function open(address: string) {
  const profile = { companyName: "Bistro" };
  await ensureAccount(db, { email: address, password: "the old one", name: "Chef", profile });
}

/** Signs in and returns the new session's row; null if the password is wrong. */
async function enter(address: string, password: string) {
  const services = { db, auth: testAuth(db), adminEmail, shop, clientAddress: "" };
  const entrance = await signIn(services, new Request(siteUrl), { email: address, password });
  if (typeof entrance === "string") return null;
  const token = /shop\.session_token=([^.;]+)/.exec(entrance.headers.get("Set-Cookie") ?? "")?.[1];
  const [row] = await db
    .select()
    .from(session)
    .where(eq(session.token, decodeURIComponent(token ?? "")));
  return row ?? null;
}

function clientOf(userId: string) {
  const { client } = capabilitiesOf(ownAccount({ id: userId, email }), "");
  if (!client) throw new Error("Not a client");
  return client;
}

it("replaces the password and ends all sessions of the account, and of no other", async () => {
  await open(other);
  const elsewhere = await enter(email, "the old one");
  const here = await enter(email, "the old one");
  const foreign = await enter(other, "the old one");
  if (!here || !foreign || !elsewhere) throw new Error("Not signed in");

  const change = { current: "the old one", next: "the new one" };
  expect(await changePassword(db, clientOf(here.userId), change, shop)).toBe(true);
  const left = await db.select({ id: session.id }).from(session);
  expect(left).toEqual([{ id: foreign.id }]);
  expect(await enter(email, "the old one")).toBeNull();
  expect(await enter(email, "the new one")).not.toBeNull();
  expect(await enter(other, "the old one")).not.toBeNull();
});

it("changes nothing without the current password", async () => {
  const elsewhere = await enter(email, "the old one");
  const here = await enter(email, "the old one");
  if (!here || !elsewhere) throw new Error("Not signed in");
  for (const current of ["", "the new one", "THE OLD ONE"]) {
    const change = { current, next: "the new one" };
    expect(await changePassword(db, clientOf(here.userId), change, shop)).toBe(false);
  }
  expect(await db.select().from(session)).toHaveLength(2);
  expect(await enter(email, "the old one")).not.toBeNull();
});

it("lets one of two concurrent changes win", async () => {
  const here = await enter(email, "the old one");
  if (!here) throw new Error("Not signed in");
  const change = (next: string) =>
    changePassword(db, clientOf(here.userId), { current: "the old one", next }, shop);
  const results = await Promise.all([change("the new one"), change("another one")]);
  expect(results.toSorted()).toEqual([false, true]);
});

it("invalidates password reset links", async () => {
  const here = await enter(email, "the old one");
  if (!here) throw new Error("Not signed in");
  await takeMails(db);
  await requestPasswordReset(db, email, shop);
  const [mail] = await takeMails(db);
  const change = { current: "the old one", next: "the new one" };
  await changePassword(db, clientOf(here.userId), change, shop);
  expect(await canResetPassword(db, tokenIn(mail?.link))).toBe(false);
});
