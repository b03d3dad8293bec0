import { useState } from "react";
import { z } from "zod";
import type { Lot } from "#app/domain/lots/lots.ts";
import { lotOfLast, lotTakenBack, type ShownLine, takenOff } from "../station-view.ts";
import { keptValue } from "./kept-value.ts";

type KeptLot = Pick<Lot, "id" | "code">;

const stored = z.object({
  /** The Pacific day it was stored on; it doesn't carry over to the next. */
  day: z.string(),
  lots: z.record(z.string(), z.object({ id: z.guid(), code: z.string().max(40) })),
});

type Kept = z.infer<typeof stored>;

const none: Kept["lots"] = {};
const kept = keptValue("packing:lots", stored, {
  first: { day: "", lots: none },
  area: "localStorage",
});

/**
 * The lot for each product, remembered across orders for the day until it is changed. After a
 * package was taken back, its line uses that package's lot until another is chosen; a line without
 * a remembered lot uses its last package's, since a correction concerns the same meat.
 */
export function useKeptLots(today: string) {
  const lots = lotsOf(kept.use(), today);
  /** Number of packages taken back from a line at the time its lot was chosen. */
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  return {
    lotFor(line: ShownLine): KeptLot | undefined {
      const isSince = takenOff(line).length > (chosen[line.id] ?? 0);
      const before = isSince ? lotTakenBack(line) : undefined;
      return before ?? lots[nameOf(line)] ?? lotOfLast(line);
    },
    keep(line: ShownLine, { id, code }: KeptLot) {
      setChosen((now) => ({ ...now, [line.id]: takenOff(line).length }));
      const others = lotsOf(kept.get(), today);
      kept.set({ day: today, lots: { ...others, [nameOf(line)]: { id, code } } });
    },
  };
}

function nameOf({ productId, productName }: ShownLine): string {
  return productId ?? productName;
}

function lotsOf({ day, lots }: Kept, today: string): Kept["lots"] {
  return day === today ? lots : none;
}
