import { cp, mkdtemp, readdir, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { migrate, missingFrom, ownMigrations } from "#db/migrate.ts";
import { copyFolder } from "#tests/setup/copy-folder.ts";
import { removeFolder } from "#tests/setup/remove-folder.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { moveIn } from "./move-in.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** The last migration that a shop on PGlite ever had. */
const last = "0008_name-trigrams-argument.sql";

/** A data folder as that version left it; to be copied, not used. */
let pattern: string;
let parent: string;
let dataDir: string;

beforeAll(async () => {
  pattern = await mkdtemp(join(tmpdir(), "shop-old-"));
  const files = await mkdtemp(join(tmpdir(), "shop-old-migrations-"));
  for (const name of await readdir(ownMigrations)) {
    if (name.endsWith(".sql") && name <= last)
      await cp(join(ownMigrations, name), join(files, name));
  }
  const client = await PGlite.create({ dataDir: join(pattern, "db") });
  await migrate(drizzle({ client }) as unknown as Database, files);
  await client.exec(oldRows);
  await client.close();
  await removeFolder(files);
});
afterAll(() => removeFolder(pattern));

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "shop-move-in-"));
  dataDir = join(parent, "data");
  await copyFolder(pattern, dataDir);
  return () => removeFolder(parent);
});

// Of each kind of column something that is easily lost: cents, milliseconds, generated columns,
// identities, line ends, quotes, other alphabets, null within JSON.
const oldRows = `
  insert into products (id, name, category, slug, price_per_lb, created_at)
    values ('00000000-0000-4000-8000-000000000001', 'Chuck "7-bone" — Côté', 'chuck', 'chuck', 12.30,
      '2025-03-09 02:30:00.123-08');
  insert into users (id, name, email, email_verified)
    values ('00000000-0000-4000-8000-000000000002', 'Sample', 'chef@example.com', true);
  insert into profiles (id, company_name)
    values ('00000000-0000-4000-8000-000000000002', 'Harbour Kitchen');
  insert into orders (id, user_id, total_price, notes)
    select gen_random_uuid(), '00000000-0000-4000-8000-000000000002', 24.60, E'Back door.\\r\\n\\\\n 肉'
    from generate_series(1, 1201);
  insert into order_items (order_id, position, product_id, product_name, quantity, price_per_lb)
    select id, 0, '00000000-0000-4000-8000-000000000001', 'Chuck', 2, 12.30 from orders;
  insert into audit_log (actor_email, entity, entity_id, action, before, after)
    values ('admin@example.com', 'product', '1', 'change', null, '{"price": 12.30, "note": null}'),
      ('admin@example.com', 'product', '1', 'change', '[1, "\\u00e9"]', null);
  update invoice_counter set last_number = 7;
`;

const move = () => moveIn(dataDir);

it("carries every row over, and the shop goes on from there", async () => {
  const { tables, rows, aside } = await move();
  expect(tables).toBeGreaterThan(15);
  expect(rows).toBeGreaterThan(2 * 1201);
  expect(aside).toBe(join(dataDir, "db.pglite"));

  const { db, close } = await connect({ dataDir, log: silentLog });
  expect(await missingFrom(db)).toEqual([]);
  const { rows: found } = await db.execute(sql`
    select (select count(*)::int from orders) as orders,
      (select sum(subtotal)::text from order_items) as subtotals,
      (select notes from orders limit 1) as notes,
      (select name || to_char(created_at at time zone 'UTC', ' HH24:MI:SS.MS') from products) as product,
      (select json_agg(json_build_array(id, before, after) order by id) from audit_log) as audit,
      (select last_number from document_series where series = 'INV') as number`);
  expect(found).toEqual([
    {
      orders: 1201,
      subtotals: "29544.60",
      notes: "Back door.\r\n\\n 肉",
      product: 'Chuck "7-bone" — Côté 10:30:00.123',
      audit: [
        [1, null, { price: 12.3, note: null }],
        [2, [1, "é"], null],
      ],
      number: 7,
    },
  ]);
  // Sequences go on where they were, and triggers and sums work.
  const { rows: next } = await db.execute(sql`
    insert into audit_log (actor_email, entity, entity_id, action)
    values ('admin@example.com', 'product', '1', 'change') returning id::int`);
  expect(next).toEqual([{ id: 3 }]);
  await close();
  await expect(move()).rejects.toThrow(/^The database in .+ needs no move\.$/);
});

it("is what a start asks for, which leaves the old database as it was", async () => {
  const start = connect({ dataDir, log: silentLog });
  await expect(start).rejects.toThrow(
    /^Cannot open the database in .+: npm run move-in carries it/,
  );
  expect(await readdir(dataDir)).toEqual(["db", "lock"]);
  expect((await move()).rows).toBeGreaterThan(1201);
});

it("goes on where it was cut short, and no start makes an empty shop instead", async () => {
  await rename(join(dataDir, "db"), join(dataDir, "db.pglite"));
  const start = connect({ dataDir, log: silentLog });
  await expect(start).rejects.toThrow(
    /^A move into .+ was cut short\. Run npm run move-in again\.$/,
  );
  expect((await move()).rows).toBeGreaterThan(1201);
  expect((await readdir(dataDir)).sort()).toEqual(["db", "db.pglite", "lock"]);
});

it("is refused where there is no shop, and of a newer version", async () => {
  await expect(moveIn(parent)).rejects.toThrow(/^There is no shop in .+\.$/);
  const client = await PGlite.create({ dataDir: join(dataDir, "db") });
  await client.exec("insert into schema_migrations (name, sha256) values ('9999_newer', '')");
  await client.close();
  await expect(move()).rejects.toThrow(/^The old database is of a newer version .+ 9999_newer\.$/);
  expect((await readdir(dataDir)).sort()).toEqual(["db", "lock"]);
});
