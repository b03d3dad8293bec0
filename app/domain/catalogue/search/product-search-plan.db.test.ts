import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { fillTables } from "#tests/setup/tables/fill-tables.ts";
import { costOf } from "#tests/setup/tables/query-plan.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { productsGoingBy, productsLike, searchProducts } from "./product-search.server.ts";

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
    await tx.execute(sql`update products set search_words = search_words(name)`);
  });
});
afterAll(() => database.close());

it("finds a rare name without a full scan", async () => {
  const query = { text: "tail res", words: ["tail", "res"] };
  const { saving, scanned } = await costOf(database.db, productsGoingBy(database.db, query));
  expect(scanned).toEqual([]);
  expect(saving).toBeGreaterThan(5);
  const { products } = await searchProducts(database.db, "TAIL res");
  expect(products).toMatchObject([{ name: "Oxtail Reserve" }]);
});

it("compares a typo with likely products only, without scanning the whole table", async () => {
  const { saving, scanned } = await costOf(database.db, productsLike(database.db, "oxtial"));
  expect(scanned).toEqual([]);
  expect(saving).toBeGreaterThan(5);
  const found = await searchProducts(database.db, "oxtial");
  expect(found).toMatchObject({ correctedTo: "oxtail", products: [{ name: "Oxtail Reserve" }] });
});
