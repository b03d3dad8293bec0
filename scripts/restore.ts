import { parseConfig } from "#server/config.ts";
import { restoreBackup } from "./backup/restore-backup.ts";

/** `npm run restore -- <folder>`: puts a backup into DATA_DIR, which must be empty. */

async function restore() {
  const { databaseUrl, dataDir } = parseConfig(process.env);
  const [backup] = process.argv.slice(2);
  if (databaseUrl) {
    throw new Error("DATABASE_URL is set: restore that with pg_restore (README).");
  }
  if (!backup) throw new Error("Which backup? npm run restore -- <folder>");
  const { takenAt, tables } = await restoreBackup(backup, dataDir);
  process.stdout.write(
    `Restored the backup of ${takenAt} into ${dataDir}: ${tables.orders} orders.\n`,
  );
}

restore().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
