import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { StaffAccount } from "#app/domain/access/capability.ts";
import { capabilitiesOf } from "#app/guards/capabilities.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { session } from "#db/schema/accounts.ts";
import { passkeys } from "#db/schema/second-factor.ts";
import { shop, siteUrl, testAuth } from "#tests/setup/accounts.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { softPasskey } from "#tests/setup/factors/soft-passkey.ts";
import { ownAccount } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import type { FactorServices } from "./factor-changes.server.ts";
import { acceptPasskey, addPasskey, optionsToAdd, optionsToProve } from "./passkeys.server.ts";

const elsewhere = "https://shop.evil.example";
const host = new URL(siteUrl).hostname;

let database: OpenDatabase;
let services: FactorServices;
let account: StaffAccount;
beforeAll(async () => {
  database = await openTestDatabase();
  services = { db: database.db, auth: testAuth(database.db), shop };
});
afterAll(() => database.close());
beforeEach(async () => {
  account = await signedIn();
});

async function signedIn(): Promise<StaffAccount> {
  const { user } = await insertClient(database.db, { profile: { isAdmin: true } });
  const [opened] = await database.db
    .insert(session)
    .values({ userId: user.id, token: crypto.randomUUID(), expiresAt: new Date(Date.now() + 1e6) })
    .returning();
  const held = capabilitiesOf({ ...ownAccount(user), isAdmin: true, session: opened }, "");
  if (!held.staffAccount) throw new Error("Not staff");
  return held.staffAccount;
}

const add = (sent: string, to = account) => addPasskey(services, to, { name: "Desk", sent });
const challengeToAdd = async (of = account) => (await optionsToAdd(services, of)).challenge;

async function challengeToProve(of = account): Promise<string> {
  const options = await optionsToProve(services, of.userId);
  if (!options) throw new Error("There is no passkey");
  return options.challenge;
}

const proves = (sent: string, of = account) =>
  database.db.transaction((tx) => acceptPasskey(tx, shop, of.userId, sent));

async function withPasskey(counter = 0) {
  const key = softPasskey();
  await add(key.register({ challenge: await challengeToAdd(), origin: siteUrl, counter }));
  return key;
}

describe("adding a passkey", () => {
  it("accepts a passkey that was registered on this site, once", async () => {
    const key = softPasskey();
    const sent = key.register({ challenge: await challengeToAdd(), origin: siteUrl });
    expect(await add(sent)).toHaveLength(10);
    await expect(add(sent)).rejects.toThrow("could not be added");
    expect(await database.db.$count(passkeys, eq(passkeys.userId, account.userId))).toBe(1);
  });

  it("refuses a passkey that was made for another site, account or purpose", async () => {
    const other = await signedIn();
    await withPasskey();
    const sent = [
      { challenge: await challengeToAdd(), origin: elsewhere },
      { challenge: await challengeToAdd(), origin: elsewhere, host },
      { challenge: await challengeToAdd(), origin: siteUrl, host: "evil.example" },
      // As behind a proxy that doesn't speak https to the shop.
      { challenge: await challengeToAdd(), origin: siteUrl.replace("https:", "http:") },
      { challenge: await challengeToAdd(other), origin: siteUrl },
      { challenge: await challengeToProve(), origin: siteUrl },
      { challenge: "made up", origin: siteUrl },
    ].map((signing) => softPasskey().register(signing));
    for (const answer of [...sent, "", "{", "null", "[]", '{"id":"a","response":{}}']) {
      await expect(add(answer), answer).rejects.toThrow("could not be added");
    }
  });

  it("refuses a passkey that another account uses", async () => {
    const key = await withPasskey();
    const other = await signedIn();
    const challenge = await challengeToAdd(other);
    await expect(add(key.register({ challenge, origin: siteUrl }), other)).rejects.toThrow(
      "in use",
    );
  });
});

describe("proving a passkey at sign-in", () => {
  it("accepts a signature that was made on this site, once", async () => {
    const key = await withPasskey();
    const sent = key.authenticate({ challenge: await challengeToProve(), origin: siteUrl });
    const both = await Promise.all([proves(sent), proves(sent)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await proves(sent)).toBe(false);
  });

  it("refuses a signature that was made for another site, account or purpose", async () => {
    const key = await withPasskey();
    const other = await signedIn();
    const theirs = softPasskey();
    await add(theirs.register({ challenge: await challengeToAdd(other), origin: siteUrl }), other);
    for (const signing of [
      { challenge: await challengeToProve(), origin: elsewhere },
      { challenge: await challengeToProve(), origin: elsewhere, host },
      { challenge: await challengeToProve(), origin: siteUrl, host: "evil.example" },
      { challenge: await challengeToProve(other), origin: siteUrl },
      { challenge: await challengeToAdd(), origin: siteUrl },
      { challenge: "made up", origin: siteUrl },
    ]) {
      expect(await proves(key.authenticate(signing)), JSON.stringify(signing)).toBe(false);
    }
    const challenge = await challengeToProve();
    expect(await proves(theirs.authenticate({ challenge, origin: siteUrl }))).toBe(false);
    // None of these used up the challenge.
    expect(await proves(key.authenticate({ challenge, origin: siteUrl }))).toBe(true);
  });

  it("refuses a signature counter that hasn't increased, as from a copied device", async () => {
    const key = await withPasskey(5);
    const at = async (counter: number) =>
      proves(key.authenticate({ challenge: await challengeToProve(), origin: siteUrl, counter }));
    expect(await at(7)).toBe(true);
    for (const counter of [7, 6, 0]) expect(await at(counter)).toBe(false);
    expect(await at(8)).toBe(true);
  });

  it("refuses every passkey after the shop has moved to another hostname", async () => {
    const key = await withPasskey();
    const moved = { ...shop, siteUrl: elsewhere };
    const sent = key.authenticate({ challenge: await challengeToProve(), origin: elsewhere, host });
    const { userId } = account;
    expect(await database.db.transaction((tx) => acceptPasskey(tx, moved, userId, sent))).toBe(
      false,
    );
  });
});
