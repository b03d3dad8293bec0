import type { z } from "zod";
import { Refusal } from "#app/lib/refusal.ts";

/**
 * What the owner sets on one screen, stored as one value under one key, with a default for a shop
 * whose owner has not been there yet. To add a group:
 *
 * 1. Write a `SettingsGroup` in a pure file beside its feature: a key of its own, a zod schema of the
 *    value, its defaults. Give a later field a default in the schema, so that what is stored already
 *    still parses.
 * 2. Read it with `settings.get(group)`: `settings` is one of the request's services, in memory and
 *    never a query. For public pages return it from the loader; their cached HTML is dropped when
 *    anybody saves. Server code gets the value as an argument.
 * 3. Write it with `saveSettings(db, admin, group, value, version)`, then `await settings.renew()`.
 *    It is audited as the entity `setting` with the group's key, and `listHistory` finds it there.
 *    `settings.versionOf(group)` is what the form sends along, so that of two people who save at
 *    once one gets a conflict. Name its fields in `audit/history.ts`.
 * 4. Make a screen of it with `SettingsFrame` (`routes/admin/settings`) and list it there.
 */
export interface SettingsGroup<Value extends object> {
  /** For the table and the audit log; never changed. */
  key: string;
  /** Of the stored value. Forms have schemas of their own, which say what is wrong. */
  schema: z.ZodType<Value>;
  /** For a shop whose owner has not saved this group. */
  defaults: Value;
}

/** What a form was filled in with, to be sent along where settings have no version. */
export function seenOf(settings: object): string {
  return JSON.stringify(settings);
}

/** @throws Refusal if something else is stored than the form was filled in with */
export function refuseUnlessSeen(stored: object, seen: string | undefined): void {
  if (seen !== undefined && seen !== seenOf(stored))
    throw settingsConflict({ seen: seenOf(stored) });
}

/** Said to the later of two people who save the same settings. */
export const settingsConflictText =
  "Someone else has saved these settings since you opened them. What you typed is still here. Compare it with the history below and save again, if it is to replace theirs.";

/** @param fields what the form is to be sent with to replace theirs */
export function settingsConflict(fields: Record<string, string> = {}): Refusal {
  return new Refusal("changed", settingsConflictText, { fields });
}
