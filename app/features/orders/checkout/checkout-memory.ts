import { withStorage } from "#app/lib/browser-storage.ts";
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
