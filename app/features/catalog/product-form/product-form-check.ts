import { checkProduct } from "./product-form.ts";
import type { ProductAnswer } from "./product-form-answer.ts";

/**
 * What the server would answer to a product that was filled in wrongly. A module of its own, because
 * the browser fetches it only for this: the schema outweighs the page.
 */
export function refusalOf(fields: Record<string, string>): ProductAnswer | undefined {
  return checkProduct(fields).refused;
}
