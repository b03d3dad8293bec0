import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { documentOrders } from "#db/schema/money/documents.ts";
import { issueFor } from "#tests/setup/factories/orders.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { collect, exportedRows } from "#tests/setup/files/read-export.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { fillTables, insertInvoices } from "#tests/setup/tables/fill-tables.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listInvoicesForAdmin } from "./invoices.server.ts";
import { exportInvoices } from "./invoices-export.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

async function insertInvoice(createdAt: Date, poNumber = "") {
  const { user } = await insertClient(database.db, {
    user: { email: `billed-${createdAt.getTime()}@example.com` },
    profile: { companyName: "=Boucherie Côté", contactName: "Sample", address: "1 Sample\nRoad" },
  });
  const order = await insertOrder(database.db, user.id, { poNumber });
  return { invoice: await issueFor(database.db, order, createdAt), user, order };
}

describe("exportInvoices", () => {
  it("exports the facts that accountants need, newest first, without the PDF's URL", async () => {
    const older = await insertInvoice(new Date("2026-05-02T05:30:00Z"));
    const { invoice, user, order } = await insertInvoice(new Date("2026-06-01T17:00:00Z"), "=4711");
    const file = (await collect(exportInvoices(database.db, admin, {}))).join("");
    expect(file).not.toContain(invoice.url);
    const [first, second, ...more] = await exportedRows(exportInvoices(database.db, admin, {}));
    expect(first).toEqual({
      "Invoice number": invoice.documentNumber,
      "Issued (Pacific)": "2026-06-01",
      "Issued (UTC)": "2026-06-01T17:00:00.000Z",
      "Due (Pacific)": "2026-07-01",
      "Order ID": order.id,
      "Client ID": user.id,
      "Billed to": "'=Boucherie Côté",
      Contact: "Sample",
      Address: "1 Sample\nRoad",
      Email: user.email,
      "Subtotal (CAD)": "249.90",
      "GST (CAD)": "0.00",
      "Total (CAD)": "249.90",
      "PO number": "'=4711",
      "Further order IDs": "",
      Order: String(order.number),
      Credited: "",
    });
    expect(second).toMatchObject({
      "Invoice number": older.invoice.documentNumber,
      "Issued (Pacific)": "2026-05-01",
      "Due (Pacific)": "2026-05-31",
      "PO number": "",
    });
    expect(more).toEqual([]);
  });

  it("lists every order of an invoice for several", async () => {
    const { invoice, user, order } = await insertInvoice(new Date("2026-06-03T17:00:00Z"));
    const more = [await insertOrder(database.db, user.id), await insertOrder(database.db, user.id)];
    await fillTables(database.db, async (tx) => {
      await tx.insert(documentOrders).values(
        more.map(({ id, placedAt }, index) => ({
          documentId: invoice.id,
          position: index + 1,
          orderId: id,
          placedAt,
        })),
      );
    });
    const [first] = await exportedRows(exportInvoices(database.db, admin, {}));
    expect(first).toMatchObject({
      "Order ID": order.id,
      "Further order IDs": more.map(({ id }) => id).join(" "),
      Order: [order, ...more].map(({ number }) => number).join(" "),
    });
  });

  it("exports each invoice once if there are more than fit a batch", async () => {
    const { db } = database;
    const { user } = await insertClient(db);
    await fillTables(db, async (tx) => {
      await tx.execute(sql`
        insert into orders (customer_id, total_price)
        select ${user.id}, 1.00 from generate_series(1, 1050)`);
      // At the same moment, so that the id decides.
      await insertInvoices(tx, {
        first: 100_000,
        issuedAt: sql`timestamptz '2026-07-01T17:00:00Z'`,
        orders: sql`orders where customer_id = ${user.id}`,
      });
    });
    const rows = await exportedRows(exportInvoices(db, admin, {}));
    const numbers = rows.map((row) => row["Invoice number"]);
    expect(numbers).toHaveLength(1_053);
    expect(new Set(numbers).size).toBe(1_053);
  });
  it.each(["inv-10000", "bistro", "no such"])("filters by %j as the list does", async (q) => {
    const { db } = database;
    const listed: string[] = [];
    let page = await listInvoicesForAdmin(db, admin, { search: q, limit: 100 });
    for (;;) {
      listed.push(...page.rows.map(({ invoiceNumber }) => invoiceNumber));
      if (!page.hasMore) break;
      const before = page.rows.at(-1);
      page = await listInvoicesForAdmin(db, admin, { search: q, limit: 100, before });
    }
    const rows = await exportedRows(exportInvoices(db, admin, { q }));
    expect(rows.map((row) => row["Invoice number"])).toEqual(listed);
  });
});
