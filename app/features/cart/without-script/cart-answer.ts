export const cartField = {
  /** A button: "update", "checkout" or "clear". */
  intent: "intent",
  /** A button: the product id of a line to remove. */
  drop: "drop",
  /** An amount as typed, in pounds or pieces. */
  amount: (productId: string) => `amount.${productId}`,
  /** The id of the product just added, in the page's query. */
  added: "added",
};

export interface CartAnswer {
  message: string;
  errors?: Record<string, string>;
  values?: Record<string, string>;
}
