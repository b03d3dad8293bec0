import { withStorage } from "#app/lib/browser-storage.ts";

const prefix = "order-draft:";

/**
 * The key of local storage for an order that has not been placed: one for each account, so that on a
 * shared computer nobody finds another's.
 */
export const draftKey = (accountId: string) => prefix + accountId;

/** Forgets what every account has picked; for signing out, on pages that need nothing else of orders. */
export function forgetOrderDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
