import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { invalidMessage } from "#app/lib/form/submitted-form.ts";
import type { Database, OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { auditEntries } from "#tests/setup/audit-entries.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { signedInAdmin, signedInImageEditor } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { ProductChangedError, type ProductFields } from "../product.ts";
import { setProductActive, setProductImage } from "../products-admin.server.ts";
import { createProduct, productVersion, updateProduct } from "./product-form.server.ts";
import { checkProduct } from "./product-form.ts";

let database: OpenDatabase;
let db: Database;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  db = database.db;
  admin = await signedInAdmin(db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await db.delete(products);
});

const fields: ProductFields = {
  name: "Ribeye Steak",
  category: "prime-rib",
  slug: "ribeye-steak",
  cutType: "Rib",
  otherNames: "Rib eye",
  description: "Well marbled.",
  pricePerLb: "24.99",
  isActive: true,
  soldBy: "lb",
  typicalPieceLb: null,
  orderStepLb: "0.01",
  overCapPct: null,
  itemNumber: null,
  gtin: null,
  tareG: 0,
  storage: "refrigerated",
  taxCode: "Z",
  isTraced: false,
};

const isTaken = (field: string) => ({
  code: "taken",
  answer: { message: invalidMessage, errors: { [field]: [expect.any(String)] } },
});

/** Values that differ from the default in each field of how a product is sold and packed. */
const byThePiece = {
  soldBy: "piece",
  typicalPieceLb: "1.25",
  orderStepLb: "0.50",
  overCapPct: 0,
  itemNumber: 42,
  gtin: "00036000291452",
  tareG: 15,
  storage: "frozen",
  taxCode: "GP",
  isTraced: true,
} satisfies Partial<ProductFields>;

async function stored(id: string) {
  const [product] = await db.select().from(products).where(eq(products.id, id));
  return product;
}

async function refusals(writes: Promise<unknown>[]) {
  const outcomes = await Promise.allSettled(writes);
  return outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
}

describe("createProduct", () => {
  it("adds a product with all its fields, without an image, and logs them", async () => {
    const product = await createProduct(db, admin, fields);
    expect(product).toEqual({
      ...fields,
      id: expect.any(String),
      imageUrl: null,
      featuredRank: null,
    });
    expect(await stored(product.id)).toMatchObject(product);
    expect(await auditEntries(db, "product", product.id)).toEqual([
      {
        actorId: admin.userId,
        actorEmail: admin.email,
        action: "created",
        before: null,
        after: fields,
      },
    ]);
  });

  it("refuses a slug that another product has, and adds nothing", async () => {
    await createProduct(db, admin, fields);
    const again = createProduct(db, admin, { ...fields, name: "Another" });
    await expect(again).rejects.toMatchObject({ code: "taken" });
    expect(await db.select().from(products)).toHaveLength(1);
  });

  it("refuses a name that another product has, ignoring case, even of two added concurrently", async () => {
    await insertProduct(db, { name: "Flank", isActive: false });
    const taken = createProduct(db, admin, { ...fields, name: "FLANK" });
    await expect(taken).rejects.toMatchObject(isTaken("name"));
    const both = ["one", "two"].map((slug) => createProduct(db, admin, { ...fields, slug }));
    expect(await refusals(both)).toEqual([expect.objectContaining(isTaken("name"))]);
    expect(await db.select().from(products)).toHaveLength(2);
  });

  it.each(["itemNumber", "gtin"] as const)(
    "refuses a taken %s, with an error at that field",
    async (field) => {
      await insertProduct(db, { name: "Another", [field]: byThePiece[field] });
      const refused = await createProduct(db, admin, {
        ...fields,
        [field]: byThePiece[field],
      }).catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: "taken" });
      expect(refused).toMatchObject(isTaken(field));
      expect(await db.select().from(products)).toHaveLength(1);
    },
  );

  it("adds only one of two concurrent products with the same slug", async () => {
    const refused = await refusals([1, 2].map(() => createProduct(db, admin, fields)));
    expect(refused).toEqual([expect.objectContaining({ code: "taken" })]);
    expect(await db.select().from(products)).toHaveLength(1);
  });

  it.each([
    "'; drop table products; --",
    "<script>alert(1)</script>",
    "=HYPERLINK(0)",
    'O\'Brien \\ "Fine" 牛肉 🐄',
    "%s $1 {{x}}",
  ])("keeps the text %j as it was typed", async (text) => {
    const typed = { name: text, slug: "hostile", cutType: text, description: `${text}\r\n${text}` };
    const { data: checked } = checkProduct({ ...typed, pricePerLb: "1" });
    if (!checked) throw new Error("The form was refused");
    const { id } = await createProduct(db, admin, checked);
    expect(await stored(id)).toMatchObject({
      name: text,
      cutType: text,
      description: `${text}\n${text}`,
    });
  });

  it("stores the form's largest and smallest values, and the table refuses prices outside them", async () => {
    const long = {
      cutType: "x".repeat(200),
      description: "é".repeat(5000),
    };
    for (const [place, pricePerLb] of ["0.01", "10000"].entries()) {
      const slug = "x".repeat(119) + place;
      const name = "牛".repeat(199) + place;
      const { data: product } = checkProduct({ ...long, name, slug, pricePerLb });
      if (!product) throw new Error("The form was refused");
      await createProduct(db, admin, product);
    }
    for (const pricePerLb of ["0.00", "10000.01"]) {
      const write = createProduct(db, admin, { ...fields, pricePerLb });
      expect(await refusalOf(write)).toBe("products_price_positive");
    }
  });
});

