import type { Admin } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { setShopSettings } from "#app/domain/settings/settings.server.ts";
import { Refusal } from "#app/lib/refusal.ts";
import type { Database } from "#db/database.ts";
import { shopSettings } from "#db/schema/system.ts";
import { isGuarded } from "./factor-changes.server.ts";

export const factorRuleSubject = { entity: "setting", entityId: "sign-in" } as const;

/** Returns whether staff need a second factor for the back office. For administrators. */
export async function readFactorRule(db: Database, _admin: Admin): Promise<boolean> {
  const [settings] = await db.select({ isOn: shopSettings.needsSecondFactor }).from(shopSettings);
  if (!settings) throw new Error("The shop has no settings");
  return settings.isOn;
}

/**
 * Sets whether staff need a second factor. If so, those without one can only open the page to set
 * it up. For administrators.
 *
 * @throws Refusal if the administrator enabling it has none
 */
export async function setFactorRule(db: Database, admin: Admin, isOn: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx
      .select({ isOn: shopSettings.needsSecondFactor })
      .from(shopSettings)
      .for("update");
    if (before?.isOn === isOn) return;
    if (isOn && !(await isGuarded(tx, admin.userId))) {
      throw new Refusal(
        "factor",
        "Please set up a second factor for yourself first. You would be locked out otherwise.",
      );
    }
    await setShopSettings(tx, { needsSecondFactor: isOn });
    await recordAudit(tx, admin, {
      ...factorRuleSubject,
      action: "edited",
      before: { needsSecondFactor: before?.isOn ?? null },
      after: { needsSecondFactor: isOn },
    });
  });
}
