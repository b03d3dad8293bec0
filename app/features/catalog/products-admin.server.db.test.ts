import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin, ImageEditor } from "#app/features/auth/capability.ts";
import { InvalidImageUrlError } from "#app/features/images/image-address.ts";
import type { OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin, signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { ProductNotFoundError } from "./product.ts";
import {
  listProductsForAdmin,
  productCategories,
  setProductActive,
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

describe("listProductsForAdmin", () => {
  beforeEach(async () => {
    await insertProduct(database.db, { name: "C", category: "chuck", isActive: false });
    await insertProduct(database.db, { name: "B", category: null });
    await insertProduct(database.db, { name: "A", category: "loin" });
  });

  it("lists all products by name, inactive ones too", async () => {
    const rows = await listProductsForAdmin(database.db, admin);
    expect(names(rows)).toEqual(["A", "B", "C"]);
    expect(rows.map(({ isActive }) => isActive)).toEqual([true, true, false]);
    expect(Object.keys(rows[0] ?? {}).sort()).toEqual([
      "category",
      "cutType",
      "description",
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

  it("finds by name, other name and cut type, whatever the accents, inactive ones too", async () => {
    await insertProduct(database.db, { name: "Entrec\u00f4te", cutType: "", isActive: false });
    await insertProduct(database.db, {
      name: "Striploin",
      otherNames: "New York strip",
      cutType: "",
    });
    const search = async (text: string) =>
      names(await listProductsForAdmin(database.db, admin, { search: text }));
    expect(await search("entrecote")).toEqual(["Entrec\u00f4te"]);
    expect(await search(" NEW-york steaks".slice(0, 9))).toEqual(["Striploin"]);
    expect(await search("%")).toEqual([]);
    expect(await search(" ")).toHaveLength(5);
    const inChuck = await listProductsForAdmin(database.db, admin, {
      search: "rib",
      category: "chuck",
    });
    expect(names(inChuck)).toEqual(["C"]);
  });

  it("lists one category alone", async () => {
    expect(names(await listProductsForAdmin(database.db, admin, { category: "chuck" }))).toEqual([
      "C",
    ]);
    expect(await listProductsForAdmin(database.db, admin, { category: "round" })).toEqual([]);
  });
});

describe("productCategories", () => {
  it("answers each category once, none for products without one", async () => {
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

  it("writes nothing when the product is already so", async () => {
    const { db } = database;
    const product = await insertProduct(db);
    const answer = await setProductActive(db, admin, product.id, true);
    expect(answer.isActive).toBe(true);
    expect(await stored(product.id)).toEqual(product);
    expect(await auditEntries(db, "product", product.id)).toEqual([]);
  });

  it.each([...noIds, randomUUID()])("knows no product %j", async (id) => {
    await expect(setProductActive(database.db, admin, id, false)).rejects.toThrow(
      ProductNotFoundError,
    );
  });
});

describe("setProductImage", () => {
  it("gives one product its image and logs it", async () => {
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

  it("writes nothing when the image is already this one", async () => {
    const { db } = database;
    const product = await insertProduct(db, { imageUrl: "/photos/old.jpg" });
    await setProductImage(db, imageEditor, product.id, "/photos/old.jpg");
    expect(await stored(product.id)).toEqual(product);
    expect(await auditEntries(db, "product", product.id)).toEqual([]);
  });

  it("refuses what is no address of an image and keeps the old one", async () => {
    const { db } = database;
    const product = await insertProduct(db, { imageUrl: "/photos/old.jpg" });
    await expect(setProductImage(db, imageEditor, product.id, "javascript:x")).rejects.toThrow(
      InvalidImageUrlError,
    );
    expect(await stored(product.id)).toEqual(product);
  });

  it.each([...noIds, randomUUID()])("knows no product %j", async (id) => {
    await expect(setProductImage(database.db, imageEditor, id, "/x.jpg")).rejects.toThrow(
      ProductNotFoundError,
    );
  });
});
