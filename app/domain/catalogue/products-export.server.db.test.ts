import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { categories } from "#db/schema/values/products.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { exportedRows } from "#tests/setup/files/read-export.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { exportProducts } from "./products-export.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
  const values = Array.from({ length: 1_040 }, (_, index) => ({
    name: `Cut ${Math.floor(index / 20)}`,
    slug: `cut-${index}`,
    category: categories[index % categories.length],
    pricePerLb: "9.99",
  }));
  await database.db.insert(products).values(values);
});
afterAll(() => database.close());

const fileOf = (category?: string) =>
  exportedRows(exportProducts(database.db, admin, { category }));

describe("exportProducts", () => {
  it("exports all fields of a product", async () => {
    const product = await insertProduct(database.db, {
      name: "-Ribeye",
      slug: "minus-ribeye",
      category: null,
      isActive: false,
      otherNames: "Rib eye, Scotch fillet",
      description: "Marbled,\n“well”.",
      soldBy: "piece",
      typicalPieceLb: "1.25",
      orderStepLb: "0.50",
      overCapPct: 0,
      tareG: 15,
      itemNumber: 42,
      gtin: "00036000291452",
      storage: "frozen",
      taxCode: "GP",
      isTraced: true,
      updatedAt: new Date("2026-06-01T17:05:00Z"),
    });
    expect(await fileOf()).toContainEqual({
      "Product ID": product.id,
      Name: "'-Ribeye",
      Category: "",
      Slug: "minus-ribeye",
      "Cut type": "Rib",
      "Other names": "Rib eye, Scotch fillet",
      "Price per lb (CAD)": "24.99",
      Active: "no",
      Description: "Marbled,\n“well”.",
      "Updated (Pacific)": "2026-06-01 10:05",
      "Updated (UTC)": "2026-06-01T17:05:00.000Z",
      "Sold by": "piece",
      "Typical piece (lb)": "1.25",
      "Order step (lb)": "0.50",
      "Tolerance (%)": "0",
      "Packaging (g)": "15",
      "Item number": "42",
      GTIN: "00036000291452",
      Storage: "frozen",
      Tax: "GST 5% and PST 7%",
      Traced: "yes",
    });
  });

  it.each([undefined, "prime-rib"] as const)(
    "exports the products of category %s in the order of the list",
    async (category) => {
      const listed = await database.db
        .select({ id: products.id })
        .from(products)
        .where(category && eq(products.category, category))
        .orderBy(asc(products.name), asc(products.id));
      expect((await fileOf(category)).map((row) => row["Product ID"])).toEqual(
        listed.map(({ id }) => id),
      );
    },
  );

  it("exports all products for an unknown category", async () => {
    expect((await fileOf("brisket")).length).toBeGreaterThanOrEqual(1_040);
  });
});
