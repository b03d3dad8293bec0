import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { getInvoiceByToken } from "#app/features/invoices/invoice-document.server.ts";
import { invoiceTerms } from "#app/features/invoices/invoice-terms.ts";
import type { OpenDatabase } from "#db/database.ts";
import { sampleShop } from "#tests/setup/sample-shop.ts";
import { createTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { completeInvoices } from "./issue-invoice.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";

let database: OpenDatabase;
let drop: () => Promise<void>;
beforeAll(async () => {
  const empty = await createTestDatabase();
  drop = empty.drop;
  database = await openPostgres({ databaseUrl: empty.databaseUrl, log: silentLog });
  await migrate(database.db, undefined, "0016_customers");
});
afterAll(async () => {
  await database.close();
  await drop();
});

const order = "00000000-0000-4000-8000-000000000001";
const token = "abcdefghijklmnopqrstuvwxyzABCDEF";

it("makes documents of invoices, to the cent and to the day, and goes on counting", async () => {
  const { db } = database;
  await db.execute(sql`insert into customers (id, company_name) values (${order}, 'Bistro')`);
  await db.execute(sql`
    insert into orders (id, customer_id, status, total_price, placed_at)
    values (${order}, ${order}, 'fulfilled', 312.38, '2026-12-01 10:00+00')`);
  await db.execute(sql`
    insert into order_items (order_id, position, product_name, quantity, price_per_lb)
    values (${order}, 0, 'Ribeye Steak', 12.49, 24.99), (${order}, 1, 'Stew', 0.01, 24.99)`);
  // Half past midnight of the 15th in British Columbia.
  await db.execute(sql`
    insert into invoices (order_id, invoice_number, amount, invoice_url, created_at, billed_company,
      billed_contact, billed_address, billed_email)
    values (${order}, 'INV-000007', 312.38, ${`/invoices/${token}`}, '2026-12-15 07:30+00',
      'Bistro', 'Sample', '1 Main Street', 'chef@example.com')`);
  await db.execute(sql`update invoice_counter set last_number = 7`);

  await migrate(db);
  const issuedAt = new Date("2026-12-15T07:30:00Z");
  const { words, taxes, ...days } = invoiceTerms(sampleShop())(issuedAt);
  await completeInvoices(db, words);

  const line = {
    ...{ unitPrice: "24.99", unit: "lb", taxCode: "Z", orderPosition: 0 },
    ...{ orderedPieces: null, packages: null, weights: [], remark: "" },
  };
  expect(await getInvoiceByToken(db, token)).toEqual({
    ...days,
    ...{ kind: "invoice", corrects: null, reason: "" },
    id: expect.any(String),
    invoiceNumber: "INV-000007",
    issuedAt,
    poNumber: "",
    words,
    orders: [{ id: order, placedAt: new Date("2026-12-01T10:00:00Z"), note: null }],
    subtotal: "312.38",
    total: "312.38",
    billedTo: {
      company: "Bistro",
      contact: "Sample",
      address: "1 Main Street",
      email: "chef@example.com",
    },
    lines: [
      { ...line, description: "Ribeye Steak", ordered: "12.49", packed: "12.49", amount: "312.13" },
      { ...line, description: "Stew", ordered: "0.01", packed: "0.01", amount: "0.25" },
    ],
    taxes: [
      {
        taxCode: "Z",
        label: taxes.Z.label,
        taxable: "312.38",
        amount: "0.00",
        reason: taxes.Z.reason,
      },
    ],
  });
  const { rows } = await db.execute(sql`
    select series, last_number as last from document_series order by series`);
  expect(rows).toEqual([
    { series: "CN", last: 0 },
    { series: "DN", last: 0 },
    { series: "INV", last: 7 },
  ]);
  const { rows: booked } = await db.execute(sql`
    select kind, cents::int, occurred_on::text as on, due_on::text as due from ledger_entries`);
  expect(booked).toEqual([{ kind: "invoice", cents: 31_238, on: "2026-12-15", due: "2027-01-14" }]);
});
