import { afterAll, beforeAll, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import { listHistory } from "#app/features/history/history.server.ts";
import type { OpenDatabase } from "#db/database.ts";
import { shopSettings } from "#db/schema/system.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { scanRulePresets } from "./scan-rules.ts";
import {
  getScanSettings,
  scanSettingsSubject,
  updateScanSettings,
} from "./scan-settings.server.ts";
import { usualScanSettings } from "./scan-settings.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());

it("returns the defaults at first, and logs only what changed", async () => {
  const { db } = database;
  expect(await getScanSettings(db, admin)).toEqual(usualScanSettings);
  await updateScanSettings(db, admin, usualScanSettings);
  const wanted = {
    rules: [scanRulePresets.kilograms],
    standIns: ["^"],
    gtinCompanyPrefix: "0614141",
    labelPrices: [],
  };
  await updateScanSettings(db, admin, wanted);
  await updateScanSettings(db, admin, wanted);
  expect(await getScanSettings(db, admin)).toEqual(wanted);
  expect(await listHistory(db, admin, scanSettingsSubject)).toMatchObject([
    {
      actorEmail: admin.email,
      before: { scanStandIns: "<GS> ~ |", gtinCompanyPrefix: "" },
      after: {
        scanRules: "21: item 3–7, weight 8–12 in kg, 3 decimals",
        scanStandIns: "^",
        gtinCompanyPrefix: "0614141",
      },
    },
  ]);
});

it("returns the defaults if something invalid is stored, and refuses a prefix with letters", async () => {
  const { db } = database;
  await db.update(shopSettings).set({ scanRules: [{ prefix: "21" }], scanStandIns: "~" });
  expect(await getScanSettings(db, admin)).toMatchObject({
    rules: usualScanSettings.rules,
    standIns: usualScanSettings.standIns,
  });
  const write = db.update(shopSettings).set({ gtinCompanyPrefix: "12a456" });
  expect(await refusalOf(write)).toBe("shop_settings_gtin_prefix_form");
});
