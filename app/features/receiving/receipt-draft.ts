import { rowsIn } from "#app/domain/receiving/receipt-form.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";

// Keeps a tab's unsaved receipt across Back and reloads, with its request id for idempotency. Its
// lines come and go, so its fields are stored here rather than by `UnsavedInput`.

const key = "typing:receipt";
const area = "sessionStorage";

type Fields = Record<string, string>;

const typedOnce = ["newSupplier", "invoiceNumber", "note", "freight", "temperature"];

/** Stores the form's fields if anything worth keeping was entered. Browser only. */
export function keepReceipt(fields: Fields): void {
  const isTyped = rowsIn(fields).length > 0 || typedOnce.some((name) => fields[name]?.trim());
  if (isTyped) withStorage((storage) => storage.setItem(key, JSON.stringify(fields)), area);
}

/** Returns the stored fields; null if there are none. Browser only. */
export function keptReceipt(): Fields | null {
  const text = withStorage((storage) => storage.getItem(key), area);
  try {
    const kept: unknown = JSON.parse(text ?? "null");
    if (typeof kept !== "object" || kept === null) return null;
    const texts = Object.entries(kept).filter(([, value]) => typeof value === "string");
    return texts.length > 0 ? (Object.fromEntries(texts) as Fields) : null;
  } catch {
    return null;
  }
}

/** Deletes them once the receipt is stored or discarded. Browser only. */
export function forgetReceipt(): void {
  withStorage((storage) => storage.removeItem(key), area);
}
