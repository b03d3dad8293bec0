import { rowsIn } from "#app/domain/receiving/receipt-form.ts";
import { withStorage } from "#app/lib/browser/browser-storage.ts";

// Where the tab keeps a half-typed receipt, so that Back or a reload loses nothing. Its lines come and go, so
// it is kept as its fields rather than by `UnsavedInput`, with the request that it is: sent twice, it is one.

const key = "typing:receipt";
const area = "sessionStorage";

type Fields = Record<string, string>;

const typedOnce = ["newSupplier", "invoiceNumber", "note", "freight", "temperature"];

/** Keeps what the form has, if anything was entered that is a pity to lose. Browser only. */
export function keepReceipt(fields: Fields): void {
  const isTyped = rowsIn(fields).length > 0 || typedOnce.some((name) => fields[name]?.trim());
  if (isTyped) withStorage((storage) => storage.setItem(key, JSON.stringify(fields)), area);
}

/** What was kept; null for nothing. Browser only. */
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

/** Once it is stored or given up. Browser only. */
export function forgetReceipt(): void {
  withStorage((storage) => storage.removeItem(key), area);
}
