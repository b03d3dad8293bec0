import { join } from "node:path";
import { Disk } from "flydrive";
import type { DriverContract } from "flydrive/types";
import { retried } from "../upload/retried.ts";
import { AtomicFSDriver } from "./atomic-fs-driver.server.ts";
import type { S3Settings } from "./s3-settings.ts";

/** Picture storage: a local folder or an S3 bucket (design, section 2). */
export interface PhotoStorage {
  /**
   * Stores a picture, overwriting any existing one. Makes three attempts, with waits of 1 s and 2
   * s.
   *
   * @throws the error of the last attempt
   */
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** A picture's bytes, or null if it doesn't exist. */
  read(path: string): Promise<Buffer | null>;
  /** Paths of all files in a folder, in batches. */
  list(folder: string): AsyncIterable<string[]>;
  /** A file's modification time; null if it doesn't exist. */
  modified(path: string): Promise<Date | null>;
  /** Removes a picture; does nothing if it doesn't exist. */
  remove(path: string): Promise<void>;
}

interface StorageOptions {
  /** Pictures are stored in its `photos` folder unless there is a bucket. */
  dataDir: string;
  s3?: S3Settings | undefined;
  /** Waits between attempts; replaceable in tests. */
  wait?: (ms: number) => Promise<unknown>;
}

/** Cache lifetime of originals in browsers and shared caches (specification, section 9). */
export const originalCacheControl = "public, max-age=3600";

/** This process's storage: the bucket if configured, otherwise the data folder. */
export function createPhotoStorage({ dataDir, s3, wait }: StorageOptions): PhotoStorage {
  let disk: Promise<Disk> | undefined;
  const open = () => {
    disk ??= openDriver(dataDir, s3).then((driver) => new Disk(driver));
    return disk;
  };
  return {
    async put(path, bytes, contentType) {
      const options = {
        contentType,
        cacheControl: originalCacheControl,
        contentLength: bytes.byteLength,
      };
      await retried(async () => (await open()).put(path, bytes, options), { wait });
    },
    async read(path) {
      try {
        return Buffer.from(await (await open()).getBytes(path));
      } catch (error) {
        if (isAbsence(error)) return null;
        throw error;
      }
    },
    async *list(folder) {
      const options: { paginationToken?: string } = {};
      do {
        const page = await (await open()).listAll(folder, options).catch(noneIfAbsent);
        yield [...page.objects].flatMap((file) => (file.isFile ? [file.key] : []));
        options.paginationToken = page.paginationToken;
      } while (options.paginationToken);
    },
    async modified(path) {
      try {
        return (await (await open()).getMetaData(path)).lastModified;
      } catch (error) {
        if (isAbsence(error)) return null;
        throw error;
      }
    },
    async remove(path) {
      await (await open()).delete(path);
    },
  };
}

async function openDriver(dataDir: string, s3: S3Settings | undefined): Promise<DriverContract> {
  if (s3) return (await import("./s3-driver.server.ts")).openBucket(s3);
  return new AtomicFSDriver({ location: join(dataDir, "photos"), visibility: "public" });
}

function noneIfAbsent(error: unknown): Awaited<ReturnType<Disk["listAll"]>> {
  if (isAbsence(error)) return { objects: [] };
  throw error;
}

/**
 * FlyDrive wraps driver errors: ENOENT from a folder; from a bucket NoSuchKey, or NotFound for a
 * HEAD.
 */
function isAbsence(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  return (
    ("code" in cause && cause.code === "ENOENT") || ["NoSuchKey", "NotFound"].includes(cause.name)
  );
}
