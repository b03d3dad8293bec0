import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, ImageEditor } from "#app/domain/access/capability.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin, signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import {
  findProducts,
  getProductChoice,
  pageOfProductsForAdmin,
  productCategories,
  setProductActive,
  setProductFeatured,
  setProductImage,
} from "./products-admin.server.ts";

let database: OpenDatabase;
let admin: Admin;
let imageEditor: ImageEditor;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  imageEditor = await signedInImageEditor(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(products);
});

const names = (rows: { name: string }[]) => rows.map(({ name }) => name);
const noIds = ["", "%", "'", "\0", "ribeye-steak", `${randomUUID()}x`];

async function stored(id: string) {
  const [product] = await database.db.select().from(products).where(eq(products.id, id));
  return product;
}

const list = async (filter: Parameters<typeof pageOfProductsForAdmin>[2] = {}) =>
  (await pageOfProductsForAdmin(database.db, admin, filter, 1)).rows;

describe("pageOfProductsForAdmin", () => {
  beforeEach(async () => {
    await insertProduct(database.db, { name: "C", category: "chuck", isActive: false });
    await insertProduct(database.db, { name: "B", category: null });
    await insertProduct(database.db, { name: "A", category: "loin" });
  });

  it("lists all products by name, inactive ones too", async () => {
    const rows = await list();
    expect(names(rows)).toEqual(["A", "B", "C"]);
    expect(rows.map(({ isActive }) => isActive)).toEqual([true, true, false]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      "category",
      "cutType",
      "description",
      "featuredRank",
      "gtin",
      "id",
      "imageUrl",
      "isActive",
      "isTraced",
      "itemNumber",
      "name",
      "orderStepLb",
      "otherNames",
      "overCapPct",
      "pricePerLb",
      "slug",
      "soldBy",
      "storage",
      "tareG",
      "taxCode",
      "typicalPieceLb",
    ]);
  });

  it("finds by name, other name and cut type, ignoring case and accents", async () => {
    await insertProduct(database.db, { name: "Entrec\u00f4te", cutType: "", isActive: false });
    await insertProduct(database.db, {
      name: "Striploin",
      otherNames: "New York strip",
      cutType: "",
    });
    const search = async (text: string) => names(await list({ search: text }));
    expect(await search("entrecote")).toEqual(["Entrec\u00f4te"]);
    expect(await search(" NEW-york steaks".slice(0, 9))).toEqual(["Striploin"]);
    expect(await search("%")).toEqual([]);
    expect(await search(" ")).toHaveLength(5);
    const inChuck = await list({
      search: "rib",
      category: "chuck",
    });
    expect(names(inChuck)).toEqual(["C"]);
  });

  it("filters by category", async () => {
    expect(names(await list({ category: "chuck" }))).toEqual(["C"]);
    expect(await list({ category: "round" })).toEqual([]);
  });
});

describe("findProducts", () => {
  it("finds the first ten by name, with only the columns that identify them", async () => {
    const { db } = database;
    for (let number = 10; number < 32; number += 1) {
      await insertProduct(db, { name: `Oxtail ${number}`, isActive: number > 10 });
    }
    const chuck = await insertProduct(db, { name: "Chuck Roast", category: "chuck" });
    const { rows, hasMore } = await findProducts(db, admin, "oxtail");
    expect(names(rows).slice(0, 2)).toEqual(["Oxtail 10", "Oxtail 11"]);
    expect([rows.length, hasMore]).toEqual([10, true]);
    expect(await findProducts(db, admin, "chuck roast")).toEqual({
      rows: [
        {
          id: chuck.id,
          name: "Chuck Roast",
          category: "chuck",
          pricePerLb: "24.99",
          isActive: true,
        },
      ],
      hasMore: false,
    });
    expect(await findProducts(db, admin, " ")).toEqual({ rows: [], hasMore: false });
    expect(await getProductChoice(db, admin, chuck.id)).toMatchObject({ name: "Chuck Roast" });
    for (const id of [...noIds, randomUUID()]) {
      expect(await getProductChoice(db, admin, id)).toBeNull();
    }
  });
});

describe("productCategories", () => {
  it("returns each category once, and none for products without one", async () => {
    const { db } = database;
    await insertProduct(db, { category: "loin" });
    await insertProduct(db, { category: "loin" });
    await insertProduct(db, { category: "chuck", isActive: false });
    await insertProduct(db, { category: null });
    expect(await productCategories(db, admin)).toEqual(["chuck", "loin"]);
  });
});

