import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FSDriver } from "flydrive/drivers/fs";
import type { FSDriverOptions } from "flydrive/drivers/fs/types";

/**
 * FlyDrive's file system driver with atomic writes. The stock driver writes into the target file,
 * so a crash leaves it half-written.
 */
export class AtomicFSDriver extends FSDriver {
  readonly #root: string;

  constructor(options: FSDriverOptions & { location: string }) {
    super(options);
    this.#root = options.location;
  }

  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    await writeWhole(join(this.#root, key), contents);
  }

  // FlyDrive returns the whole underlying buffer, of which the file is only a part.
  override async getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.#root, key));
  }
}

/**
 * Writes a file atomically: readers see either the old or the new content, even after a crash or
 * power cut. Writes to a temporary file beside it, flushes, then renames.
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
