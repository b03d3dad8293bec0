/** The fields of the cart's page. */
export const cartField = {
  /** A button: "update", "checkout" or "clear". */
  intent: "intent",
  /** A button: the product id of a line to remove. */
  drop: "drop",
  /** An amount as typed, in pounds or pieces. */
  amount: (productId: string) => `amount.${productId}`,
  /** In the page's query: the product id of what was just added. */
  added: "added",
};

/** Why the cart was not changed. */
export interface CartAnswer {
  message: string;
  /** By product id. */
  errors?: Record<string, string>;
  /** What was sent. */
  values?: Record<string, string>;
}
