import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { knownBrowsers } from "#db/schema/second-factor.ts";
import { shop, takeMails } from "#tests/setup/accounts.ts";
import { insertClient } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { rememberedSeconds } from "../lifetimes.ts";
import { newBrowserAction, noteOpened } from "./opened-session.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("emails staff about a new browser even when their own was forgotten after a year", async () => {
  const { db } = database;
  const { user } = await insertClient(db, { profile: { isAdmin: true } });
  const { id: userId, email } = user;
  const account = { userId, email, isStaff: true, isProven: false, shop };
  const from = (deviceId: string) =>
    noteOpened(db, { ...account, token: deviceId, deviceId, userAgent: null, clientAddress: "" });

  await from("their own");
  expect(await takeMails(db)).toEqual([]);
  const lastSignedInAt = new Date(Date.now() - rememberedSeconds * 1000 - 1000);
  await db.update(knownBrowsers).set({ lastSignedInAt });
  await from("another");
  expect(await takeMails(db)).toMatchObject([
    { recipient: email, subject: expect.stringContaining("New sign-in to your account") },
  ]);
  expect(await db.select().from(auditLog)).toMatchObject([
    { entityId: userId, action: newBrowserAction },
  ]);
  expect(await db.$count(knownBrowsers)).toBe(1);
});
