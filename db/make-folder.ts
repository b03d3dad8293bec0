import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder for its owner alone, with those that it is in; one that is there is left as it is.
 * For folders that people name: Node's own `recursive` tries for ever where a folder is there in
 * which none can be made, as in /proc.
 *
 * @throws the system's error
 */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (await isFolder(folder)) return;
    // A link that leads nowhere is there for mkdir, and not for stat.
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
