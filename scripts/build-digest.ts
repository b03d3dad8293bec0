import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** What a build is made from, relative to the root of the project. */
export interface BuildInputs {
  folders: readonly string[];
  files: readonly string[];
}

const testFile = /\.test\.tsx?$/;

/**
 * A digest of the names and contents of everything that a build is made from; tests do not count.
 * Modification times do not either: checkouts and copies change them. Rejects when a folder or a
 * file is missing.
 */
export async function digestOf(root: string, { folders, files }: BuildInputs): Promise<string> {
  const found = await Promise.all(folders.map((folder) => filesOf(join(root, folder))));
  const inputs = [...found.flat(), ...files.map((file) => join(root, file))];
  const hash = createHash("sha256");
  for (const file of inputs.filter((input) => !testFile.test(input)).sort()) {
    const content = await readFile(file);
    // With its length, so that no content can pass for the end of one file and another's beginning.
    hash.update(`${relative(root, file).replaceAll(sep, "/")}\0${content.length}\0`);
    hash.update(content);
  }
  return hash.digest("hex");
}

/** The paths of all files below a folder, in no particular order. */
export async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
