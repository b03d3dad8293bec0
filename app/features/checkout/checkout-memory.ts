import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { type KeptField, keptFields } from "./checkout-form.ts";

/** Session storage key. */
const memoryKey = "checkout";
const area = "sessionStorage";

type Kept = Record<KeptField, string>;

/** Returns this tab's earlier input; missing fields are empty. Browser only. */
export function recallCheckout(): Kept {
  const text = withStorage((storage) => storage.getItem(memoryKey), area);
  let stored: unknown;
  try {
    stored = JSON.parse(text || "{}");
  } catch {
    stored = {};
  }
  const known = (stored ?? {}) as Record<string, unknown>;
  const textOf = (name: KeptField) => {
    const value = known[name];
    return typeof value === "string" ? value : "";
  };
  return Object.fromEntries(keptFields.map((name) => [name, textOf(name)])) as Kept;
}

/** Stores this tab's input, so that browsing the shop loses nothing. Browser only. */
export function rememberCheckout(kept: Kept): void {
  withStorage((storage) => storage.setItem(memoryKey, JSON.stringify(kept)), area);
}

/** Deletes personal data once an order is placed. Browser only. */
export function forgetCheckout(): void {
  withStorage((storage) => storage.removeItem(memoryKey), area);
}

/** Local storage key, shared by all tabs. */
const requestKey = "checkout-request";

/** Returns the cart's request id, the same in all tabs, to place it once. Browser only. */
export function cartRequest(): string {
  const made = newUuid();
  const kept = withStorage((storage) => {
    const known = storage.getItem(requestKey);
    if (!known) storage.setItem(requestKey, made);
    return known;
  });
  return kept || made;
}

/** Returns `cartRequest`, or null before the checkout, undefined without storage. Browser only. */
export function knownCartRequest(): string | null | undefined {
  return withStorage((storage) => storage.getItem(requestKey));
}

/** Forgets `requestId` if it is the cart's, so that the next order is a new one. Browser only. */
export function forgetRequestOf(requestId: string | null): void {
  if (requestId !== null && knownCartRequest() === requestId) forgetCartRequest();
}

const placedKey = "checkout-placed";

/**
 * Stores the page of a placed order, for going back to the checkout later. Returns true if it was
 * new, undefined without storage. Browser only.
 */
export function rememberPlaced(page: string): boolean | undefined {
  return withStorage((storage) => {
    const isNew = storage.getItem(placedKey) !== page;
    storage.setItem(placedKey, page);
    return isNew;
  }, area);
}

/** Returns the page of this tab's latest order; null for none. Browser only. */
export function placedPage(): string | null {
  return withStorage((storage) => storage.getItem(placedKey), area) ?? null;
}

/** Forgets the request id, so that the next order is a new one. Browser only. */
export function forgetCartRequest(): void {
  withStorage((storage) => storage.removeItem(requestKey));
}
