import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { and, eq, lt, sql } from "drizzle-orm";
import { makeFolder } from "#db/make-folder.ts";
import { openSession } from "#db/postgres.ts";
import { backupRuns } from "#db/schema/operations.ts";
import type { BackupS3, Config } from "#server/config.ts";
import { workBesideShop } from "./beside-shop.ts";
import { bucketLock, isRecentDue } from "./due.ts";
import { makeBackup, runningDatabase } from "./make-backup.ts";
import { sendRecent } from "./offsite/offsite-runs.ts";
import { expectRoom, newestIn } from "./room.ts";
import { isNightly, isRecent, nameAt } from "./rotation.ts";
import { begin, end, endUnfinished, fail, type Night, takeLock, tell } from "./runs.ts";

/**
 * The process that `nightly-backups.ts` starts beside the shop every few minutes: makes a backup
 * like the nightly one, and uploads the changes since the last one. One stays in the folder, so
 * that the next can hard-link its images.
 */

/** How far back the list of runs goes. */
const kept = sql`now() - interval '1 day'`;

const nothing = () => undefined;

async function workBetweenNights(config: Config): Promise<void> {
  const database = await runningDatabase(config);
  if (!database || !config.backupDir || !config.backupS3) return;
  const session = await openSession(database.url);
  try {
    // Another process of the shop is uploading.
    if (!(await takeLock(session, bucketLock))) return;
    const night = { config, folder: resolve(config.backupDir), database, session };
    await endUnfinished(session, ["recent"]);
    if (!(await isRecentDue(session.db))) return;
    await backUp(night, config.backupS3);
    await session.db
      .delete(backupRuns)
      .where(and(eq(backupRuns.kind, "recent"), lt(backupRuns.startedAt, kept)));
  } finally {
    await session.close();
  }
}

async function backUp(night: Night, bucket: BackupS3): Promise<void> {
  const { config, folder, session } = night;
  const name = nameAt(new Date(), "recent");
  const target = join(folder, name);
  const run = await begin(session, { kind: "recent", folder: target });
  try {
    await makeFolder(folder);
    const previous = await newestIn(folder, (it) => isRecent(it) || isNightly(it));
    await expectRoom(session, folder, previous?.manifest);
    await makeBackup(config, target, nothing, previous && { ...previous, isTrusted: true });
    for (const other of (await readdir(folder)).filter((it) => isRecent(it) && it !== name)) {
      await rm(join(folder, other), { recursive: true });
    }
    const bytes = await sendRecent(target, bucket);
    await end(session, run, { outcome: "done", bytes });
    tell({ level: "info", message: "sent what changed to the bucket", facts: { name, bytes } });
  } catch (error) {
    await fail(night, run, error, "what changed was not sent to the bucket");
  }
}

workBesideShop("the backup between nights", workBetweenNights);
