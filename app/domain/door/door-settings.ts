import { z } from "zod";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** What drivers may do at a door, as the owner has set it. */
export interface DoorSettings {
  /** Take what is open of a client's other invoices too, and so see how much that is. */
  takesOlder: boolean;
}

export const doorSettings: SettingsGroup<DoorSettings> = {
  key: "door",
  schema: z.object({ takesOlder: z.boolean() }),
  defaults: { takesOlder: false },
};
