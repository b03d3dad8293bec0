import { z } from "zod";
import type { WeightUnit } from "#db/schema/values/meat/packages.ts";
import { keptValue } from "./kept-value.ts";

const stored = z.object({
  order: z.string(),
  line: z.string().nullable(),
  unit: z.enum(["lb", "kg"]),
});

type Place = z.infer<typeof stored>;

const atFirst: Place = { order: "", line: null, unit: "lb" };
const kept = keptValue("packing:place", stored, { first: atFirst, area: "sessionStorage" });

/**
 * The packer's place: the current line of this order and the typing unit. Stored per tab, because a
 * reload would otherwise change the line or the unit of the next weight.
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

/** Each order starts at its first open line, in pounds. */
function placeIn(found: Place, order: string): Place {
  return found.order === order ? found : { ...atFirst, order };
}
