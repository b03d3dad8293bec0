import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import type { Storage } from "#db/schema/values/products.ts";

/** How warm meat may be when it comes, in tenths of a degree Celsius. */
export interface ReceivingSettings {
  chilledMost: number;
  frozenMost: number;
}

/** In tenths of a degree. */
export const limitBounds = { least: -400, most: 100 } as const;

const limit = z.int().min(limitBounds.least).max(limitBounds.most);

/** The usual limits of food safety plans: 4 °C, and for frozen meat -18 °C with what a truck's door lets in. */
export const receivingSettings: SettingsGroup<ReceivingSettings> = {
  key: "receiving",
  schema: z.object({ chilledMost: limit, frozenMost: limit }),
  defaults: { chilledMost: 40, frozenMost: -150 },
};

/** The tenths of a temperature as typed or stored: "3.5" → 35, "−1" → -10; null for what is none. */
export function tenthsOf(typed: string): number | null {
  const text = typed
    .trim()
    .replace("−", "-")
    .replace(",", ".")
    .replace(/\s*°?\s*c$/i, "");
  if (!/^[-+]?\d{1,3}(\.\d)?$/.test(text)) return null;
  return Math.round(Number(text) * 10);
}

/** As the database has it: 35 → "3.5". */
export function degrees(tenths: number): string {
  return (tenths / 10).toFixed(1);
}

/** As people read it: "3.5 °C", "-18 °C". */
export function formatDegrees(temperature: string | number): string {
  return `${Number(temperature)} °C`;
}

/**
 * The limit that a temperature exceeds, in tenths; null where it is cold enough, or was not measured. What
 * is no product of the shop is meant to be chilled.
 */
export function exceededLimit(
  temperatureC: string | null,
  storage: Storage | null,
  { chilledMost, frozenMost }: ReceivingSettings,
): number | null {
  if (temperatureC === null) return null;
  const most = storage === "frozen" ? frozenMost : chilledMost;
  const tenths = tenthsOf(temperatureC);
  return tenths !== null && tenths > most ? most : null;
}
