import { z } from "zod";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import { keptValue } from "./kept-value.ts";

const stored = z.object({
  order: z.string(),
  /** The line that is packed; null until one was chosen. */
  line: z.string().nullable(),
  unit: z.enum(["lb", "kg"]),
});

type Place = z.infer<typeof stored>;

const atFirst: Place = { order: "", line: null, unit: "lb" };
const kept = keptValue("packing:place", stored, { first: atFirst, area: "sessionStorage" });

/**
 * Where the packer is: the line of this order, and the unit they type in. Kept for the tab, since after a
 * reload the next weight would otherwise go to another line, or be read in another unit.
 */
export function useKeptPlace(order: string) {
  const place = placeIn(kept.use(), order);
  const keep = (change: Partial<Place>) => kept.set({ ...placeIn(kept.get(), order), ...change });
  return {
    place,
    setLine: (line: string | null) => keep({ line }),
    setUnit: (unit: WeightUnit) => keep({ unit }),
  };
}

/** Each order begins at its first open line, in pounds. */
function placeIn(found: Place, order: string): Place {
  return found.order === order ? found : { ...atFirst, order };
}
