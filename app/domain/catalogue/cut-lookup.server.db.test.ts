import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { findByCutType, productsOfCuts } from "./cut-lookup.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(products);
});

const productKeys = [
  "category",
  "cutType",
  "description",
  "id",
  "imageUrl",
  "name",
  "orderStepLb",
  "otherNames",
  "overCapPct",
  "pricePerLb",
  "slug",
  "soldBy",
  "storage",
  "taxCode",
  "typicalPieceLb",
];

const unmatched = [
  "",
  "  ",
  "%",
  "_",
  "\\",
  "t%p",
  "'",
  '"',
  ",",
  "\0",
  "'; drop table products; --",
];

describe("findByCutType", () => {
  it("prefers an equal cut type, then one that contains the text, then a name", async () => {
    const { db } = database;
    await insertProduct(db, { name: "A Blade Steak", cutType: "", description: "" });
    expect((await findByCutType(db, "Blade steak"))?.name).toBe("A Blade Steak");
    await insertProduct(db, { name: "B", cutType: "Under blade steak" });
    expect((await findByCutType(db, "Blade steak"))?.name).toBe("B");
    await insertProduct(db, { name: "C", cutType: "Blade steak" });
    const cut = await findByCutType(db, "Blade steak");
    expect(cut?.name).toBe("C");
    expect(Object.keys(cut ?? {}).sort()).toEqual(productKeys);
  });

  it("does not look at descriptions or inactive products", async () => {
    const { db } = database;
    await insertProduct(db, { name: "A", cutType: "", description: "Blade steak" });
    await insertProduct(db, { name: "B", cutType: "Blade steak", isActive: false });
    expect(await findByCutType(db, "Blade steak")).toBeNull();
  });

  it("treats wildcards in a name literally", async () => {
    const { db } = database;
    await insertProduct(db, { name: "Lean 90" });
    await insertProduct(db, { name: "Lean 90%_\\" });
    expect((await findByCutType(db, "90%_\\"))?.name).toBe("Lean 90%_\\");
  });

  it.each(unmatched)("finds nothing for %j", async (cutType) => {
    await insertProduct(database.db, { name: "Tip", cutType: "" });
    expect(await findByCutType(database.db, cutType)).toBeNull();
  });
});

describe("productsOfCuts", () => {
  const cuts = [
    { slug: "ribeye-steak", name: "Ribeye Steak" },
    { slug: "t-bone-steak", name: "T-Bone Steak" },
    { slug: "oxtail", name: "Oxtail" },
    { slug: "flank-steak", name: "Flank Steak" },
  ];

  it("finds a product by a former slug, whatever its name", async () => {
    const { db } = database;
    const flank = await insertProduct(db, { slug: "flank-steak", name: "Flank Steak" });
    await db
      .update(products)
      .set({ slug: "bavette-cut", name: "Bavette, whole" })
      .where(eq(products.id, flank.id));
    await insertProduct(db, { slug: "other", name: "Flank Steak" });
    expect(await productsOfCuts(db, cuts)).toEqual(new Map([["flank-steak", flank.id]]));
  });

  it("finds a product by slug, active or not, else by name", async () => {
    const { db } = database;
    const ribeye = await insertProduct(db, { slug: "ribeye-steak", name: "Rib steak, thick" });
    await insertProduct(db, { slug: "other", name: "Ribeye Steak" });
    const tBone = await insertProduct(db, { slug: "t-bone-aaa", name: "T-Bone Steak" });
    const oxtail = await insertProduct(db, { slug: "oxtail", name: "Oxtail", isActive: false });
    await insertProduct(db, { slug: "flank-aaa", name: "Flank Steak", isActive: false });
    expect(await productsOfCuts(db, cuts)).toEqual(
      new Map([
        ["ribeye-steak", ribeye.id],
        ["oxtail", oxtail.id],
        ["t-bone-steak", tBone.id],
      ]),
    );
  });
});
