import { mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { removeLeftovers } from "#app/lib/leftovers.ts";
import type { VariantFormat } from "../image-address.ts";
import { writeWhole } from "../storage/image-folder.server.ts";

/** Variants cached on the local disk. All can be regenerated. */
export interface VariantStore {
  read(name: string): Promise<Buffer | null>;
  /** Stores a variant; evicts the oldest if there's no room. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  has(name: string): Promise<boolean>;
  /** Removes partial files and deleted images' variants not touched since; returns their names. */
  sweep(isKnown: (digest: string) => boolean, before: Date): Promise<string[]>;
}

/** Enough for the variants of about two thousand images. */
const mostBytes = 2 * 1024 * 1024 * 1024;

/** Stores variants in a folder, created on first write, up to a limit in bytes. */
export function createVariantStore(folder: string, limit: number = mostBytes): VariantStore {
  let used: Promise<number> | undefined;

  async function count(): Promise<number> {
    await mkdir(folder, { recursive: true });
    return sum(await filesIn(folder));
  }

  async function keep(before: Promise<number>, name: string, bytes: Uint8Array): Promise<number> {
    const size = bytes.byteLength;
    const others = await before;
    const left = others + size > limit ? await removeOldest(folder, limit / 2) : others;
    await writeWhole(join(folder, name), bytes);
    return left + size;
  }

  return {
    read: (name) => readFile(join(folder, name)).catch(nullIfAbsent),
    has: async (name) => (await stat(join(folder, name)).catch(nullIfAbsent)) !== null,
    async sweep(isKnown, before) {
      const isLeftover = (name: string) => name.endsWith(".part") || !isKnown(digestIn(name));
      const removed = await removeLeftovers(folder, isLeftover, before);
      // Recount on the next write.
      if (removed.length > 0) used = undefined;
      return removed;
    },
    async write(name, bytes) {
      const mine = keep(used ?? count(), name, bytes);
      used = mine;
      await mine.catch((error: unknown) => {
        // Recount on the next write.
        if (used === mine) used = undefined;
        throw error;
      });
    },
  };
}

/** Returns a variant's file name. */
export function variantName(digest: string, width: number, format: VariantFormat): string {
  return `${digest}-${width}.${format}`;
}

function digestIn(name: string): string {
  return name.slice(0, name.indexOf("-"));
}

interface StoredFile {
  path: string;
  size: number;
  modified: number;
}

/** Evicts the oldest files until at most `target` bytes are left; returns the remaining total. */
async function removeOldest(folder: string, target: number): Promise<number> {
  const files = (await filesIn(folder)).sort((a, b) => a.modified - b.modified);
  let left = sum(files);
  for (const { path, size } of files) {
    if (left <= target) break;
    await rm(path, { force: true });
    left -= size;
  }
  return left;
}

async function filesIn(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // Another process may have just removed it.
    const facts = await stat(path).catch(nullIfAbsent);
    if (facts) files.push({ path, size: facts.size, modified: facts.mtimeMs });
  }
  return files;
}

function sum(files: StoredFile[]): number {
  return files.reduce((total, { size }) => total + size, 0);
}

function nullIfAbsent(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
