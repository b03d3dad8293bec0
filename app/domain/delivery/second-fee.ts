import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** Whether an order that comes a second time, because nobody was there, pays its delivery again. */
export const secondFees = ["never", "always", "ask"] as const;

export type SecondFee = (typeof secondFees)[number];

export const undeliveredSettings: SettingsGroup<{ secondFee: SecondFee }> = {
  key: "undelivered",
  schema: z.object({ secondFee: z.enum(secondFees) }),
  defaults: { secondFee: "ask" },
};
