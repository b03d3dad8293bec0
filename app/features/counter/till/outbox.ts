import { withStorage } from "#app/lib/browser/browser-storage.ts";
import { createSendQueue } from "#app/lib/send-queue.ts";
import { type Sale, type StoredSale, saleSchema } from "../sale.ts";
import type { TillProduct } from "./till-product.ts";

/**
 * The shop's answer; null without one, or if the sale may be sent again. A refusal for a changed
 * price or tax comes with today's list.
 */
export type SaleAnswer =
  | { kind: "done"; sale: StoredSale }
  /** After "asks", the same sale sent as meant is accepted. */
  | {
      kind: "refused";
      message: string;
      asks?: boolean;
      products?: TillProduct[] | undefined;
      /** The sale for which this basket was paid before, in another tab. */
      paid?: Pick<StoredSale, "id" | "documentNumber"> | undefined;
    }
  | { kind: "signed out" };

const timeoutMs = 8000;

/** Returns access to a text in the browser's storage, for a till. */
export function kept(key: string) {
  return {
    read: () => withStorage((storage) => storage.getItem(key)) ?? null,
    write: (text: string | null) =>
      void withStorage((storage) =>
        text === null ? storage.removeItem(key) : storage.setItem(key, text),
      ),
  };
}

/** Key for a text of a till that belongs to one person and nobody else who signs in here. */
export const ownKey = (name: string, tillId: string, userId: string) =>
  `${name}:${tillId}:${userId}`;

/** Parses a stored text; null for none, or a corrupt one. */
export function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Sends sales that were paid offline in the order they were made (lib/send-queue.ts). */
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

/** Sends a sale. Null for no answer or a server error: it may have been sold. */
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
    const { sale: stored, message = "", asks = false, products, paid } = await response.json();
    if (response.ok && stored) return { kind: "done", sale: stored };
    return { kind: "refused", message, asks, products, paid };
  } catch {
    // The outcome is unknown, but sending it again is idempotent.
    return null;
  }
}

/**
 * Returns this browser's number among the till's browsers, assigned once by the shop and stored.
 * Null while the shop can't be reached.
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

/** Runs a task while no other tab of this browser does, if the browser supports locks. */
export function alone<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  return navigator.locks ? navigator.locks.request(name, run) : run();
}

/** Sends a request of the till; null without an answer. */
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
