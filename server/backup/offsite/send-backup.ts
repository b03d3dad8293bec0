import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import PQueue from "p-queue";
import { manifestFile, readManifest } from "../manifest.ts";
import type { BackupBucket } from "./bucket.ts";
import {
  type Content,
  contentsOf,
  expecting,
  filesPrefix,
  manifestKey,
  OtherContentError,
} from "./contents.ts";
import type { Seal } from "./seal.ts";

/** Concurrent uploads, each with one part in memory. */
const atOnce = 3;

const packed = promisify(gzip);

/**
 * Uploads a complete backup to the bucket under its folder's name, encrypted, skipping what is
 * there already. It counts once its manifest is there, which is uploaded last.
 *
 * @returns the bytes uploaded, before encryption
 * @throws Error with a sentence for the owner
 */
export async function sendBackup(
  folder: string,
  bucket: BackupBucket,
  seal: Seal,
): Promise<number> {
  const { files } = await readManifest(folder);
  const there = await storedKeys(bucket);
  const uploads = new PQueue({ concurrency: atOnce });
  let sent = 0;

  async function sendOne(name: string, begin: number, content: Content) {
    const key = `${filesPrefix}${seal.nameOf(content.sha256)}`;
    if (there.has(key)) return;
    there.add(key);
    const file = join(folder, name);
    await bucket.put(key, await seal.close(readPart(file, begin, content)));
    sent += content.bytes;
  }

  const waiting: (() => Promise<void>)[] = [];
  for (const [name, file] of Object.entries(files)) {
    let begin = 0;
    for (const content of contentsOf(file)) {
      const from = begin;
      waiting.push(() => sendOne(name, from, content));
      begin += content.bytes;
    }
  }
  try {
    await uploads.addAll(waiting);
  } catch (error) {
    if (!(error instanceof OtherContentError)) throw error;
    throw new Error(`${folder} is damaged: a file in it is not as it was. It was not sent.`);
  } finally {
    // After a failure, wait for the other uploads.
    uploads.clear();
    await uploads.onIdle();
  }
  const manifest = await packed(await readFile(join(folder, manifestFile)));
  await bucket.put(manifestKey(basename(folder)), await seal.close(Readable.from([manifest])));
  return sent + manifest.length;
}

function readPart(file: string, start: number, content: Content): Readable {
  if (content.bytes === 0) return Readable.from([]);
  const end = start + content.bytes - 1;
  // Errors reach the reader of the output.
  return pipeline(createReadStream(file, { start, end }), expecting(content), () => undefined);
}

async function storedKeys(bucket: BackupBucket): Promise<Set<string>> {
  const keys = new Set<string>();
  for await (const some of bucket.list(filesPrefix)) for (const { key } of some) keys.add(key);
  return keys;
}
