import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import type { Database, Transaction } from "#db/database.ts";
import { shopSettings } from "#db/schema/system.ts";
import type { ShopSettings } from "./settings.ts";
import { refuseUnlessSeen } from "./settings-group.ts";

export const settingsSubject = { entity: "setting", entityId: "shop" } as const;

/** Returns the shop's settings. Also for staff who keep the catalogue, as products follow them. */
export async function getShopSettings(
  db: Database,
  _staff: Staff<"catalogue">,
): Promise<ShopSettings> {
  const [settings] = await db.select(settingColumns).from(shopSettings);
  if (!settings) throw new Error("The shop has no settings");
  return settings;
}

/**
 * Saves and logs the settings; writes nothing if unchanged. The database notifies every server that
 * the catalogue has changed. Placed orders keep their tolerance. For administrators.
 *
 * @param seen the values the form was filled with, from `seenOf`
 * @throws Refusal if something else is stored by now
 */
export async function updateShopSettings(
  db: Database,
  admin: Admin,
  wanted: ShopSettings,
  seen?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [before] = await tx.select(settingColumns).from(shopSettings).for("update");
    if (!before || before.overCapPct === wanted.overCapPct) return;
    refuseUnlessSeen(before, seen);
    await setShopSettings(tx, wanted);
    await recordAudit(tx, admin, { ...settingsSubject, action: "edited", before, after: wanted });
  });
}

/** Sets the shop's single row of settings. The caller has locked it, and logs the change. */
export async function setShopSettings(
  tx: Transaction,
  wanted: Partial<Omit<typeof shopSettings.$inferInsert, "id">>,
): Promise<void> {
  await tx.update(shopSettings).set(wanted);
}

const settingColumns = { overCapPct: shopSettings.overCapPct };
