import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import PQueue from "p-queue";
import { createShares, type Holder } from "#app/domain/limits/shares.ts";
import { Refusal } from "#app/lib/refusal.ts";
import { type UploadLimits, uploadLimits } from "./upload-limits.ts";

interface ReceiveOptions<Result> {
  from: Holder;
  /** The maximum size in bytes, and the message for larger files. */
  most: { bytes: number; message: string };
  kind: keyof UploadLimits["inMemory"];
  /** Processes the whole file. Its bytes stay counted until this is done. */
  use: (file: Buffer) => Promise<Result>;
}

export interface Uploads {
  /**
   * Receives a request's body and passes it on whole. For routes that stream their own body; the
   * caller has checked who sends it, and how often.
   *
   * @throws Refusal: 413 for a file that is too large, 429 if too much of this sender is in flight,
   *   503 if too much is in flight overall, 408 for an upload that makes too little progress; also
   *   the errors of `use`
   */
  receive<Result>(request: Request, options: ReceiveOptions<Result>): Promise<Result>;
  /** Number of files that have arrived and are not processed yet. */
  readonly arrived: number;
}

const busy = "Too many files are being received at the moment. Please try again in a minute.";
const tooMany = "Too many files are on their way already. Please wait until those have arrived.";
const stalled = "The file took too long to arrive. Please try again.";

/**
 * Receives uploads: first into an unnamed file, so that a slow upload uses no memory and a killed
 * process leaves nothing behind, then into memory, a few at a time, once complete. `limits` are
 * replaceable in tests.
 *
 * @param folder for the files, used by this shop only
 */
export function createUploads(folder: string, limits: UploadLimits = uploadLimits): Uploads {
  const inFlight = createShares(limits.inFlight);
  const inMemory = {
    pictures: new PQueue({ concurrency: limits.inMemory.pictures }),
    files: new PQueue({ concurrency: limits.inMemory.files }),
  };
  /** Number of each account's files that have arrived and are not processed yet. */
  const arrived = new Map<string, number>();

  /** Accounts take turns: an account's third file comes after everybody's second. */
  async function inTurn<Result>(
    { account }: Holder,
    queue: PQueue,
    work: () => Promise<Result>,
  ): Promise<Result> {
    const before = arrived.get(account) ?? 0;
    arrived.set(account, before + 1);
    try {
      return await queue.add(work, { priority: -before });
    } finally {
      const left = (arrived.get(account) ?? 0) - 1;
      if (left > 0) arrived.set(account, left);
      else arrived.delete(account);
    }
  }

  return {
    async receive(request, { from, most, kind, use }) {
      // A chunked body doesn't declare its length.
      const declared = Number(request.headers.get("content-length") ?? most.bytes);
      const kept = declared > most.bytes ? 0 : most.bytes;
      const bytes = Math.min(declared, kept);
      const release = inFlight.take(from, Math.max(bytes, limits.least));
      if (release === "own") throw new Refusal("upload", tooMany, { status: 429 });
      if (release === "all") throw new Refusal("upload", busy, { status: 503 });
      try {
        const file = await openUnnamed(folder);
        try {
          const size = await writeBody(request, file, { most, kept, limits });
          return await inTurn(from, inMemory[kind], async () => use(await wholeFile(file, size)));
        } finally {
          await file.close();
        }
      } finally {
        release();
      }
    },
    get arrived() {
      return [...arrived.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}

/** Opens a file that nobody else can open, and that ends with this process. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = await open(path, "wx+", 0o600);
  await unlink(path);
  return file;
}

/** The multiple of the limit that is read and discarded, so that the sender gets the answer. */
const discardedTimes = 5;

interface WriteOptions {
  most: { bytes: number; message: string };
  /** This many bytes are written; the rest is read and discarded. */
  kept: number;
  limits: Pick<UploadLimits, "progress">;
}

/** Writes the body, and returns its size. Counts what arrives: Content-Length can't be trusted. */
async function writeBody(
  request: Request,
  file: FileHandle,
  { most, kept, limits: { progress } }: WriteOptions,
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
      if (isStalled) throw new Refusal("upload", stalled, { status: 408 });
      if (done) break;
      size += value.byteLength;
      if (size <= kept) await file.write(value);
      if (size > most.bytes * discardedTimes) {
        await reader.cancel("too large").catch(() => undefined);
        break;
      }
    }
  } finally {
    clearInterval(watch);
  }
  if (size > kept) throw new Refusal("upload", most.message, { status: 413 });
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
