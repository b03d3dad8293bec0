import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import type { TestProject } from "vitest/node";
import { migrate } from "../../db/migrate.ts";
import "./provided.ts";
import { removeFolder } from "./remove-folder.ts";

/** Makes and migrates an embedded database once; every test file starts from a copy of it. */
export default async function startPglite(project: TestProject): Promise<() => Promise<void>> {
  const client = await PGlite.create();
  await migrate(drizzle({ client }));
  const dump = await client.dumpDataDir("none");
  await client.close();

  const folder = await mkdtemp(join(tmpdir(), "beef-shop-pglite-"));
  const snapshot = join(folder, "snapshot.tar");
  await writeFile(snapshot, Buffer.from(await dump.arrayBuffer()));
  project.provide("testDatabase", { engine: "pglite", snapshot });
  return () => removeFolder(folder);
}
