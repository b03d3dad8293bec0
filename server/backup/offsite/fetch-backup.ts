import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { makeFolder } from "#db/make-folder.ts";
import { writeNew } from "../files.ts";
import { manifestFile } from "../manifest.ts";
import type { BackupBucket } from "./bucket.ts";
import { type Content, contentsOf, expecting, filesPrefix, storedManifest } from "./contents.ts";
import type { Seal } from "./seal.ts";

/** A content in the bucket differs from what was uploaded. */
export class DamagedContentError extends Error {
  override name = "DamagedContentError";
  readonly key: string;
  constructor(message: string, key: string) {
    super(message);
    this.key = key;
  }
}

/**
 * Fetches a backup from the bucket into a new folder, decrypted and verified.
 *
 * @throws DamagedContentError, or an Error with a sentence; files fetched until then stay
 */
export async function fetchBackup(
  name: string,
  folder: string,
  bucket: BackupBucket,
  seal: Seal,
): Promise<void> {
  const { text, manifest } = await storedManifest(bucket, seal, name);
  await makeFolder(folder);
  for (const [file, about] of Object.entries(manifest.files)) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    for (const content of contentsOf(about)) await append(path, file, content);
  }
  await writeNew(join(folder, manifestFile), text);

  async function append(path: string, file: string, content: Content) {
    const key = `${filesPrefix}${seal.nameOf(content.sha256)}`;
    const damaged = () =>
      new DamagedContentError(
        `The backup ${name} in the bucket is damaged: ${file} is not as it was sent.`,
        key,
      );
    const stored = await bucket.read(key);
    if (!stored) throw damaged();
    let opened: Readable;
    try {
      opened = await seal.open(stored);
      const to = createWriteStream(path, { flags: "a", mode: 0o600 });
      await pipeline(opened, expecting(content), to);
    } catch (error) {
      // The connection broke, or the disk is full.
      if (stored.errored) throw new Error("The bucket broke off while a backup was read from it.");
      if (error instanceof Error && "code" in error && "syscall" in error) throw error;
      throw damaged();
    } finally {
      stored.destroy();
    }
  }
}
