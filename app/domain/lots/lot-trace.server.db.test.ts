import { type SQLWrapper, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { lots } from "#db/schema/packages.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { insertManyPackages, manyPackages } from "#tests/setup/tables/many-packages.ts";
import { lookedUp } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { closureOf } from "./lot-closure.server.ts";
import { sumsOfLots } from "./lot-left.server.ts";
import { balanceLots, traceLots } from "./lot-trace.server.ts";
import { balanceOf, sumsOf } from "./lot-trace.ts";
import { listLots } from "./lots.server.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
let lotIds: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
  lotIds = await closureOf(db, admin, await insertManyPackages(db), "both");
}, 120_000);
afterAll(() => database.close());

// `npm run bench -- recall` measures the time.
describe("a hundred thousand packages, two grinds deep", () => {
  it("are found with each pound counted once, including those of merged customers", async () => {
    const found = await traceLots(db, admin, lotIds);
    const { packages, orders, customers } = manyPackages;
    expect(lotIds).toHaveLength(3);
    expect(sumsOf(found)).toMatchObject({
      packages,
      orders,
      customers: customers - 20,
      lb: `${packages}.00`,
    });
    const names = found.map(({ companyName, contactName }) => `${companyName} ${contactName}`);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(names.filter((name) => name.startsWith("Company of many-"))).toHaveLength(280);
    expect(found.every(({ email }) => email.endsWith("@example.com"))).toBe(true);
    const { packedLb } = balanceOf(await balanceLots(db, admin, lotIds));
    expect(packedLb).toBe(`${packages}.00`);
  });

  /** Runs a reading, and returns the queries that it has sent. */
  async function asked(read: (heard: Database) => Promise<unknown>): Promise<SQLWrapper[]> {
    const queries: SQLWrapper[] = [];
    const heard = new Proxy(db, {
      get(target, name) {
        if (name !== "execute") return Reflect.get(target, name, target);
        return (query: SQLWrapper) => {
          queries.push(query);
          return target.execute(query.getSQL());
        };
      },
    });
    await read(heard);
    return queries;
  }

  it("are not looked up row by row", async () => {
    const queries = await asked((heard) => traceLots(heard, admin, lotIds));
    expect(queries).not.toEqual([]);
    for (const query of queries) expect(await lookedUp(db, query, 1_000)).toEqual([]);
  });

  it("are summed for a list of lots in one query", async () => {
    await db.execute(sql`
      with added as (
        insert into lots (code, supplier, received_lb)
        select 'LISTED-' || number, 'Sample Farm', 100 from generate_series(1, 500) as number returning id)
      insert into stock_entries (lot_id, kind, lb)
      select id, kind, lb from added, (values ('received', 100), ('waste', -2)) as entries (kind, lb)`);
    await db.execute(sql`analyze`);
    const ids = (await db.select({ id: lots.id }).from(lots)).map(({ id }) => id);
    const sums = await sumsOfLots(db, ids);
    expect(sums.size).toBe(503);
    const queries = await asked((heard) => sumsOfLots(heard, ids));
    expect(queries).toHaveLength(1);
    for (const query of queries) expect(await lookedUp(db, query, 10)).toEqual([]);
    const { rows } = await listLots(db, admin, { search: "LISTED-", limit: 100 });
    expect(rows).toHaveLength(100);
    for (const row of rows)
      expect(row).toMatchObject({
        packedLb: "0.00",
        cutLb: "0.00",
        wastedLb: "2.00",
        leftLb: "98.00",
      });
  });
});
