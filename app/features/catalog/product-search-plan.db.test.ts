import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { fillTables } from "#tests/setup/fill-tables.ts";
import { planOf } from "#tests/setup/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { productsNamed, searchProducts } from "./product-search.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await fillTables(database.db, async (tx) => {
    await tx.execute(sql`
      insert into products (name, slug, price_per_lb, description)
      select (array['Ribeye Steak', 'Round Roast', 'Short Ribs'])[1 + n % 3] || ' No. ' || n,
        'no-' || n, 9.99, repeat('Well marbled. ', 40)
      from generate_series(1, 5000) n`);
    await tx.execute(sql`
      insert into products (name, slug, price_per_lb) values ('Oxtail Reserve', 'oxtail', 9.99)`);
  });
});
afterAll(() => database.close());

const indexes = async (text: string) => {
  const steps = await planOf(database.db, productsNamed(database.db, text));
  return steps.flatMap((step) => step["Index Name"] ?? []);
};

it("finds a rare name without reading every other", async () => {
  expect(await indexes("tail res")).toEqual(["products_trigrams"]);
  expect(await searchProducts(database.db, "TAIL res")).toMatchObject([{ name: "Oxtail Reserve" }]);
});

it("takes the first few by name that have a common word", async () => {
  expect(await indexes("steak")).toEqual(["products_active_name"]);
});
