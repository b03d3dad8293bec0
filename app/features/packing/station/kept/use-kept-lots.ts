import { useState } from "react";
import { z } from "zod";
import type { Lot } from "#app/domain/lots/lots.ts";
import { lotOfLast, lotTakenBack, type ShownLine } from "../station-view.ts";
import { keptValue } from "./kept-value.ts";

type KeptLot = Pick<Lot, "id" | "code">;

const stored = z.object({
  /** The Pacific day it was kept on; the next morning begins without. */
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
 * The lot that each product is packed from, kept from order to order until it is changed, for the day. A line of
 * which a package was taken back has that one's lot until another is chosen, and one that nothing is kept for
 * the lot of its last package: a correction is of the same meat.
 */
export function useKeptLots(today: string) {
  const lots = lotsOf(kept.use(), today);
  /** How many packages of a line were taken back when its lot was chosen. */
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  return {
    lotFor(line: ShownLine): KeptLot | undefined {
      const isSince = line.voided.length > (chosen[line.id] ?? 0);
      const before = isSince ? lotTakenBack(line) : undefined;
      return before ?? lots[nameOf(line)] ?? lotOfLast(line);
    },
    keep(line: ShownLine, { id, code }: KeptLot) {
      setChosen((now) => ({ ...now, [line.id]: line.voided.length }));
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
