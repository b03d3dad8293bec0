import { z } from "zod";
import type { Staff } from "#app/domain/access/capability.ts";
import type { SettingsGroup } from "#app/domain/settings/settings-group.ts";
import { formatCents } from "#app/lib/amounts/money.ts";

/** What the office may do by itself. Amounts are in cents. */
export interface OfficeSettings {
  /** The most that a held order may come to for the office to release it; owners have no limit. */
  releaseUpToCents: number;
}

/** The most that can be set, in cents: what the database's amounts hold. */
export const mostReleaseCents = 9_999_999_99;

export const officeSettings: SettingsGroup<OfficeSettings> = {
  key: "office",
  schema: z.object({ releaseUpToCents: z.int().min(0).max(mostReleaseCents) }),
  defaults: { releaseUpToCents: 500_00 },
};

/** The most, in cents, that a held order may come to for a member of staff to release it; null for any amount. */
export function releaseLimitOf(
  { staffRole }: Pick<Staff, "staffRole">,
  { releaseUpToCents }: OfficeSettings,
): number | null {
  return staffRole === "owner" ? null : releaseUpToCents;
}

/** Said to those who may not release an order for what it comes to. */
export const overReleaseLimit = (mostCents: number, limitCents: number): string =>
  `This order comes to ${formatCents(mostCents)} at most, and your role releases orders up to ${formatCents(limitCents)}. Please ask an owner.`;
