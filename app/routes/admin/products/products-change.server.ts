import { data, redirect } from "react-router";
import type { RequestContext } from "#app/context.server.ts";
import type { Staff } from "#app/features/auth/capability.ts";
import {
  ProductChangedError,
  ProductFieldTakenError,
  ProductNotFoundError,
} from "#app/features/catalog/product.ts";
import {
  createProduct,
  updateProduct,
} from "#app/features/catalog/product-form/product-form.server.ts";
import type { ProductAnswer } from "#app/features/catalog/product-form/product-form.ts";
import { checkProduct } from "#app/features/catalog/product-form/product-form.ts";
import { saveFailed } from "#app/features/catalog/product-form/product-form-submit.ts";
import {
  HomePageFullError,
  setProductActive,
  setProductFeatured,
} from "#app/features/catalog/products-admin.server.ts";
import { conflictAnswer } from "./product-conflict.server.ts";
import { listWanted, type ProductDeed, productsAddress } from "./products-address.ts";

type Fields = Record<string, string>;
type Done = { deed: ProductDeed; id: string };

const takenMessages = {
  name: "Another product has this name. Please choose a different one.",
  slug: "Another product has this slug. Please choose a different one.",
  itemNumber: "Another product has this number",
  gtin: "Another product has this GTIN",
};

const answer = (status: number, body: ProductAnswer) => data(body, { status });

/**
 * Handles a form of the products page: redirects to the list, which confirms it, or returns the
 * errors. The URL identifies the form.
 */
export async function changeProducts(
  services: RequestContext,
  staff: Staff<"catalogue">,
  search: URLSearchParams,
  fields: Fields,
) {
  let done: Done;
  try {
    if (fields.home !== undefined) done = await setFeatured(services, staff, fields);
    else if (fields.visibility !== undefined) done = await setVisibility(services, staff, fields);
    else {
      const { product, refused } = checkProduct(fields);
      if (refused) return answer(400, refused);
      done = await save(services, staff, search.get("edit"), product, fields.version ?? "");
    }
  } catch (error) {
    return refusalOf(services, fields, error);
  }
  // Every server drops its catalogue cache when notified; this one must do so before it responds.
  services.catalog.drop();
  const { deed, id } = done;
  throw redirect(productsAddress(listWanted(search), { done: deed, of: id }));
}

async function setVisibility(
  { db }: RequestContext,
  staff: Staff<"catalogue">,
  fields: Fields,
): Promise<Done> {
  const isActive = fields.visibility === "active";
  const { id } = await setProductActive(db, staff, fields.id ?? "", isActive);
  return { deed: isActive ? "activated" : "deactivated", id };
}

async function setFeatured(
  { db }: RequestContext,
  staff: Staff<"catalogue">,
  fields: Fields,
): Promise<Done> {
  const isFeatured = fields.home === "on";
  const { id } = await setProductFeatured(db, staff, fields.id ?? "", isFeatured);
  return { deed: isFeatured ? "featured" : "unfeatured", id };
}

async function save(
  { db }: RequestContext,
  staff: Staff<"catalogue">,
  id: string | null,
  product: Parameters<typeof createProduct>[2],
  seen: string,
): Promise<Done> {
  if (id === null) {
    const added = await createProduct(db, staff, product);
    return { deed: "added", id: added.id };
  }
  await updateProduct(db, staff, id, product, seen);
  return { deed: "updated", id };
}

function refusalOf({ log }: RequestContext, values: Fields, error: unknown) {
  if (error instanceof ProductNotFoundError) {
    return answer(404, { message: "Product not found", values });
  }
  if (error instanceof HomePageFullError) {
    const message = "Four products are on the home page already. Take one of them off first.";
    return answer(409, { message, values });
  }
  if (error instanceof ProductChangedError) {
    return answer(409, conflictAnswer(error.product, values));
  }
  if (error instanceof ProductFieldTakenError) {
    const errors = { [error.field]: [takenMessages[error.field]] };
    return answer(409, { message: "Please correct the marked fields.", errors, values });
  }
  log.error({ err: error }, "changing a product failed");
  return answer(503, { message: saveFailed, values });
}
