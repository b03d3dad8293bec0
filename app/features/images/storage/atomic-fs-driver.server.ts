import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { FSDriver } from "flydrive/drivers/fs";
import type { FSDriverOptions } from "flydrive/drivers/fs/types";

/**
 * FlyDrive's driver for a folder, with writes that are whole or not at all. Its own opens the file
 * itself and writes into it: a crash leaves half a picture in the place of the old one.
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

  // FlyDrive's hands out the whole of the memory that the file's bytes are only a part of.
  override async getBytes(key: string): Promise<Uint8Array> {
    return readFile(join(this.#root, key));
  }
}

/**
 * Writes a file so that whoever reads it, also after a crash or a power cut, finds the old content
 * or the new: into a file beside it, which is flushed and then renamed.
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

/** Makes the new name last; Windows opens no folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
