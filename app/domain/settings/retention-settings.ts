import { z } from "zod";
import type { SettingsGroup } from "./settings-group.ts";

/** How long the shop keeps what names a person and the law does not have it keep. */
export interface RetentionSettings {
  /** Months that messages and inquiries are kept once they are dealt with. */
  answeredMonths: number;
  /** Months that it is kept which emails were sent to whom. */
  mailMonths: number;
  /** Years after a guest's last order until their name and address are erased; 0 for never. */
  guestYears: number;
}

/** Of each, in its own unit. */
export const retentionBounds = {
  answeredMonths: { least: 1, most: 120 },
  mailMonths: { least: 1, most: 120 },
  guestYears: { least: 0, most: 30 },
} as const;

const within = ({ least, most }: { least: number; most: number }) => z.int().min(least).max(most);

/** Guests: tax law's six years from the end of the year, rounded up, so that the papers go first. */
export const retentionSettings: SettingsGroup<RetentionSettings> = {
  key: "retention",
  schema: z.object({
    answeredMonths: within(retentionBounds.answeredMonths),
    mailMonths: within(retentionBounds.mailMonths),
    guestYears: within(retentionBounds.guestYears),
  }),
  defaults: { answeredMonths: 12, mailMonths: 24, guestYears: 7 },
};
