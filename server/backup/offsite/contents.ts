import { createHash } from "node:crypto";
import { Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { type Manifest, parseManifest } from "../manifest.ts";
import { byMoment } from "../rotation.ts";
import type { BackupBucket } from "./bucket.ts";
import type { Seal } from "./seal.ts";

// Layout of the bucket: the key (seal.ts), each backup's manifest, and below `files/` the contents
// that manifests refer to, each stored once however many backups share it.

const backupsPrefix = "backups/";
const manifestEnd = ".json.gz.age";

export const filesPrefix = "files/";

/** Returns the key of a backup's manifest; the backup exists once this does. */
export const manifestKey = (name: string) => `${backupsPrefix}${name}${manifestEnd}`;

type BackupFile = Manifest["files"][string];

export interface Content {
  bytes: number;
  sha256: string;
}

/** Returns the contents that make up a backup's file, in order. */
export const contentsOf = ({ bytes, sha256, parts }: BackupFile): Content[] =>
  parts ?? [{ bytes, sha256 }];

/** Returns the names of all backups in the bucket, oldest first. */
export async function backupsIn(bucket: BackupBucket): Promise<string[]> {
  const names: string[] = [];
  for await (const some of bucket.list(backupsPrefix)) {
    for (const { key } of some) {
      if (key.endsWith(manifestEnd))
        names.push(key.slice(backupsPrefix.length, -manifestEnd.length));
    }
  }
  return names.sort(byMoment);
}

const unpacked = promisify(gunzip);

/**
 * Returns the manifest of a backup in the bucket.
 *
 * @throws Error with a sentence if there is none of this name, or it was altered
 */
export async function storedManifest(
  bucket: BackupBucket,
  seal: Seal,
  name: string,
): Promise<{ text: string; manifest: Manifest }> {
  const stored = await bucket.read(manifestKey(name));
  if (!stored) throw new Error(`There is no backup ${name} in the bucket.`);
  const packed = await seal
    .open(stored)
    .then(buffer, () => undefined)
    .catch(() => undefined);
  const text = packed && (await unpacked(packed).catch(() => undefined))?.toString();
  if (text === undefined) {
    throw new Error(`The backup ${name} in the bucket is damaged: its manifest cannot be read.`);
  }
  return { text, manifest: parseManifest(text, name) };
}

export class OtherContentError extends Error {
  override name = "OtherContentError";
}

/** Passes a content through, and fails before its end if it is not the expected one. */
export function expecting({ bytes, sha256 }: Content): Transform {
  const hash = createHash("sha256");
  let passed = 0;
  return new Transform({
    transform(chunk, _, done) {
      hash.update(chunk);
      passed += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      const isSame = passed === bytes && hash.digest("hex") === sha256;
      done(isSame ? null : new OtherContentError("The content is another one"));
    },
  });
}
