import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { catalogue } from "#app/content/sample-catalogue.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { seeds } from "#db/schema/system.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { seedCatalogue } from "./seed.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

beforeEach(async () => {
  await db.delete(products);
  await db.delete(seeds);
});

afterAll(() => database.close());

const all = () => db.select().from(products).orderBy(asc(products.slug));

it("fills a new shop with the whole catalogue, on sale", async () => {
  expect(await seedCatalogue(db)).toBe(catalogue.length);
  const rows = await all();
  expect(rows.map(({ slug }) => slug)).toEqual(catalogue.map(({ slug }) => slug).sort());
  expect(rows.every(({ isActive }) => isActive)).toBe(true);
});

it("changes nothing the second time", async () => {
  await seedCatalogue(db);
  const before = await all();
  expect(await seedCatalogue(db)).toBe(0);
  expect(await all()).toEqual(before);
});

it("keeps the owner's edits, renames and deletions", async () => {
  await seedCatalogue(db);
  const [edited, renamed, deleted] = await all();
  const at = (row: typeof edited) => eq(products.id, row?.id ?? "");
  await db.update(products).set({ pricePerLb: "1.23", isActive: false }).where(at(edited));
  await db.update(products).set({ name: "House Cut", slug: "house-cut" }).where(at(renamed));
  await db.delete(products).where(at(deleted));
  const before = await all();

  await seedCatalogue(db);

  expect(await all()).toEqual(before);
});

it("skips a product whose slug is taken", async () => {
  await insertProduct(db, { slug: "ribeye-steak", name: "Our Ribeye" });
  expect(await seedCatalogue(db)).toBe(catalogue.length - 1);
  const [kept] = await db.select().from(products).where(eq(products.slug, "ribeye-steak"));
  expect(kept?.name).toBe("Our Ribeye");
});

it("skips a product whose item number is taken, and still opens", async () => {
  await insertProduct(db, { slug: "our-own", itemNumber: 1 });
  expect(await seedCatalogue(db)).toBe(catalogue.length - 1);
});

it("seeds once if two processes start concurrently", async () => {
  const added = await Promise.all([seedCatalogue(db), seedCatalogue(db)]);
  expect(added.sort((a, b) => a - b)).toEqual([0, catalogue.length]);
  expect(await all()).toHaveLength(catalogue.length);
});

it("seeds at a later start if the first was interrupted", async () => {
  const cutShort = db.transaction(async (tx) => {
    await seedCatalogue(tx);
    throw new Error("killed");
  });
  await expect(cutShort).rejects.toThrow("killed");
  expect(await all()).toEqual([]);
  expect(await seedCatalogue(db)).toBe(catalogue.length);
});
