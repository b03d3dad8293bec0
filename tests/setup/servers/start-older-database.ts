import type { TestProject } from "vitest/node";
import { makeTemplate } from "./migrated-template.ts";
import { startOlderServer } from "./older-server.ts";
import "./provided.ts";

/** Like start-database.ts, on the machine's installed PostgreSQL. */
export default async function startOlder(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startOlderServer();
  project.provide("testDatabase", { serverUrl: url, template: await makeTemplate(url) });
  return stop;
}
