import { type UndeliveredSettings, undeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import { type DoorSettings, doorSettings } from "#app/domain/door/door-settings.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

/** What drivers may do, as the owner has set it. */
export interface AtDoor {
  door: DoorSettings;
  undelivered: UndeliveredSettings;
}

/** As it is until the owner says otherwise. */
export const usualAtDoor: AtDoor = {
  door: doorSettings.defaults,
  undelivered: undeliveredSettings.defaults,
};

/** Reads it from the shop's settings. */
export function atDoor(settings: {
  get<Value extends object>(group: SettingsGroup<Value>): Value;
}): AtDoor {
  return { door: settings.get(doorSettings), undelivered: settings.get(undeliveredSettings) };
}