describe("updateProduct", () => {
  it("changes and logs only the fields that differ", async () => {
    const product = await insertProduct(db, { ...fields, imageUrl: "/photos/a.jpg" });
    const other = await insertProduct(db, { name: "Striploin Steak" });
    const wanted = { ...fields, pricePerLb: "26.50", category: null };
    const changed = await updateProduct(db, admin, product.id, wanted, productVersion(product));
    expect(changed).toEqual({
      ...wanted,
      id: product.id,
      imageUrl: "/photos/a.jpg",
      featuredRank: null,
    });
    expect(await stored(product.id)).toMatchObject(changed);
    expect(await stored(other.id)).toEqual(other);
    expect(await auditEntries(db, "product", product.id)).toEqual([
      {
        actorId: admin.userId,
        actorEmail: admin.email,
        action: "edited",
        before: { pricePerLb: "24.99", category: "prime-rib" },
        after: { pricePerLb: "26.50", category: null },
      },
    ]);
  });

  it("refuses another product's name, but allows a change to one of two that share theirs already", async () => {
    const product = await insertProduct(db, fields);
    const twin = await insertProduct(db, { ...fields, slug: "twin" });
    await insertProduct(db, { name: "Striploin Steak" });
    const save = (wanted: ProductFields) =>
      updateProduct(db, admin, twin.id, wanted, productVersion(twin));
    const taken = save({ ...fields, slug: "twin", name: "Striploin STEAK" });
    await expect(taken).rejects.toMatchObject(isTaken("name"));
    expect(await save({ ...fields, slug: "twin", cutType: "Loin" })).toMatchObject({
      name: product.name,
    });
  });

  it("changes and logs how a product is sold and packed", async () => {
    const product = await insertProduct(db, fields);
    const wanted = { ...fields, ...byThePiece };
    await updateProduct(db, admin, product.id, wanted, productVersion(product));
    expect(await stored(product.id)).toMatchObject(wanted);
    const before = Object.fromEntries(
      Object.entries(fields).filter(([name]) => name in byThePiece),
    );
    expect(await auditEntries(db, "product", product.id)).toMatchObject([
      { action: "edited", before, after: byThePiece },
    ]);
  });

  it.each(Object.entries(byThePiece))(
    "refuses to overwrite a new %s that the user hasn't seen",
    async (name, value) => {
      const product = await insertProduct(db, { ...fields, typicalPieceLb: "2.00" });
      const seen = productVersion({ ...fields, typicalPieceLb: "2.00" });
      expect(seen).toBe(productVersion(product));
      await db
        .update(products)
        .set({ [name]: value })
        .where(eq(products.id, product.id));
      const late = updateProduct(db, admin, product.id, { ...fields, name: "Late" }, seen);
      await expect(late).rejects.toThrow(ProductChangedError);
    },
  );

  it("writes nothing if no field differs, even from an outdated version", async () => {
    const product = await insertProduct(db, fields);
    expect(await updateProduct(db, admin, product.id, fields, "")).toMatchObject(fields);
    expect(await stored(product.id)).toEqual(product);
    expect(await auditEntries(db, "product", product.id)).toEqual([]);
  });

  it("refuses to overwrite a colleague's change until it has been seen", async () => {
    const product = await insertProduct(db, fields);
    const seen = productVersion(product);
    await updateProduct(db, admin, product.id, { ...fields, pricePerLb: "26.50" }, seen);

    const wanted = { ...fields, description: "New words." };
    const late = await updateProduct(db, admin, product.id, wanted, seen).catch(
      (error: unknown) => error,
    );
    expect(late).toBeInstanceOf(ProductChangedError);
    if (!(late instanceof ProductChangedError)) return;
    expect(late.product).toMatchObject({ pricePerLb: "26.50", description: "Well marbled." });
    expect(await stored(product.id)).toMatchObject(late.product);

    const now = productVersion(late.product);
    await updateProduct(db, admin, product.id, { ...wanted, pricePerLb: "26.50" }, now);
    expect(await stored(product.id)).toMatchObject({
      pricePerLb: "26.50",
      description: "New words.",
    });
  });

  it("accepts only one of two concurrent changes", async () => {
    const product = await insertProduct(db, fields);
    const seen = productVersion(product);
    const refused = await refusals(
      ["25.00", "26.00"].map((pricePerLb) =>
        updateProduct(db, admin, product.id, { ...fields, pricePerLb }, seen),
      ),
    );
    expect(refused).toEqual([expect.any(ProductChangedError)]);
    expect(await auditEntries(db, "product", product.id)).toHaveLength(1);
  });

  it("conflicts if the product was hidden meanwhile, but not if its image was changed", async () => {
    const product = await insertProduct(db, fields);
    const seen = productVersion(product);
    await setProductImage(db, await signedInImageEditor(db), product.id, "/photos/new.jpg");
    const first = { ...fields, cutType: "Rib, bone in" };
    const changed = await updateProduct(db, admin, product.id, first, seen);
    expect(changed.imageUrl).toBe("/photos/new.jpg");

    await setProductActive(db, admin, product.id, false);
    const second = updateProduct(db, admin, product.id, fields, productVersion(changed));
    await expect(second).rejects.toThrow(ProductChangedError);
  });

  it("refuses a slug that another product has, and changes nothing", async () => {
    const taken = await insertProduct(db);
    const product = await insertProduct(db, fields);
    const wanted = { ...fields, name: "Another", slug: taken.slug };
    const write = updateProduct(db, admin, product.id, wanted, productVersion(product));
    await expect(write).rejects.toMatchObject({ code: "taken" });
    expect(await stored(product.id)).toEqual(product);
    expect(await auditEntries(db, "product", product.id)).toEqual([]);
  });

  it("lets only one of two concurrent changes take the same slug", async () => {
    const two = [await insertProduct(db), await insertProduct(db)];
    const refused = await refusals(
      two.map((product) => updateProduct(db, admin, product.id, fields, productVersion(product))),
    );
    expect(refused).toEqual([expect.objectContaining({ code: "taken" })]);
  });

  it.each(["", "%", "\0", "ribeye-steak", randomUUID()])(
    "refuses the unknown product %j",
    async (id) => {
      await expect(updateProduct(db, admin, id, fields, "")).rejects.toMatchObject({
        code: "gone",
      });
    },
  );
});
