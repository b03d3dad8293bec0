import type { FormAnswer } from "#app/lib/form/submitted-form.ts";
import type { ProductFields } from "../product.ts";

/** The answer to a product form that doesn't redirect: the errors and the submitted values. */
export type ProductAnswer = FormAnswer<keyof ProductFields>;

/** Shown if there's no more specific message. */
export const saveFailed = "The product could not be saved. Please try again.";
