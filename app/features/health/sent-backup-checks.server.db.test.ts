import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OpenDatabase } from "#db/database.ts";
import { auditLog } from "#db/schema/audit-log.ts";
import { backupRuns } from "#db/schema/operations.ts";
import { keptPassphrase } from "#server/backup/nightly-backups.ts";
import { signedInAdmin } from "#tests/setup/signed-in.ts";
import { openTestDatabase } from "#tests/setup/test-database.ts";
import { noteKept } from "./backup-passphrase.server.ts";
import type { BackupsElsewhere, Patient } from "./check-parts.server.ts";
import { sentBackups } from "./sent-backup-checks.server.ts";

let database: OpenDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.db.delete(backupRuns);
});

const passphrase = keptPassphrase("a passphrase of the test", "backups");
const bucket = { place: "backups at s3.example.com", hasRecent: true, passphrase };

async function look(elsewhere: BackupsElsewhere | null = bucket) {
  const patient: Patient = {
    db: database.db,
    folders: {},
    mailFolder: null,
    backups: { problem: async () => null, elsewhere },
    hasOwnServer: true,
    hasCards: false,
    certificate: async () => null,
  };
  const found = await Promise.all(
    sentBackups.map(async (check) => [check.id, await check.look(patient)] as const),
  );
  return Object.fromEntries(found);
}

type Run = typeof backupRuns.$inferInsert;

async function addRun(kind: Run["kind"], hoursAgo: number, result: Partial<Run> = {}) {
  const startedAt = new Date(Date.now() - hoursAgo * 3_600_000);
  const when = { startedAt, endedAt: startedAt, folder: "s3:nightly" };
  await database.db.insert(backupRuns).values({ kind, ...when, outcome: "done", ...result });
}

const failed = (message: string): Partial<Run> => ({ outcome: "failed", message });

const of = (state: string, says: RegExp) => ({ state, says: expect.stringMatching(says) });

describe("the checks of backups off the machine", () => {
  it("warn if there is no bucket, and skip the log of a separate database server", async () => {
    expect(await look(null)).toMatchObject({
      "sent-backups": of("warn", /stay on this machine/),
      "recent-backups": of("well", /on this machine alone/),
      "sent-proof": of("well", /no bucket/),
    });
    const { "recent-backups": between } = await look({ ...bucket, hasRecent: false });
    expect(between).toMatchObject(of("well", /up to the database server of DATABASE_URL/));
  });

  it("report when the last backup was sent, and when it was restored from there", async () => {
    for (const kind of ["backup", "offsite", "offsite_proof"] as const) await addRun(kind, 5);
    await addRun("recent", 0.1);
    const found = await look();
    expect(found).toMatchObject({
      "sent-backups": of(
        "well",
        /^The last was sent to backups at s3\.example\.com 5 hours ago\.$/,
      ),
      "recent-backups": of("well", /^What was done was last sent \d minutes ago\.$/),
      "sent-proof": of("well", /compared 5 hours ago\.$/),
    });
    expect(found["recent-backups"]?.figures).toMatchObject([
      { name: "shop_backup_recent_age_seconds", value: expect.closeTo(360, -1) },
    ]);
  });

  it("warn of a failed backup immediately, and report a problem after a day", async () => {
    await addRun("backup", 1);
    await addRun("offsite", 25);
    await addRun("offsite", 1, failed("The bucket refused."));
    expect((await look())["sent-backups"]).toMatchObject(
      of("warn", /not sent\. The bucket refused\./),
    );
    await database.db.delete(backupRuns);
    await addRun("backup", 1);
    await addRun("offsite", 28, failed("The bucket refused."));
    await addRun("backup", 28);
    await addRun("offsite", 50);
    expect((await look())["sent-backups"]).toMatchObject(
      of("bad", /^None was sent for 2 days\. The bucket refused\.$/),
    );
  });

  it("report for how long changes have been on this machine alone", async () => {
    await addRun("recent", 0.4);
    expect((await look())["recent-backups"]).toMatchObject(
      of("warn", /^What was done in the last 2\d minutes is on this machine alone\.$/),
    );
    await addRun("recent", 0.1, failed("The bucket refused."));
    expect((await look())["recent-backups"]).toMatchObject({ state: "warn" });
    await database.db.delete(backupRuns);
    await addRun("recent", 1);
    await addRun("recent", 0.1, failed("The bucket refused."));
    expect((await look())["recent-backups"]).toMatchObject(
      of("bad", /^What was done in the last 1 hour .+ alone\. The bucket refused\.$/),
    );
  });

  it("ask the owner to prove that they keep the passphrase, and again after it changes", async () => {
    const { db } = database;
    const of = async (kept = passphrase) =>
      (await look({ ...bucket, passphrase: kept }))["backup-passphrase"];
    expect(await look(null)).toMatchObject({ "backup-passphrase": { state: "well" } });
    expect(await of()).toMatchObject({
      state: "warn",
      says: expect.stringMatching(/you have not shown yet/),
      page: { to: "/admin/health/passphrase" },
    });
    expect(await passphrase.isIt("a passphrase of the tests")).toBe(false);
    expect(await passphrase.isIt("a passphrase of the test")).toBe(true);
    await noteKept(db, await signedInAdmin(db), passphrase);
    expect(await of()).toMatchObject({ state: "well" });
    const [noted] = await db.select().from(auditLog).where(eq(auditLog.action, "passphrase shown"));
    expect(JSON.stringify(noted)).not.toContain("a passphrase");
    expect(await of(keptPassphrase("another of at least 20", "backups"))).toMatchObject({
      state: "warn",
    });
  });

  it("report a problem if a sent backup can't be restored", async () => {
    await addRun("offsite_proof", 30 * 24);
    await addRun("offsite_proof", 1, failed("It is damaged."));
    expect((await look())["sent-proof"]).toMatchObject(of("bad", /on trial\. It is damaged\.$/));
    await database.db.delete(backupRuns);
    await addRun("offsite_proof", 1, { outcome: "skipped", message: "No CREATEDB." });
    expect((await look())["sent-proof"]).toMatchObject(of("warn", /No CREATEDB\.$/));
    await database.db.delete(backupRuns);
    await addRun("offsite_proof", 15 * 24);
    expect((await look())["sent-proof"]).toMatchObject(of("bad", /for two weeks/));
  });
});
