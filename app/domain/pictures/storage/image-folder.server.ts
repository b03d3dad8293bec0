import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** The storage behind `ImageStorage`, without its retries and path check. */
export interface StorageDriver {
  put(path: string, bytes: Uint8Array, contentType: string): Promise<void>;
  read(path: string): Promise<Buffer | null>;
  list(folder: string): AsyncIterable<string[]>;
  modified(path: string): Promise<Date | null>;
  remove(path: string): Promise<void>;
}

/** Opens a local folder as image storage. */
export function openFolder(root: string): StorageDriver {
  return {
    put: (path, bytes) => writeWhole(join(root, path), bytes),
    read: (path) => readFile(join(root, path)).catch(nullIfAbsent),
    async *list(folder) {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(
        nullIfAbsent,
      );
      const files = (entries ?? []).filter((entry) => entry.isFile());
      yield files.map(({ name }) => `${folder}/${name}`);
    },
    async modified(path) {
      const found = await stat(join(root, path)).catch(nullIfAbsent);
      return found?.mtime ?? null;
    },
    remove: (path) => rm(join(root, path), { force: true }),
  };
}

function nullIfAbsent(error: unknown): null {
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/**
 * Writes a file atomically: to a temporary file beside it, which is flushed, then renamed. Readers
 * see either the old or the new content, even after a crash or power cut.
 */
export async function writeWhole(path: string, contents: string | Uint8Array): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  const written = `${path}.${randomUUID()}.part`;
  try {
    const file = await open(written, "wx");
    try {
      await file.writeFile(contents);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(written, path);
  } catch (error) {
    await rm(written, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Persists the rename; Windows can't open folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
