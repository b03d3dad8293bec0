import { copyFile, mkdir, open, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** How many files are copied at once. */
const atOnce = 8;

/** Every folder and every file below a folder, by its path from there with slashes. */
export async function contentsOf(root: string): Promise<{ folders: string[]; files: string[] }> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const paths = (wanted: typeof entries) =>
    wanted
      .map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, "/"))
      .sort();
  return {
    folders: paths(entries.filter((entry) => entry.isDirectory())),
    files: paths(entries.filter((entry) => entry.isFile())),
  };
}

/**
 * Copies folders and files from one place to another, for their owner alone, and flushes them to the
 * disk. Parents come before what is in them.
 */
export async function copyAll(
  from: string,
  to: string,
  { folders, files }: { folders: string[]; files: string[] },
): Promise<void> {
  for (const folder of ["", ...folders]) {
    await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  }
  const left = [...files];
  async function copyNext(): Promise<void> {
    for (let file = left.pop(); file !== undefined; file = left.pop()) {
      await copyFile(join(from, file), join(to, file));
      await flush(join(to, file), 0o600);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, copyNext));
  for (const folder of ["", ...folders]) await flush(join(to, folder));
}

/** Makes a file's content, or a folder's names, last. Windows opens no folders. */
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
