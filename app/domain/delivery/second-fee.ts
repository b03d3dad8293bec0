import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** Whether an order that comes a second time, because nobody was there, pays its delivery again. */
export const secondFees = ["never", "always", "ask"] as const;

export type SecondFee = (typeof secondFees)[number];

/** What happens where an order could not be handed over, as the owner has set it. */
export interface UndeliveredSettings {
  secondFee: SecondFee;
  /** Drivers give what nobody took another day or a pickup at the door. */
  driversMove: boolean;
  /** Drivers may leave a delivery with a neighbour. */
  neighbours: boolean;
}

export const undeliveredSettings: SettingsGroup<UndeliveredSettings> = {
  key: "undelivered",
  schema: z.object({
    secondFee: z.enum(secondFees),
    // What was stored before drivers could.
    driversMove: z.boolean().default(true),
    neighbours: z.boolean().default(false),
  }),
  defaults: { secondFee: "ask", driversMove: true, neighbours: false },
};
