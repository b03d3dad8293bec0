import { z } from "zod";
import type { SettingsGroup } from "./settings-group.ts";

/** How long the shop keeps personal data that the law doesn't require it to keep. */
export interface RetentionSettings {
  /** For messages and inquiries, after they are dealt with. */
  answeredMonths: number;
  /** For records of who was sent which emails. */
  mailMonths: number;
  /** After a guest's last order, until their name and address are erased; 0 for never. */
  guestYears: number;
}

export const retentionBounds = {
  answeredMonths: { least: 1, most: 120 },
  mailMonths: { least: 1, most: 120 },
  guestYears: { least: 0, most: 30 },
} as const;

const within = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);

/**
 * Guests: tax law's six years from the end of the year, rounded up, so that their documents are
 * erased first.
 */
export const retentionSettings: SettingsGroup<RetentionSettings> = {
  key: "retention",
  schema: z.object({
    answeredMonths: within(retentionBounds.answeredMonths),
    mailMonths: within(retentionBounds.mailMonths),
    guestYears: within(retentionBounds.guestYears),
  }),
  defaults: { answeredMonths: 12, mailMonths: 24, guestYears: 7 },
};
