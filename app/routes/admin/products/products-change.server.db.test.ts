import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { RequestContext } from "#app/context.server.ts";
import type { Admin } from "#app/domain/access/capability.ts";
import { productVersion } from "#app/domain/catalogue/product-form/product-form.server.ts";
import { productValues } from "#app/domain/catalogue/product-form/product-form.ts";
import { getProductForAdmin } from "#app/domain/catalogue/products-admin.server.ts";
import { drawnField, writeDrawn } from "#app/lib/form/keep-theirs.ts";
import type { OpenDatabase } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { insertProduct } from "#tests/setup/factories.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { changeProducts } from "./products-change.server.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

it("marks only differing values after a conflict, even if the merged form is invalid", async () => {
  const { db } = database;
  const { id } = await insertProduct(db, { typicalPieceLb: "1.50" });
  const product = await getProductForAdmin(db, admin, id);
  const drawn = productValues(product);
  const theirs = { typicalPieceLb: null, cutType: "Bone in", tareG: 20, pricePerLb: "19.99" };
  await db.update(products).set(theirs).where(eq(products.id, id));

  const services = { db, catalog: { drop: vi.fn() } } as unknown as RequestContext;
  const typed = { soldBy: "piece", cutType: "Bone in", tareG: "20", pricePerLb: "22.22" };
  const saved = changeProducts(services, admin, new URLSearchParams({ edit: id }), {
    ...(drawn as Record<string, string>),
    ...typed,
    [drawnField]: writeDrawn(drawn),
    version: productVersion(product),
  });
  await expect(saved).rejects.toHaveProperty("answer.errors", {
    soldBy: ["Saved value: By the pound"],
    pricePerLb: ["Saved value: $19.99/lb"],
  });
});
