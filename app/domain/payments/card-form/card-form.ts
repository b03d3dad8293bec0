/** What a page needs for the provider's card form; see `CardPayments.prepare`. */
export interface CardFormFacts {
  /** Of the provider's script, which only its own pages load. */
  scriptUrl: string;
  publishableKey: string;
  clientSecret: string;
  /** "payment": the card is authorized or charged now; otherwise it is saved for later. */
  kind: "payment" | "setup";
}

/**
 * Exported as `handle` by a route with a card form: its pages may run the provider's script. Since a
 * policy is that of a document, such a page is opened as one: by `redirectDocument`, or by a link with
 * `reloadDocument`.
 */
export const cardFormHandle = { hasCardForm: true } as const;

/** Whether one of the routes of a page has a card form. */
export function hasCardForm(handles: readonly unknown[]): boolean {
  return handles.some(
    (handle) => typeof handle === "object" && handle !== null && "hasCardForm" in handle,
  );
}
