import { z } from "zod";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/** Limits of what the office may do. */
export interface OfficeSettings {
  /** Maximum total in cents of a held order that the office may release; owners have no limit. */
  releaseUpToCents: number;
  /**
   * Maximum deviation in percent, either way, of a line price set by the office from the customer's
   * price for that day. Staff who manage prices have no limit.
   */
  changePricePct: number;
}

/** The highest limit in cents that can be set and that the database's amounts hold. */
export const mostReleaseCents = 9_999_999_99;

export const officeSettings: SettingsGroup<OfficeSettings> = {
  key: "office",
  schema: z.object({
    releaseUpToCents: z.int().min(0).max(mostReleaseCents),
    changePricePct: z.int().min(0).max(100).default(10),
  }),
  defaults: { releaseUpToCents: 500_00, changePricePct: 10 },
};

/** Returns the highest total in cents that a staff member may release; null for no limit. */
export function releaseLimitOf(
  { staffRole }: Pick<Staff, "staffRole">,
  { releaseUpToCents }: Pick<OfficeSettings, "releaseUpToCents">,
): number | null {
  return staffRole === "owner" ? null : releaseUpToCents;
}

export const overReleaseLimit = (mostCents: number, limitCents: number): string =>
  `This order comes to ${formatCents(mostCents)} at most, and your role releases orders up to ${formatCents(limitCents)}. Please ask an owner.`;

/** Returns the percentage by which a staff member may change a line's price; null for no limit. */
export function priceLimitOf(
  staff: Staff<"sell">,
  { changePricePct }: Pick<OfficeSettings, "changePricePct">,
): number | null {
  return staffMay(staff, "prices") ? null : changePricePct;
}
