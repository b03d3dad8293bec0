import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { createTestDatabase } from "#tests/setup/test-database.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { migrate } from "./migrate.ts";
import { openPostgres } from "./postgres.ts";
import { readProfile } from "./profile.ts";

let database: OpenDatabase;
let drop: () => Promise<void>;
beforeAll(async () => {
  const empty = await createTestDatabase();
  drop = empty.drop;
  database = await openPostgres({ databaseUrl: empty.databaseUrl, log: silentLog });
  await migrate(database.db, undefined, "0015_issued-lines-stay");
});
afterAll(async () => {
  await database.close();
  await drop();
});

const bistro = "00000000-0000-4000-8000-000000000001";
const bare = "00000000-0000-4000-8000-000000000002";
const updated = "2026-03-01 10:00:00+00";

it("makes a customer of the same id of every account, which owns its orders", async () => {
  const { db } = database;
  await db.execute(sql`
    insert into users (id, name, email)
    values (${bistro}, 'Bistro', 'bistro@example.com'), (${bare}, 'Bare', 'bare@example.com')`);
  await db.execute(sql`
    insert into profiles (id, company_name, contact_name, phone, address, notes, is_admin, updated_at)
    values (${bistro}, 'Bistro Été', 'Sample', '604-555-0142', '1 Main Street', 'Back door.', true,
      ${updated})`);
  await db.execute(sql`
    insert into orders (user_id, status, total_price, updated_at)
    values (${bistro}, 'fulfilled', 10.10, ${updated}), (${bare}, 'pending', 20.20, ${updated})`);

  await migrate(db);

  expect(await readProfile(db, bistro)).toEqual({
    id: bistro,
    companyName: "Bistro Été",
    contactName: "Sample",
    phone: "604-555-0142",
    address: "1 Main Street",
    notes: "Back door.",
    isAdmin: true,
    staffRole: null,
  });
  const { rows } = await db.execute(sql`
    select orders.customer_id, placed_by, orders.updated_at = ${updated} as is_untouched,
      ship_tos.address, is_default, members.user_id, role
    from orders
      join ship_tos on ship_tos.id = ship_to_id and ship_tos.customer_id = orders.customer_id
      join members on members.customer_id = orders.customer_id
    order by total_price`);
  const owned = { is_untouched: true, is_default: true, role: "owner" };
  expect(rows).toEqual([
    { ...owned, customer_id: bistro, placed_by: bistro, address: "1 Main Street", user_id: bistro },
    { ...owned, customer_id: bare, placed_by: bare, address: "", user_id: bare },
  ]);
});
