import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isClient, summaries } from "#app/features/clients/clients-admin.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { customers } from "#db/schema/customers.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { costOf } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";

let database: OpenDatabase;

/** 10,000 clients, 1 in 3 without a company, and 5 administrators. */
beforeAll(async () => {
  database = await openTestDatabase();
  await fillTables(database.db, async (tx) => {
    await tx.execute(sql`
      insert into users (id, name, email)
      select gen_random_uuid(), 'Client ' || n, 'client' || n || '@example.com'
      from generate_series(1, 10000) n`);
    await tx.execute(sql`
      insert into profiles (id, is_admin) select id, row_number() over () <= 5 from users`);
    await tx.execute(sql`
      insert into customers (id, company_name)
      select id, case when row_number() over () % 3 = 0 then '' else name end from users`);
    await tx.execute(sql`
      insert into members (customer_id, user_id, role) select id, id, 'owner' from users`);
  });
}, 120_000);
afterAll(() => database.close());

it("separates clients from staff without scanning all accounts", async () => {
  const { db } = database;
  const page = summaries(db).where(isClient).orderBy(customers.companyName, customers.id).limit(51);
  const counted = db.select({ id: customers.id }).from(customers).where(isClient);
  for (const query of [page, counted]) {
    const { scanned } = await costOf(db, query);
    expect(scanned).not.toContain("profiles");
    expect(scanned).not.toContain("members");
  }
});
