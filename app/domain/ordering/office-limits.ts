import { z } from "zod";
import { type Staff, staffMay } from "#app/domain/access/capability.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/** What the office may do by itself. Amounts are in cents. */
export interface OfficeSettings {
  /** The most that a held order may come to for the office to release it; owners have no limit. */
  releaseUpToCents: number;
  /**
   * How far, in per cent either way, the office may set a line's price from what the customer pays that
   * day; those who set prices have no limit.
   */
  changePricePct: number;
}

/** The most that can be set, in cents: what the database's amounts hold. */
export const mostReleaseCents = 9_999_999_99;

export const officeSettings: SettingsGroup<OfficeSettings> = {
  key: "office",
  schema: z.object({
    releaseUpToCents: z.int().min(0).max(mostReleaseCents),
    changePricePct: z.int().min(0).max(100).default(10),
  }),
  defaults: { releaseUpToCents: 500_00, changePricePct: 10 },
};

/** The most, in cents, that a held order may come to for a member of staff to release it; null for any amount. */
export function releaseLimitOf(
  { staffRole }: Pick<Staff, "staffRole">,
  { releaseUpToCents }: Pick<OfficeSettings, "releaseUpToCents">,
): number | null {
  return staffRole === "owner" ? null : releaseUpToCents;
}

/** Said to those who may not release an order for what it comes to. */
export const overReleaseLimit = (mostCents: number, limitCents: number): string =>
  `This order comes to ${formatCents(mostCents)} at most, and your role releases orders up to ${formatCents(limitCents)}. Please ask an owner.`;

/**
 * How far a member of staff may set a line's price from the customer's, in per cent; null for any price,
 * as those may who set prices anyway.
 */
export function priceLimitOf(
  staff: Staff<"sell">,
  { changePricePct }: Pick<OfficeSettings, "changePricePct">,
): number | null {
  return staffMay(staff, "prices") ? null : changePricePct;
}
