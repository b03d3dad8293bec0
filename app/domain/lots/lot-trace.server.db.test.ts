import type { SQLWrapper } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { insertManyPackages, manyPackages } from "#tests/setup/tables/many-packages.ts";
import { lookedUp } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { closureOf } from "./lot-closure.server.ts";
import { balanceLots, traceLots } from "./lot-trace.server.ts";
import { balanceOf, sumsOf } from "./lot-trace.ts";

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
  it("are found, each pound once, also of records that were merged", async () => {
    const found = await traceLots(db, admin, lotIds);
    const { packages, orders, customers } = manyPackages;
    expect(lotIds).toHaveLength(3);
    expect(sumsOf(found)).toMatchObject({
      ...{ packages, orders, customers: customers - 20, lb: `${packages}.00` },
    });
    const names = found.map(({ companyName, contactName }) => `${companyName} ${contactName}`);
    expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
    expect(names.filter((name) => name.startsWith("Company of many-"))).toHaveLength(280);
    expect(found.every(({ email }) => email.endsWith("@example.com"))).toBe(true);
    const { packedLb } = balanceOf(await balanceLots(db, admin, lotIds));
    expect(packedLb).toBe(`${packages}.00`);
  });

  it("are not followed row by row", async () => {
    const asked: SQLWrapper[] = [];
    const heard = new Proxy(db, {
      get(target, name) {
        if (name !== "execute") return Reflect.get(target, name, target);
        return (query: SQLWrapper) => {
          asked.push(query);
          return target.execute(query.getSQL());
        };
      },
    });
    await traceLots(heard, admin, lotIds);
    expect(asked).not.toEqual([]);
    for (const query of asked) expect(await lookedUp(db, query, 1_000)).toEqual([]);
  });
});
