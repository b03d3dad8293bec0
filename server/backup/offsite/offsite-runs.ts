import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { BackupS3 } from "#server/config.ts";
import { bucketLock } from "../due.ts";
import { expectFree, newestIn, sizeOf } from "../room.ts";
import { isNightly } from "../rotation.ts";
import { begin, end, fail, type Night, takeLock, tell } from "../runs.ts";
import { type BackupBucket, openBackupBucket } from "./bucket.ts";
import { backupsIn, storedManifest } from "./contents.ts";
import { DamagedContentError, fetchBackup } from "./fetch-backup.ts";
import { openSeal, type Seal } from "./seal.ts";
import { sendBackup } from "./send-backup.ts";
import { removeOutdated, tidyBucket } from "./tidy-bucket.ts";

/**
 * In ms; unreferenced contents are kept this long, as another process may be about to upload their
 * manifest.
 */
const unnamedFor = 24 * 3_600_000;

/** Opens the bucket and its key, and closes the bucket afterwards. */
export async function withBucket<T>(
  settings: BackupS3,
  mayMake: boolean,
  work: (bucket: BackupBucket, seal: Seal) => Promise<T>,
): Promise<T> {
  const bucket = openBackupBucket(settings);
  try {
    return await work(bucket, await openSeal(bucket, settings.passphrase, { mayMake }));
  } finally {
    bucket.close();
  }
}

/**
 * Uploads the folder's newest nightly backup, and removes outdated ones from the bucket.
 *
 * @returns its name; undefined if it failed, which was recorded and reported, or if another process
 *   is uploading, and the next look finds it due again
 */
export async function sendNightly(night: Night, settings: BackupS3): Promise<string | undefined> {
  const { folder, session } = night;
  if (!(await takeLock(session, bucketLock))) return undefined;
  try {
    const newest = await newestIn(folder, isNightly).catch(() => undefined);
    const run = await begin(session, { kind: "offsite", folder: `s3:${newest?.name ?? ""}` });
    try {
      if (!newest) throw new Error(`There is no backup in ${folder} that could be sent.`);
      const bytes = await withBucket(settings, true, async (bucket, seal) => {
        const sent = await sendBackup(newest.folder, bucket, seal);
        await tidyBucket(bucket, seal, new Date(Date.now() - unnamedFor));
        return sent;
      });
      await end(session, run, { outcome: "done", bytes });
      const facts = { name: newest.name, bytes };
      tell({ level: "info", message: "sent the nightly backup to the bucket", facts });
      return newest.name;
    } catch (error) {
      await fail(night, run, error, "the nightly backup was not sent to the bucket");
      return undefined;
    }
  } finally {
    await session.db.execute(sql`select pg_advisory_unlock(${bucketLock})`);
  }
}

/**
 * Uploads a backup between two nights, and removes outdated ones. The caller has the lock.
 *
 * @returns the bytes uploaded
 */
export function sendRecent(folder: string, settings: BackupS3): Promise<number> {
  return withBucket(settings, true, async (bucket, seal) => {
    const sent = await sendBackup(folder, bucket, seal);
    // Contents that only they referred to are removed by the next nightly run.
    await removeOutdated(bucket, await backupsIn(bucket));
    return sent;
  });
}

/**
 * Fetches a backup from the bucket next to the local ones, for the duration of the work. If the
 * process is killed, it remains under a leftover's name.
 *
 * @throws Error with a sentence; a content that is damaged in the bucket is removed there, so that
 *   the next nightly run uploads it again
 */
export async function withFetched(
  { folder }: Night,
  settings: BackupS3,
  name: string,
  work: (fetched: string) => Promise<void>,
): Promise<void> {
  const fetched = join(folder, `${name}.part`);
  try {
    await withBucket(settings, false, async (bucket, seal) => {
      const { manifest } = await storedManifest(bucket, seal, name);
      await expectFree(folder, sizeOf(manifest));
      await fetchBackup(name, fetched, bucket, seal).catch(async (error) => {
        if (!(error instanceof DamagedContentError)) throw error;
        await bucket.remove(error.key);
        throw new Error(error.message);
      });
    });
    await work(fetched);
  } finally {
    await rm(fetched, { recursive: true, force: true });
  }
}
