import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import PQueue from "p-queue";
import { createShares, type Holder } from "../limits/shares.ts";
import { type UploadLimits, UploadRefusedError, uploadLimits } from "./uploads.ts";

interface ReceiveOptions<Result> {
  /** Who sends it, for the limits. */
  from: Holder;
  /** The largest file that is accepted (bytes), and what to say of a larger one. */
  most: { bytes: number; message: string };
  /** What is done with the whole file. Its bytes stay counted until this is done. */
  use: (file: Buffer) => Promise<Result>;
}

export interface Uploads {
  /**
   * Receives a request's body and hands it over whole. For routes that stream their own body; the
   * caller has checked who sends it, and how often.
   *
   * @throws UploadRefusedError: 413 for a file that is too large, 429 when too much of this sender is
   *   on its way, 503 when too much is on its way at all, 408 for one that hardly arrives; and
   *   whatever `use` throws
   */
  receive<Result>(request: Request, options: ReceiveOptions<Result>): Promise<Result>;
}

const busy = "Too many files are being received at the moment. Please try again in a minute.";
const tooMany = "Too many files are on their way already. Please wait until those have arrived.";
const stalled = "The file took too long to arrive. Please try again.";

/**
 * Receives what people send: into a file without a name, so that a slow upload holds no memory and a
 * killed process leaves nothing, and into memory, a few at a time, once it is whole.
 *
 * @param folder for the files, of this shop alone
 * @param limits replaceable in tests
 */
export function createUploads(folder: string, limits: UploadLimits = uploadLimits): Uploads {
  const inFlight = createShares(limits.inFlight);
  const inMemory = new PQueue({ concurrency: limits.inMemory });

  return {
    async receive(request, { from, most, use }) {
      // A body that is sent in chunks says nothing of its length.
      const declared = Number(request.headers.get("content-length") ?? most.bytes);
      // Nothing is kept of a file that is too large.
      const bytes = declared > most.bytes ? 0 : declared;
      const release = inFlight.take(from, Math.max(bytes, limits.least));
      if (release === "own") throw new UploadRefusedError(tooMany, 429);
      if (release === "all") throw new UploadRefusedError(busy, 503);
      try {
        const file = await openUnnamed(folder);
        try {
          const size = await writeBody(request, file, { most, limits });
          return await inMemory.add(async () => use(await wholeFile(file, size)));
        } finally {
          await file.close();
        }
      } finally {
        release();
      }
    },
  };
}

/** A file that nobody else can open, and that ends with this process. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

/** How much of a file that is too large is read and discarded, so that its sender gets the answer. */
const discardedTimes = 5;

interface WriteOptions {
  most: { bytes: number; message: string };
  limits: Pick<UploadLimits, "progress">;
}

/** Writes the body, and returns its size. Counts what arrives: Content-Length can't be trusted. */
async function writeBody(
  request: Request,
  file: FileHandle,
  { most, limits: { progress } }: WriteOptions,
): Promise<number> {
  const reader = request.body?.getReader();
  if (!reader) return 0;
  let size = 0;
  let sizeBefore = 0;
  let isStalled = false;
  const giveUp = () => {
    isStalled = true;
    return reader.cancel("stalled").catch(() => undefined);
  };
  const watch = setInterval(() => {
    if (size - sizeBefore < progress.bytes) void giveUp();
    sizeBefore = size;
  }, progress.every);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (isStalled) throw new UploadRefusedError(stalled, 408);
      if (done) break;
      size += value.byteLength;
      if (size <= most.bytes) await file.write(value);
      if (size > most.bytes * discardedTimes) {
        await reader.cancel("too large").catch(() => undefined);
        break;
      }
    }
  } finally {
    clearInterval(watch);
  }
  if (size > most.bytes) throw new UploadRefusedError(most.message, 413);
  return size;
}

async function wholeFile(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let read = 0;
  while (read < size) {
    const { bytesRead } = await file.read(bytes, read, size - read, read);
    if (bytesRead === 0) throw new Error("An upload's file is shorter than what was written");
    read += bytesRead;
  }
  return bytes;
}
