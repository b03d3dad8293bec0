import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, mkdir, open, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";

/** For scripts, which have no shop log. */
export const silentLog = { info() {}, warn() {}, error() {} };

/** Returns a file's size and its SHA-256 in hexadecimal. */
export async function digestOf(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.byteLength;
    }
  });
  return { bytes, sha256: hash.digest("hex") };
}

/** Returns all files below a folder, as relative paths with slashes; none if there is no folder. */
export async function filesIn(root: string): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, "/"))
    .sort();
}

/**
 * Copies a file, readable only by its owner, and syncs it to disk.
 *
 * @returns false if there is none
 */
export async function copyTo(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await copyFile(from, to);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
  await flush(to, 0o600);
  return true;
}

/**
 * Hard-links a file that is never written again.
 *
 * @returns false if there is no such file, or it cannot be linked
 */
export async function linkTo(from: string, to: string): Promise<boolean> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  return link(from, to).then(
    () => true,
    () => false,
  );
}

/** Writes a new file, readable only by its owner, and syncs it to disk. */
export async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, content, { mode: 0o600, flush: true });
}

/** Syncs a folder and all its subfolders, so that the names written there are durable. */
export async function flushFolders(root: string): Promise<void> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory());
  for (const { parentPath, name } of folders) await flush(join(parentPath, name));
  await flush(root);
}

/** Syncs a file's content or a folder's names to disk. Windows cannot open folders. */
export async function flush(path: string, mode?: number): Promise<void> {
  if (mode === undefined && process.platform === "win32") return;
  const handle = await open(path, mode === undefined ? "r" : "r+");
  try {
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
