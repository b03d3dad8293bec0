import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "#db/make-folder.ts";
import type { Config } from "#server/config.ts";
import { expectFree, sizeOf } from "../room.ts";
import { backupsIn, storedManifest } from "./contents.ts";
import { fetchBackup } from "./fetch-backup.ts";
import { withBucket } from "./offsite-runs.ts";

/** Prefix of a backup's name that means the one in the bucket. */
export const inBucket = "s3:";

/**
 * Fetches a backup from the bucket into the backup folder, where the next nightly run finds it.
 *
 * @param name a backup in the bucket, or `latest`
 * @returns its folder
 * @throws Error with one line that a person can act on; without a name it lists the backups there
 */
export async function fetchForRestore(
  name: string,
  { backupS3, backupDir }: Pick<Config, "backupS3" | "backupDir">,
): Promise<string> {
  if (!backupS3 || !backupDir) {
    throw new Error("Which bucket? Set BACKUP_S3_ENDPOINT, its keys and BACKUP_PASSPHRASE.");
  }
  return withBucket(backupS3, false, async (bucket, seal) => {
    const names = await backupsIn(bucket);
    const wanted = name === "latest" ? names.at(-1) : name;
    if (!wanted || !names.includes(wanted)) {
      throw new Error(
        `Which backup? npm run restore -- ${inBucket}latest, or one of these: ${names.join(" ")}`,
      );
    }
    const folder = join(backupDir, wanted);
    if (existsSync(folder)) {
      throw new Error(`${folder} is there already. Restore that one, or move it away.`);
    }
    const { manifest } = await storedManifest(bucket, seal, wanted);
    await makeFolder(backupDir);
    await expectFree(backupDir, sizeOf(manifest));
    const unfinished = `${folder}.part`;
    await rm(unfinished, { recursive: true, force: true });
    try {
      await fetchBackup(wanted, unfinished, bucket, seal);
      await rename(unfinished, folder);
    } catch (error) {
      await rm(unfinished, { recursive: true, force: true });
      throw error;
    }
    return folder;
  });
}
