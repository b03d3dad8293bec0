import { useSyncExternalStore } from "react";
import { z } from "zod";
import { withStorage } from "#app/lib/browser-storage.ts";
import type { WeightUnit } from "#db/schema/values/packages.ts";

const stored = z.object({
  order: z.string(),
  /** The line that is packed; null until one was chosen. */
  line: z.string().nullable(),
  unit: z.enum(["lb", "kg"]),
});

type Place = z.infer<typeof stored>;

const key = "packing:place";
/** Also without a storage, as long as the page is open. */
let kept: Place | null = null;
const listeners = new Set<() => void>();
const atFirst: Place = { order: "", line: null, unit: "lb" };

/**
 * Where the packer is: the line of this order, and the unit they type in. Kept for the tab, since after a
 * reload the next weight would otherwise go to another line, or be read in another unit.
 */
export function useKeptPlace(order: string) {
  const found = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read,
    () => atFirst,
  );
  function keep(change: Partial<Place>) {
    kept = { ...placeIn(read(), order), ...change };
    withStorage((storage) => storage.setItem(key, JSON.stringify(kept)), "sessionStorage");
    for (const listener of listeners) listener();
  }
  return {
    place: placeIn(found, order),
    setLine: (line: string | null) => keep({ line }),
    setUnit: (unit: WeightUnit) => keep({ unit }),
  };
}

/** Each order begins at its first open line, in pounds. */
function placeIn(found: Place, order: string): Place {
  return found.order === order ? found : { ...atFirst, order };
}

function read(): Place {
  kept ??=
    withStorage(
      (storage) => stored.parse(JSON.parse(storage.getItem(key) ?? "")),
      "sessionStorage",
    ) ?? atFirst;
  return kept;
}
