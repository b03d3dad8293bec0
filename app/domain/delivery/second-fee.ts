import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** Whether the fee is charged again when an order is redelivered because nobody was there. */
export const secondFees = ["never", "always", "ask"] as const;

export type SecondFee = (typeof secondFees)[number];

/** The owner's settings for orders that could not be handed over. */
export interface UndeliveredSettings {
  secondFee: SecondFee;
  /** Drivers may move undelivered goods to another day or a pickup at the door. */
  driversMove: boolean;
  /** Drivers may leave a delivery with a neighbour. */
  neighbours: boolean;
}

export const undeliveredSettings: SettingsGroup<UndeliveredSettings> = {
  key: "undelivered",
  schema: z.object({
    secondFee: z.enum(secondFees),
    // The default for values stored before drivers could.
    driversMove: z.boolean().default(true),
    neighbours: z.boolean().default(false),
  }),
  defaults: { secondFee: "ask", driversMove: true, neighbours: false },
};
