import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "#tests/setup/files/remove-folder.ts";
import { startOlderServer } from "#tests/setup/servers/older-server.ts";
import { findPostgres } from "#tests/setup/servers/postgres-binaries.ts";
import { createServerDatabase } from "#tests/setup/servers/server-database.ts";
import { authSecret, startShop } from "#tests/setup/shops/shop.ts";
import { crashRounds } from "./crash-rounds.ts";

/**
 * `npm run test:crash`: kills the built shop ROUNDS times (200) with the embedded database and, if
 * PostgreSQL is installed, with one by its address; each begins no round after MINUTES (15). Exits
 * with status 1 if anything was lost.
 */

const wanted = Number(process.env.ROUNDS ?? 200);
const minutes = Number(process.env.MINUTES ?? 15);

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run(engine: string, database: Record<string, string> = {}): Promise<boolean> {
  const DATA_DIR = await mkdtemp(join(tmpdir(), "shop-crash-"));
  const place = { DATA_DIR, DEMO: "1", ...database };
  try {
    // The first start isn't killed; other tests cover it.
    await (await startShop(place)).stop();
    const began = Date.now();
    const report = await crashRounds({
      place,
      rounds: wanted,
      until: began + minutes * 60_000,
      onRound: (round) => {
        if (round % 10 === 0) say(`${engine}: ${round} rounds, ${secondsSince(began)} s`);
      },
    });
    const { faults, ...figures } = report;
    say(`${engine}: ${JSON.stringify({ ...figures, seconds: secondsSince(began) })}`);
    for (const fault of faults) say(`${engine}: ${fault}`);
    if (faults.length > 0) say(`${engine}: what it left is in ${DATA_DIR}`);
    else await removeFolder(DATA_DIR);
    return faults.length === 0;
  } catch (error) {
    say(`${engine}: broke off; what it left is in ${DATA_DIR}`);
    throw error;
  }
}

function secondsSince(began: number): number {
  return Math.round((Date.now() - began) / 1000);
}

let isWhole = await run("embedded");
if (findPostgres()) {
  const server = await startOlderServer();
  try {
    const { url } = await createServerDatabase(server.url);
    isWhole = (await run("by address", { DATABASE_URL: url, AUTH_SECRET: authSecret })) && isWhole;
  } finally {
    await server.stop();
  }
} else {
  say("by address: the binaries of PostgreSQL are not here");
}
process.exitCode = isWhole ? 0 : 1;
