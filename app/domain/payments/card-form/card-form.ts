/** What a page needs to show the provider's card form. */
export interface CardFormFacts {
  scriptUrl: string;
  publishableKey: string;
  clientSecret: string;
  /** "payment": the card is authorized or charged now; "setup": it is saved for later. */
  kind: "payment" | "setup";
}

/**
 * The `handle` of routes with a card form, which allows the provider's script. The policy applies
 * to a whole document, so navigate there with `redirectDocument` or a `reloadDocument` link.
 */
export const cardFormHandle = { hasCardForm: true } as const;

export function hasCardForm(handles: readonly unknown[]): boolean {
  return handles.some(
    (handle) => typeof handle === "object" && handle !== null && "hasCardForm" in handle,
  );
}
