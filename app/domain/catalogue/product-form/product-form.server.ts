import { createHash } from "node:crypto";
import type { Staff } from "#app/domain/access/capability.ts";
import type { Database } from "#db/database.ts";
import { products } from "#db/schema/products.ts";
import { type AdminProduct, ProductChangedError, type ProductFields } from "../product.ts";
import { adminColumns } from "../products.server.ts";
import {
  changeProduct,
  logProduct,
  refuseTakenName,
  refusingTaken,
} from "./product-changes.server.ts";
import { productFieldNames } from "./product-form.ts";

/**
 * Adds a product, validated by `checkProduct`, without an image, and returns it. For staff who keep
 * the catalogue.
 *
 * @throws Refusal
 */
export function createProduct(
  db: Database,
  staff: Staff<"catalogue">,
  fields: ProductFields,
): Promise<AdminProduct> {
  return refusingTaken(() =>
    db.transaction(async (tx) => {
      await refuseTakenName(tx, fields.name);
      const [product] = await tx.insert(products).values(fields).returning(adminColumns);
      if (!product) throw new Error("The product was not added");
      await logProduct(tx, staff, {
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
 * Updates a product, validated by `checkProduct`, and returns it. `seen` is the version that the
 * form was rendered from, to detect concurrent changes. Submitting the stored values changes
 * nothing and is no conflict. For staff who keep the catalogue.
 *
 * @throws Refusal, ProductChangedError
 */
export function updateProduct(
  db: Database,
  staff: Staff<"catalogue">,
  id: string,
  fields: ProductFields,
  seen: string,
): Promise<AdminProduct> {
  return changeProduct(db, staff, id, "edited", fields, (product) => {
    if (productVersion(product) !== seen) throw new ProductChangedError(product);
  });
}

/** Returns a version of the editable fields; `updatedAt` also changes with the image. */
export function productVersion(product: ProductFields): string {
  const fields = productFieldNames.map((name) => product[name]);
  return createHash("sha256").update(JSON.stringify(fields)).digest("base64url");
}
