import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The key that signs sessions if AUTH_SECRET is not set: generated at the first start and stored in
 * the data folder, readable only by its owner. Expects the folder to exist and to be locked.
 */
export async function keptSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, "auth-secret");
  const kept = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (kept) return kept;
  const secret = randomBytes(32).toString("base64url");
  // Renamed into place: a kill must not leave half a key that the next start would use.
  await writeFile(`${file}.new`, secret, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secret;
}
