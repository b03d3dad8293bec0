import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";

export interface BuildInputs {
  folders: readonly string[];
  files: readonly string[];
}

const testFile = /\.test\.tsx?$/;

/**
 * Returns a digest of the names and contents of a build's inputs, except tests, whatever their
 * modification times, which checkouts change. Rejects when a folder or a file is missing.
 */
export async function digestOf(root: string, { folders, files }: BuildInputs): Promise<string> {
  const found = await Promise.all(folders.map((folder) => filesOf(join(root, folder))));
  const inputs = [...found.flat(), ...files.map((file) => join(root, file))];
  const hash = createHash("sha256");
  for (const file of inputs.filter((input) => !testFile.test(input)).sort()) {
    // Sequential and synchronous: nothing else runs, and it is three times as fast.
    const content = readFileSync(file);
    // The length prevents collisions between the end of one file and the beginning of the next.
    hash.update(`${relative(root, file).replaceAll(sep, "/")}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest("hex");
}

/** The paths of all files below a folder, unordered. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
