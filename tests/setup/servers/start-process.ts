import { spawnSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startShop } from "../shop.ts";
import { takeSharedServer } from "./shared-server.ts";
import "./provided.ts";
import { removeFolder } from "../remove-folder.ts";

const root = join(import.meta.dirname, "../../..");

/**
 * Builds the shop where its build is stale, and opens one once, so that a test whose subject is not
 * the first start need not wait for one.
 */
export default async function startProcess(project: TestProject): Promise<() => Promise<void>> {
  const build = [join(root, "scripts/build.ts"), "--if-stale"];
  const { status, stdout, stderr } = spawnSync(process.execPath, build, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);

  const server = await takeSharedServer();
  const dataDir = await mkdtemp(join(tmpdir(), "shop-first-day-"));
  const shop = await startShop({ DATA_DIR: dataDir });
  await shop.stop();
  project.provide("processTest", { dataDir, serverUrl: server.url });
  return async () => {
    await server.release();
    await removeFolder(dataDir);
  };
}
