import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  areFeaturedSteaks,
  featuredProducts,
  getProduct,
  listActiveProducts,
  productsByIds,
  relatedProducts,
} from "./products.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(products);
});

const summaryKeys = [
  "category",
  "id",
  "imageUrl",
  "name",
  "orderStepLb",
  "overCapPct",
  "pricePerLb",
  "slug",
  "soldBy",
  "taxCode",
  "typicalPieceLb",
];
const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
const keys = (row: object | null | undefined) => Object.keys(row ?? {}).sort();

const hostile = [
  "",
  "%",
  "_",
  "\\",
  "'",
  '"; drop table products; --',
  "\0",
  "é",
  "a--b",
  "\ud800",
];

describe("listActiveProducts", () => {
  it("lists all active products by name, with the columns of a card", async () => {
    const { db } = database;
    await insertProduct(db, { name: "Flank Steak", category: "other", imageUrl: "/photos/f.jpg" });
    await insertProduct(db, { name: "Blade Roast", category: "chuck", pricePerLb: "9.90" });
    await insertProduct(db, { name: "Marrow Bones", category: null });
    await insertProduct(db, { name: "Arm Roast", category: "chuck", isActive: false });

    const rows = await listActiveProducts(db, "all");
    expect(names(rows)).toEqual(["Blade Roast", "Flank Steak", "Marrow Bones"]);
    for (const { filters: _, ...row } of rows) expect(keys(row)).toEqual(summaryKeys);
    expect(rows.map(({ filters }) => filters)).toContainEqual(["steaks"]);
    expect(rows[0]).toMatchObject({ category: "chuck", pricePerLb: "9.90", imageUrl: null });
    expect(rows[1]?.imageUrl).toBe("/photos/f.jpg");
  });

  it("filters by category", async () => {
    const { db } = database;
    await insertProduct(db, { name: "Flank Steak", category: "other" });
    await insertProduct(db, { name: "Blade Roast", category: "chuck" });
    await insertProduct(db, { name: "Arm Roast", category: "chuck", isActive: false });
    await insertProduct(db, { name: "Marrow Bones", category: null });

    expect(names(await listActiveProducts(db, "chuck"))).toEqual(["Blade Roast"]);
    expect(await listActiveProducts(db, "ground")).toEqual([]);
  });

  it("lists products of the same name by id", async () => {
    const { db } = database;
    const ids = await Promise.all([1, 2, 3].map(async () => (await insertProduct(db)).id));
    const rows = await listActiveProducts(db, "all");
    expect(rows.map(({ id }) => id)).toEqual(ids.sort());
  });
});

describe("featuredProducts", () => {
  const featured = ["Ribeye Steak", "Striploin Steak", "T-Bone Steak", "Tenderloin Steak"];

  it("returns the four default steaks by name, whatever other products exist", async () => {
    const { db } = database;
    for (const name of ["Arm Roast", "Zabuton", ...featured]) await insertProduct(db, { name });
    const rows = await featuredProducts(db);
    expect(names(rows)).toEqual(featured);
    expect(areFeaturedSteaks(rows)).toBe(true);
    expect(keys(rows[0])).toEqual(summaryKeys);
  });

  it("fills up with other active products if not all four are active", async () => {
    const { db } = database;
    await insertProduct(db, { name: "Ribeye Steak", isActive: false });
    await insertProduct(db, { name: "Tenderloin Steak" });
    for (const name of ["Brisket", "Arm Roast", "Chuck Roast", "Flank"]) {
      await insertProduct(db, { name });
    }
    const rows = await featuredProducts(db);
    expect(names(rows)).toEqual(["Tenderloin Steak", "Arm Roast", "Brisket", "Chuck Roast"]);
    expect(areFeaturedSteaks(rows)).toBe(false);
  });

  it("returns the owner's choice in its order, then the default steaks", async () => {
    const { db } = database;
    for (const name of featured) await insertProduct(db, { name });
    await insertProduct(db, { name: "Arm Roast", featuredRank: 3 });
    await insertProduct(db, { name: "Zabuton", featuredRank: 1 });
    await insertProduct(db, { name: "Hidden", featuredRank: 2, isActive: false });
    expect(names(await featuredProducts(db))).toEqual([
      ...["Zabuton", "Arm Roast", "Ribeye Steak", "Striploin Steak"],
    ]);
  });

  it("fills up with products that have an image before those without one", async () => {
    const { db } = database;
    await insertProduct(db, { name: "-5 =cmd()|" });
    for (const name of ["Brisket", "Chuck", "Flank", "Shank"]) {
      await insertProduct(db, { name, imageUrl: "/photos/one.jpg" });
    }
    const rows = await featuredProducts(db);
    expect(names(rows)).toEqual(["Brisket", "Chuck", "Flank", "Shank"]);
  });

  it("returns fewer than four if there are no more", async () => {
    expect(await featuredProducts(database.db)).toEqual([]);
    await insertProduct(database.db, { name: "Brisket" });
    expect(names(await featuredProducts(database.db))).toEqual(["Brisket"]);
  });
});

