import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { promisify } from "node:util";

/**
 * Copies all that is in a folder into another one, which is made where it is missing. Owners and
 * modes stay; `cp` takes a quarter of the time that `fs.cp` takes for a database.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
}
