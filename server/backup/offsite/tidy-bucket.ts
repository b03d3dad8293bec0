import { outdated } from "../rotation.ts";
import type { BackupBucket } from "./bucket.ts";
import { backupsIn, contentsOf, filesPrefix, manifestKey, storedManifest } from "./contents.ts";
import type { Seal } from "./seal.ts";

/**
 * Removes outdated backups from the bucket by the same rule as on the machine, then unreferenced
 * contents. Removes nothing unless every remaining manifest can be read.
 *
 * @param before later contents stay, as another process may be about to upload their manifest
 */
export async function tidyBucket(bucket: BackupBucket, seal: Seal, before: Date): Promise<void> {
  const names = await backupsIn(bucket);
  const gone = new Set(outdated(names));
  const wanted = new Set<string>();
  for (const name of names.filter((it) => !gone.has(it))) {
    const { manifest } = await storedManifest(bucket, seal, name);
    for (const file of Object.values(manifest.files)) {
      for (const { sha256 } of contentsOf(file)) wanted.add(`${filesPrefix}${seal.nameOf(sha256)}`);
    }
  }
  await removeOutdated(bucket, names);
  for await (const some of bucket.list(filesPrefix)) {
    for (const { key, modified } of some) {
      if (!wanted.has(key) && modified < before) await bucket.remove(key);
    }
  }
}

/** Removes outdated backups from the bucket, but not their contents. */
export async function removeOutdated(bucket: BackupBucket, names: string[]): Promise<void> {
  for (const name of outdated(names)) await bucket.remove(manifestKey(name));
}
