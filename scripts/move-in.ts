import { parseConfig } from "#server/config.ts";
import { moveIn } from "./move-in/move-in.ts";

/**
 * `npm run move-in`: migrates the database of a shop from before docs/decisions/0018. Stop the shop
 * first.
 */

async function move() {
  const { databaseUrl, dataDir } = parseConfig(process.env);
  if (databaseUrl) throw new Error("DATABASE_URL is set: there is nothing to move in DATA_DIR.");
  const { aside, tables, rows } = await moveIn(dataDir);
  process.stdout.write(
    `Moved ${rows} rows of ${tables} tables. The old database is in ${aside}: ` +
      "look at the shop, then delete it.\n",
  );
}

move().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
