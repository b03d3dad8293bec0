import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listAccounts } from "./accounts.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("finds who owes by their name, and by the number of an order of theirs", async () => {
  const { db } = database;
  const admin = await signedInAdmin(db);
  const owing = async (companyName: string) => {
    const { customerId } = await signedInClient(db, { companyName });
    const order = await insertFilledOrder(db, customerId);
    await issueFor(db, order);
    return { customerId, number: `${order.number}` };
  };
  const [bistro, butcher] = [await owing("Bistro Sample"), await owing("Butcher Sample")];
  const found = async (search: string) =>
    (await listAccounts(db, admin, { search })).rows.map(({ customerId }) => customerId);
  expect(await found("sample")).toHaveLength(2);
  expect(await found(bistro.number)).toEqual([bistro.customerId]);
  expect(await found(`order ${butcher.number}`)).toEqual([butcher.customerId]);
  expect(await found(butcher.number.slice(-3))).toEqual([butcher.customerId]);
  expect(await found("9999")).toEqual([]);
});
