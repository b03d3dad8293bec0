import { useState } from "react";
import { z } from "zod";
import type { Lot, LotToScan } from "#app/domain/lots/lots.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";
import { type LineLot, proposedLot, type Wanted } from "../parts/lots-of-line.ts";
import { lotOfLast, lotTakenBack, type ShownLine, takenOff } from "../station-view.ts";
import { keptValue } from "./kept-value.ts";

type KeptLot = Pick<Lot, "id" | "code">;

const stored = z.object({
  /** The Pacific day it was stored on; it doesn't carry over to the next. */
  day: z.string(),
  /** Null for a product that is packed without a lot. */
  lots: z.record(z.string(), z.object({ id: z.guid(), code: z.string().max(40) }).nullable()),
});

type Kept = z.infer<typeof stored>;

const none: Kept["lots"] = {};
const kept = keptValue("packing:lots", stored, {
  first: { day: "", lots: none },
  area: "localStorage",
});

/**
 * The lot for each product, remembered across orders for the day until it is changed. After a
 * package was voided, its line uses that package's lot until another is chosen; a line without a
 * remembered lot uses its last package's, since a correction concerns the same meat. A lot used up
 * by the books is not carried over to a line where nobody chose it. Where nobody chose any, one is
 * proposed; a traced product's must be chosen, as that has to be right.
 *
 * @param known the lots, with what is left of them now
 */
export function useKeptLots(today: string, known: readonly LotToScan[]) {
  const lots = lotsOf(kept.use(), today);
  /** Number of packages voided on a line at the time its lot was chosen. */
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
      // A line that was begun without a lot goes on so, until somebody chooses one.
      if (line.packages.some(({ isWaiting }) => !isWaiting)) return lotOfLast(line);
      return line.isTraced ? undefined : proposedLot(line, known, today, wanted);
    },
    /** Remembers a line's lot for its product; null for none. */
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
