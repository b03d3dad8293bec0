import { redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/domain/access/capability.ts";
import {
  type AdminProduct,
  ProductChangedError,
  type ProductFields,
} from "#app/domain/catalogue/product.ts";
import {
  createProduct,
  productVersion,
  updateProduct,
} from "#app/domain/catalogue/product-form/product-form.server.ts";
import {
  checkProduct,
  type ProductAnswer,
  productFieldNames,
  productRules,
  productValues,
} from "#app/domain/catalogue/product-form/product-form.ts";
import {
  setProductActive,
  setProductFeatured,
} from "#app/domain/catalogue/products-admin.server.ts";
import { askUnderCost, isBasePrice } from "#app/domain/margins/under-cost.server.ts";
import { valueInWords } from "#app/features/history/history.ts";
import { isOwner } from "#app/guards/guards.server.ts";
import { accepted } from "#app/lib/form/check-form.ts";
import { conflictInWords, keepTheirs } from "#app/lib/form/keep-theirs.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { listWanted, type ProductAction, productsAddress } from "./products-address.ts";

type Fields = Record<string, string>;
type Done = { intent: ProductAction; id: string };

/** Handles a form of the products page, named by the URL: redirects, or returns the errors. */
export async function changeProducts(
  services: RequestContext,
  staff: Staff<"catalogue">,
  search: URLSearchParams,
  fields: Fields,
) {
  const done = await change(services.db, staff, search, fields).catch((error: unknown) => {
    if (!(error instanceof ProductChangedError)) throw error;
    const { message, ...answer } = conflictAnswer(error.product, fields);
    throw new Refusal("changed", message, { answer });
  });
  // Every server drops its catalogue cache when notified; this one must do so before it responds.
  services.catalog.drop();
  const { intent, id } = done;
  return redirect(productsAddress(listWanted(search), { done: intent, of: id }));
}

async function change(
  db: RequestContext["db"],
  staff: Staff<"catalogue">,
  search: URLSearchParams,
  fields: Fields,
): Promise<Done> {
  const { home, visibility, id: of = "" } = fields;
  if (home !== undefined) {
    const isFeatured = home === "on";
    const { id } = await setProductFeatured(db, staff, of, isFeatured);
    return { intent: isFeatured ? "featured" : "unfeatured", id };
  }
  if (visibility !== undefined) {
    const isActive = visibility === "active";
    const { id } = await setProductActive(db, staff, of, isActive);
    return { intent: isActive ? "activated" : "deactivated", id };
  }
  const product = accepted(checkProduct(fields));
  const edited = search.get("edit");
  if (edited !== null && isOwner(staff)) {
    const price = { productId: edited, pricePerLb: product.pricePerLb };
    if (!(await isBasePrice(db, price))) await askUnderCost(db, staff, fields, [price]);
  }
  if (edited === null) return { intent: "added", id: (await createProduct(db, staff, product)).id };
  await updateProduct(db, staff, edited, product, fields.version ?? "");
  return { intent: "updated", id: edited };
}

/**
 * Returns the answer if someone else has changed the product: untouched fields get the stored
 * values, and the others show differing stored values beside the input. The form can then be saved.
 */
function conflictAnswer(
  stored: AdminProduct,
  values: Record<string, string>,
): ProductAnswer & { message: string } {
  const { values: shown, isTouched } = keepTheirs(values, productValues(stored));
  // By each field's own rule, as the merged form may be invalid.
  const typed = (field: (typeof productFieldNames)[number]) =>
    productRules[field].safeParse(shown[field]).data;
  const differing = productFieldNames.filter(
    (field) => isTouched(field) && typed(field) !== stored[field],
  );
  return {
    message: conflictInWords("this product"),
    errors: Object.fromEntries(
      differing.map((field) => [field, [`Saved value: ${inWords(stored, field)}`]]),
    ),
    values: { ...shown, version: productVersion(stored) },
  };
}

function inWords(product: AdminProduct, field: keyof ProductFields): string {
  if (field === "isActive") return product.isActive ? "active" : "inactive";
  return valueInWords(field, product[field]) || "none";
}
