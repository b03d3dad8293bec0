import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Admin } from "#app/domain/access/capability.ts";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { keptValues } from "#db/schema/system.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { recordingLog } from "#tests/setup/test-log.ts";
import { openSettings, saveSettings } from "./kept-settings.server.ts";
import type { SettingsGroup } from "./settings-group.ts";

const group: SettingsGroup<{ greeting: string; lines: string[]; size: number }> = {
  key: "sample",
  schema: z.object({
    greeting: z.string(),
    lines: z.array(z.string()),
    size: z.int().default(1),
  }),
  defaults: { greeting: "Hello", lines: ["one"], size: 1 },
};

let database: OpenDatabase;
let admin: Admin;
const { log, lines } = recordingLog();

beforeAll(async () => {
  database = await openTestDatabase();
  admin = await signedInAdmin(database.db);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(keptValues);
});

const open = () => openSettings(database.db, log);
const save = (changed: Partial<typeof group.defaults>, version: number) =>
  saveSettings(database.db, admin, group, { ...group.defaults, ...changed }, version);

describe("a group of settings", () => {
  it("has its defaults until it is saved, and a version from then on", async () => {
    const settings = await open();
    expect(settings.get(group)).toBe(group.defaults);
    expect(settings.versionOf(group)).toBe(0);
    await save({ greeting: "Good day" }, 0);
    expect(settings.get(group).greeting).toBe("Hello");
    await settings.renew();
    expect(settings.get(group)).toEqual({ greeting: "Good day", lines: ["one"], size: 1 });
    expect(settings.get(group)).toBe(settings.get(group));
    expect(settings.versionOf(group)).toBe(1);
  });

  it("is logged with the changed fields, and not written if there are none", async () => {
    await save({ lines: ["one", "two"], size: 3 }, 0);
    await save({ lines: ["one", "two"], size: 3 }, 1);
    const entries = await database.db
      .select({ key: auditLog.entityId, before: auditLog.before, after: auditLog.after })
      .from(auditLog)
      .where(eq(auditLog.entity, "setting"))
      .orderBy(sql`${auditLog.id} desc`)
      .limit(2);
    expect(entries[0]).toEqual({
      key: "sample",
      before: { lines: "one", size: 1 },
      after: { lines: "one\ntwo", size: 3 },
    });
    expect(entries[1]?.after).not.toEqual(entries[0]?.after);
    expect((await open()).versionOf(group)).toBe(1);
  });

  it("is saved by only one of two requests from the same version", async () => {
    for (const version of [0, 1]) {
      const outcomes = await Promise.allSettled(
        ["mine", "yours"].map((greeting) => save({ greeting: greeting + version }, version)),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: expect.objectContaining({ code: "changed" }),
      });
    }
    await expect(save({ greeting: "late" }, 1)).rejects.toMatchObject({ code: "changed" });
  });

  it("gets the defaults of missing fields, and of all fields if unreadable", async () => {
    await database.db
      .insert(keptValues)
      .values({ key: group.key, value: { greeting: "Old", lines: [] } });
    expect((await open()).get(group)).toEqual({ greeting: "Old", lines: [], size: 1 });
    await database.db.update(keptValues).set({ value: { greeting: 7 } });
    expect((await open()).get(group)).toBe(group.defaults);
    expect(lines.at(-1)).toMatchObject({
      level: "error",
      message: "stored settings could not be read",
    });
  });

  it("reaches every process by a notification, after the commit", async () => {
    const settings = await open();
    const stop = await database.listen("settings_changed", () => {
      settings.renew();
    });
    await save({ greeting: "Everywhere" }, 0);
    await vi.waitFor(() => expect(settings.get(group).greeting).toBe("Everywhere"), 10_000);
    await stop();
  });
});
