import { type Sent, sendForm } from "#app/components/form/send-form.ts";
import type { ProductAnswer } from "#app/domain/catalogue/product-form/product-form.ts";

export const saveFailed = "The product could not be saved. Please try again.";

/**
 * Submits a product form from a `clientAction`. Forms with fields are first validated with the
 * server's schema, and keep their values if the network fails; others show failures as a toast.
 */
export const submitProduct = (sent: Sent<ProductAnswer>) =>
  sendForm(sent, {
    failed: saveFailed,
    async loadCheck() {
      const check = await loadProductCheck();
      return check && ((fields) => (isFilledIn(fields) ? check.refusalOf(fields) : undefined));
    },
    toasts: (fields) => !isFilledIn(fields),
  });

function isFilledIn(fields: Record<string, string>): boolean {
  return fields.name !== undefined;
}

/** Loads the schema. If that fails (null), only the server validates. */
export const loadProductCheck = () =>
  import("#app/domain/catalogue/product-form/product-form.ts").catch(() => null);
