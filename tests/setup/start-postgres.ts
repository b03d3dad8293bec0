import type { TestProject } from "vitest/node";
import { migrate } from "../../db/migrate.ts";
import { openPostgres } from "../../db/postgres.ts";
import { runOnServer, startPostgresServer } from "./postgres-server.ts";
import { silentLog } from "./test-log.ts";
import "./provided.ts";

const template = "shop_template";

/** Starts a server and migrates a database once; every test file starts from a copy of it. */
export default async function startPostgres(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgresServer();
  await runOnServer(server.url, `create database ${template}`);
  const databaseUrl = server.url.replace(/\w+$/, template);
  const { db, close } = await openPostgres({ databaseUrl, log: silentLog });
  await migrate(db);
  await close();
  project.provide("testDatabase", { engine: "postgres", serverUrl: server.url, template });
  return () => server.stop();
}
