import type { ProductFields } from "../product.ts";

/** What a form about products answers when it stays: what went wrong, and what was typed. */
export interface ProductAnswer {
  message?: string;
  errors?: Partial<Record<keyof ProductFields, string[]>>;
  values?: Record<string, string>;
}

/** Said when nothing better is known. */
export const saveFailed = "The product could not be saved. Please try again.";
