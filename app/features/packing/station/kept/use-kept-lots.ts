import { useState } from "react";
import { z } from "zod";
import type { Lot, LotToScan } from "#app/domain/lots/lots.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { type LineLot, proposedLot, type Wanted } from "../parts/lots-of-line.ts";
import { lotOfLast, lotTakenBack, type ShownLine, takenOff } from "../station-view.ts";
import { keptValue } from "./kept-value.ts";

type KeptLot = Pick<Lot, "id" | "code">;

const stored = z.object({
  /** The Pacific day; not carried over to the next. */
  day: z.string(),
  lots: z.record(z.string(), z.object({ id: z.guid(), code: z.string().max(40) }).nullable()),
});

type Kept = z.infer<typeof stored>;

const none: Kept["lots"] = {};
const kept = keptValue("packing:lots", stored, {
  first: { day: "", lots: none },
  area: "localStorage",
});

/**
 * The lot of each product, remembered across orders until it is changed or the day ends. After a
 * package was voided, its line uses that package's lot until another is chosen, because a
 * correction concerns the same meat. Without a remembered lot, a line with packages uses the lot of
 * its last one. A lot used up by the books isn't carried over to a line where nobody chose it. A
 * lot is proposed there, except for a traced product, whose lot must be chosen.
 *
 * @param known the lots, with what is left of them now
 */
export function useKeptLots(today: string, known: readonly LotToScan[]) {
  const lots = lotsOf(kept.use(), today);
  /** Number of packages voided on a line when its lot was chosen. */
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const isUsedUp = ({ id }: KeptLot, line: ShownLine) => {
    const leftLb = known.find((lot) => lot.id === id)?.leftLb ?? null;
    const isOwn = line.id in chosen || line.packages.some(({ lotId }) => lotId === id);
    return leftLb !== null && toHundredthsLb(leftLb) <= 0 && !isOwn;
  };
  return {
    lotFor(line: ShownLine, wanted: Wanted): LineLot | undefined {
      const isSince = takenOff(line).length > (chosen[line.id] ?? 0);
      const before = isSince ? lotTakenBack(line) : undefined;
      const remembered = lots[nameOf(line)];
      const carried = remembered && isUsedUp(remembered, line) ? undefined : remembered;
      if (before) return before;
      if (carried !== undefined) return carried ?? undefined;
      // A line that was begun without a lot continues so, until somebody chooses one.
      if (line.packages.some(({ isWaiting }) => !isWaiting)) return lotOfLast(line);
      return line.isTraced ? undefined : proposedLot(line, known, today, wanted);
    },
    keep(line: ShownLine, lot: KeptLot | null) {
      setChosen((now) => ({ ...now, [line.id]: takenOff(line).length }));
      const others = lotsOf(kept.get(), today);
      const own = lot && { id: lot.id, code: lot.code };
      kept.set({ day: today, lots: { ...others, [nameOf(line)]: own } });
    },
  };
}

function nameOf({ productId, productName }: ShownLine): string {
  return productId ?? productName;
}

function lotsOf({ day, lots }: Kept, today: string): Kept["lots"] {
  return day === today ? lots : none;
}
