import { join } from "node:path";
import { Disk } from "flydrive";
import type { DriverContract } from "flydrive/types";
import { retried } from "../upload/retried.ts";
import { AtomicFSDriver } from "./atomic-fs-driver.server.ts";
import type { S3Settings } from "./s3-settings.ts";

/** The bucket of the pictures: a folder, or a real one (design, section 2). */
export interface PhotoStorage {
  /**
   * Puts a picture there, over what was there. Three attempts, with waits of 1 s and 2 s.
   *
   * @throws what the last attempt failed with
   */
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** The bytes of a picture, or null where there is none. */
  read(path: string): Promise<Buffer | null>;
  /** The paths of all files of a folder, some at a time. */
  list(folder: string): AsyncIterable<string[]>;
  /** When a file was put there; null where there is none. */
  modified(path: string): Promise<Date | null>;
  /** Takes a picture away; one that is not there already is. */
  remove(path: string): Promise<void>;
}

interface StorageOptions {
  /** Pictures go to its folder `photos`, unless there is a bucket. */
  dataDir: string;
  s3?: S3Settings | undefined;
  /** Another way to wait between attempts, in tests. */
  wait?: (ms: number) => Promise<unknown>;
}

/** What browsers and the caches between may keep an original for (specification, section 9). */
export const originalCacheControl = "public, max-age=3600";

/** The storage of the process: the bucket where one is set, else the data folder. */
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

/** FlyDrive wraps what the driver throws: ENOENT of a folder; of a bucket NoSuchKey, or NotFound of a HEAD. */
function isAbsence(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  return (
    ("code" in cause && cause.code === "ENOENT") || ["NoSuchKey", "NotFound"].includes(cause.name)
  );
}
