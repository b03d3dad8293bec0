import { withStorage } from "#app/lib/browser-storage.ts";

const prefix = "order-draft:";

/**
 * The local storage key for an account's draft. One key per account, so people who share a computer
 * don't see each other's drafts.
 */
export const draftKey = (accountId: string) => prefix + accountId;

/**
 * Clears every account's draft, on sign-out. Kept apart so pages can import it without the rest of
 * the order code.
 */
export function forgetOrderDrafts(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
