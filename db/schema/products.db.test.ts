import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database, OpenDatabase } from "#db/database.ts";
import { insertClient, insertOrder, insertProduct } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { imageMappings } from "./images.ts";
import { orderItems } from "./orders.ts";
import { products } from "./products.ts";
import { type Category, categories } from "./values/products.ts";

let database: OpenDatabase;
let db: Database;

beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
});

afterAll(() => database.close());

describe("products", () => {
  it.each(categories)("accepts the category %s", async (category) => {
    expect((await insertProduct(db, { category })).category).toBe(category);
  });

  it("accepts a product without a category, and one at a cent a pound", async () => {
    expect((await insertProduct(db, { category: null })).category).toBeNull();
    expect((await insertProduct(db, { pricePerLb: "0.01" })).pricePerLb).toBe("0.01");
  });

  it("reads a price as the text that was written, with two decimals", async () => {
    expect((await insertProduct(db, { pricePerLb: "24.9" })).pricePerLb).toBe("24.90");
  });

  it.each([
    ["products_category_known", { category: "brisket" as Category }],
    ["products_category_known", { category: "" as Category }],
    ["products_price_positive", { pricePerLb: "0" }],
    ["products_price_positive", { pricePerLb: "-1.00" }],
    ["products_price_positive", { pricePerLb: "0.004" }],
    ["products_price_positive", { pricePerLb: "NaN" }],
    ["products_price_positive", { pricePerLb: "10000.01" }],
    ["22003", { pricePerLb: "Infinity" }],
    ["products_name_form", { name: " \t\n" }],
    ["products_name_form", { name: "x".repeat(201) }],
    ["products_slug_form", { slug: "Ribeye-Steak" }],
    ["products_slug_form", { slug: "ribeye--steak" }],
    ["products_slug_form", { slug: "-ribeye" }],
    ["products_slug_form", { slug: "ribeye/steak" }],
    ["products_slug_form", { slug: "ribeye\n" }],
    ["products_slug_form", { slug: "" }],
    ["products_slug_length", { slug: "x".repeat(121) }],
    ["products_description_length", { description: "x".repeat(5001) }],
    ["products_image_url_form", { imageUrl: "" }],
  ])("refuses by %s: %o", async (rule, overrides) => {
    expect(await refusalOf(insertProduct(db, overrides))).toBe(rule);
  });

  it("refuses a second product with the same slug", async () => {
    const { slug } = await insertProduct(db);
    expect(await refusalOf(insertProduct(db, { slug }))).toBe("products_slug_unique");
  });

  it("sets updated_at itself, and only when something changed", async () => {
    const earlier = new Date("2024-05-01T12:00:00Z");
    const { id } = await insertProduct(db, { updatedAt: earlier });
    const set = (isActive: boolean) =>
      db.update(products).set({ isActive }).where(eq(products.id, id)).returning();
    expect((await set(true))[0]?.updatedAt).toEqual(earlier);
    expect((await set(false))[0]?.updatedAt.getTime()).toBeGreaterThan(earlier.getTime());
  });

  it("leaves past orders unchanged when a product is deleted", async () => {
    const product = await insertProduct(db, { name: "Flank Steak", pricePerLb: "15.99" });
    const { user } = await insertClient(db);
    const order = await insertOrder(db, user.id);
    await db.insert(orderItems).values({
      orderId: order.id,
      position: 0,
      productId: product.id,
      productName: product.name,
      quantity: "2.5",
      pricePerLb: product.pricePerLb,
    });

    await db.delete(products).where(eq(products.id, product.id));

    const [item] = await db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    expect(item).toMatchObject({ productId: null, productName: "Flank Steak", subtotal: "39.98" });
  });
});

describe("image_mappings", () => {
  const place = { section: "pages", imageKey: "home-hero", url: "/photos/ribeye.jpg" };

  it("holds several images of one key, one at each position", async () => {
    await db.insert(imageMappings).values([place, { ...place, position: 1 }]);
    expect(await refusalOf(db.insert(imageMappings).values({ ...place, position: 1 }))).toBe(
      "image_mappings_place",
    );
    await db.insert(imageMappings).values({ ...place, section: "sections" });
  });

  it("accepts only the id of a product as the key of a product's image", async () => {
    const ofProduct = { ...place, section: "product" };
    const missing = { ...ofProduct, imageKey: "00000000-0000-4000-8000-000000000000" };
    expect(await refusalOf(db.insert(imageMappings).values(missing))).toBe(
      "image_mappings_product_id_products_id_fk",
    );
    await expect(db.insert(imageMappings).values(ofProduct)).rejects.toThrow();
    const { id } = await insertProduct(db);
    await db.insert(imageMappings).values({ ...ofProduct, imageKey: id });
  });

  it.each([
    ["image_mappings_position_not_negative", { position: -1 }],
    ["image_mappings_url_form", { url: "" }],
    ["image_mappings_url_form", { url: `/${"x".repeat(2000)}` }],
    ["image_mappings_section_form", { section: " " }],
    ["image_mappings_key_form", { imageKey: "" }],
  ])("refuses by %s: %o", async (rule, overrides) => {
    const values = { ...place, imageKey: "other-key", ...overrides };
    expect(await refusalOf(db.insert(imageMappings).values(values))).toBe(rule);
  });
});
