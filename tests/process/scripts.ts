import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { connect } from "#db/connect.ts";
import type { Database } from "#db/database.ts";
import { compileCache } from "#tests/setup/shops/shop.ts";
import { silentLog } from "#tests/setup/test-log.ts";

const root = join(import.meta.dirname, "../..");

type Script = "backup" | "restore";

/** Starts `npm run backup` or `npm run restore` on a data folder. */
export function start(script: Script, dataDir: string, folder: string | string[], env = {}) {
  return spawn(process.execPath, [join(root, `scripts/${script}.ts`), ...[folder].flat()], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      NODE_COMPILE_CACHE: compileCache,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Runs `npm run backup` or `npm run restore` on a data folder. */
export async function run(...parameters: Parameters<typeof start>) {
  const child = start(...parameters);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr, status };
}

/** Accesses the tables of a shop that is not open. */
export async function within<T>(
  { DATA_DIR, DATABASE_URL }: { DATA_DIR: string; DATABASE_URL?: string },
  look: (db: Database) => Promise<T>,
): Promise<T> {
  const options = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL, log: silentLog };
  const { db, close } = await connect(options);
  return look(db).finally(close);
}
