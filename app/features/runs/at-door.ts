import { type UndeliveredSettings, undeliveredSettings } from "#app/domain/delivery/second-fee.ts";
import { type DoorSettings, doorSettings } from "#app/domain/door/door-settings.ts";
import { sendsMail } from "#app/domain/mail/sends-mail.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";

export interface AtDoor {
  door: DoorSettings;
  undelivered: UndeliveredSettings;
  /** Ways to tell clients that the driver is near. */
  reach: { texts: boolean; mails: boolean };
}

/** Defaults until the owner changes them. */
export const usualAtDoor: AtDoor = {
  door: doorSettings.defaults,
  undelivered: undeliveredSettings.defaults,
  reach: { texts: false, mails: true },
};

/** Reads the settings for drivers from the shop's settings and services. */
export function atDoor({
  settings,
  sendsTexts,
  mailFolder,
}: {
  settings: { get<Value extends object>(group: SettingsGroup<Value>): Value };
  sendsTexts: boolean;
  /** Folder that emails are written to instead of being sent; null if they are sent. */
  mailFolder: string | null;
}): AtDoor {
  const reach = { texts: sendsTexts, mails: sendsMail({ mailFolder }) };
  return {
    door: settings.get(doorSettings),
    undelivered: settings.get(undeliveredSettings),
    reach,
  };
}
