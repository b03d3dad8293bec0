import { shopName } from "#db/embedded/cluster.ts";
import { prepareJobs } from "#db/jobs/jobs.ts";
import { migrate } from "#db/migrate.ts";
import { openPostgres } from "#db/postgres.ts";
import { silentLog } from "../test-log.ts";
import { databaseUrlOf, runOnServer } from "./server-database.ts";

/** Migrates a database on the server once; every test file starts from a copy of it. */
export async function makeTemplate(serverUrl: string): Promise<string> {
  const template = "shop_template";
  await runOnServer(serverUrl, `create database ${template} owner ${shopName}`);
  const databaseUrl = databaseUrlOf(serverUrl, template);
  const { db, close } = await openPostgres({ databaseUrl, log: silentLog });
  await migrate(db);
  await prepareJobs(db);
  await close();
  return template;
}
