import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { createSendQueue } from "#app/lib/send-queue.ts";
import { type Sale, type StoredSale, saleSchema } from "../sale.ts";
import type { TillProduct } from "./till-product.ts";

/**
 * The shop's answer to a sale; null when none came, or one that may be tried again. A refusal for another price or
 * tax brings today's list.
 */
export type SaleAnswer =
  | { kind: "done"; sale: StoredSale }
  /** With "asks" it is sold all the same if it is sent as meant. */
  | {
      kind: "refused";
      message: string;
      asks?: boolean;
      products?: TillProduct[] | undefined;
    }
  | { kind: "signed out" };

const timeoutMs = 8000;

/** A text in the browser's storage, for what a till keeps. */
export function kept(key: string) {
  return {
    read: () => withStorage((storage) => storage.getItem(key)) ?? null,
    write: (text: string | null) =>
      void withStorage((storage) =>
        text === null ? storage.removeItem(key) : storage.setItem(key, text),
      ),
  };
}

/** Sales that were paid without the shop, sent in the order in which they were made (lib/send-queue.ts). */
export function createSaleOutbox(
  tillId: string,
  onAnswer: (sale: Sale, answer: Exclude<SaleAnswer, { kind: "signed out" }>) => void,
) {
  return createSendQueue<Sale, SaleAnswer>({
    ...kept(`till-sales:${tillId}`),
    parse: (stored) => saleSchema.safeParse(stored).data,
    send: (sale) => sendSale(tillId, sale),
    onAnswer(sale, answer) {
      if (answer.kind !== "signed out") onAnswer(sale, answer);
    },
  });
}

/** Sends a sale; null when no answer came, or only that the shop failed: it may have been sold. */
export async function sendSale(tillId: string, sale: Sale): Promise<SaleAnswer | null> {
  try {
    const response = await fetch(`/api/counter/${tillId}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(sale),
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401 || response.status === 403) return { kind: "signed out" };
    if (response.status >= 500 || response.status === 429 || response.status === 408) return null;
    const { sale: stored, message = "", asks = false, products } = await response.json();
    if (response.ok && stored) return { kind: "done", sale: stored };
    return { kind: "refused", message, asks, products };
  } catch {
    // Lost, or cut short: the answer is unknown, and sending it again is safe.
    return null;
  }
}

/**
 * Which of the till's browsers this one is: the shop says it once, and the browser keeps it. Null while the shop
 * can't be reached.
 */
export function ownDevice(tillId: string): Promise<number | null> {
  const own = kept(`till-device:${tillId}`);
  return alone(`till-device:${tillId}`, async () => {
    const known = own.read();
    if (known !== null && /^\d{1,3}$/.test(known)) return Number(known);
    try {
      const response = await fetch(`/api/counter/${tillId}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", Accept: "application/json" },
        body: JSON.stringify({ wants: "device" }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const { device } = response.ok ? await response.json() : {};
      if (typeof device !== "number") return null;
      own.write(String(device));
      return device;
    } catch {
      return null;
    }
  });
}

/** Does something while no other tab of this browser does it, where the browser can tell. */
export function alone<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(name, run) : run();
}

/** Asks the shop something for the till; null when no answer came. */
export async function askShop<Answer>(
  tillId: string,
  asked: Record<string, string>,
): Promise<Answer | null> {
  try {
    const response = await fetch(`/api/counter/${tillId}?${new URLSearchParams(asked)}`, {
      headers: { Accept: "application/json" },
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
