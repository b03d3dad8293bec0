import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { documentSettings } from "#app/domain/settings/company-settings.ts";
import { saveSettings } from "#app/domain/settings/kept-settings.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { insertCustomers, type NewCustomer } from "./save-customers.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function termsOf(added: NewCustomer): Promise<{ kind: string; days: number } | undefined> {
  const { db } = database;
  const [id = ""] = await insertCustomers(db, [added]);
  const [stored] = await db
    .select({ kind: customers.termsKind, days: customers.termsDays })
    .from(customers)
    .where(eq(customers.id, id));
  return stored;
}

it("gives a new customer the owner's default payment terms, unless it has its own", async () => {
  const admin = await signedInAdmin(database.db);
  expect(await termsOf({ companyName: "Before" })).toEqual({ kind: "net", days: 30 });
  const wanted = { ...documentSettings.defaults, paymentDays: 14 };
  await saveSettings(database.db, admin, documentSettings, wanted, 0);
  expect(await termsOf({ companyName: "After" })).toEqual({ kind: "net", days: 14 });
  const own = { termsKind: "net" as const, termsDays: 7 };
  expect(await termsOf({ companyName: "Own days", ...own })).toEqual({ kind: "net", days: 7 });
  const prepaid = { termsKind: "prepay" as const, termsDays: 0 };
  expect(await termsOf({ companyName: "Prepaid", ...prepaid })).toEqual({
    kind: "prepay",
    days: 0,
  });
});