describe("setProductActive", () => {
  it("hides and shows one product and logs both", async () => {
    const { db } = database;
    const product = await insertProduct(db);
    const other = await insertProduct(db);

    const hidden = await setProductActive(db, admin, product.id, false);
    expect(hidden).toMatchObject({ id: product.id, name: product.name, isActive: false });
    expect((await stored(product.id))?.isActive).toBe(false);
    expect((await stored(other.id))?.isActive).toBe(true);
    await setProductActive(db, admin, product.id, true);
    expect((await stored(product.id))?.isActive).toBe(true);

    const actor = { actorId: admin.userId, actorEmail: admin.email };
    expect(await auditEntries(db, "product", product.id)).toEqual([
      { ...actor, action: "deactivated", before: { isActive: true }, after: { isActive: false } },
      { ...actor, action: "activated", before: { isActive: false }, after: { isActive: true } },
    ]);
  });

  it("writes nothing if the product already has that state", async () => {
    const { db } = database;
    const product = await insertProduct(db);
    const answer = await setProductActive(db, admin, product.id, true);
    expect(answer.isActive).toBe(true);
    expect(await stored(product.id)).toEqual(product);
    expect(await auditEntries(db, "product", product.id)).toEqual([]);
  });

  it.each([...noIds, randomUUID()])("refuses the unknown product %j", async (id) => {
    await expect(setProductActive(database.db, admin, id, false)).rejects.toMatchObject({
      code: "gone",
    });
  });
});

describe("setProductFeatured", () => {
  it("gives a product the first free place of four, logs it, and refuses a fifth", async () => {
    const { db } = database;
    const all = await Promise.all([1, 2, 3, 4, 5].map(() => insertProduct(db)));
    const [first, second, third, fourth, fifth] = all.map(({ id }) => id);
    for (const id of [first, second, third, fourth, second]) {
      await setProductFeatured(db, admin, id ?? "", true);
    }
    const late = () => setProductFeatured(db, admin, fifth ?? "", true);
    await expect(late()).rejects.toMatchObject({ code: "home page full" });
    await setProductFeatured(db, admin, second ?? "", false);
    await setProductFeatured(db, admin, second ?? "", false);
    expect(await late()).toMatchObject({ featuredRank: 2 });
    expect((await stored(second ?? ""))?.featuredRank).toBeNull();
    expect(await auditEntries(db, "product", second ?? "")).toMatchObject([
      { action: "put on home page", before: { featuredRank: null }, after: { featuredRank: 2 } },
      { action: "taken off home page", before: { featuredRank: 2 }, after: { featuredRank: null } },
    ]);
  });

  it("gives two products that are chosen concurrently a place each", async () => {
    const { db } = database;
    const two = [await insertProduct(db), await insertProduct(db)];
    const chosen = await Promise.all(two.map(({ id }) => setProductFeatured(db, admin, id, true)));
    expect(chosen.map(({ featuredRank }) => featuredRank).sort()).toEqual([1, 2]);
  });

  it.each([...noIds, randomUUID()])("refuses the unknown product %j", async (id) => {
    for (const isFeatured of [true, false]) {
      await expect(setProductFeatured(database.db, admin, id, isFeatured)).rejects.toMatchObject({
        code: "gone",
      });
    }
  });
});

describe("setProductImage", () => {
  it("changes the image of one product, and logs it", async () => {
    const { db } = database;
    const product = await insertProduct(db, { imageUrl: "/photos/old.jpg" });
    const other = await insertProduct(db);

    const changed = await setProductImage(db, imageEditor, product.id, "/photos/new.jpg");
    expect(changed).toMatchObject({ imageUrl: "/photos/new.jpg", isActive: true });
    expect((await stored(product.id))?.imageUrl).toBe("/photos/new.jpg");
    expect((await stored(other.id))?.imageUrl).toBeNull();
    expect(await auditEntries(db, "product", product.id)).toEqual([
      {
        actorId: imageEditor.userId,
        actorEmail: imageEditor.email,
        action: "image changed",
        before: { imageUrl: "/photos/old.jpg" },
        after: { imageUrl: "/photos/new.jpg" },
      },
    ]);
  });

  it("writes nothing if the product already has this image", async () => {
    const { db } = database;
    const product = await insertProduct(db, { imageUrl: "/photos/old.jpg" });
    await setProductImage(db, imageEditor, product.id, "/photos/old.jpg");
    expect(await stored(product.id)).toEqual(product);
    expect(await auditEntries(db, "product", product.id)).toEqual([]);
  });

  it("refuses an invalid image address and keeps the old one", async () => {
    const { db } = database;
    const product = await insertProduct(db, { imageUrl: "/photos/old.jpg" });
    await expect(setProductImage(db, imageEditor, product.id, "javascript:x")).rejects.toThrow(
      Refusal,
    );
    expect(await stored(product.id)).toEqual(product);
  });

  it.each([...noIds, randomUUID()])("refuses the unknown product %j", async (id) => {
    await expect(setProductImage(database.db, imageEditor, id, "/x.jpg")).rejects.toMatchObject({
      code: "gone",
    });
  });
});
