import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder and its parents for its owner only; an existing one stays as it is. For folders
 * that people name: Node's `recursive` loops forever below a parent such as /proc.
 *
 * @throws the system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (await isFolder(folder)) return;
    // A dangling link exists for mkdir, but not for stat.
    if (code === "EEXIST") await stat(folder);
    if (code !== "ENOENT" || (await isFolder(dirname(folder)))) throw error;
    await makeFolder(dirname(folder));
    await makeFolder(folder);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
