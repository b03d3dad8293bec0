import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** When the client is told that an order is packed, and its card is charged. */
export interface PackedSettings {
  /** True: once the order leaves. False: as soon as it is finished at the station. */
  waits: boolean;
}

export const packedSettings: SettingsGroup<PackedSettings> = {
  key: "packed",
  schema: z.object({ waits: z.boolean() }),
  defaults: { waits: false },
};
