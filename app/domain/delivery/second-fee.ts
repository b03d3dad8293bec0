import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** Whether the fee is charged again when an order is redelivered because nobody was there. */
export const secondFees = ["never", "always", "ask"] as const;

export type SecondFee = (typeof secondFees)[number];

export interface UndeliveredSettings {
  secondFee: SecondFee;
  /** True if drivers may move undelivered goods to another day or a pickup at the door. */
  driversMove: boolean;
  /** True if drivers may leave a delivery with a neighbour. */
  neighbours: boolean;
}

export const undeliveredSettings: SettingsGroup<UndeliveredSettings> = {
  key: "undelivered",
  schema: z.object({
    secondFee: z.enum(secondFees),
    // For values stored before this setting.
    driversMove: z.boolean().default(true),
    neighbours: z.boolean().default(false),
  }),
  defaults: { secondFee: "ask", driversMove: true, neighbours: false },
};
