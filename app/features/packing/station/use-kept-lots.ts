import { useSyncExternalStore } from "react";
import { z } from "zod";
import type { Lot } from "#app/domain/lots/lots.ts";
import { withStorage } from "#app/lib/browser-storage.ts";
import type { ShownLine } from "./station-view.ts";

type KeptLot = Pick<Lot, "id" | "code">;

const key = "packing:lots";

const stored = z.object({
  /** The Pacific day it was kept on; the next morning begins without. */
  day: z.string(),
  lots: z.record(z.string(), z.object({ id: z.guid(), code: z.string().max(40) })),
});

const none: Record<string, KeptLot> = {};
/** Also without a storage, as long as the page is open. */
let kept: { day: string; lots: Record<string, KeptLot> } | null = null;
const listeners = new Set<() => void>();

/**
 * The lot that each product is packed from, kept from order to order until it is changed, for the
 * day.
 */
export function useKeptLots(today: string) {
  const lots = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => lotsOf(today),
    () => none,
  );
  return {
    lotFor: (line: ShownLine): KeptLot | undefined => lots[nameOf(line)],
    keep(line: ShownLine, { id, code }: KeptLot) {
      kept = { day: today, lots: { ...lotsOf(today), [nameOf(line)]: { id, code } } };
      withStorage((storage) => storage.setItem(key, JSON.stringify(kept)));
      for (const listener of listeners) listener();
    },
  };
}

function nameOf({ productId, productName }: ShownLine): string {
  return productId ?? productName;
}

function lotsOf(today: string): Record<string, KeptLot> {
  kept ??= read() ?? { day: today, lots: none };
  return kept.day === today ? kept.lots : none;
}

function read() {
  return withStorage((storage) => stored.parse(JSON.parse(storage.getItem(key) ?? "")));
}
