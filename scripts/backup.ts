import { join, resolve } from "node:path";
import { makeBackup } from "#server/backup/make-backup.ts";
import { rowsToTell } from "#server/backup/tables.ts";
import { parseConfig } from "#server/config.ts";

/**
 * `npm run backup [-- <folder>]`: backs the shop up to that folder, which must not exist yet; by
 * default to `backups/<time>` in DATA_DIR. The shop may be running.
 */

async function backUp() {
  if (process.argv[2]?.startsWith("-")) {
    throw new Error("Where to? npm run backup [-- <folder>]; a name that begins with - is none.");
  }
  const config = parseConfig(process.env);
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const target = resolve(process.argv[2] ?? join(config.dataDir, "backups", `${time}Z`));
  const { manifest, lostImages } = await makeBackup(config, target, rowsToTell());
  const files = Object.values(manifest.files);
  const megabytes = files.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000_000;
  process.stdout.write(
    `Backed up to ${target}: ${files.length} files, ${megabytes.toFixed(1)} MB, ` +
      `${manifest.tables.orders?.rows} orders.\n`,
  );
  for (const path of lostImages) {
    process.stderr.write(`The shop has lost the image ${path}; upload it again.\n`);
  }
}

backUp().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
