import { afterAll, beforeAll, expect, it } from "vitest";
import { readPaymentSettings } from "#app/domain/settings/payments/payment-settings.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { zoneDays, zonePrefixes, zones } from "#db/schema/deliveries.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { seedSampleBusiness } from "./sample-business.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("plants plainly named samples once, and not again what the owner deleted", async () => {
  const { db } = database;
  await seedSampleBusiness(db, "nobody@example.com");
  const planted = await db.select().from(zones);
  expect(planted.every(({ name }) => name.startsWith("Sample "))).toBe(true);
  expect(planted.map(({ kind }) => kind)).toContain("pickup");
  expect((await db.select().from(zonePrefixes)).map(({ prefix }) => prefix)).toContain("V2S");
  const served = new Set((await db.select().from(zoneDays)).map(({ zoneId }) => zoneId));
  expect(served.size).toBe(planted.length);
  // A cart ends in an order at the first start.
  expect(await readPaymentSettings(db)).toMatchObject({
    ...{ takesDoor: true, takesEtransfer: true, takesCard: false },
    etransferEmail: "etransfer@example.com",
  });
  await db.delete(zones);
  await seedSampleBusiness(db, "nobody@example.com");
  expect(await db.select().from(zones)).toEqual([]);
});
