import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { documents } from "#db/schema/money/documents.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { seedShop } from "../seed-shop.ts";
import { plantSampleWays, seedSampleBusiness } from "./sample-business.ts";

let database: OpenDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

it("seeds plainly named samples once, and restores none that the owner deleted", async () => {
  const { db } = database;
  await db.transaction(plantSampleWays);
  await seedSampleBusiness(db, "nobody@example.com");
  const planted = await db.select().from(zones);
  expect(planted.every(({ name }) => name.startsWith("Sample "))).toBe(true);
  expect(planted.map(({ kind }) => kind)).toContain("pickup");
  expect((await db.select().from(zonePrefixes)).map(({ prefix }) => prefix)).toContain("V2S");
  const served = new Set((await db.select().from(zoneDays)).map(({ zoneId }) => zoneId));
  expect(served.size).toBe(planted.length);
  // A cart can become an order at the first start.
  expect(await readPaymentSettings(db)).toMatchObject({
    takesDoor: true,
    takesEtransfer: true,
    takesCard: false,
    etransferEmail: "etransfer@example.com",
  });
  await db.delete(zones);
  await seedSampleBusiness(db, "nobody@example.com");
  expect(await db.select().from(zones)).toEqual([]);
});

it("gives sample invoices the e-transfer address of the shop", async () => {
  const { db } = database;
  await seedShop(
    { ...database, isNew: true },
    {
      adminEmail: "owner@example.com",
      adminPassword: "a long password",
      log: silentLog,
      demo: true,
      demoPassword: "another password",
    },
  );
  const issued = await db.select().from(documents).where(eq(documents.kind, "invoice"));
  expect(issued.length).toBeGreaterThan(0);
  for (const { words } of issued) {
    expect(words?.payment.join(" ")).toContain("etransfer@example.com");
    expect(words?.payment.join(" ")).not.toContain("hello@");
  }
});
