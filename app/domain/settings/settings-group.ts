import type { z } from "zod";
import { Refusal } from "#app/lib/refusal.ts";

/**
 * Settings of one screen, stored as one value under one key, with a default until the owner has
 * saved them. To add a group:
 *
 * 1. Write a `SettingsGroup` in a pure file beside its feature: a unique key, a zod schema of the
 *   value, its defaults. Give a later field a default in the schema, so that stored values still
 *   parse.
 * 2. Read it with `settings.get(group)`: `settings` is one of the request's services, in memory and
 *   never a query. For public pages return it from the loader; their cached HTML is dropped when
 *   anybody saves. Server code gets the value as an argument.
 * 3. Write it with `saveSettings(db, admin, group, value, version)`, then `await settings.renew()`.
 *   It is audited as the entity `setting` with the group's key, and `listHistory` finds it there.
 *   The form submits `settings.versionOf(group)`, so that the second of two concurrent saves gets a
 *   conflict. Name its fields in `features/history/history.ts`.
 * 4. Make a screen of it with `SettingsFrame` (`routes/admin/settings`) and list it there.
 */
export interface SettingsGroup<Value extends object> {
  key: string;
  /** Schema of the stored value. Forms have their own schemas, with error messages. */
  schema: z.ZodType<Value>;
  defaults: Value;
}

/** Serializes the values that a form was filled with, for settings without a version. */
export function seenOf(settings: object): string {
  return JSON.stringify(settings);
}

/** @throws Refusal if the stored values differ from those the form was filled with */
export function refuseUnlessSeen(stored: object, seen: string | undefined): void {
  if (seen !== undefined && seen !== seenOf(stored))
    throw settingsConflict({ seen: seenOf(stored) });
}

export const settingsConflictText =
  "Someone else has saved these settings since you opened them. What you typed is still here. Compare it with the history below and save again, if it is to replace theirs.";

/** @param fields the fields with which to resubmit the form to overwrite the other change */
export function settingsConflict(fields: Record<string, string> = {}): Refusal {
  return new Refusal("changed", settingsConflictText, { fields });
}
