import type { AdminProduct, ProductFields } from "#app/domain/catalogue/product.ts";
import { productVersion } from "#app/domain/catalogue/product-form/product-form.server.ts";
import {
  checkProduct,
  type ProductAnswer,
  productFieldNames,
  productValues,
} from "#app/domain/catalogue/product-form/product-form.ts";
import { valueInWords } from "#app/features/history/history.ts";
import { conflictInWords, keepTheirs } from "#app/lib/form/keep-theirs.ts";

/**
 * Returns the answer if someone else has changed the product: untouched fields get the stored
 * values, and the others show differing stored values beside the input. The form can then be saved.
 */
export function conflictAnswer(
  stored: AdminProduct,
  values: Record<string, string>,
): ProductAnswer & { message: string } {
  const { values: shown, isTouched } = keepTheirs(values, productValues(stored));
  const { data: typed } = checkProduct(shown);
  const differing = productFieldNames.filter(
    (field) => isTouched(field) && typed?.[field] !== stored[field],
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