describe("getProduct", () => {
  it("finds an active product by id and by slug", async () => {
    const { db } = database;
    const stored = await insertProduct(db, { slug: "ribeye-steak", cutType: "Rib eye steak" });
    const bySlug = await getProduct(db, "ribeye-steak");
    expect(bySlug).toEqual({
      id: stored.id,
      name: "Ribeye Steak",
      category: "prime-rib",
      pricePerLb: "24.99",
      imageUrl: null,
      slug: "ribeye-steak",
      soldBy: "lb",
      taxCode: "Z",
      typicalPieceLb: null,
      orderStepLb: "0.01",
      overCapPct: 10,
      cutType: "Rib eye steak",
      otherNames: "",
      description: stored.description,
      storage: "refrigerated",
      formerSlugs: [],
    });
    expect(await getProduct(db, stored.id)).toEqual(bySlug);
    expect(await getProduct(db, stored.id.toUpperCase())).toEqual(bySlug);
  });

  it("finds one by its former slugs, until another product takes one of them", async () => {
    const { db } = database;
    const { id } = await insertProduct(db, { slug: "first" });
    const rename = (slug: string) => db.update(products).set({ slug }).where(eq(products.id, id));
    await rename("second");
    await rename("third");
    expect(await getProduct(db, "first")).toMatchObject({ id, slug: "third" });
    expect(await getProduct(db, "second")).toMatchObject({
      id,
      slug: "third",
      formerSlugs: ["first", "second"],
    });
    const other = await insertProduct(db, { slug: "first" });
    expect((await getProduct(db, "first"))?.id).toBe(other.id);
    await rename("second");
    expect(await getProduct(db, "third")).toMatchObject({ id, slug: "second" });
    await db.update(products).set({ isActive: false }).where(eq(products.id, id));
    expect(await getProduct(db, "third")).toBeNull();
  });

  it("does not find an inactive or unknown one", async () => {
    const { db } = database;
    const hidden = await insertProduct(db, { slug: "hidden", isActive: false });
    expect(await getProduct(db, hidden.id)).toBeNull();
    expect(await getProduct(db, "hidden")).toBeNull();
    expect(await getProduct(db, "unknown")).toBeNull();
    expect(await getProduct(db, randomUUID())).toBeNull();
  });

  it.each(hostile)("finds nothing for %j", async (idOrSlug) => {
    await insertProduct(database.db);
    expect(await getProduct(database.db, idOrSlug)).toBeNull();
  });

  it("finds nothing for a slug of two megabytes", async () => {
    expect(await getProduct(database.db, "a".repeat(2_000_000))).toBeNull();
  });
});

describe("relatedProducts", () => {
  it("returns up to four other active products of the category by name", async () => {
    const { db } = database;
    const shown = await insertProduct(db, { name: "Blade Steak", category: "chuck" });
    await insertProduct(db, { name: "Arm Roast", category: "chuck", isActive: false });
    await insertProduct(db, { name: "Brisket", category: "other" });
    for (const name of ["F", "E", "D", "C", "B"])
      await insertProduct(db, { name, category: "chuck" });

    const rows = await relatedProducts(db, "chuck", shown.id);
    expect(names(rows)).toEqual(["B", "C", "D", "E"]);
    expect(keys(rows[0])).toEqual(summaryKeys);
  });

  it("returns none without a category or for an unknown one", async () => {
    const { db } = database;
    await insertProduct(db, { category: null });
    expect(await relatedProducts(db, null, randomUUID())).toEqual([]);
    expect(await relatedProducts(db, "nose' or true --", randomUUID())).toEqual([]);
  });

  it.each(hostile)("excludes no product for the id %j", async (id) => {
    await insertProduct(database.db, { category: "chuck" });
    expect(await relatedProducts(database.db, "chuck", id)).toHaveLength(1);
  });
});

describe("productsByIds", () => {
  it("returns the active products of the ids, by name, with the slug", async () => {
    const { db } = database;
    const ribeye = await insertProduct(db, { name: "Ribeye Steak", slug: "ribeye-steak" });
    const brisket = await insertProduct(db, { name: "Brisket" });
    const hidden = await insertProduct(db, { name: "Arm Roast", isActive: false });
    await insertProduct(db, { name: "Not Asked For" });

    const ids = [ribeye.id, hidden.id, randomUUID(), brisket.id, ribeye.id];
    const rows = await productsByIds(db, ids);
    expect(names(rows)).toEqual(["Brisket", "Ribeye Steak"]);
    expect(keys(rows[0])).toEqual(summaryKeys);
    expect(rows[1]?.slug).toBe("ribeye-steak");
  });

  it("ignores invalid ids", async () => {
    const { db } = database;
    const { id } = await insertProduct(db);
    expect(await productsByIds(db, [...hostile, id])).toHaveLength(1);
    expect(await productsByIds(db, hostile)).toEqual([]);
    expect(await productsByIds(db, [])).toEqual([]);
  });

  it("looks up the first 100 ids only", async () => {
    const { db } = database;
    const first = await insertProduct(db, { name: "First" });
    const last = await insertProduct(db, { name: "Last" });
    const unknown = Array.from({ length: 99 }, () => randomUUID());
    expect(names(await productsByIds(db, [first.id, ...unknown, last.id]))).toEqual(["First"]);
  });
});
