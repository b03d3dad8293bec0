import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { pipeline, Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sql } from "drizzle-orm";
import PQueue from "p-queue";
import type { BackupS3 } from "#server/config.ts";
import { bucketLock } from "../due.ts";
import { manifestFile, readManifest } from "../manifest.ts";
import { expectFree, newestIn, sizeOf } from "../room.ts";
import { isNightly, outdated } from "../rotation.ts";
import { begin, end, fail, type Night, takeLock, tell } from "../runs.ts";
import { type BackupBucket, openBackupBucket } from "./bucket.ts";
import {
  backupsIn,
  type Content,
  contentsOf,
  expecting,
  filesPrefix,
  manifestKey,
  OtherContentError,
  storedManifest,
} from "./contents.ts";
import { DamagedContentError, fetchBackup } from "./fetch-backup.ts";
import { openSeal, type Seal } from "./seal.ts";

/** In ms; unreferenced contents stay this long, since another process may need them. */
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
    // The next nightly run removes contents that only the outdated ones referred to.
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

/** Concurrent uploads, each with one part in memory. */
const atOnce = 3;

const packed = promisify(gzip);

/**
 * Uploads a complete backup to the bucket under its folder's name, encrypted, skipping contents
 * that are there already. It counts once its manifest is there, which is uploaded last.
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

/**
 * Removes outdated backups from the bucket by the same rule as on the machine, then unreferenced
 * contents. Removes nothing unless every remaining manifest can be read.
 *
 * @param before contents stored later stay, since another process may be about to upload their
 *   manifest
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

async function removeOutdated(bucket: BackupBucket, names: string[]): Promise<void> {
  for (const name of outdated(names)) await bucket.remove(manifestKey(name));
}
