import type { Admin, Staff } from "#app/domain/access/capability.ts";
import { recordAudit } from "#app/domain/audit/record-audit.server.ts";
import { setShopSettings } from "#app/domain/settings/settings.server.ts";
import { refuseUnlessSeen } from "#app/domain/settings/settings-group.ts";
import type { Database, Transaction } from "#db/database.ts";
import { shopSettings } from "#db/schema/system.ts";
import { labelPricesToday, storeLabelPrices } from "../labels/label-prices.server.ts";
import { labelPricesInWords } from "../labels/label-prices.ts";
import {
  ruleInWords,
  type ScanSettings,
  storedRules,
  storedStandIns,
  usualScanSettings,
} from "./scan-settings.ts";

export const scanSettingsSubject = { entity: "setting", entityId: "scans" } as const;

const columns = {
  rules: shopSettings.scanRules,
  standIns: shopSettings.scanStandIns,
  gtinCompanyPrefix: shopSettings.gtinCompanyPrefix,
};

/**
 * Returns how the shop reads scans: its own settings or the defaults, without prices. For staff who
 * pack, or sell over the counter.
 */
export async function getScanRules(
  db: Database,
  _staff: Staff<"pack"> | Staff<"till">,
): Promise<Omit<ScanSettings, "labelPrices">> {
  return scanRulesOf(db);
}

/** Returns `getScanRules` for code that reads a stored scan again, whoever asks. */
export async function scanRulesOf(
  db: Database | Transaction,
): Promise<Omit<ScanSettings, "labelPrices">> {
  const [stored] = await db.select(columns).from(shopSettings);
  return settingsOf(stored);
}

/** Returns the scan settings with the prices on scale labels. For administrators. */
export async function getScanSettings(db: Database, admin: Admin): Promise<ScanSettings> {
  const [rules, labelPrices] = await Promise.all([getScanRules(db, admin), labelPricesToday(db)]);
  return { ...rules, labelPrices };
}

/**
 * Saves and logs how scans are read; writes nothing if nothing changed. Stations use it from the
 * next order they open. For administrators.
 *
 * @param seen the settings the form was filled with, as by `seenOf`
 * @throws Refusal if they have changed in the meantime
 */
export async function updateScanSettings(
  db: Database,
  admin: Admin,
  wanted: ScanSettings,
  seen?: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [stored] = await tx.select(columns).from(shopSettings).for("update");
    const settings = { ...settingsOf(stored), labelPrices: await labelPricesToday(tx) };
    const [before, after] = [inWords(settings), inWords(wanted)];
    const names = (Object.keys(after) as (keyof typeof after)[]).filter(
      (name) => before[name] !== after[name],
    );
    if (names.length === 0) return;
    refuseUnlessSeen(settings, seen);
    const { rules, standIns, gtinCompanyPrefix, labelPrices } = wanted;
    await storeLabelPrices(tx, labelPrices);
    await setShopSettings(tx, { scanRules: rules, scanStandIns: standIns, gtinCompanyPrefix });
    await recordAudit(tx, admin, {
      ...scanSettingsSubject,
      action: "edited",
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: Object.fromEntries(names.map((name) => [name, after[name]])),
    });
  });
}

type Stored = { rules: unknown; standIns: unknown; gtinCompanyPrefix: string };

function settingsOf(stored: Stored | undefined): Omit<ScanSettings, "labelPrices"> {
  return {
    rules: storedRules.safeParse(stored?.rules).data ?? usualScanSettings.rules,
    standIns: storedStandIns.safeParse(stored?.standIns).data ?? usualScanSettings.standIns,
    gtinCompanyPrefix: stored?.gtinCompanyPrefix ?? "",
  };
}

function inWords({ rules, standIns, gtinCompanyPrefix, labelPrices }: ScanSettings) {
  return {
    scanRules: rules.map(ruleInWords).join("\n"),
    scanStandIns: standIns.join(" "),
    gtinCompanyPrefix,
    labelPrices: labelPricesInWords(labelPrices),
  };
}
