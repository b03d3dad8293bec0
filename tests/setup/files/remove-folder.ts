import { rm } from "node:fs/promises";

/** Removes a test's folder, with retries, since background work may still write there. */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
