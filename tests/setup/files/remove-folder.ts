import { rm } from "node:fs/promises";

/**
 * Removes a test's folder. Background work, such as an image that was being made when the shop
 * stopped, may still write there, so it retries.
 */
export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 10 });
}
