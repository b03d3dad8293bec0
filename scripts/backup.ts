import { join, resolve } from "node:path";
import { parseConfig } from "#server/config.ts";
import { makeBackup } from "./backup/make-backup.ts";

/**
 * `npm run backup [-- <folder>]`: a backup of DATA_DIR in that folder, which must not be there yet;
 * without one, in `backups/<time>` of DATA_DIR. The shop may run.
 */

const forPostgres =
  "The database is on the server of DATABASE_URL: back it up with pg_dump, " +
  "and then the pictures (README, “Back up and restore”).";

async function backUp() {
  const config = parseConfig(process.env);
  if (config.databaseUrl) throw new Error(forPostgres);
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const target = resolve(process.argv[2] ?? join(config.dataDir, "backups", `${time}Z`));
  const picturesInBucket = config.s3 !== undefined;
  const { manifest, lostPictures } = await makeBackup(config.dataDir, target, { picturesInBucket });
  const files = Object.values(manifest.files);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  process.stdout.write(
    `Backed up to ${target}: ${files.length} files, ${megabytes.toFixed(1)} MB, ` +
      `${manifest.tables.orders} orders.\n`,
  );
  if (picturesInBucket) process.stdout.write("The pictures are in the bucket: copy that too.\n");
  for (const path of lostPictures) {
    process.stderr.write(`The shop has lost the picture ${path}; upload it again.\n`);
  }
}

backUp().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
