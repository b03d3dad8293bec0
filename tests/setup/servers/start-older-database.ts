import type { TestProject } from "vitest/node";
import { makeTemplate } from "./migrated-template.ts";
import { startOlderServer } from "./older-server.ts";
import "./provided.ts";

/** As start-database.ts, on the PostgreSQL that is installed on the machine. */
export default async function startOlder(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startOlderServer();
  project.provide("testDatabase", { serverUrl: url, template: await makeTemplate(url) });
  return stop;
}
