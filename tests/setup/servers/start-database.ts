import type { TestProject } from "vitest/node";
import { makeTemplate } from "./migrated-template.ts";
import { takeSharedServer } from "./shared-server.ts";
import "./provided.ts";

/** Provides the run's server with a migrated database, which every test file copies. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const { url, release } = await takeSharedServer();
  project.provide("testDatabase", { serverUrl: url, template: await makeTemplate(url) });
  return release;
}
