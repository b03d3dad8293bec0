import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { toHundredthsLb } from "#app/lib/amounts/weight.ts";

export interface BoxSize {
  lbPerBox: number;
}

/** More than anybody can lift. */
export const mostLbPerBox = 500;

export const boxSize: SettingsGroup<BoxSize> = {
  key: "boxes",
  schema: z.object({ lbPerBox: z.number().int().min(1).max(mostLbPerBox) }),
  defaults: { lbPerBox: 40 },
};

/** Returns how many boxes an order's pounds are expected to fill. Orders never share a box. */
export function boxesFor(lb: string, { lbPerBox }: BoxSize): number {
  return Math.ceil(toHundredthsLb(lb) / (lbPerBox * 100));
}
