import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { newUuid } from "#app/lib/uuid.ts";
import { type KeptField, keptFields } from "./checkout-form.ts";

/** Where the tab keeps what was typed into the checkout, so that a look at the shop loses nothing. */
const memoryKey = "checkout";
const area = "sessionStorage";

type Kept = Record<KeptField, string>;

/** What this tab typed before; empty fields for what it did not. Browser only. */
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

/** Browser only. */
export function rememberCheckout(kept: Kept): void {
  withStorage((storage) => storage.setItem(memoryKey, JSON.stringify(kept)), area);
}

/** Once an order is placed, nothing personal stays behind. Browser only. */
export function forgetCheckout(): void {
  withStorage((storage) => storage.removeItem(memoryKey), area);
}

/** Where the browser keeps which request the cart becomes an order by, in whichever tab. */
const requestKey = "checkout-request";

/** The request id of the cart's order: the same in all tabs, so that one cart is placed once. Browser only. */
export function cartRequest(): string {
  const made = newUuid();
  const kept = withStorage((storage) => {
    const known = storage.getItem(requestKey);
    if (!known) storage.setItem(requestKey, made);
    return known;
  });
  return kept || made;
}

/** The same, null for a cart that nobody went to the checkout with; undefined without a storage. Browser only. */
export function knownCartRequest(): string | null | undefined {
  return withStorage((storage) => storage.getItem(requestKey));
}

/** What is ordered from now on is another order than that of `requestId`, if it is its cart's. Browser only. */
export function forgetRequestOf(requestId: string | null): void {
  if (requestId !== null && knownCartRequest() === requestId) forgetCartRequest();
}

/** Where the tab keeps the page of the order that it placed last. */
const placedKey = "checkout-placed";

/**
 * Keeps the page of an order that was placed, for whoever goes back to the checkout. Browser only.
 *
 * @returns whether it was not known yet; undefined without a storage
 */
export function rememberPlaced(page: string): boolean | undefined {
  return withStorage((storage) => {
    const isNew = storage.getItem(placedKey) !== page;
    storage.setItem(placedKey, page);
    return isNew;
  }, area);
}

/** The page of the order that this tab placed last; null for none. Browser only. */
export function placedPage(): string | null {
  return withStorage((storage) => storage.getItem(placedKey), area) ?? null;
}

/** What is ordered from now on is another order. Browser only. */
export function forgetCartRequest(): void {
  withStorage((storage) => storage.removeItem(requestKey));
}
