import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { insertClient, insertOrder } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { listClients } from "./clients-admin.server.ts";
import { exportClients } from "./clients-export.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

const fileOf = (q = "") => exportedRows(exportClients(database.db, admin, { q }));

describe("exportClients", () => {
  it("has the columns that an accountant asks for", async () => {
    const { user, profile } = await insertClient(database.db, {
      user: { email: "cafe@example.com" },
      profile: {
        companyName: "Café Élan",
        contactName: "@Sample",
        phone: "+1-604-555-0142",
        address: "100 Sample Road\nAbbotsford, BC",
        notes: "=1+2",
      },
    });
    const createdAt = new Date("2025-01-01T07:00:00Z");
    await database.db.update(customers).set({ createdAt }).where(eq(customers.id, user.id));
    await insertOrder(database.db, user.id, { totalPrice: "0.10" });
    await insertOrder(database.db, user.id, { totalPrice: "1249.90", status: "cancelled" });
    expect(await fileOf(profile.id)).toEqual([
      {
        "Client ID": profile.id,
        Company: "Café Élan",
        Contact: "'@Sample",
        Email: "cafe@example.com",
        Phone: "+1 604 555 0142",
        Address: "100 Sample Road\nAbbotsford, BC",
        Notes: "'=1+2",
        Orders: "2",
        "Total spent (CAD)": "0.10",
        "Client since (Pacific)": "2024-12-31",
        "Postal code": "",
        "Invoices due": "Days after the invoice",
        "Days of terms": "30",
        "Credit limit (CAD)": "",
        "Days of grace": "",
        "PO numbers": "Optional",
        "PO number for all orders": "",
        Invoices: "One for each order",
        "Minimum order (CAD)": "",
        "Name in accounting": "",
        "Monthly statement": "no",
      },
    ]);
  });

  it("has each of 1,200 clients once, in the order of the list, even with equal names", async () => {
    const { db } = database;
    const names = Array.from({ length: 1_200 }, (_, index) => `Chain ${Math.floor(index / 400)}`);
    await db.insert(customers).values(names.map((companyName) => ({ companyName })));
    const rows = await fileOf("chain");
    expect(rows.map(({ Company }) => Company)).toEqual(names);
    expect(new Set(rows.map((row) => row["Client ID"])).size).toBe(1_200);
    const { rows: listed } = await listClients(db, admin, { search: "chain", limit: 100 });
    expect(rows.slice(0, 100).map((row) => row["Client ID"])).toEqual(listed.map(({ id }) => id));
  });

  it("has only its headings if no client is found", async () => {
    expect(await fileOf("no such company")).toEqual([]);
  });
});
