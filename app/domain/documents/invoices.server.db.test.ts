import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin, Client } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { issueFor } from "#tests/setup/factories/orders.ts";
import { insertOrder } from "#tests/setup/factories.ts";
import { signedInAdmin, signedInClient } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listInvoices, listInvoicesForAdmin } from "./invoices.server.ts";

const may = (day: number) => new Date(Date.UTC(2026, 4, day, 17));
const numbers = (rows: { invoiceNumber: string }[]) =>
  rows.map(({ invoiceNumber }) => invoiceNumber);

let database: OpenDatabase;
let admin: Admin;
let bistro: Client;
let butcher: Client;
let bareId: string;

async function invoice(userId: string, day: number) {
  const order = await insertOrder(database.db, userId, { status: "fulfilled" });
  return issueFor(database.db, order, may(day));
}

beforeAll(async () => {
  database = await openTestDatabase();
  const { db } = database;
  admin = await signedInAdmin(db);
  bistro = await signedInClient(db, { companyName: "Bistro" });
  butcher = await signedInClient(db, { companyName: "Butcher" });
  bareId = (await signedInClient(db, { companyName: "" })).customerId;
  // Numbers 1 to 6, numbered out of date order, the last two at the same moment.
  await invoice(bistro.userId, 3);
  await invoice(butcher.userId, 1);
  await invoice(bistro.userId, 2);
  await invoice(bareId, 4);
  await invoice(bistro.userId, 5);
  await invoice(bistro.userId, 5);
});
afterAll(() => database.close());

describe("listInvoices", () => {
  it("lists the invoices of the client's own orders only, newest first", async () => {
    const { rows, hasMore } = await listInvoices(database.db, butcher);
    expect(hasMore).toBe(false);
    expect(rows).toEqual([
      {
        id: expect.any(String),
        orderCount: 1,
        orderId: expect.any(String),
        orderNumber: expect.any(Number),
        invoiceNumber: "INV-000002",
        amount: "249.90",
        invoiceUrl: expect.stringMatching(/^\/invoices\/[\w-]{22,}$/),
        createdAt: may(1),
        dueOn: "2026-05-31",
        openCents: 24_990,
        isCredited: false,
        takenBackBy: null,
        takenBackUrl: null,
      },
    ]);
    const own = numbers((await listInvoices(database.db, bistro)).rows);
    expect(own.slice(0, 2).sort()).toEqual(["INV-000005", "INV-000006"]);
    expect(own.slice(2)).toEqual(["INV-000001", "INV-000003"]);
  });

  it("lists none for a client without orders, or for an administrator", async () => {
    const { db } = database;
    expect((await listInvoices(db, await signedInClient(db))).rows).toEqual([]);
    expect((await listInvoices(db, admin)).rows).toEqual([]);
  });

  it("lists each invoice once across pages, even if several have the same time", async () => {
    const { db } = database;
    const seen = [];
    let page = await listInvoices(db, bistro, { limit: 1 });
    for (;;) {
      seen.push(...page.rows);
      if (!page.hasMore) break;
      page = await listInvoices(db, bistro, { limit: 1, before: page.rows.at(-1) });
    }
    expect(seen).toEqual((await listInvoices(db, bistro)).rows);
    expect(seen).toHaveLength(4);
  });

  it("pages back to newer invoices", async () => {
    const { db } = database;
    const first = await listInvoices(db, bistro, { limit: 2 });
    const second = await listInvoices(db, bistro, { limit: 2, before: first.rows.at(-1) });
    expect([first.hasNewer, second.hasNewer]).toEqual([false, true]);
    expect(await listInvoices(db, bistro, { limit: 2, after: second.rows[0] })).toEqual(first);
    expect(await listInvoices(db, bistro, { limit: 1, after: second.rows[0] })).toMatchObject({
      rows: [first.rows[1]],
      hasNewer: true,
    });
  });

  it("starts at the newest if the cursor is invalid", async () => {
    const wrong = [
      { createdAt: new Date(Number.NaN), id: randomUUID() },
      { createdAt: may(1), id: "' or true --" },
    ];
    for (const before of wrong) {
      expect((await listInvoices(database.db, bistro, { before })).rows).toHaveLength(4);
      expect((await listInvoices(database.db, bistro, { after: before })).rows).toHaveLength(4);
    }
  });
});

describe("listInvoicesForAdmin", () => {
  it("lists everyone's invoices, newest first, with the order's client", async () => {
    const { rows } = await listInvoicesForAdmin(database.db, admin);
    expect(numbers(rows).slice(2)).toEqual([
      "INV-000004",
      "INV-000001",
      "INV-000003",
      "INV-000002",
    ]);
    expect(Object.keys(rows[5] ?? {}).sort()).toEqual([
      "amount",
      "companyName",
      "createdAt",
      "creditNotes",
      "customerId",
      "dueOn",
      "id",
      "invoiceNumber",
      "invoiceUrl",
      "isCredited",
      "openCents",
      "orderCount",
      "orderId",
      "orderNumber",
      "takenBackBy",
      "takenBackUrl",
    ]);
    expect(rows[5]).toMatchObject({ customerId: butcher.customerId, companyName: "Butcher" });
  });

  it("includes the invoice of a customer without a company", async () => {
    const { rows } = await listInvoicesForAdmin(database.db, admin);
    expect(rows[2]).toMatchObject({ customerId: bareId, companyName: "" });
  });

  it("pages forward and back", async () => {
    const { db } = database;
    const first = await listInvoicesForAdmin(db, admin, { limit: 4 });
    expect(first).toMatchObject({ hasMore: true, hasNewer: false });
    const second = await listInvoicesForAdmin(db, admin, { limit: 4, before: first.rows.at(-1) });
    expect(numbers(second.rows)).toEqual(["INV-000003", "INV-000002"]);
    expect(second).toMatchObject({ hasMore: false, hasNewer: true });
    const after = second.rows[0];
    expect(await listInvoicesForAdmin(db, admin, { limit: 4, after })).toEqual(first);
  });

  it.each([
    ["000003", ["INV-000003"]],
    ["inv-000004", ["INV-000004"]],
    [" BUTCH ", ["INV-000002"]],
    ["bist", ["INV-000001", "INV-000003"]],
    ["", ["INV-000004", "INV-000001", "INV-000003", "INV-000002"]],
    ["%", []],
    ["i_v", []],
    ["' or true --", []],
  ])("searches number and company for %j", async (search, found) => {
    const { rows } = await listInvoicesForAdmin(database.db, admin, { search });
    // The two newest have the same moment; their order is undefined.
    const old = numbers(rows).filter((number) => !/[56]$/.test(number));
    expect(old).toEqual(found);
  });

  it("pages through the results of a search", async () => {
    const { db } = database;
    const first = await listInvoicesForAdmin(db, admin, { search: "bistro", limit: 3 });
    const before = first.rows.at(-1);
    const second = await listInvoicesForAdmin(db, admin, { search: "bistro", limit: 3, before });
    expect(numbers(second.rows)).toEqual(["INV-000003"]);
    expect(second).toMatchObject({ hasMore: false, hasNewer: true });
  });
});
