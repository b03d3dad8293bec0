import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inArray } from "drizzle-orm";
import { connect } from "#db/connect.ts";
import { products } from "#db/schema/products.ts";
import { makeBackup } from "#server/backup/make-backup.ts";
import { restoreBackup } from "#server/backup/restore-backup.ts";
import { parseConfig } from "#server/config.ts";
import { enter } from "#tests/setup/browserless.ts";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startOlderServer } from "#tests/setup/servers/older-server.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { authSecret, startShop } from "#tests/setup/shops/shop.ts";
import { stockManyOrders } from "#tests/setup/tables/many-orders.ts";
import { silentLog } from "#tests/setup/test-log.ts";
import { type BusyShop, busyDay } from "./busy-day.ts";
import { emptyLedger } from "./ledger.ts";

/**
 * `npm run test:move`: backs up a shop of 100,000 orders (ORDERS) while orders are placed, fulfilled
 * and images uploaded, restores the backup into a PostgreSQL server by DATABASE_URL, and backs that
 * up again: every table must have the same rows with the same digest. Needs PostgreSQL installed.
 */

const wanted = Number(process.env.ORDERS ?? 100_000);
const say = (line: string) => process.stdout.write(`${line}\n`);
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;
const quiet = () => undefined;

/** Returns two products, at the same price for every client, of a shop that is not open. */
async function productsOf(dataDir: string): Promise<BusyShop["products"]> {
  const { db, close } = await connect({ dataDir, log: silentLog });
  const { id, pricePerLb } = products;
  const chosen = inArray(products.slug, ["ribeye-steak", "chuck-blade-steak"]);
  return db.select({ id, pricePerLb }).from(products).where(chosen).finally(close);
}

async function run(folder: string, databaseUrl: string): Promise<boolean> {
  const place = { DATA_DIR: join(folder, "shop"), DEMO: "1" };
  await (await startShop(place)).stop();
  await stockManyOrders(place, wanted);
  const onSale = await productsOf(place.DATA_DIR);
  const shop = await startShop(place);
  const ledger = emptyLedger();
  const acknowledged = () => [...ledger.orders.values()].filter(({ id }) => id).length;
  const work = busyDay(
    {
      url: shop.url,
      client: await enter(shop.url, shop.demo),
      admin: await enter(shop.url, shop.admin),
      products: onSale,
    },
    ledger,
  );
  while (acknowledged() < 20) await wait(50);

  const from = parseConfig({ DATA_DIR: place.DATA_DIR });
  let began = Date.now();
  const before = acknowledged();
  const { manifest } = await makeBackup(from, join(folder, "backup"), quiet);
  say(
    `backed up ${manifest.tables.orders?.rows} orders in ${seconds(began)}, ` +
      `while ${acknowledged() - before} more were placed`,
  );
  await shop.stop();
  await work;

  began = Date.now();
  const DATA_DIR = join(folder, "moved");
  const to = parseConfig({ DATA_DIR, DATABASE_URL: databaseUrl, AUTH_SECRET: authSecret });
  await restoreBackup(join(folder, "backup"), to, quiet);
  say(`restored by DATABASE_URL in ${seconds(began)}`);
  const again = await makeBackup(to, join(folder, "again"), quiet);
  const tables = Object.keys(manifest.files).filter((file) => file.startsWith("tables/"));
  const digest = (of: typeof manifest, file: string) => of.files[file]?.sha256;
  const unlike = tables.filter((it) => digest(manifest, it) !== digest(again.manifest, it));
  say(`${tables.length - unlike.length} of ${tables.length} tables have equal digests`);
  for (const file of unlike) say(`differs: ${file}`);
  return tables.length > 0 && unlike.length === 0;
}

const folder = await mkdtemp(join(tmpdir(), "shop-move-"));
const server = await startOlderServer();
try {
  const { url } = await createServerDatabase(server.url);
  if (!(await run(folder, url))) process.exitCode = 1;
} finally {
  await server.stop();
  await removeFolder(folder);
}
