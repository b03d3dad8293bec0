import { rm } from "node:fs/promises";

/**
 * Removes a test's folder, with retries: background work, such as an image that was being made when
 * the shop stopped, may still write there.
 */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
