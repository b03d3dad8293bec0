/** What a page needs to show the provider's card form; see `CardPayments.prepare`. */
export interface CardFormFacts {
  /** The provider's script, loaded only by pages with the form. */
  scriptUrl: string;
  publishableKey: string;
  clientSecret: string;
  /** "payment": the card is authorized or charged now; "setup": it is saved for later. */
  kind: "payment" | "setup";
}

/**
 * Exported as `handle` by routes with a card form, whose pages may run the provider's script. As
 * the policy applies to a whole document, navigate there with a document load: `redirectDocument`,
 * or a link with `reloadDocument`.
 */
export const cardFormHandle = { hasCardForm: true } as const;

/** True if one of a page's routes has a card form. */
export function hasCardForm(handles: readonly unknown[]): boolean {
  return handles.some(
    (handle) => typeof handle === "object" && handle !== null && "hasCardForm" in handle,
  );
}
