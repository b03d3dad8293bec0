import { createHash } from "node:crypto";
import type { Admin } from "#app/features/auth/capability.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { type AdminProduct, ProductChangedError, type ProductFields } from "../product.ts";
import { adminColumns } from "../product-columns.server.ts";
import { changeProduct, logProduct, refusingTakenSlug } from "./product-changes.server.ts";

/**
 * Adds a product to the catalogue, without a picture, and answers it. The fields are those of
 * `checkProduct`. For administrators.
 *
 * @throws SlugTakenError
 */
export function createProduct(
  db: Database,
  admin: Admin,
  fields: ProductFields,
): Promise<AdminProduct> {
  return refusingTakenSlug(() =>
    db.transaction(async (tx) => {
      const [product] = await tx.insert(products).values(fields).returning(adminColumns);
      if (!product) throw new Error("The product was not added");
      await logProduct(tx, admin, {
        id: product.id,
        action: "created",
        before: null,
        after: fields,
      });
      return product;
    }),
  );
}

/**
 * Changes a product to what a form says, and answers it as it is then. `seen` is the version that
 * the form was filled from: what was changed since is not overwritten unseen. Saying what already
 * stands there changes nothing and is no conflict. The fields are those of `checkProduct`. For
 * administrators.
 *
 * @throws ProductNotFoundError, ProductChangedError, SlugTakenError
 */
export function updateProduct(
  db: Database,
  admin: Admin,
  id: string,
  fields: ProductFields,
  seen: string,
): Promise<AdminProduct> {
  return changeProduct(db, admin, id, "edited", fields, (product) => {
    if (productVersion(product) !== seen) throw new ProductChangedError(product);
  });
}

/**
 * Names the state of what a form can change of a product: equal for equal fields. Made of the fields
 * themselves, because the table's time of change also moves when the picture is changed.
 */
export function productVersion(product: ProductFields): string {
  const { name, category, slug, cutType, otherNames, description, pricePerLb, isActive } = product;
  const fields = [name, category, slug, cutType, otherNames, description, pricePerLb, isActive];
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}
