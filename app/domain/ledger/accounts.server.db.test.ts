import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { insertFilledOrder, issueFor } from "#tests/setup/factories/orders.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getAccount, getBalance, listAccounts, owingMost } from "./accounts.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it("listAccounts finds debtors by name, and by the number of one of their orders", async () => {
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

it("owingMost returns the largest debtors, due or not, and getBalance one debtor's balance", async () => {
  const { db } = database;
  const admin = await signedInAdmin(db);
  const owing = async (companyName: string, orders: number, issuedAt?: Date) => {
    const { customerId } = await signedInClient(db, { companyName });
    for (let order = 0; order < orders; order += 1) {
      await issueFor(db, await insertFilledOrder(db, customerId), issuedAt);
    }
    return customerId;
  };
  const longAgo = new Date(Date.now() - 200 * 86_400_000);
  const late = await owing("Late Sample", 2, longAgo);
  const later = await owing("Later Sample", 3, longAgo);
  const much = await owing("Much Sample", 9);
  const most = await owingMost(db, admin, 3);
  expect(most.map(({ customerId }) => customerId)).toEqual([much, later, late]);
  expect(most[1]?.ageing.over90).toBe(most[1]?.openCents);
  expect(await getBalance(db, admin, later)).toMatchObject({ overdueCents: most[1]?.openCents });
  const listed = async (view: "open" | "overdue") =>
    (await listAccounts(db, admin, { view })).rows.map(({ customerId }) => customerId);
  expect((await listed("open")).slice(0, 3)).toEqual([much, later, late]);
  expect((await listed("overdue")).slice(0, 2)).toEqual([later, late]);
  const [, oldest] = (await getAccount(db, admin, later))?.debts ?? [];
  expect(most.map(({ overdueSince }) => overdueSince)).toEqual([
    null,
    oldest?.dueOn,
    oldest?.dueOn,
  ]);
  expect(await getBalance(db, admin, "no id")).toBeNull();
});
