import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { shopSettings } from "#db/schema/system.ts";
import { refusalOf } from "#tests/setup/refusal-of.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { getShopSettings, updateShopSettings } from "./settings.server.ts";
import { checkSettings, maxOverCapPct } from "./settings.ts";

let database: OpenDatabase;
let admin: Admin;
beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.update(shopSettings).set({ overCapPct: 10 });
});

const logged = () =>
  database.db
    .select({ email: auditLog.actorEmail, before: auditLog.before, after: auditLog.after })
    .from(auditLog);

describe("the shop's settings", () => {
  it("have a tolerance of 10% at first, and changes are logged", async () => {
    expect(await getShopSettings(database.db, admin)).toEqual({ overCapPct: 10 });
    await updateShopSettings(database.db, admin, { overCapPct: 15 });
    expect(await getShopSettings(database.db, admin)).toEqual({ overCapPct: 15 });
    expect(await logged()).toEqual([
      { email: admin.email, before: { overCapPct: 10 }, after: { overCapPct: 15 } },
    ]);
    await updateShopSettings(database.db, admin, { overCapPct: 15 });
    expect(await logged()).toHaveLength(1);
  });

  it("are limited by the database", async () => {
    for (const overCapPct of [0, maxOverCapPct]) {
      await updateShopSettings(database.db, admin, { overCapPct });
    }
    for (const overCapPct of [-1, maxOverCapPct + 1]) {
      const write = updateShopSettings(database.db, admin, { overCapPct });
      expect(await refusalOf(write)).toBe("shop_settings_over_cap_range");
    }
  });
});

describe("checkSettings", () => {
  it.each([
    ["0", 0],
    [" 30 ", 30],
    ["07", 7],
  ])("reads %j as %j", (overCapPct, per) => {
    expect(checkSettings({ overCapPct }).data).toEqual({ overCapPct: per });
  });

  it.each(["", "31", "-1", "2.5", "10%", "9".repeat(400)])("refuses %j", (overCapPct) => {
    expect(checkSettings({ overCapPct }).refused?.errors).toEqual({
      overCapPct: ["Please enter a whole number from 0 to 30"],
    });
  });
});
