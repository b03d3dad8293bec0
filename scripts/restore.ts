import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { rowsToTell } from "#server/backup/tables.ts";
import { parseConfig } from "#server/config.ts";

/**
 * `npm run restore -- <folder>`: restores a backup into DATA_DIR, which must not contain a shop,
 * and with DATABASE_URL into that database, which must be empty.
 */

async function restore() {
  const [folder] = process.argv.slice(2);
  if (!folder) throw new Error("Which backup? npm run restore -- <folder>");
  const backup = resolve(folder);
  const config = parseConfig(process.env);
  const { takenAt, tables } = await restoreBackup(backup, config, rowsToTell());
  const place = config.databaseUrl ? "the database of DATABASE_URL" : config.dataDir;
  process.stdout.write(
    `Restored the backup of ${takenAt} into ${place}: ${tables.orders?.rows} orders.\n`,
  );
  const key = await readFile(join(backup, "auth-secret"), "utf8").catch(() => undefined);
  if (key !== config.authSecret && config.authSecret) {
    const file = key ? `the content of ${join(backup, "auth-secret")}` : "what it was";
    process.stdout.write(`Everybody has to sign in again, unless AUTH_SECRET is ${file}.\n`);
  }
}

restore().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
