import { randomBytes } from "node:crypto";
import { readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import { makeFolder } from "#db/make-folder.ts";
import { openSession } from "#db/postgres.ts";
import { backupRuns } from "#db/schema/operations.ts";
import type { Config } from "#server/config.ts";
import { workBesideShop } from "./beside-shop.ts";
import { backupLock, isProofDue, whatIsDue } from "./due.ts";
import { makeBackup, runningDatabase } from "./make-backup.ts";
import { sendNightly, withFetched } from "./offsite/offsite-runs.ts";
import { CannotProveError, dropTemporary, proveBackup } from "./prove-backup.ts";
import { expectRoom, newestIn, sizeOf } from "./room.ts";
import { isLeftover, isNightly, nameAt, outdated } from "./rotation.ts";
import { begin, end, endUnfinished, fail, type Night, takeLock, tell } from "./runs.ts";

/**
 * The process that `nightly-backups.ts` starts beside the shop: removes what a killed one left,
 * makes the nightly backup if it is due, removes outdated ones, uploads it to the bucket if there
 * is one, and once a week test-restores both. It reports by messages, and ends with the shop.
 */

/** The kinds of runs of this process. */
const kinds = ["backup", "proof", "offsite", "offsite_proof"] as const;

/** How far back the list of runs goes. */
const kept = sql`now() - interval '1 year'`;

const nothing = () => undefined;

async function workTheNight(config: Config): Promise<void> {
  const database = await runningDatabase(config);
  if (!database || !config.backupDir) return;
  const session = await openSession(database.url);
  try {
    // Another process of the shop is doing it.
    if (!(await takeLock(session, backupLock))) return;
    const night = { config, folder: resolve(config.backupDir), database, session };
    await tidy(night);
    const due = await whatIsDue(session.db, config);
    const backup = due === "backup" ? await backUp(night) : undefined;
    const { backupS3 } = config;
    const isSending = backupS3 && (backup || due === "sending");
    const sent = isSending ? await sendNightly(night, backupS3) : undefined;
    if (backup && (await isProofDue(session.db, "proof"))) {
      const about = { kind: "proof", backup, what: "the nightly backup" } as const;
      await prove(night, about, (proof) => proof(backup));
    }
    if (backupS3 && sent && (await isProofDue(session.db, "offsite_proof"))) {
      const what = "the backup in the bucket";
      const about = { kind: "offsite_proof", backup: `s3:${sent}`, what } as const;
      await prove(night, about, (proof) => withFetched(night, backupS3, sent, proof));
    }
    await session.db.delete(backupRuns).where(lt(backupRuns.startedAt, kept));
  } finally {
    await session.close();
  }
}

/** Removes what a killed run left: temporary databases, unfinished folders, open entries. */
async function tidy({ folder, database, session }: Night): Promise<void> {
  const { db } = session;
  const isOurs = inArray(backupRuns.kind, [...kinds]);
  const unfinished = await db
    .select()
    .from(backupRuns)
    .where(and(isNull(backupRuns.endedAt), isOurs));
  if (unfinished.some((run) => run.database)) {
    const server = await openSession(database.superuserUrl ?? database.url);
    try {
      for (const run of unfinished) if (run.database) await dropTemporary(server, run.database);
    } finally {
      await server.close();
    }
  }
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter(isLeftover)) {
    await rm(join(folder, name), { recursive: true, force: true });
  }
  await endUnfinished(session, [...kinds]);
}

/**
 * @returns the backup's folder; undefined if it failed, which was recorded and reported
 */
async function backUp(night: Night): Promise<string | undefined> {
  const { config, folder, session } = night;
  const target = join(folder, nameAt(new Date()));
  const run = await begin(session, { kind: "backup", folder: target });
  try {
    await makeFolder(folder);
    const previous = await newestIn(folder, isNightly);
    await expectRoom(session, folder, previous?.manifest);
    const made = await makeBackup(config, target, nothing, previous);
    const bytes = sizeOf(made.manifest);
    await end(session, run, { outcome: "done", bytes });
    const facts = { folder: target, bytes, lostImages: made.lostImages };
    tell({ level: "info", message: "made the nightly backup", facts });
  } catch (error) {
    await fail(night, run, error, "the nightly backup failed");
    return undefined;
  }
  // Only once there is a newer one.
  for (const name of outdated(await readdir(folder))) {
    // Renamed first, so that a half-removed backup doesn't count as one.
    await rename(join(folder, name), join(folder, `${name}.gone`));
    await rm(join(folder, `${name}.gone`), { recursive: true });
  }
  return target;
}

/** Restores a backup into a temporary database, and records the result. */
async function prove(
  night: Night,
  about: { kind: "proof" | "offsite_proof"; backup: string; what: string },
  withFolder: (proof: (folder: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const { database, session } = night;
  const { kind, backup, what } = about;
  const name = `shop_proof_${randomBytes(8).toString("hex")}`;
  const run = await begin(session, { kind, folder: backup, database: name });
  try {
    await withFolder((folder) => proveBackup(folder, database, name));
    await end(session, run, { outcome: "done" });
    tell({ level: "info", message: `proved ${what}`, facts: { folder: backup } });
  } catch (error) {
    if (error instanceof CannotProveError) {
      await end(session, run, { outcome: "skipped", message: error.message });
      return;
    }
    await fail(night, run, error, `${what} could not be proven`);
  }
}

workBesideShop("the nightly backup", workTheNight);
