import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import type { Storage } from "#db/schema/values/products.ts";

/** Temperature limits on delivery, in tenths of a degree Celsius. */
export interface ReceivingSettings {
  chilledMost: number;
  frozenMost: number;
}

/** In tenths of a degree. */
export const limitBounds = { least: -400, most: 100 } as const;

const limit = z.int().min(limitBounds.least).max(limitBounds.most);

/** Usual limits of food safety plans: 4 °C, and -18 °C plus what an open truck door adds. */
export const receivingSettings: SettingsGroup<ReceivingSettings> = {
  key: "receiving",
  schema: z.object({ chilledMost: limit, frozenMost: limit }),
  defaults: { chilledMost: 40, frozenMost: -150 },
};

/** Parses a temperature into tenths: "3.5" → 35, "−1" → -10; null if invalid. */
export function tenthsOf(typed: string): number | null {
  const text = typed
    .trim()
    .replace("−", "-")
    .replace(",", ".")
    .replace(/\s*°?\s*c$/i, "");
  if (!/^[-+]?\d{1,3}(\.\d)?$/.test(text)) return null;
  return Math.round(Number(text) * 10);
}

/** Formats tenths as stored: 35 → "3.5". */
export function degrees(tenths: number): string {
  return (tenths / 10).toFixed(1);
}

/** Formats a temperature for people: "3.5 °C", "-18 °C". */
export function formatDegrees(temperature: string | number): string {
  return `${Number(temperature)} °C`;
}

/**
 * Returns the limit that a temperature exceeds, in tenths; null if it is cold enough or wasn't
 * measured. Goods that aren't a product count as chilled.
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
