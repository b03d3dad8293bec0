import { join } from "node:path";
import { retried } from "#app/lib/retried.ts";
import type { S3Settings } from "./image-bucket.server.ts";
import { openFolder, type StorageDriver } from "./image-folder.server.ts";

export interface ImageStorage {
  /**
   * Stores an image, overwriting any existing one. Makes three attempts, with waits of 1 s and 2 s.
   *
   * @throws the error of the last attempt
   */
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Returns an image's bytes, or null if it doesn't exist. */
  read(path: string): Promise<Buffer | null>;
  /** Yields the paths of all files in a folder, in batches. */
  list(folder: string): AsyncIterable<string[]>;
  /** Returns a file's modification time; null if it doesn't exist. */
  modified(path: string): Promise<Date | null>;
  /** Removes an image; does nothing if it doesn't exist. */
  remove(path: string): Promise<void>;
}

interface StorageOptions {
  /** Images are stored in its `photos` folder unless there is a bucket. */
  dataDir: string;
  s3?: S3Settings | undefined;
  wait?: (ms: number) => Promise<unknown>;
}

/** Cache lifetime of originals in browsers and shared caches. */
export const originalCacheControl = "public, max-age=3600";

/** Returns this process's storage: the bucket if configured, otherwise the data folder. */
export function createImageStorage({ dataDir, s3, wait }: StorageOptions): ImageStorage {
  let driver: Promise<StorageDriver> | undefined;
  const open = () => {
    driver ??= s3
      ? import("./image-bucket.server.ts").then(({ openBucket }) =>
          openBucket(s3, originalCacheControl),
        )
      : Promise.resolve(openFolder(join(dataDir, "photos")));
    return driver;
  };
  return {
    async put(path, bytes, contentType) {
      within(path);
      await retried(async () => (await open()).put(path, bytes, contentType), { wait });
    },
    read: async (path) => (await open()).read(within(path)),
    async *list(folder) {
      yield* (await open()).list(within(folder));
    },
    modified: async (path) => (await open()).modified(within(path)),
    remove: async (path) => (await open()).remove(within(path)),
  };
}

/** Folder and file names, none of which begins with a dot. */
const safePath = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;

/** Returns the path if it stays within the storage. A safeguard: paths were checked before. */
function within(path: string): string {
  if (!safePath.test(path)) throw new Error(`Not a path of an image: ${JSON.stringify(path)}`);
  return path;
}
