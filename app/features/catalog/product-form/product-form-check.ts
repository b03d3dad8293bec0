import { checkProduct } from "./product-form.ts";
import type { ProductAnswer } from "./product-form-answer.ts";

/**
 * The answer the server would give to an invalid product; undefined if valid. A separate module, so
 * that the page loads the schema, which is larger than itself, only on demand.
 */
export function refusalOf(fields: Record<string, string>): ProductAnswer | undefined {
  return checkProduct(fields).refused;
}
