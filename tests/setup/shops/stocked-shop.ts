import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { seedCatalogue } from "#server/seed/seed.ts";
import { copyFolder } from "../files/copy-folder.ts";
import { removeFolder } from "../files/remove-folder.ts";
import { silentLog } from "../test-log.ts";
import { type RunningShop, startShop } from "./shop.ts";

/** Starts a shop, like `startShop`, whose catalogue was changed before. The caller stops it. */
export async function startStockedShop(
  stock: (db: Database) => Promise<unknown>,
): Promise<RunningShop> {
  const dataDir = await mkdtemp(join(tmpdir(), "shop-test-"));
  if (process.env.FIRST_DAY) await copyFolder(process.env.FIRST_DAY, dataDir);
  const connection = await connect({ dataDir, log: silentLog });
  try {
    await seedCatalogue(connection.db);
    await stock(connection.db);
  } finally {
    await connection.close();
  }
  const shop = await startShop({ DATA_DIR: dataDir });
  return {
    ...shop,
    async stop(signal) {
      await shop.stop(signal);
      await removeFolder(dataDir);
    },
  };
}
