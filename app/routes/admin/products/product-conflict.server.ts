import { valueInWords } from "#app/features/audit/history.ts";
import type { AdminProduct, ProductFields } from "#app/features/catalog/product.ts";
import { productVersion } from "#app/features/catalog/product-form/product-form.server.ts";
import type { ProductAnswer } from "#app/features/catalog/product-form/product-form.ts";
import {
  checkProduct,
  productFieldNames,
} from "#app/features/catalog/product-form/product-form.ts";

/**
 * The answer if someone else has changed the product: the stored value beside each field that
 * differs. The form keeps its input, and can be saved after showing this.
 */
export function conflictAnswer(
  stored: AdminProduct,
  values: Record<string, string>,
): ProductAnswer {
  const { product: typed } = checkProduct(values);
  const differing = productFieldNames.filter((field) => typed?.[field] !== stored[field]);
  return {
    message:
      "A colleague changed this product while you were editing it. The saved values are shown with the marked fields; saving again replaces them.",
    errors: Object.fromEntries(
      differing.map((field) => [field, [`Saved value: ${inWords(stored, field)}`]]),
    ),
    values: { ...values, version: productVersion(stored) },
  };
}

function inWords(product: AdminProduct, field: keyof ProductFields): string {
  if (field === "isActive") return product.isActive ? "active" : "inactive";
  return valueInWords(field, product[field]) || "none";
}
