import { z } from "zod";
import type { Lot } from "#app/domain/lots/lots.ts";
import type { ShownLine } from "../station-view.ts";
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
 * The lot that each product is packed from, kept from order to order until it is changed, for the
 * day.
 */
export function useKeptLots(today: string) {
  const lots = lotsOf(kept.use(), today);
  return {
    lotFor: (line: ShownLine): KeptLot | undefined => lots[nameOf(line)],
    keep(line: ShownLine, { id, code }: KeptLot) {
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
