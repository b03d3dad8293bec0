import { spawnSync } from "node:child_process";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { authSecret } from "../shops/shop.ts";
import { makeFirstDay } from "./first-day.ts";
import { createServerDatabase } from "./server-database.ts";
import { takeSharedServer } from "./shared-server.ts";
import "./provided.ts";

const root = join(import.meta.dirname, "../../..");

/** Builds the shop if necessary, and opens it once per kind of database, for tests to copy. */
export default async function startProcess(project: TestProject): Promise<() => Promise<void>> {
  const build = [join(root, "scripts/build.ts"), "--if-stale"];
  const { status, stdout, stderr } = spawnSync(process.execPath, build, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);

  const server = await takeSharedServer();
  const onServer = await createServerDatabase(server.url);
  const settings = { DATABASE_URL: onServer.url, AUTH_SECRET: authSecret };
  const [embedded, byAddress] = await Promise.all([makeFirstDay(), makeFirstDay(settings)]);
  process.env.FIRST_DAY = embedded.dataDir;
  project.provide("processTest", {
    serverUrl: server.url,
    firstDays: {
      embedded: { dataDir: embedded.dataDir },
      "by address": {
        dataDir: byAddress.dataDir,
        database: new URL(onServer.url).pathname.slice(1),
      },
    },
  });
  return async () => {
    await server.release();
    await Promise.all([embedded.remove(), byAddress.remove()]);
  };
}
